/**
 * A triangulation that can change, as half-edges. Triangle `t` has the half-edges `3t`, `3t + 1`, `3t + 2`, in
 * left turns (y up); half-edge `e` runs from vertex `corner[e]` to `corner[next(e)]` with its triangle on
 * the left. Arrays have room to grow: entries from the counts on are not in use. Dead triangles have corner -1.
 *
 * It is the constrained Delaunay triangulation of its vertices and constrained edges, and where four vertices
 * lie on one circle the diagonal starts at the one that comes first by x, then y: so the same
 * vertices and constraints give the same triangles, whatever order they came in.
 */
export interface Triangulation {
  vertexCount: number;
  x: Float64Array;
  y: Float64Array;
  /** One per vertex: a half-edge that starts there, -1 where the vertex is not in use. */
  vertexEdge: Int32Array;
  /** How many segments end at a vertex; it goes when none does and none passes. */
  useCount: Int32Array;
  freeVertices: number[];

  triangleCount: number;
  corner: Int32Array;
  /** One per half-edge: the other half of the edge, -1 on the hull. */
  twin: Int32Array;
  /** One per half-edge, the same for both halves: the first node of its list of segments, -1 = not constrained. */
  constraint: Int32Array;
  /** One per triangle: how many obstacles cover it; 0 = free. */
  depth: Int32Array;
  freeTriangles: number[];

  /** Lists of the segments that run along an edge: segment, the vertex where it enters the edge, next node. */
  nodeSegment: number[];
  nodeStart: number[];
  nodeNext: number[];
  freeNodes: number[];

  /** A triangle near the last change, where the next walk starts. */
  lastTriangle: number;
  /** Triangles made, moved, dropped or covered by the change in progress, where somebody follows changes. */
  touched: number[] | undefined;
}

export const next = (e: number): number => (e % 3 === 2 ? e - 2 : e + 1);
export const previous = (e: number): number => (e % 3 === 0 ? e + 2 : e - 1);

export function createEmptyTriangulation(vertexRoom: number, triangleRoom: number): Triangulation {
  return {
    vertexCount: 0,
    x: new Float64Array(vertexRoom),
    y: new Float64Array(vertexRoom),
    vertexEdge: new Int32Array(vertexRoom).fill(-1),
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

/** A vertex at a point, not yet part of any triangle. */
export function addVertex(t: Triangulation, px: number, py: number): number {
  const reused = t.freeVertices.pop();
  const v = reused ?? t.vertexCount++;
  if (v >= t.x.length) {
    const room = Math.max(16, t.x.length * 2);
    for (const key of ['x', 'y'] as const) {
      const larger = new Float64Array(room);
      larger.set(t[key]);
      t[key] = larger;
    }
    t.vertexEdge = grown(t.vertexEdge, room, -1);
    t.useCount = grown(t.useCount, room, 0);
  }
  // + 0 makes 0 of -0, which would compare equal and print otherwise
  t.x[v] = px + 0;
  t.y[v] = py + 0;
  t.vertexEdge[v] = -1;
  t.useCount[v] = 0;
  return v;
}

/** Room for a triangle; its first half-edge is returned, its arrays are the caller's to fill. */
export function addTriangle(t: Triangulation): number {
  const reused = t.freeTriangles.pop();
  const triangle = reused ?? t.triangleCount++;
  if (triangle >= t.depth.length) {
    const room = Math.max(16, t.depth.length * 2);
    t.corner = grown(t.corner, room * 3, -1);
    t.twin = grown(t.twin, room * 3, -1);
    t.constraint = grown(t.constraint, room * 3, -1);
    t.depth = grown(t.depth, room, 0);
  }
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

/** Makes two half-edges the halves of one edge; `b` may be -1. */
export function link(t: Triangulation, a: number, b: number): void {
  t.twin[a] = b;
  if (b >= 0) t.twin[b] = a;
}

/** The next half-edge that starts at the same vertex, turning left; -1 at the hull. */
export const turnLeft = (t: Triangulation, e: number): number => t.twin[previous(e)]!;

/** The next half-edge that starts at the same vertex, turning right; -1 at the hull. */
export function turnRight(t: Triangulation, e: number): number {
  const other = t.twin[e]!;
  return other < 0 ? -1 : next(other);
}

/** The half-edge at `v` from which `turnLeft` visits all others; -1 where `v` has no triangles. */
export function firstAround(t: Triangulation, v: number): number {
  const start = t.vertexEdge[v]!;
  if (start < 0) return -1;
  let e = start;
  for (;;) {
    const right = turnRight(t, e);
    if (right < 0) return e;
    if (right === start) return start;
    e = right;
  }
}

/** The next half-edge that starts at `v`, turning left from one that does; behind the last one at the hull comes the first. */
export function nextAround(t: Triangulation, v: number, e: number): number {
  const left = turnLeft(t, e);
  return left < 0 ? firstAround(t, v) : left;
}

/** The half-edge from `a` to `b`, or, where that side is outside the hull, from `b` to `a`; -1 = no edge. */
export function findEdge(t: Triangulation, a: number, b: number): number {
  const first = firstAround(t, a);
  if (first < 0) return -1;
  let e = first;
  do {
    if (t.corner[next(e)] === b) return e;
    const incoming = previous(e);
    e = t.twin[incoming]!;
    if (e < 0) return t.corner[incoming] === b ? incoming : -1;
  } while (e !== first);
  return -1;
}
