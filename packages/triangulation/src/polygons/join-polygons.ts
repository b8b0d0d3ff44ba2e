import { turn } from '../triangulation/predicates.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/**
 * Convex polygons as rings of half-edges: per half-edge on a ring the next one and the one before.
 */
export interface Rings {
  after: Int32Array;
  before: Int32Array;
}

/**
 * Joins the two polygons along half-edge `e` if the result is convex; `e` is then on no ring.
 * Returns whether the polygons were joined.
 */
export function joinAlong(t: Triangulation, { after, before }: Rings, e: number): boolean {
  const other = t.twin[e];
  const x = before[e];
  const y = after[other];
  const z = before[other];
  const w = after[e];
  // two polygons with a second common side would keep that side as a slit
  if (t.twin[x] === y || t.twin[z] === w) return false;
  const a = t.corner[e];
  const b = t.corner[other];
  if (turn(t, t.corner[x], a, t.corner[after[y]]) < 0) return false;
  if (turn(t, t.corner[z], b, t.corner[after[w]]) < 0) return false;
  after[x] = y;
  before[y] = x;
  after[z] = w;
  before[w] = z;
  return true;
}

/** The square of the length of an edge. */
export function squareLength(t: Triangulation, e: number): number {
  const a = t.corner[e];
  const b = t.corner[t.twin[e]];
  return (t.x[b] - t.x[a]) ** 2 + (t.y[b] - t.y[a]) ** 2;
}
