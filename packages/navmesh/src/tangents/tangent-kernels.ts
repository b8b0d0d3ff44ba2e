import { NONE } from '@wayfield/graph';
import { type KernelHost, openKernels } from '@wayfield/wasm';
import { alongCurve } from '../geometry/along-curve.ts';
import { after, triangleOf } from '@wayfield/triangulation/internal/half-edges';
import { findTurns } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';
import { bindQueries, type MeshPlaces } from '../queries/query-kernels.ts';
import type { SearchEngine } from '../queries/search-engine.ts';
import {
  DIRECTION,
  type Kernels,
  KERNELS_BASE64,
  LANDMARKS,
  MOST_UNITS,
  SUCCESSORS_BYTES,
} from '../points.gen.ts';

type TangentHost = KernelHost<Kernels>;

/** Arrays that the kernels enlarge begin with this many entries. */
const ROOM = 1024;
/** Bytes of a cache line: a record `Corner`, or the lengths of a corner to all landmarks. */
const LINE = 64;
/** Room for arcs, per corner: about as many as game maps have. */
const USUAL_ARCS = 24;
/**
 * With more arcs per corner than MOST_ARCS, or more triangles visited per corner to find the arcs
 * than MOST_LOOKS, on average, the graph takes too much time and memory. Then 'auto' takes TRA* and
 * 'tangents' throws. Chosen, not measured. The kernels count visits in a u32, so the limit for all
 * corners together is never above 2^32 - 1 visits.
 */
const MOST_ARCS = 64;
const MOST_LOOKS = 1024;

/**
 * The vertices by new numbers: the corners along the curve, then other vertices at walls, then
 * vertices without walls.
 */
export interface Corners {
  readonly count: number;
  /** All vertices. */
  readonly list: Uint32Array;
  /** All vertices in the order of the curve. */
  readonly curve: Uint32Array;
  /** How many have walls. */
  readonly wallCount: number;
  /**
   * Per corner: the side that begins there along a wall. There are two walls, as vertices are
   * split.
   */
  readonly side: Uint32Array;
  /**
   * Four per corner: the directions along the walls to the vertex before and to the next, of
   * length DIRECTION.
   */
  readonly alongs: Int16Array;
  /** Per corner: the dead end that holds all its triangles; NONE if no dead end holds them all. */
  readonly deadEnd: Uint32Array;
}

/** The dead end that a triangle is in; NONE elsewhere, and in a part that is one tree. */
function deadEndOf({ level, structure, mouth }: Reduction, triangle: number): number {
  const end = structure[triangle];
  return level[triangle] === 1 && mouth[end] !== NONE ? end : NONE;
}

/**
 * Finds the corners of a mesh that `splitVertices` made, and numbers all vertices. Without a
 * reduction no corner is in a dead end.
 */
export function findCorners(mesh: PolygonMesh, reduction?: Reduction): Corners {
  const { corner, twin, vertexCount, x, y } = mesh;
  const turns = findTurns(mesh);
  const sideOf = new Uint32Array(vertexCount).fill(NONE);
  const previous = new Uint32Array(vertexCount).fill(NONE);
  for (let s = 0; s < corner.length; s++) {
    if (twin[s] !== NONE) continue;
    sideOf[corner[s]] = s;
    previous[corner[after(s)]] = corner[s];
  }
  const curve = alongCurve(
    vertexCount,
    (v) => x[v],
    (v) => y[v],
  );
  /** 0 = a corner, 1 = another vertex at walls, 2 = a vertex without walls. */
  const sort = (v: number): number => (sideOf[v] === NONE ? 2 : turns[v] ? 0 : 1);
  const first: [number, number, number, number] = [0, 0, 0, 0];
  for (let v = 0; v < vertexCount; v++) first[sort(v) + 1]++;
  const [count, wallCount] = [first[1], first[1] + first[2]];
  const next = [0, count, wallCount];
  const list = new Uint32Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) list[next[sort(curve[i])]++] = curve[i];
  const side = new Uint32Array(count);
  const alongs = new Int16Array(4 * count);
  const cornerAt = new Uint32Array(vertexCount).fill(NONE);
  const setAlong = (at: number, v: number, end: number): void => {
    const dx = x[end] - x[v];
    const dy = y[end] - y[v];
    const unit = DIRECTION / Math.hypot(dx, dy);
    alongs[at] = Math.round(dx * unit);
    alongs[at + 1] = Math.round(dy * unit);
  };
  for (let i = 0; i < count; i++) {
    const v = list[i];
    cornerAt[v] = i;
    side[i] = sideOf[v];
    setAlong(4 * i, v, previous[v]);
    setAlong(4 * i + 2, v, corner[after(sideOf[v])]);
  }
  const UNSEEN = NONE - 1;
  const deadEnd = new Uint32Array(count).fill(UNSEEN);
  for (let s = 0; s < corner.length; s++) {
    const i = cornerAt[corner[s]];
    if (i === NONE) continue;
    const end = reduction ? deadEndOf(reduction, triangleOf(s)) : NONE;
    deadEnd[i] = deadEnd[i] === UNSEEN || deadEnd[i] === end ? end : NONE;
  }
  return { count, list, curve, wallCount, side, alongs, deadEnd };
}

