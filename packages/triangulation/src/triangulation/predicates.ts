import { incircle, orient2d } from 'robust-predicates';
import { after, before } from '../geometry/sides.ts';
import type { Triangulation } from './triangulation.ts';

// Signs by robust-predicates (Shewchuk 1997), exact for all coordinates that check-input.ts lets
// through. `orient2d` of that library is above 0 for a right turn with y up, so its sign is
// changed. `incircle` needs no change.

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
 * Whether vertex a comes before vertex b by x, then y. Ties are decided by this order, so they
 * depend on coordinates alone, not on the numbers of vertices.
 */
export function isBefore(t: Triangulation, a: number, b: number): boolean {
  const { x, y } = t;
  return x[a] < x[b] || (x[a] === x[b] && y[a] < y[b]);
}

/**
 * Whether the triangles at both sides of an edge stay left turns when a vertex at a point splits
 * the edge, although the point need not lie on the edge.
 */
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
