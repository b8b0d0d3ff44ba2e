import { NONE } from '@wayfield/graph';
import {
  type Arena,
  type Blocks,
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { findCorridorSteps, findOnward } from './corridor-steps.ts';
import { findTurns } from './mesh-facts.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { checkArray } from './refuse.ts';
import { STATES } from './search-engine.ts';
import { checkLengths, type SearchTables } from './table-file.ts';
import { KERNELS_BASE64 } from './triangles.gen.ts';

/** The exports of assembly/triangles/index.ts that a search calls. Addresses are bytes. */
export interface TriangleKernels {
  /** `bound`: no path as long as this is of interest. */
  searchBegin(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    target: number,
    bound: number,
    hasNodes: boolean,
  ): void;
  searchStart(triangle: number): void;
  searchOpen(triangle: number): void;
  searchFirst(): void;
  /** 1 once the path is proven. */
  searchRun(mostStates: number): number;
  searchCost(): number;
  searchLowerBound(): number;
  searchExpanded(): number;
  searchQueued(): number;
  searchTested(): number;
  /** NONE where this search found no path that is shorter than `bound`. */
  pathTurns(): number;
  pathWrite(address: number): void;
}

interface Binders {
  meshBind(
    vertices: number,
    x: number,
    y: number,
    corner: number,
    twin: number,
    turn: number,
    onward: number,
    exit: number,
    node: number,
    epsilon: number,
  ): void;
  funnelBind(
    funnel: number,
    entries: number,
    other: number,
    roots: number,
    rootRoom: number,
    length: number,
    stamp: number,
  ): void;
  statesBind(
    states: number,
    stateBytes: number,
    heap: number,
    heapRoom: number,
    isFringe: boolean,
    most: number,
  ): void;
  latestBind(latest: number): void;
  marksBind(mark: number, way: number): void;
  corridorsBind(
    first: number,
    steps: number,
    end: number,
    gateOf: number,
    half: number,
    mark: number,
  ): void;
  searchBind(isPlain: boolean): void;
  boundsBind(
    gates: number,
    table: number,
    rowCount: number,
    landmarks: number,
    least: number,
    doors: number,
  ): void;
  /** 1 unless it took more than `mostStates`. */
  searchRow(row: number, side: number, vertices: number, mostStates: number): number;
}

/** The kernels on a mesh, in a memory of their own. */
export interface TriangleInstance {
  readonly kernels: TriangleKernels;
  readonly arena: Arena;
  readonly blocks: Blocks;
  /** Per polygon: whether its part has decision points. */
  readonly hasNodes: Uint8Array;
  /** A copy, undefined where the search has none. */
  tables(): SearchTables<'corridors'> | undefined;
}

/** Room that grows by itself. */
const ROOM = 1024;
/** The table of bounds has the square of as many entries as gates have ends. Above this it is one of landmarks. */
const MOST_ROWS = 1024;
/** Then there are distances from this many of them. A multiple of 4. */
const LANDMARKS = 8;

/** Of a mesh that `splitVertices` made. Saved tables are taken instead of any made here. */
export function instantiateTriangles(
  mesh: PolygonMesh,
  reduction: Reduction,
  part: Uint32Array,
  epsilon: number,
  algorithm: 'tra*' | 'ta*' | 'fringe',
  wantsTable: boolean,
  saved: SearchTables<'corridors'> | undefined,
): TriangleInstance {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<TriangleKernels & Binders>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const put = (
    array: Float64Array | Float32Array | Uint32Array | Uint8Array,
    bytes = array.byteLength,
  ): number => {
    const address = blocks.allocate(bytes);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const { vertexCount, polygonCount } = mesh;
  const { nodeCount, nodeTriangle } = reduction;
  const onward = findOnward(mesh, reduction);
  const nodeOf = new Uint32Array(polygonCount).fill(NONE);
  const isNodePart = new Uint8Array(polygonCount);
  for (let i = 0; i < nodeCount; i++) {
    nodeOf[nodeTriangle[i]!] = i;
    isNodePart[part[nodeTriangle[i]!]!] = 1;
  }
  // two vertices more, for source and target
  kernels.meshBind(
    vertexCount,
    put(mesh.x, 8 * vertexCount + 16),
    put(mesh.y, 8 * vertexCount + 16),
    put(mesh.corner),
    put(mesh.twin),
    put(findTurns(mesh), vertexCount + 2),
    put(onward),
    put(reduction.exit),
    put(nodeOf),
    epsilon,
  );
  // a chain can grow by a vertex per triangle on either side of the apex, twice before it is put in the middle again
  const entries = 4 * polygonCount + 64;
  kernels.funnelBind(
    blocks.allocate(32 * entries),
    entries,
    blocks.allocate(16 * entries),
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(8 * vertexCount + 16),
    blocks.allocate(4 * vertexCount + 8),
  );
  kernels.statesBind(
    blocks.allocate(64 * ROOM),
    64 * ROOM,
    blocks.allocate(8 * ROOM),
    ROOM,
    algorithm === 'fringe',
    STATES.most,
  );
  kernels.latestBind(
    blocks.allocate(20 * (algorithm === 'ta*' ? 3 * polygonCount : 3 * nodeCount)),
  );
  kernels.marksBind(blocks.allocate(4 * polygonCount), blocks.allocate(4 * polygonCount));
  kernels.searchBind(algorithm === 'ta*');
  /** The table of bounds, empty where there is none. */
  let bounds = { at: 0, length: 0 };
  if (algorithm === 'ta*') isNodePart.fill(0);
  else {
    const corridors = findCorridorSteps(mesh, reduction, onward, epsilon);
    const { first, steps, end, gate, gateOf, half } = corridors;
    kernels.corridorsBind(
      put(first),
      put(steps),
      put(end),
      put(gateOf),
      put(half),
      blocks.allocate(24 * nodeCount),
    );
    bindBounds(gate);
  }

  /** The gates, and the lengths of the shortest ways between all ends of gates, each row found by a search without a target. */
  function bindBounds(gates: Uint32Array): void {
    const { x, y, corner } = mesh;
    const rows = new Map<number, number>();
    const from: number[] = [];
    // of the two directions of a gate each has another end where the side starts
    for (const side of gates) {
      const v = corner[side]!;
      if (rows.has(v)) continue;
      rows.set(v, from.length);
      from.push(side);
    }
    const count = from.length;
    const landmarks = count > MOST_ROWS ? LANDMARKS : 0;
    const cells = count * (landmarks || count);
    const bytes = new Uint8Array(64 * gates.length);
    const view = new DataView(bytes.buffer);
    gates.forEach((side, i) => {
      // the end on the left hand is where the side ends
      const a = corner[side % 3 === 2 ? side - 2 : side + 1]!;
      const b = corner[side]!;
      const length = Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!);
      const values = [x[a]!, y[a]!, x[b]! - x[a]!, y[b]! - y[a]!, length, 0.5 / length];
      values.forEach((value, k) => view.setFloat64(64 * i + 8 * k, value, true));
      view.setUint32(64 * i + 48, rows.get(a)!, true);
      view.setUint32(64 * i + 52, rows.get(b)!, true);
      view.setUint32(64 * i + 56, side, true);
    });
    const takesTable = saved ? saved.arrays.bounds.length > 0 : wantsTable && count > 0;
    const table = takesTable ? blocks.allocate(4 * cells) : 0;
    const [gateAddress, leastAddress] = [put(bytes), blocks.allocate(16 * count)];
    const doors = blocks.allocate(64);
    kernels.boundsBind(gateAddress, table, count, landmarks, leastAddress, doors);
    if (table === 0) return;
    bounds = { at: table >>> 2, length: cells };
    if (saved) {
      checkArray(saved.arrays.bounds, Float32Array, cells, 'bounds');
      checkLengths(saved.arrays.bounds, 'bounds');
      arena.floats().set(saved.arrays.bounds, bounds.at);
      return;
    }
    const list = put(Uint32Array.from(rows.keys()));
    const isDone = landmarks === 0 ? fillRows(from, list) : spreadLandmarks(from, table, list);
    blocks.free(list);
    if (isDone) return;
    // open ground: straight lines say as much
    blocks.free(table);
    bounds = { at: 0, length: 0 };
    kernels.boundsBind(gateAddress, 0, count, landmarks, leastAddress, doors);
  }

  function fillRows(from: readonly number[], list: number): boolean {
    const most = 16 * from.length;
    return from.every((side, row) => kernels.searchRow(row, side, list, most) !== 0);
  }

  /** Each landmark is the end of a gate that is the furthest from those before; the first from anywhere in the part with the most gates. */
  function spreadLandmarks(from: readonly number[], table: number, list: number): boolean {
    const gatesOfPart = new Uint32Array(polygonCount);
    const partOf = (row: number): number => part[Math.floor(from[row]! / 3)]!;
    for (let row = 0; row < from.length; row++) gatesOfPart[partOf(row)]!++;
    let next = 0;
    for (let row = 1; row < from.length; row++)
      if (gatesOfPart[partOf(row)]! > gatesOfPart[partOf(next)]!) next = row;
    const nearest = new Float32Array(from.length).fill(Infinity);
    // the first search only finds where to begin
    for (let i = -1; i < LANDMARKS; i++) {
      const landmark = Math.max(0, i);
      if (kernels.searchRow(landmark, from[next]!, list, 4 * from.length) === 0) return false;
      const found = arena.floats().subarray(table >>> 2);
      let furthest = 0;
      for (let row = 0; row < from.length; row++) {
        const length = found[row * LANDMARKS + landmark]!;
        if (i >= 0) nearest[row] = Math.min(nearest[row]!, length);
        const away = i < 0 ? length : nearest[row]!;
        if (away > furthest) {
          furthest = away;
          next = row;
        }
      }
    }
    return true;
  }
  return {
    kernels,
    arena,
    blocks,
    hasNodes: Uint8Array.from(part, (p) => isNodePart[p]!),
    tables() {
      if (algorithm === 'ta*') return undefined;
      const { at, length } = bounds;
      return { kind: 'corridors', arrays: { bounds: arena.floats().slice(at, at + length) } };
    },
  };
}
