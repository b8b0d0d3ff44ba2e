import { NONE } from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { alongCurve } from './along-curve.ts';
import { findTurns } from './mesh-facts.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import {
  bindQueries,
  type MeshPlaces,
  type QueryBinders,
  type QueryKernels,
} from './query-kernels.ts';
import { type SearchEngine, STATES } from './search-engine.ts';
import type { SearchTables } from './table-file.ts';
import { checkTangentTables } from './tangent-tables.ts';
import { KERNELS_BASE64 } from './triangles.gen.ts';

/** The exports of assembly/tangents/index.ts. Addresses are bytes. */
interface Binders extends QueryBinders {
  viewBind(
    triangles: number,
    points: number,
    corners: number,
    open: number,
    seen: number,
    cones: number,
    coneRoom: number,
    alongs: number,
    epsilon: number,
  ): void;
  graphBind(nodes: number, firstSides: number, count: number, arcs: number, arcRoom: number): void;
  /** 0 where there are more. */
  graphBuild(mostArcs: number, mostLooks: number): number;
  graphTrim(): void;
  graphArcs(): number;
  graphArcsAt(): number;
  /** Instead of `graphBuild`: so many arcs are there, and the corners say which are theirs. */
  graphTake(arcs: number): void;
  landmarksBind(lengths: number, nexts: number, corners: number, unit: number, room: number): void;
  /** How long the units of lengths are. */
  landmarksUnit(unit: number): void;
  tangentsBind(
    starts: number,
    aims: number,
    turns: number,
    half: number,
    ways: number,
    heap: number,
    heapRoom: number,
  ): void;
  askBind(place: number, deadEnd: number): void;
  /** How many bytes of marks it takes. */
  rowsMarks(corners: number): number;
  rowsBind(arcs: number, dists: number, marks: number): void;
  rowsFill(landmark: number, corner: number): void;
  rowsKeep(landmark: number): void;
}

/** Room that grows by itself. */
const ROOM = 1024;
/** Bytes that come from memory together. Nodes are as large, and the lengths of a corner to all landmarks. */
const LINE = 64;
/** MOST_WAYS of assembly/tangents/search.ts. */
const WAYS = 128;
/** As in assembly/tangents/landmarks.ts. */
const LANDMARKS = 32;
/** Lengths to landmarks are up to this: MOST of assembly/tangents/landmarks.ts. */
const MOST_UNITS = 0xfffe;
/** Arcs of a corner, about. */
const USUAL_ARCS = 24;
/** Room for arcs behind the last: SPARE of assembly/tangents/graph.ts. */
const SPARE_ARCS = 3;
/** FIRST of assembly/tangents/graph.ts, in words; FIRST_RIGHT and END_LEFT follow. */
const NODE_ARCS = 12;
/** UNIT of assembly/tangents/graph.ts. */
const UNIT = 16_000;
/** More than this per corner are too many: of arcs, of triangles to look into for them. */
export const MOST_ARCS = 64;
export const MOST_LOOKS = 1024;

const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** The vertices by new numbers: corners where paths turn, along the curve, then others at walls, then those without. */
interface Corners {
  readonly count: number;
  /** All vertices. */
  readonly list: Uint32Array;
  /** The same along the curve. */
  readonly curve: Uint32Array;
  /** How many have walls. */
  readonly wallCount: number;
  /** Per corner: the side that begins there along a wall. There are two walls, as vertices are split. */
  readonly side: Uint32Array;
  /** Four per corner: the directions along the walls to the vertex before and to the next, of length UNIT. */
  readonly alongs: Int16Array;
  /** Per corner: the dead end that all its triangles are in, NONE where there is no such. */
  readonly deadEnd: Uint32Array;
}

/** The dead end that a triangle is in; NONE elsewhere, and in a part that is one tree. */
function deadEndOf({ level, structure, door }: Reduction, triangle: number): number {
  const end = structure[triangle]!;
  return level[triangle] === 1 && door[end] !== NONE ? end : NONE;
}

