import type { Arena, Blocks } from '@wayfield/wasm';

/** A number that the kernels keep: an address or a count, signed. */
type Kept = WebAssembly.Global;

/** The exports of assembly/customizable/index.ts. Addresses are bytes; u32 results arrive signed. */
export interface CustomizableKernels {
  buildNeighbours(nodes: number, firstOut: number, head: number): void;
  reduce(nodes: number, order: number): number;
  buildCore(nodes: number): void;
  coreCount: Kept;
  dissectBegin(x: number, y: number, directions: number, share: number): void;
  dissectSome(work: number): number;
  dissectEnd(out: number): void;
  rankNodes(nodes: number, order: number, keep: number): number;
  rank: Kept;
  node: Kept;
  parent: Kept;
  levelStart: Kept;
  levelCount: Kept;
  complete(nodes: number): void;
  arcCount: Kept;
  firstArc: Kept;
  arcHead: Kept;
  mapArcs(nodes: number, firstOut: number, head: number, arcs: number): void;
  metricBind(nodes: number, arcs: number, rows: number, heads: number): void;
  graphBind(node: number, firstOut: number, graphArcs: number, arcOf: number): void;
  takeWeights(): void;
  upWeight: Kept;
  downWeight: Kept;
  parts: Kept;
  customise(): void;
  perfect(): void;
  keptUp: Kept;
  keptDown: Kept;
  keepHalf(
    up: number,
    rows: number,
    heads: number,
    weights: number,
    arcs: number,
    number: number,
  ): void;
  updateArc(arc: number): void;
  updateRest(most: number): number;
  queryBind(parent: number): void;
  queryArcs(
    upRows: number,
    upHeads: number,
    upWeights: number,
    downRows: number,
    downHeads: number,
    downWeights: number,
  ): void;
  query(source: number, target: number, most: number): number;
  queryClimbed(): number;
  queryDist(): number;
  queryEnd(): void;
  unpackBind(levels: number): void;
  unpack(loops: number, sums: number): number;
  unpackPath(): number;
  unpackCost(): number;
}

/** Copies an array of words or floats into a block of its own; returns its address. */
export function copyIn(arena: Arena, blocks: Blocks, array: Uint32Array | Float32Array): number {
  const address = blocks.allocate(array.byteLength);
  const place = array instanceof Uint32Array ? arena.words() : arena.floats();
  place.set(array, address / 4);
  return address;
}

/** A copy of `count` words that the kernels keep at an address. */
export function wordsOut(arena: Arena, { value }: Kept, count: number): Uint32Array<ArrayBuffer> {
  const start = (value >>> 0) / 4;
  return Uint32Array.from(arena.words().subarray(start, start + count));
}