/** Numbers for the triangles, in the order of their first corners along the curve. */
export function placeTriangles(
  { corner, polygonCount, vertexCount }: PolygonMesh,
  { curve }: Corners,
): Uint32Array {
  const triangles = new Uint32Array(vertexCount);
  for (let t = 0; t < polygonCount; t++) triangles[corner[3 * t]]++;
  let at = 0;
  for (const v of curve) {
    const here = triangles[v];
    triangles[v] = at;
    at += here;
  }
  const place = new Uint32Array(polygonCount);
  for (let t = 0; t < polygonCount; t++) place[t] = triangles[corner[3 * t]]++;
  return place;
}

/**
 * The triangles as assembly/tangent/view.ts reads them, 32 bytes each. `place`: per triangle of the
 * mesh its number there, as `placeTriangles` gives it.
 */
export function packTriangles(
  mesh: PolygonMesh,
  { list }: Corners,
  place: Uint32Array,
): ArrayBuffer {
  const { corner, twin, vertexCount, polygonCount } = mesh;
  const words = new Uint32Array(8 * polygonCount);
  const number = new Uint32Array(vertexCount);
  list.forEach((v, i) => (number[v] = i));
  for (let s = 0; s < corner.length; s++) {
    const at = 8 * place[triangleOf(s)] + (s % 3);
    const other = twin[s];
    words[at] = number[corner[s]];
    words[at + 3] = other === NONE ? NONE : 4 * place[triangleOf(other)] + (other % 3);
  }
  return words.buffer;
}

/** A list of the kernels, empty, as assembly/tangent/lists.ts has it. */
export function putList({ blocks, put }: Pick<TangentHost, 'blocks' | 'put'>): number {
  return put(Uint32Array.of(blocks.allocate(4 * ROOM), ROOM, 0, 0));
}

/** Room for cache lines, from the start of one on. */
function allocateLines({ blocks }: TangentHost, count: number): number {
  return Math.ceil(blocks.allocate(LINE * count + LINE - 16) / LINE) * LINE;
}

/**
 * A* on the tangent graph of a mesh that `splitVertices` made. Returns the reason, in words, if the
 * mesh has more corners than labels, or if its corners see too much (MOST_ARCS, MOST_LOOKS).
 */
export function createTangentEngine(
  mesh: PolygonMesh,
  reduction: Reduction,
  places: MeshPlaces,
  wantsTable: boolean,
  mostLabels: number,
): SearchEngine | string {
  const corners = findCorners(mesh, reduction);
  const { count } = corners;
  if (count > mostLabels)
    return `the mesh has ${count} corners, more than the ${mostLabels} that can be numbered`;
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const { kernels, arena, blocks, put } = host;
  const place = placeTriangles(mesh, corners);
  bindView(host, mesh, corners, place, places.epsilon);
  bindGraph(host, mesh, corners, place);
  const mostLooks = Math.min(MOST_LOOKS * count, NONE);
  if (kernels.graphBuild(MOST_ARCS * count, mostLooks) === 0) {
    blocks.freeAll();
    return (
      `the corners see too much: more than ${MOST_ARCS} others each, or more than ` +
      `${MOST_LOOKS} triangles, on average`
    );
  }
  kernels.graphTrim();
  if (wantsTable && count > 0) spreadLandmarks(host, corners, places.part);
  const deadEnd = place.map((_, t) => deadEndOf(reduction, t));
  kernels.askBind(put(place), put(deadEnd));
  const twins = [put(mesh.twin), 2] as const;
  const block = bindQueries(host, mesh, places, twins, true);
  return { kernels, arena, blocks, block, mostLabels };
}