function findCorners(mesh: PolygonMesh, reduction: Reduction): Corners {
  const { corner, twin, vertexCount, x, y } = mesh;
  const turns = findTurns(mesh);
  const sideOf = new Uint32Array(vertexCount).fill(NONE);
  const previous = new Uint32Array(vertexCount).fill(NONE);
  for (let s = 0; s < corner.length; s++) {
    if (twin[s] !== NONE) continue;
    sideOf[corner[s]!] = s;
    previous[corner[after(s)]!] = corner[s]!;
  }
  const curve = alongCurve(
    vertexCount,
    (v) => x[v]!,
    (v) => y[v]!,
  );
  /** 0 = a corner where paths turn, 1 = another one at walls, 2 = a vertex without. */
  const sort = (v: number): number => (sideOf[v] === NONE ? 2 : turns[v] ? 0 : 1);
  const first: [number, number, number, number] = [0, 0, 0, 0];
  for (let v = 0; v < vertexCount; v++) first[sort(v) + 1]!++;
  const [count, wallCount] = [first[1]!, first[1]! + first[2]!];
  const next = [0, count, wallCount];
  const list = new Uint32Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) list[next[sort(curve[i]!)]!++] = curve[i]!;
  const side = new Uint32Array(count);
  const alongs = new Int16Array(4 * count);
  const cornerAt = new Uint32Array(vertexCount).fill(NONE);
  const setAlong = (at: number, v: number, end: number): void => {
    const dx = x[end]! - x[v]!;
    const dy = y[end]! - y[v]!;
    const unit = UNIT / Math.hypot(dx, dy);
    alongs[at] = Math.round(dx * unit);
    alongs[at + 1] = Math.round(dy * unit);
  };
  for (let i = 0; i < count; i++) {
    const v = list[i]!;
    cornerAt[v] = i;
    side[i] = sideOf[v]!;
    setAlong(4 * i, v, previous[v]!);
    setAlong(4 * i + 2, v, corner[after(sideOf[v]!)]!);
  }
  const UNSEEN = NONE - 1;
  const deadEnd = new Uint32Array(count).fill(UNSEEN);
  for (let s = 0; s < corner.length; s++) {
    const i = cornerAt[corner[s]!]!;
    if (i === NONE) continue;
    const end = deadEndOf(reduction, Math.floor(s / 3));
    deadEnd[i] = deadEnd[i] === UNSEEN || deadEnd[i] === end ? end : NONE;
  }
  return { count, list, curve, wallCount, side, alongs, deadEnd };
}

/** Numbers for the triangles, in the order of their first corners along the curve. */
function placeTriangles(
  { corner, polygonCount, vertexCount }: PolygonMesh,
  { curve }: Corners,
): Uint32Array {
  const triangles = new Uint32Array(vertexCount);
  for (let t = 0; t < polygonCount; t++) triangles[corner[3 * t]!]!++;
  let at = 0;
  for (const v of curve) {
    const here = triangles[v]!;
    triangles[v] = at;
    at += here;
  }
  const place = new Uint32Array(polygonCount);
  for (let t = 0; t < polygonCount; t++) place[t] = triangles[corner[3 * t]!]!++;
  return place;
}

/** The triangles as assembly/tangents/view.ts reads them, 32 bytes each; `place` says where each comes. */
function packTriangles(mesh: PolygonMesh, { list }: Corners, place: Uint32Array): ArrayBuffer {
  const { corner, twin, vertexCount, polygonCount } = mesh;
  const words = new Uint32Array(8 * polygonCount);
  const number = new Uint32Array(vertexCount);
  list.forEach((v, i) => (number[v] = i));
  for (let s = 0; s < corner.length; s++) {
    const at = 8 * place[Math.floor(s / 3)]! + (s % 3);
    const other = twin[s]!;
    words[at] = number[corner[s]!]!;
    words[at + 3] = other === NONE ? NONE : 4 * place[Math.floor(other / 3)]! + (other % 3);
  }
  return words.buffer;
}

