import { copyList, freeList } from './constraints.ts';
import { legalise } from './flip.ts';
import { locate } from './locate.ts';
import {
  addTriangle,
  addVertex,
  link,
  next,
  previous,
  type Triangulation,
} from './triangulation.ts';

/** The vertex at a point, made where there is none; -1 where the point lies outside the hull. */
export function insertPoint(
  t: Triangulation,
  px: number,
  py: number,
  from: number = t.lastTriangle,
): number {
  const place = locate(t, px, py, from);
  if (place.kind === 'outside') return -1;
  t.lastTriangle = (place.edge / 3) | 0;
  if (place.kind === 'vertex') return t.corner[place.edge]!;
  const v = addVertex(t, px, py);
  if (place.kind === 'triangle') splitTriangle(t, place.edge, v);
  else splitEdge(t, place.edge, v);
  return v;
}

/**
 * Takes a vertex that has no triangles yet into the triangulation. Returns it, or the vertex that is at its spot
 * already, or -1 where it lies outside the hull.
 */
export function insertVertex(t: Triangulation, v: number): number {
  const place = locate(t, t.x[v]!, t.y[v]!, t.lastTriangle);
  if (place.kind === 'outside') return -1;
  t.lastTriangle = (place.edge / 3) | 0;
  if (place.kind === 'vertex') return t.corner[place.edge]!;
  if (place.kind === 'triangle') splitTriangle(t, place.edge, v);
  else splitEdge(t, place.edge, v);
  return v;
}

/** Three triangles for the one of half-edge `e`, with `v`, which lies strictly inside, as their corner. */
export function splitTriangle(t: Triangulation, e: number, v: number): void {
  const en = next(e);
  const ep = previous(e);
  const a = t.corner[e]!;
  const b = t.corner[en]!;
  const c = t.corner[ep]!;
  const depth = t.depth[(e / 3) | 0]!;
  const second = addTriangle(t);
  const third = addTriangle(t);
  const { corner, twin, constraint } = t;
  fill(t, second, b, c, v, depth);
  fill(t, third, c, a, v, depth);
  link(t, second, twin[en]!);
  constraint[second] = constraint[en]!;
  link(t, third, twin[ep]!);
  constraint[third] = constraint[ep]!;
  corner[ep] = v;
  constraint[en] = -1;
  constraint[ep] = -1;
  link(t, en, second + 2);
  link(t, second + 1, third + 2);
  link(t, third + 1, ep);
  t.vertexEdge[a] = e;
  t.vertexEdge[b] = second;
  t.vertexEdge[c] = third;
  t.vertexEdge[v] = ep;
  t.touched?.push((e / 3) | 0);
  legalise(t, [e, second, third]);
}

/**
 * Cuts the edge of `e` at `v`, which lies on it or so close that the triangles stay left turns; both pieces
 * keep the segments of the edge.
 */
export function splitEdge(t: Triangulation, e: number, v: number): void {
  const b = t.twin[e]!;
  const from = t.corner[e]!;
  const to = t.corner[next(e)]!;
  const list = t.constraint[e]!;
  const listFrom = copyList(t, list, from, v);
  const listTo = copyList(t, list, to, v);
  freeList(t, list);
  // the half with its triangle on the left: from -> v stays here, v -> to gets a new triangle
  const tail = cutHalf(t, e, v);
  t.constraint[e] = listFrom;
  t.constraint[tail] = listTo;
  t.vertexEdge[v] = tail;
  const stack = [next(e), previous(e), next(tail), previous(tail)];
  if (b >= 0) {
    const head = cutHalf(t, b, v);
    t.constraint[b] = listTo;
    t.constraint[head] = listFrom;
    link(t, e, head);
    link(t, b, tail);
    stack.push(next(b), previous(b), next(head), previous(head));
  } else {
    t.twin[e] = -1;
    t.twin[tail] = -1;
  }
  t.vertexEdge[from] = e;
  t.vertexEdge[to] = b >= 0 ? b : next(tail);
  legalise(t, stack);
}

/** Makes of triangle (a, b, c) at half-edge `e` the triangles (a, v, c) and (v, b, c); returns v -> b of the second. */
function cutHalf(t: Triangulation, e: number, v: number): number {
  const en = next(e);
  const b = t.corner[en]!;
  const c = t.corner[previous(e)]!;
  const fresh = addTriangle(t);
  fill(t, fresh, v, b, c, t.depth[(e / 3) | 0]!);
  const { twin, constraint } = t;
  link(t, fresh + 1, twin[en]!);
  constraint[fresh + 1] = constraint[en]!;
  t.corner[en] = v;
  constraint[en] = -1;
  link(t, en, fresh + 2);
  if (t.vertexEdge[b] === en) t.vertexEdge[b] = fresh + 1;
  t.touched?.push((e / 3) | 0);
  return fresh;
}

export function fill(
  t: Triangulation,
  e: number,
  a: number,
  b: number,
  c: number,
  depth: number,
): void {
  t.corner[e] = a;
  t.corner[e + 1] = b;
  t.corner[e + 2] = c;
  t.constraint[e] = -1;
  t.constraint[e + 1] = -1;
  t.constraint[e + 2] = -1;
  t.depth[(e / 3) | 0] = depth;
}
