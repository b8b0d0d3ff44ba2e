import { incircle, orient2d } from 'robust-predicates';
import { after, before } from '../geometry/sides.ts';
import type { Triangulation } from './triangulation.ts';

/**
 * Above 0 if a, b, c turn left (y up), below 0 if they turn right, 0 exactly if they are collinear.
 */
export function turn(t: Triangulation, a: number, b: number, c: number): number {
  const { x, y } = t;
  return -orient2d(x[a], y[a], x[b], y[b], x[c], y[c]);
}

/** As `turn`, with a point in place of the third vertex. */
export function turnPoint(t: Triangulation, a: number, b: number, px: number, py: number): number {
  const { x, y } = t;
  return -orient2d(x[a], y[a], x[b], y[b], px, py);
}

/** Above 0 if d lies inside the circle through a, b, c (a left turn), 0 exactly if d lies on it. */
export function inCircle(t: Triangulation, a: number, b: number, c: number, d: number): number {
  const { x, y } = t;
  return incircle(x[a], y[a], x[b], y[b], x[c], y[c], x[d], y[d]);
}

/**
 * Whether a comes before b by x, then y: the order that decides ties, by nothing but the points.
 */
export function isBefore(t: Triangulation, a: number, b: number): boolean {
  const { x, y } = t;
  return x[a] < x[b] || (x[a] === x[b] && y[a] < y[b]);
}

/** Whether the triangles at both sides of an edge stay left turns when it is bent over a point. */
export function canBend(t: Triangulation, halfEdge: number, px: number, py: number): boolean {
  for (const half of [halfEdge, t.twin[halfEdge]]) {
    if (half < 0) continue;
    const from = t.corner[half];
    const to = t.corner[after(half)];
    const apex = t.corner[before(half)];
    if (turnPoint(t, apex, from, px, py) <= 0 || turnPoint(t, to, apex, px, py) <= 0) return false;
  }
  return true;
}