/** Binds view.ts and walls.ts, which find the corners that a point or a corner sees. */
function bindView(
  host: TangentHost,
  mesh: PolygonMesh,
  corners: Corners,
  place: Uint32Array,
  epsilon: number,
): void {
  const { kernels, blocks, put } = host;
  const { x, y, vertexCount } = mesh;
  const points = new Float64Array(2 * vertexCount);
  for (let i = 0; i < vertexCount; i++) points.set([x[corners.list[i]], y[corners.list[i]]], 2 * i);
  kernels.viewBind(
    put(new Uint32Array(packTriangles(mesh, corners, place))),
    put(points),
    corners.count,
    corners.wallCount,
    putList(host),
    blocks.allocate(40 * ROOM),
    ROOM,
  );
  kernels.wallsBind(put(corners.alongs), epsilon);
}

/** Binds graph.ts and search.ts: corners, room for arcs, lists of the search; no landmarks yet. */
function bindGraph(
  host: TangentHost,
  { x, y }: PolygonMesh,
  corners: Corners,
  place: Uint32Array,
): void {
  const { kernels, arena, blocks, put } = host;
  const { count } = corners;
  const nodes = new ArrayBuffer(LINE * (count + 1));
  const [floats, words] = [new Float64Array(nodes), new Uint32Array(nodes)];
  for (let i = 0; i < count; i++) {
    floats.set([x[corners.list[i]], y[corners.list[i]]], (LINE / 8) * i);
    words[(LINE / 4) * (i + 1) - 1] = corners.deadEnd[i];
  }
  const nodeAddress = allocateLines(host, count + 1);
  // about as many arcs as there will be, so that they are seldom moved
  const arcRoom = Math.max(ROOM, USUAL_ARCS * count);
  const arcAddress = blocks.allocate(8 * arcRoom);
  const firstSides = corners.side.map((s) => 4 * place[triangleOf(s)] + (s % 3));
  arena.words().set(words, nodeAddress >>> 2);
  kernels.graphBind(nodeAddress, put(firstSides), count, arcAddress, arcRoom);
  const list = (): number => putList(host);
  const successors = blocks.allocate(SUCCESSORS_BYTES);
  kernels.tangentsBind(list(), list(), list(), list(), successors, blocks.allocate(8 * ROOM), ROOM);
  kernels.landmarksBind(0, 0, count, 1, 0);
}

/**
 * Chooses the landmarks and writes their lengths. All landmarks lie in the part with the most
 * corners. The first is the corner furthest from an arbitrary corner there. Each further one is the
 * corner whose nearest landmark so far is furthest.
 */
function spreadLandmarks(host: TangentHost, { count, side }: Corners, part: Uint32Array): void {
  const { kernels, arena, blocks } = host;
  const nexts = blocks.allocate(4 * count * LANDMARKS);
  const lengthsAt = allocateLines(host, count);
  kernels.landmarksBind(lengthsAt, nexts, count, 1, allocateLines(host, 2));
  const cornersOfPart = new Uint32Array(part.length);
  const partOf = (i: number): number => part[triangleOf(side[i])];
  for (let i = 0; i < count; i++) cornersOfPart[partOf(i)]++;
  let next = 0;
  for (let i = 1; i < count; i++)
    if (cornersOfPart[partOf(i)] > cornersOfPart[partOf(next)]) next = i;
  const nearest = new Float32Array(count).fill(Infinity);
  const dists = blocks.allocate(12 * count);
  const room = [
    blocks.allocate(8 * kernels.graphArcs()),
    dists,
    blocks.allocate(kernels.rowsMarks(count)),
  ] as const;
  kernels.rowsBind(...room);
  // search -1, from the arbitrary corner, only finds the first landmark
  for (let k = -1; k < LANDMARKS; k++) {
    kernels.rowsFill(Math.max(0, k), next);
    const from = dists / 4 + 2 * count;
    const lengths = arena.floats().subarray(from, from + count);
    let furthest = 0;
    for (let i = 0; i < count; i++) {
      const length = lengths[i];
      if (length < nearest[i] || k < 0) nearest[i] = length;
      if (nearest[i] <= furthest || nearest[i] === Infinity) continue;
      furthest = nearest[i];
      next = i;
    }
    if (k < 0) nearest.fill(Infinity);
    // Lengths from the other landmarks can be larger than all from the first. So a unit is a
    // quarter larger than the first landmark needs. Lengths above MOST_UNITS units are kept as
    // MOST_UNITS.
    if (k === 0 && furthest > 0) kernels.landmarksUnit((1.25 * furthest) / MOST_UNITS);
    if (k >= 0) kernels.rowsKeep(k);
  }
  room.forEach(blocks.free);
}
