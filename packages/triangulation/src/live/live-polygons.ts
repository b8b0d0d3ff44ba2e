import { NONE } from '@wayfield/graph';
import { growWords } from '../common/grow.ts';
import { joinAlong, type Rings, squareLength } from '../polygons/join-polygons.ts';
import { mergeTriangles } from '../polygons/merge-triangles.ts';
import { isFree, type OpenTriangles } from '../polygons/open-triangles.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { type Triangulation } from '../triangulation/triangulation.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/**
 * The free triangles of a triangulation merged to convex polygons, with room for more. Polygons
 * have even numbers, so firstSide[p] and firstSide[p + 1] belong to polygon p alone. Its sides,
 * firstSide[p] .. firstSide[p + 1] - 1, can therefore lie anywhere in the arrays. An unused number
 * has no sides.
 */
export interface LivePolygons {
  /** The counts of this mesh are the room of its arrays; `used` holds the counts in use. */
  readonly mesh: PolygonMesh;
  /** One per side: its polygon, and its half-edge. */
  readonly owner: Uint32Array;
  readonly half: Uint32Array;
  /** One per half-edge: its side; NONE inside polygons and in triangles that are not free. */
  sideOf: Uint32Array;
  /**
   * One per triangle: its polygon, NONE if the triangle is not free; and the next triangle of the
   * same polygon, NONE for the last one.
   */
  polygonOf: Uint32Array;
  nextMember: Uint32Array;
  /** One per polygon: its first triangle. */
  readonly firstMember: Uint32Array;
  /** One per vertex of the triangulation: the vertex of the mesh; NONE if it never had one. */
  vertexOf: Uint32Array;
  /** Counts of numbers given out so far. The next unused number of a polygon is 2 x `polygons`. */
  readonly used: { vertices: number; sides: number; polygons: number };
  readonly freePolygons: number[];
  /** Unused runs of sides: their first sides, by length. */
  readonly freeSides: Map<number, number[]>;
  /** Scratch: valid for the polygons of the current change. */
  readonly rings: Rings;
}

/**
 * A change of polygons. `gone`: the numbers of removed polygons. `fresh`: the numbers of new
 * polygons; a number can be in both. `beside`: all other polygons that have a new polygon as a
 * neighbour.
 */
export interface PolygonChange {
  readonly gone: ReadonlySet<number>;
  readonly fresh: readonly number[];
  readonly beside: ReadonlySet<number>;
}

const roomFor = (count: number): number => count + (count >>> 2) + 256;

export function buildLivePolygons(t: Triangulation): LivePolygons {
  const { mesh: exact, half: halves, sideOf, vertexOf } = mergeTriangles(t);
  const { polygonCount } = exact;
  const sideCount = halves.length;
  const [vertices, sides, polygons] = [exact.vertexCount, sideCount, polygonCount].map(roomFor) as [
    number,
    number,
    number,
  ];
  const mesh = {
    vertexCount: vertices,
    polygonCount: 2 * polygons,
    x: new Float64Array(vertices),
    y: new Float64Array(vertices),
    firstSide: new Uint32Array(2 * polygons + 1),
    corner: new Uint32Array(sides),
    twin: new Uint32Array(sides).fill(NONE),
  };
  for (const name of ['x', 'y', 'corner', 'twin'] as const)
    (mesh[name] as Float64Array).set(exact[name] as Float64Array);
  const half = new Uint32Array(sides);
  half.set(halves);
  const live: LivePolygons = {
    mesh,
    owner: new Uint32Array(sides),
    half,
    sideOf,
    polygonOf: new Uint32Array(t.triangleCount).fill(NONE),
    nextMember: new Uint32Array(t.triangleCount).fill(NONE),
    firstMember: new Uint32Array(2 * polygons).fill(NONE),
    vertexOf: Uint32Array.from(vertexOf, (v) => v >>> 0),
    used: { vertices: exact.vertexCount, sides: sideCount, polygons: polygonCount },
    freePolygons: [],
    freeSides: new Map(),
    rings: { after: new Int32Array(0), before: new Int32Array(0) },
  };
  for (let i = 0; i < polygonCount; i++) {
    const [first, end] = [exact.firstSide[i], exact.firstSide[i + 1]];
    mesh.firstSide[2 * i] = first;
    mesh.firstSide[2 * i + 1] = end;
    live.owner.fill(2 * i, first, end);
    claim(live, t, 2 * i);
  }
  return live;
}

