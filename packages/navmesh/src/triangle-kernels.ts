import { NONE } from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { findCorridorSteps, findOnward } from './corridor-steps.ts';
import { alongCurve } from './along-curve.ts';
import { packPairs, unpackPairs } from './gate-pairs.ts';
import { findTurns } from './mesh-facts.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import {
  bindQueries,
  type MeshPlaces,
  type QueryBinders,
  type QueryKernels,
} from './query-kernels.ts';
import { checkArray } from './refuse.ts';
import { type SearchEngine, STATES } from './search-engine.ts';
import { checkLengths, type SearchTables } from './table-file.ts';
import { KERNELS_BASE64 } from './triangles.gen.ts';

/** The exports of assembly/triangles/index.ts that search for channels. Addresses are bytes. */
interface Binders extends QueryBinders {
  meshBind(
    vertices: number,
    points: number,
    turn: number,
    sides: number,
    triangles: number,
    epsilon: number,
  ): void;
  funnelBind(
    funnel: number,
    entries: number,
    other: number,
    roots: number,
    rootRoom: number,
    best: number,
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
  corridorsBind(
    first: number,
    steps: number,
    end: number,
    half: number,
    mark: number,
    passMark: number,
    halfCount: number,
  ): void;
  searchBind(isPlain: boolean): void;
  channelsBind(
    starts: number,
    sectors: number,
    seen: number,
    hasNodes: number,
    isFringe: boolean,
  ): void;
  boundsBind(
    gates: number,
    table: number,
    rowCount: number,
    landmarks: number,
    least: number,
    doors: number,
    surroundings: number,
  ): void;
  boundsTake(pairs: number, gates: number): void;
  /** 1 unless it took more than `mostStates`. */
  searchRow(row: number, side: number, vertices: number, mostStates: number): number;
}

/** Room that grows by itself. */
const ROOM = 1024;
/** The table of bounds has the square of as many entries as gates have ends. Above this it is one of landmarks. */
const MOST_ROWS = 1024;
/** Then there are distances from this many of them. A multiple of 4. */
const LANDMARKS = 8;
/** Of the width of a gate against its distance: how little is known of where a way leads through. */
const WIDTH_WEIGHT = 4;

/** TRA*, TA* and Fringe search on a mesh that `splitVertices` made. Saved tables are taken instead of any made here. */
export function createChannelEngine(
  mesh: PolygonMesh,
  reduction: Reduction,
  places: MeshPlaces,
  algorithm: 'tra*' | 'ta*' | 'fringe',
  wantsTable: boolean,
  saved: SearchTables<'corridors'> | undefined,
): SearchEngine {
  const { part, epsilon } = places;
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<QueryKernels & Binders>(
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
  const corridors =
    algorithm === 'ta*' ? undefined : findCorridorSteps(mesh, reduction, onward, epsilon);
  const sides = new Uint32Array(4 * mesh.corner.length);
  for (let s = 0; s < mesh.corner.length; s++) {
    const gateNumber = corridors ? corridors.gateOf[s]! : NONE;
    sides.set([mesh.corner[s]!, mesh.twin[s]!, onward[s]!, gateNumber], 4 * s);
  }
  const sidesAt = put(sides);
  const triangles = new Uint32Array(4 * polygonCount);
  for (let t = 0; t < polygonCount; t++) triangles.set([reduction.exit[t]!, nodeOf[t]!], 4 * t);
  // two vertices more, for source and target
  const points = new Float64Array(2 * vertexCount + 4);
  for (let v = 0; v < vertexCount; v++) points.set([mesh.x[v]!, mesh.y[v]!], 2 * v);
  kernels.meshBind(
    vertexCount,
    put(points),
    put(findTurns(mesh), vertexCount + 2),
    sidesAt,
    put(triangles),
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
    blocks.allocate(16 * vertexCount + 32),
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
  kernels.searchBind(algorithm === 'ta*');
  /** The table of bounds, a copy as it lies in files; empty where there is none. */
  let copyBounds = (): Float32Array => new Float32Array(0);
  if (!corridors) isNodePart.fill(0);
  else {
    const { first, steps, end, gate, gateOf, half } = corridors;
    kernels.corridorsBind(
      put(first),
      put(steps),
      put(end),
      put(half),
      blocks.allocate(24 * nodeCount),
      blocks.allocate(12 * nodeCount),
      6 * nodeCount,
    );
    bindBounds(gate, gateOf);
  }

  /** The gates, and the lengths of the shortest ways between all ends of gates, each row found by a search without a target. */
  function bindBounds(gates: Uint32Array, gateOf: Uint32Array): void {
    const { x, y, corner, twin } = mesh;
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
    /** Of the first of the two directions of each gate the rows of both ends, and by its node side the number of the gate. */
    const ends: number[] = [];
    const numbers = new Map<number, number>();
    const bytes = new Uint8Array(64 * gates.length);
    const view = new DataView(bytes.buffer);
    // gates near each other follow each other
    const middle = (side: number): readonly [number, number] => {
      const [a, b] = [corner[side]!, corner[side % 3 === 2 ? side - 2 : side + 1]!];
      return [x[a]! + x[b]!, y[a]! + y[b]!];
    };
    alongCurve(
      gates.length,
      (i) => middle(gates[i]!)[0],
      (i) => middle(gates[i]!)[1],
    ).forEach((i) => {
      const side = gates[i]!;
      // the end on the left hand is where the side ends
      const a = corner[side % 3 === 2 ? side - 2 : side + 1]!;
      const b = corner[side]!;
      const length = Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!);
      const values = [x[a]!, y[a]!, x[b]! - x[a]!, y[b]! - y[a]!, length, 0.5 / length];
      values.forEach((value, k) => view.setFloat64(64 * i + 8 * k, value, true));
      view.setUint32(64 * i + 48, rows.get(a)!, true);
      view.setUint32(64 * i + 52, rows.get(b)!, true);
      view.setUint32(64 * i + 56, side, true);
      const back = gateOf[twin[side]!]!;
      const number = numbers.get(back);
      if (number === undefined) {
        numbers.set(i, numbers.size);
        ends.push(rows.get(a)!, rows.get(b)!);
      }
      view.setUint32(
        64 * i + 60,
        2 * (number ?? numbers.get(i)!) + (number === undefined ? 0 : 1),
        true,
      );
    });
    const takesTable = saved ? saved.arrays.bounds.length > 0 : wantsTable && count > 0;
    const table = takesTable ? blocks.allocate(4 * cells) : 0;
    const [gateAddress, leastAddress] = [put(bytes), blocks.allocate(16 * gates.length)];
    const doors = blocks.allocate(3 * 96);
    const around = put(surroundings(new Float64Array(bytes.buffer)));
    kernels.boundsBind(gateAddress, table, count, landmarks, leastAddress, doors, around);
    if (table === 0) return;
    if (saved) {
      checkArray(saved.arrays.bounds, Float32Array, cells, 'bounds');
      checkLengths(saved.arrays.bounds, 'bounds');
      arena.floats().set(saved.arrays.bounds, table >>> 2);
    } else {
      const list = put(Uint32Array.from(rows.keys()));
      const isDone = landmarks === 0 ? fillRows(from, list) : spreadLandmarks(from, table, list);
      blocks.free(list);
      if (!isDone) {
        // open ground: straight lines say as much
        blocks.free(table);
        return;
      }
    }
    const taken = (address: number, length: number): Float32Array =>
      arena.floats().slice(address >>> 2, (address >>> 2) + length);
    if (landmarks > 0) {
      copyBounds = () => taken(table, cells);
      kernels.boundsTake(0, 0);
      return;
    }
    const endRows = Uint32Array.from(ends);
    const packed = packPairs(taken(table, cells), count, endRows);
    blocks.free(table);
    const pairs = put(packed);
    copyBounds = () => unpackPairs(taken(pairs, packed.length), count, endRows);
    kernels.boundsTake(pairs, endRows.length / 2);
  }

  /** Per node of the gates behind its sides: the middle, and the sum of their widths, weighed so that the least states were seen on game maps. */
  function surroundings(gates: Float64Array): Float64Array {
    const around = new Float64Array(4 * nodeCount);
    for (let i = 0; i < 3 * nodeCount; i++) {
      const [x, y, dx, dy, width] = gates.subarray(8 * i, 8 * i + 5) as unknown as number[];
      const at = 4 * Math.floor(i / 3);
      around[at]! += (x! + dx! / 2) / 3;
      around[at + 1]! += (y! + dy! / 2) / 3;
      around[at + 2]! += (WIDTH_WEIGHT / 3) * width!;
    }
    return around;
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
  const list = (): number => blocks.allocate(4 * places.locator.most);
  const hasNodes = put(Uint8Array.from(part, (p) => isNodePart[p]!));
  kernels.channelsBind(list(), list(), list(), hasNodes, algorithm === 'fringe');
  const block = bindQueries(kernels, arena, blocks, mesh, places, [sidesAt + 4, 4], false);
  return {
    kernels,
    arena,
    blocks,
    block,
    tables() {
      if (algorithm === 'ta*') return undefined;
      return { kind: 'corridors', arrays: { bounds: copyBounds() } };
    },
  };
}
