import { growFloats } from '../common/grow.ts';
import { after, before } from '../geometry/sides.ts';

/**
 * A triangulation that can change, as half-edges. Triangle `t` has the half-edges `3t`, `3t + 1`,
 * `3t + 2`, in left turns (y up); half-edge `e` runs from vertex `corner[e]` to `corner[after(e)]`
 * with its triangle on the left. `after`, `before` and `triangleOf` of geometry/sides.ts give the
 * next and the previous half-edge of the triangle, and the triangle itself; `twin` the other half
 * of the edge, -1 on the hull.
 *
 * Arrays have room to grow: entries from the counts on are not in use. A full array is replaced by
 * a larger one, so a listener must read the fields again. Dead triangles have corner -1.
 *
 * The arrays hold the constrained Delaunay triangulation of the vertices and constrained edges. If
 * four vertices lie on one circle, the diagonal starts at the first of them by x, then y. The same
 * vertices and constraints therefore give the same triangles, in whatever order they were added.
 */
export interface Triangulation {
  vertexCount: number;
  x: Float64Array;
  y: Float64Array;
  /** One per vertex: a half-edge that starts there, -1 where the vertex is not in use. */
  vertexHalfEdge: Int32Array;
  /**
   * One per vertex: how many points of obstacles lie there. Rings and open lines count each of
   * their points once. A corner of the hull counts 1 more. A vertex is removed when its count is 0
   * and no two segments cross there.
   */
  useCount: Int32Array;
  freeVertices: number[];

  triangleCount: number;
  corner: Int32Array;
  /** One per half-edge: the other half of the edge, -1 on the hull. */
  twin: Int32Array;
  /**
   * One per half-edge, the same for both halves: the first entry (`nodeSegment` …) of the list of
   * segments that run along the edge; -1 = none, agents may cross. In a file: see
   * `PackedTriangulation`.
   */
  constraint: Int32Array;
  /** One per triangle: how many obstacles cover it, plus 1 outside the boundary; 0 = free. */
  depth: Int32Array;
  freeTriangles: number[];

  /**
   * Linked lists of the segments that run along edges. Per entry: the segment, the vertex where the
   * segment enters the edge, the next entry, -1 = the last one.
   */
  nodeSegment: number[];
  nodeStart: number[];
  nodeNext: number[];
  freeNodes: number[];

  /** A triangle near the last change, perhaps dead by now: the next point location starts there. */
  lastTriangle: number;
  /**
   * Triangles that the current change made, moved, dropped, covered or uncovered, or at whose edges
   * it changed a list of segments; some of them several times. Undefined between changes, and
   * without listeners.
   */
  touched: number[] | undefined;
}

export function createEmptyTriangulation(vertexRoom: number, triangleRoom: number): Triangulation {
  return {
    vertexCount: 0,
    x: new Float64Array(vertexRoom),
    y: new Float64Array(vertexRoom),
    vertexHalfEdge: new Int32Array(vertexRoom).fill(-1),
    useCount: new Int32Array(vertexRoom),
    freeVertices: [],
    triangleCount: 0,
    corner: new Int32Array(triangleRoom * 3).fill(-1),
    twin: new Int32Array(triangleRoom * 3).fill(-1),
    constraint: new Int32Array(triangleRoom * 3).fill(-1),
    depth: new Int32Array(triangleRoom),
    freeTriangles: [],
    nodeSegment: [],
    nodeStart: [],
    nodeNext: [],
    freeNodes: [],
    lastTriangle: 0,
    touched: undefined,
  };
}

function grown(array: Int32Array, length: number, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length).fill(fill);
  larger.set(array);
  return larger;
}

/**
 * Makes room for another vertex, and for the two triangles by which a vertex makes the
 * triangulation larger. If memory ends, throws, and nothing has changed.
 */
export function reserveVertex(t: Triangulation): void {
  if (t.freeVertices.length === 0 && t.vertexCount >= t.x.length) {
    const room = Math.max(16, t.x.length * 2);
    Object.assign(t, {
      x: growFloats(t.x, room),
      y: growFloats(t.y, room),
      vertexHalfEdge: grown(t.vertexHalfEdge, room, -1),
      useCount: grown(t.useCount, room, 0),
    });
  }
  if (t.triangleCount + 2 - t.freeTriangles.length > t.depth.length) growTriangles(t);
}

function growTriangles(t: Triangulation): void {
  const room = Math.max(16, t.depth.length * 2);
  Object.assign(t, {
    corner: grown(t.corner, room * 3, -1),
    twin: grown(t.twin, room * 3, -1),
    constraint: grown(t.constraint, room * 3, -1),
    depth: grown(t.depth, room, 0),
  });
}

/** A vertex at a point, not yet part of any triangle. */
export function addVertex(t: Triangulation, px: number, py: number): number {
  reserveVertex(t);
  const v = t.freeVertices.pop() ?? t.vertexCount++;
  // + 0 turns -0 into 0, which compares equal to -0 but prints differently
  t.x[v] = px + 0;
  t.y[v] = py + 0;
  t.vertexHalfEdge[v] = -1;
  t.useCount[v] = 0;
  return v;
}

/** Makes room for a triangle, whose arrays the caller fills. Returns its first half-edge. */
export function addTriangle(t: Triangulation): number {
  if (t.freeTriangles.length === 0 && t.triangleCount >= t.depth.length) growTriangles(t);
  const triangle = t.freeTriangles.pop() ?? t.triangleCount++;
  t.touched?.push(triangle);
  return triangle * 3;
}

export function dropTriangle(t: Triangulation, triangle: number): void {
  for (let e = triangle * 3; e < triangle * 3 + 3; e++) {
    t.corner[e] = -1;
    t.twin[e] = -1;
    t.constraint[e] = -1;
  }
  t.touched?.push(triangle);
  t.freeTriangles.push(triangle);
}

/** Makes half-edges a and b the halves of one edge; `b` = -1 puts `a` on the hull. */
export function link(t: Triangulation, a: number, b: number): void {
  t.twin[a] = b;
  if (b >= 0) t.twin[b] = a;
}

/** The next half-edge that starts at the same vertex, turning left; -1 at the hull. */
export const turnLeft = (t: Triangulation, e: number): number => t.twin[before(e)];

/** The next half-edge that starts at the same vertex, turning right; -1 at the hull. */
function turnRight(t: Triangulation, e: number): number {
  const other = t.twin[e];
  return other < 0 ? -1 : after(other);
}

/** The half-edge at `v` from which `turnLeft` reaches all others; -1 if `v` has no triangles. */
export function firstAround(t: Triangulation, v: number): number {
  const start = t.vertexHalfEdge[v];
  if (start < 0) return -1;
  let e = start;
  for (;;) {
    const right = turnRight(t, e);
    if (right < 0) return e;
    if (right === start) return start;
    e = right;
  }
}

/**
 * The half-edge at `v` to the left of half-edge `e`; at the hull the first one follows the last.
 */
export function nextAround(t: Triangulation, v: number, e: number): number {
  const left = turnLeft(t, e);
  return left < 0 ? firstAround(t, v) : left;
}

/**
 * The half-edge from `a` to `b`, or from `b` to `a` if the first lies outside the hull; -1 = no
 * edge.
 */
export function findHalfEdge(t: Triangulation, a: number, b: number): number {
  const first = firstAround(t, a);
  if (first < 0) return -1;
  let e = first;
  do {
    if (t.corner[after(e)] === b) return e;
    const incoming = before(e);
    e = t.twin[incoming];
    if (e < 0) return t.corner[incoming] === b ? incoming : -1;
  } while (e !== first);
  return -1;
}