/**
 * Finds the triangles of a polygon from one of its sides, and makes them members of the polygon.
 */
function claim(live: LivePolygons, t: Triangulation, p: number): void {
  const { half, sideOf, polygonOf, nextMember, firstMember, mesh } = live;
  const stack = [triangleOf(half[mesh.firstSide[p]])];
  polygonOf[stack[0]] = p;
  let last = NONE;
  for (let triangle = stack.pop(); triangle !== undefined; triangle = stack.pop()) {
    nextMember[triangle] = last;
    last = triangle;
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      if (sideOf[e] !== NONE) continue;
      const other = triangleOf(t.twin[e]);
      if (polygonOf[other] === p) continue;
      polygonOf[other] = p;
      stack.push(other);
    }
  }
  firstMember[p] = last;
}

/**
 * Brings the polygons up to date after a change of `triangles` or of their sides. The polygons of
 * these triangles are taken apart, and the triangles are merged again, also with polygons around
 * them where the result is convex. Returns undefined if there is no room for the new polygons; the
 * caller must then build all polygons again.
 */
export function changePolygons(
  live: LivePolygons,
  t: Triangulation,
  open: OpenTriangles,
  triangles: ReadonlySet<number>,
): PolygonChange | undefined {
  grow(live, t);
  const gone = new Set<number>();
  for (const triangle of triangles) {
    const p = live.polygonOf[triangle];
    if (p !== NONE) gone.add(p);
  }
  const region = new Set(triangles);
  for (const p of gone) addMembers(live, p, region);
  const starts = joinRegion(live, t, open, region, gone);
  for (const p of gone) retire(live, p);
  const fresh: number[] = [];
  for (const start of starts) {
    if (live.sideOf[start] !== NONE) continue;
    const p = addPolygon(live, t, start);
    if (p === NONE) return undefined;
    fresh.push(p);
  }
  return { gone, fresh, beside: link(live, t, open, fresh) };
}

function grow(live: LivePolygons, t: Triangulation): void {
  const { rings } = live;
  live.sideOf = growWords(live.sideOf, 3 * t.triangleCount, NONE);
  live.polygonOf = growWords(live.polygonOf, t.triangleCount, NONE);
  live.nextMember = growWords(live.nextMember, t.triangleCount, NONE);
  live.vertexOf = growWords(live.vertexOf, t.vertexCount, NONE);
  // scratch: no entry has to be kept
  if (rings.after.length < 3 * t.triangleCount) {
    rings.after = new Int32Array(t.corner.length);
    rings.before = new Int32Array(t.corner.length);
  }
}

function addMembers({ firstMember, nextMember }: LivePolygons, p: number, to: Set<number>): void {
  for (let m = firstMember[p]; m !== NONE; m = nextMember[m]) to.add(m);
}

/**
 * Merges the free triangles of a region to polygons, and these with polygons next to the region.
 * The latter are added to `gone`. Returns half-edges, at least one of each ring that results.
 * Half-edges inside polygons or of triangles that are not free get no side.
 */
