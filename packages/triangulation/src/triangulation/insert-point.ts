import { copyList, freeList } from './constraints.ts';
import { legalise } from './flip.ts';
import { locate } from './locate.ts';
import { addTriangle, addVertex, link, type Triangulation } from './triangulation.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/** The vertex at a point, inserted if there is none; -1 if the point lies outside the hull. */
export function insertPoint(
  t: Triangulation,
  px: number,
  py: number,
  from: number = t.lastTriangle,
): number {
  const place = locate(t, px, py, from);
  if (place.kind === 'outside') return -1;
  t.lastTriangle = triangleOf(place.halfEdge);
  if (place.kind === 'vertex') return t.corner[place.halfEdge];
  const v = addVertex(t, px, py);
  if (place.kind === 'triangle') splitTriangle(t, place.halfEdge, v);
  else splitEdge(t, place.halfEdge, v);
  return v;
}

/**
 * Inserts a vertex that has no triangles yet. Returns that vertex, or the vertex that already lies
 * at the same point, or -1 if the point lies outside the hull.
 */
export function insertVertex(t: Triangulation, v: number): number {
  const place = locate(t, t.x[v], t.y[v], t.lastTriangle);
  if (place.kind === 'outside') return -1;
  t.lastTriangle = triangleOf(place.halfEdge);
  if (place.kind === 'vertex') return t.corner[place.halfEdge];
  if (place.kind === 'triangle') splitTriangle(t, place.halfEdge, v);
  else splitEdge(t, place.halfEdge, v);
  return v;
}

/**
 * Splits the triangle of half-edge `e` into three around vertex `v`, which lies strictly inside.
 */
function splitTriangle(t: Triangulation, e: number, v: number): void {
  const en = after(e);
  const ep = before(e);
  const a = t.corner[e];
  const b = t.corner[en];
  const c = t.corner[ep];
  const depth = t.depth[triangleOf(e)];
  const second = fillTriangle(t, b, c, v, depth);
  const third = fillTriangle(t, c, a, v, depth);
  const { corner, twin, constraint } = t;
  link(t, second, twin[en]);
  constraint[second] = constraint[en];
  link(t, third, twin[ep]);
  constraint[third] = constraint[ep];
  corner[ep] = v;
  constraint[en] = -1;
  constraint[ep] = -1;
  link(t, en, second + 2);
  link(t, second + 1, third + 2);
  link(t, third + 1, ep);
  t.vertexHalfEdge[a] = e;
  t.vertexHalfEdge[b] = second;
  t.vertexHalfEdge[c] = third;
  t.vertexHalfEdge[v] = ep;
  t.touched?.push(triangleOf(e));
  legalise(t, [e, second, third]);
}

/**
 * Cuts the edge of `e` at vertex `v`, which lies on the edge, or so close to it that all triangles
 * stay left turns. Both parts of the edge keep its segments.
 */
export function splitEdge(t: Triangulation, e: number, v: number): void {
  const b = t.twin[e];
  const from = t.corner[e];
  const to = t.corner[after(e)];
  const list = t.constraint[e];
  const listFrom = copyList(t, list, from, v);
  const listTo = copyList(t, list, to, v);
  freeList(t, list);
  // the triangle of e: half-edge e becomes from -> v, and v -> to gets a new triangle
  const tail = cutHalf(t, e, v);
  t.constraint[e] = listFrom;
  t.constraint[tail] = listTo;
  t.vertexHalfEdge[v] = tail;
  const stack = [after(e), before(e), after(tail), before(tail)];
  if (b >= 0) {
    const head = cutHalf(t, b, v);
    t.constraint[b] = listTo;
    t.constraint[head] = listFrom;
    link(t, e, head);
    link(t, b, tail);
    stack.push(after(b), before(b), after(head), before(head));
  } else {
    t.twin[e] = -1;
    t.twin[tail] = -1;
  }
  t.vertexHalfEdge[from] = e;
  t.vertexHalfEdge[to] = b >= 0 ? b : after(tail);
  legalise(t, stack);
}

/**
 * Splits triangle (a, b, c), where `e` is a -> b, into (a, v, c) and (v, b, c). Returns half-edge
 * v -> b.
 */
function cutHalf(t: Triangulation, e: number, v: number): number {
  const en = after(e);
  const b = t.corner[en];
  const c = t.corner[before(e)];
  const fresh = fillTriangle(t, v, b, c, t.depth[triangleOf(e)]);
  const { twin, constraint } = t;
  link(t, fresh + 1, twin[en]);
  constraint[fresh + 1] = constraint[en];
  t.corner[en] = v;
  constraint[en] = -1;
  link(t, en, fresh + 2);
  if (t.vertexHalfEdge[b] === en) t.vertexHalfEdge[b] = fresh + 1;
  t.touched?.push(triangleOf(e));
  return fresh;
}

/** A new triangle without constraints, not yet linked to neighbours: its half-edge from a to b. */
export function fillTriangle(
  t: Triangulation,
  a: number,
  b: number,
  c: number,
  depth: number,
): number {
  const e = addTriangle(t);
  t.corner[e] = a;
  t.corner[e + 1] = b;
  t.corner[e + 2] = c;
  t.constraint[e] = -1;
  t.constraint[e + 1] = -1;
  t.constraint[e + 2] = -1;
  t.depth[triangleOf(e)] = depth;
  return e;
}
