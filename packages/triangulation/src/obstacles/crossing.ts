import { isBefore } from '../triangulation/predicates.ts';
import type { Segments } from './segments.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The piece of a segment from vertex a to vertex b. */
export interface Piece {
  readonly segment: number;
  readonly a: number;
  readonly b: number;
}

/**
 * The point, rounded to f64, where the pieces of two segments cross; for `triangulate`, which has
 * no grid. The point is computed from the ends of the segments as given, in an order that depends
 * on coordinates alone. So it does not depend on which segment was laid first, or how the segments
 * were cut before. Rounding can put that point outside the boxes of the pieces. Then the crossing
 * of the pieces is taken; if that is outside too, the end of `other` nearer to the line of `one`.
 */
export function crossing(t: Triangulation, segments: Segments, one: Piece, other: Piece): Point {
  const { x, y } = t;
  const { from, to } = segments;
  const { a, b } = one;
  const { a: u, b: w } = other;
  const [i, k] = [one.segment, other.segment];
  const point = meet(t, from[i], to[i], from[k], to[k]);
  if (point && isWithin(t, point, a, b) && isWithin(t, point, u, w)) return point;
  const again = meet(t, a, b, u, w);
  if (again && isWithin(t, again, a, b) && isWithin(t, again, u, w)) return again;
  const end = distanceToLine(t, a, b, u) <= distanceToLine(t, a, b, w) ? u : w;
  return { x: x[end], y: y[end] };
}

/** The crossing of the lines through a, b and c, d, rounded; undefined for parallel lines. */
function meet(t: Triangulation, a: number, b: number, c: number, d: number): Point | undefined {
  if (isBefore(t, b, a)) [a, b] = [b, a];
  if (isBefore(t, d, c)) [c, d] = [d, c];
  if (isBefore(t, c, a) || (isSamePoint(t, a, c) && isBefore(t, d, b))) [a, b, c, d] = [c, d, a, b];
  const { x, y } = t;
  const abx = x[b] - x[a];
  const aby = y[b] - y[a];
  const cdx = x[d] - x[c];
  const cdy = y[d] - y[c];
  const area = abx * cdy - aby * cdx;
  if (area === 0) return undefined;
  const at = ((x[c] - x[a]) * cdy - (y[c] - y[a]) * cdx) / area;
  // + 0: never -0
  const point = { x: x[a] + at * abx + 0, y: y[a] + at * aby + 0 };
  // vertical and horizontal segments keep their coordinate
  if (abx === 0) return { x: x[a], y: cdy === 0 ? y[c] : point.y };
  if (aby === 0) return { x: cdx === 0 ? x[c] : point.x, y: y[a] };
  if (cdx === 0) return { x: x[c], y: point.y };
  if (cdy === 0) return { x: point.x, y: y[c] };
  return point;
}

function isSamePoint(t: Triangulation, a: number, b: number): boolean {
  return t.x[a] === t.x[b] && t.y[a] === t.y[b];
}

/** Whether a point lies in the box of a and b. */
function isWithin(t: Triangulation, p: Point, a: number, b: number): boolean {
  const { x, y } = t;
  return (
    Number.isFinite(p.x) &&
    Number.isFinite(p.y) &&
    p.x >= Math.min(x[a], x[b]) &&
    p.x <= Math.max(x[a], x[b]) &&
    p.y >= Math.min(y[a], y[b]) &&
    p.y <= Math.max(y[a], y[b])
  );
}

/** The distance of p to the line through a and b, times the distance of a and b. */
function distanceToLine(t: Triangulation, a: number, b: number, p: number): number {
  const { x, y } = t;
  return Math.abs((x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]));
}
