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
 * Joins the two polygons along half-edge `e` if the result is convex and `e` is their only common
 * side. The ring of the result leaves out `e` and its twin, whose entries keep old values.
 * Returns whether the polygons were joined.
 */
export function joinAlong(t: Triangulation, { after, before }: Rings, e: number): boolean {
  const other = t.twin[e];
  // the joined ring leads from beforeE to afterOther at vertex a, from beforeOther to afterE at b
  const beforeE = before[e];
  const afterE = after[e];
  const beforeOther = before[other];
  const afterOther = after[other];
  // if the polygons have a second common side, that side would stay as a slit
  if (t.twin[beforeE] === afterOther || t.twin[beforeOther] === afterE) return false;
  const a = t.corner[e];
  const b = t.corner[other];
  if (turn(t, t.corner[beforeE], a, t.corner[after[afterOther]]) < 0) return false;
  if (turn(t, t.corner[beforeOther], b, t.corner[after[afterE]]) < 0) return false;
  after[beforeE] = afterOther;
  before[afterOther] = beforeE;
  after[beforeOther] = afterE;
  before[afterE] = beforeOther;
  return true;
}

/** The square of the length of an edge. */
export function squareLength(t: Triangulation, e: number): number {
  const a = t.corner[e];
  const b = t.corner[t.twin[e]];
  return (t.x[b] - t.x[a]) ** 2 + (t.y[b] - t.y[a]) ** 2;
}