function joinRegion(
  live: LivePolygons,
  t: Triangulation,
  open: OpenTriangles,
  region: ReadonlySet<number>,
  gone: Set<number>,
): readonly number[] {
  const { sideOf, polygonOf, firstMember, nextMember, rings, mesh, half } = live;
  const halves: number[] = [];
  for (const triangle of region) {
    polygonOf[triangle] = NONE;
    const free = isFree(t, 3 * triangle);
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      sideOf[e] = NONE;
      if (!free) continue;
      rings.after[e] = after(e);
      rings.before[e] = before(e);
      halves.push(e);
    }
  }
  const candidates: { e: number; length: number }[] = [];
  const around = new Set<number>();
  for (const e of halves) {
    const other = open.twin[e];
    if (other === NONE) continue;
    const isInside = region.has(triangleOf(other));
    if (isInside && other < e) continue;
    candidates.push({ e, length: squareLength(t, e) });
    if (!isInside) around.add(polygonOf[triangleOf(other)]);
  }
  for (const p of around) {
    const [first, end] = [mesh.firstSide[p], mesh.firstSide[p + 1]];
    for (let s = first; s < end; s++) {
      const follower = half[s + 1 === end ? first : s + 1];
      rings.after[half[s]] = follower;
      rings.before[follower] = half[s];
    }
  }
  candidates.sort((a, b) => b.length - a.length || a.e - b.e);
  const inner = new Set<number>();
  for (const { e } of candidates) {
    if (!joinAlong(t, rings, e)) continue;
    const other = t.twin[e];
    inner.add(e).add(other);
    const p = polygonOf[triangleOf(other)];
    if (p === NONE || gone.has(p)) continue;
    gone.add(p);
    for (let m = firstMember[p]; m !== NONE; m = nextMember[m]) polygonOf[m] = NONE;
    for (let s = mesh.firstSide[p]; s < mesh.firstSide[p + 1]; s++) halves.push(half[s]);
  }
  for (const e of halves) sideOf[e] = NONE;
  return halves.filter((e) => !inner.has(e));
}

function retire(live: LivePolygons, p: number): void {
  const { firstSide } = live.mesh;
  const [first, end] = [firstSide[p], firstSide[p + 1]];
  const runs = live.freeSides.get(end - first);
  if (runs) runs.push(first);
  else live.freeSides.set(end - first, [first]);
  firstSide[p] = 0;
  firstSide[p + 1] = 0;
  live.freePolygons.push(p);
}

/** Makes a polygon of the ring of a half-edge and returns its number; NONE if there is no room. */
function addPolygon(live: LivePolygons, t: Triangulation, start: number): number {
  const { mesh, used, rings, sideOf, half, owner } = live;
  const { firstSide, corner } = mesh;
  let count = 0;
  let e = start;
  do {
    count++;
    e = rings.after[e];
  } while (e !== start);
  const p = live.freePolygons.pop() ?? 2 * used.polygons++;
  let first = live.freeSides.get(count)?.pop();
  if (first === undefined) {
    first = used.sides;
    used.sides += count;
  }
  if (p >= mesh.polygonCount || used.sides > corner.length) return NONE;
  firstSide[p] = first;
  firstSide[p + 1] = first + count;
  for (let s = first; s < first + count; s++) {
    const v = placeVertex(live, t, t.corner[e]);
    if (v === NONE) return NONE;
    half[s] = e;
    sideOf[e] = s;
    owner[s] = p;
    corner[s] = v;
    e = rings.after[e];
  }
  return p;
}

function placeVertex({ mesh, used, vertexOf }: LivePolygons, t: Triangulation, v: number): number {
  let vertex = vertexOf[v];
  if (vertex === NONE) {
    if (used.vertices === mesh.vertexCount) return NONE;
    vertex = vertexOf[v] = used.vertices++;
  }
  mesh.x[vertex] = t.x[v];
  mesh.y[vertex] = t.y[v];
  return vertex;
}

/**
 * Finds the triangles and twins of new polygons. Returns the other polygons that are their
 * neighbours.
 */
function link(
  live: LivePolygons,
  t: Triangulation,
  open: OpenTriangles,
  fresh: readonly number[],
): Set<number> {
  const { mesh, half, sideOf, owner } = live;
  const { firstSide, twin } = mesh;
  const beside = new Set<number>();
  for (const p of fresh) {
    claim(live, t, p);
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      const other = open.twin[half[s]];
      const across = other === NONE ? NONE : sideOf[other];
      twin[s] = across;
      if (across === NONE) continue;
      twin[across] = s;
      beside.add(owner[across]);
    }
  }
  for (const p of fresh) beside.delete(p);
  return beside;
}