/**
 * A* on the tangent graph of a mesh that `splitVertices` made; undefined where the corners see too many others. Saved tables are taken instead of
 * any made here.
 */
export function createTangentEngine(
  mesh: PolygonMesh,
  reduction: Reduction,
  places: MeshPlaces,
  wantsTable: boolean,
  saved: SearchTables<'tangents'> | undefined,
): SearchEngine | undefined {
  const { part, epsilon } = places;
  const { polygonCount, vertexCount, x, y } = mesh;
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<QueryKernels & Binders>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const put = (array: ArrayBuffer): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array), address);
    return address;
  };
  const fill = (address: number, array: Uint32Array | Uint16Array): number => {
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const putView = (array: Uint32Array): number => fill(blocks.allocate(array.byteLength), array);
  /** Room for as many lines of the cache, at the start of one. */
  const allocateLines = (count: number): number =>
    Math.ceil(blocks.allocate(LINE * count + LINE - 16) / LINE) * LINE;
  const list = (): number => {
    const entries = blocks.allocate(4 * ROOM);
    return put(Uint32Array.of(entries, ROOM, 0, 0).buffer);
  };
  const corners = findCorners(mesh, reduction);
  const { count } = corners;
  if (count > STATES.most) return undefined;
  const place = placeTriangles(mesh, corners);
  const points = new Float64Array(2 * vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    points[2 * i] = x[corners.list[i]!]!;
    points[2 * i + 1] = y[corners.list[i]!]!;
  }
  kernels.viewBind(
    put(packTriangles(mesh, corners, place)),
    put(points.buffer),
    count,
    corners.wallCount,
    list(),
    blocks.allocate(40 * ROOM),
    ROOM,
    put(corners.alongs.buffer as ArrayBuffer),
    epsilon,
  );
  const nodes = new ArrayBuffer(LINE * (count + 1));
  const [floats, words] = [new Float64Array(nodes), new Uint32Array(nodes)];
  for (let i = 0; i < count; i++) {
    floats[8 * i] = points[2 * i]!;
    floats[8 * i + 1] = points[2 * i + 1]!;
    words[16 * i + 15] = corners.deadEnd[i]!;
  }
  if (saved) {
    checkTangentTables(saved.arrays, count, LANDMARKS);
    const { cornerArcs } = saved.arrays;
    for (let i = 0; i <= count; i++)
      words.set(cornerArcs.subarray(3 * i, 3 * i + 3), 16 * i + NODE_ARCS);
  }
  // about as many as there are, so that they are seldom moved
  const arcRoom = saved
    ? saved.arrays.arcs.length / 2 + SPARE_ARCS
    : Math.max(ROOM, USUAL_ARCS * count);
  const arcAddress = blocks.allocate(8 * arcRoom);
  if (saved) fill(arcAddress, saved.arrays.arcs);
  const firstSides = corners.side.map((s) => 4 * place[Math.floor(s / 3)]! + (s % 3));
  const nodeAddress = fill(allocateLines(count + 1), words);
  kernels.graphBind(nodeAddress, put(firstSides.buffer as ArrayBuffer), count, arcAddress, arcRoom);
  const ways = blocks.allocate(16 * WAYS);
  kernels.tangentsBind(list(), list(), list(), list(), ways, blocks.allocate(8 * ROOM), ROOM);
  kernels.landmarksBind(0, 0, count, 1, 0);
  /** How many landmarks there are, the addresses of their lengths and ways, and the unit of lengths. */
  let landmarks = { count: 0, lengths: 0, nexts: 0, unit: 1 };
  if (saved) {
    const { lengths, nexts, unit } = saved.arrays;
    kernels.graphTake(saved.arrays.arcs.length / 2);
    if (lengths.length > 0) {
      bindLandmarks(putView(nexts), unit[0]!);
      fill(landmarks.lengths, lengths);
    }
  } else if (kernels.graphBuild(MOST_ARCS * count, MOST_LOOKS * count)) {
    kernels.graphTrim();
    if (wantsTable && count > 0) spreadLandmarks();
  } else {
    blocks.freeAll();
    return undefined;
  }

  function bindLandmarks(nexts: number, unit: number): void {
    const lengths = allocateLines(count);
    kernels.landmarksBind(lengths, nexts, count, unit, allocateLines(2));
    landmarks = { count: LANDMARKS, lengths, nexts, unit };
  }

  /** Each landmark is the furthest from those before; the first from anywhere in the part with the most corners. */
  function spreadLandmarks(): void {
    bindLandmarks(blocks.allocate(4 * count * LANDMARKS), 1);
    const cornersOfPart = new Uint32Array(polygonCount);
    const partOf = (i: number): number => part[Math.floor(corners.side[i]! / 3)]!;
    for (let i = 0; i < count; i++) cornersOfPart[partOf(i)]!++;
    let next = 0;
    for (let i = 1; i < count; i++)
      if (cornersOfPart[partOf(i)]! > cornersOfPart[partOf(next)]!) next = i;
    const nearest = new Float32Array(count).fill(Infinity);
    const dists = blocks.allocate(12 * count);
    const room = [
      blocks.allocate(8 * kernels.graphArcs()),
      dists,
      blocks.allocate(kernels.rowsMarks(count)),
    ] as const;
    kernels.rowsBind(...room);
    // the first search only finds where to begin
    for (let k = -1; k < LANDMARKS; k++) {
      kernels.rowsFill(Math.max(0, k), next);
      const from = dists / 4 + 2 * count;
      const lengths = arena.floats().subarray(from, from + count);
      let furthest = 0;
      for (let i = 0; i < count; i++) {
        const length = lengths[i]!;
        if (length < nearest[i]! || k < 0) nearest[i] = length;
        if (nearest[i]! <= furthest || nearest[i] === Infinity) continue;
        furthest = nearest[i]!;
        next = i;
      }
      if (k < 0) nearest.fill(Infinity);
      if (k === 0 && furthest > 0) {
        // others can be a little longer
        landmarks.unit = (1.25 * furthest) / MOST_UNITS;
        kernels.landmarksUnit(landmarks.unit);
      }
      if (k >= 0) kernels.rowsKeep(k);
    }
    room.forEach(blocks.free);
  }
  const deadEnd = place.map((_, t) => deadEndOf(reduction, t));
  kernels.askBind(putView(place), putView(deadEnd));
  const twins = [putView(mesh.twin), 2] as const;
  const block = bindQueries(kernels, arena, blocks, mesh, places, twins, true);
  return {
    kernels,
    arena,
    blocks,
    block,
    tables() {
      const all = arena.words();
      const arcsAt = kernels.graphArcsAt() >>> 2;
      const cornerArcs = new Uint32Array(3 * count + 3);
      for (let i = 0; i <= count; i++) {
        const at = (nodeAddress >>> 2) + 16 * i + NODE_ARCS;
        cornerArcs.set(all.subarray(at, at + 3), 3 * i);
      }
      const cells = landmarks.count * count;
      const nextsAt = landmarks.nexts >>> 2;
      return {
        kind: 'tangents',
        arrays: {
          cornerArcs,
          arcs: all.slice(arcsAt, arcsAt + 2 * kernels.graphArcs()),
          unit: Float64Array.of(landmarks.unit),
          lengths: new Uint16Array(arena.memory.buffer, landmarks.lengths, cells).slice(),
          nexts: all.slice(nextsAt, nextsAt + cells),
        },
      };
    },
  };
}
