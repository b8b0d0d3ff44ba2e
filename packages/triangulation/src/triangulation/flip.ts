import { inCircle, isBefore } from './predicates.ts';
import { link, type Triangulation } from './triangulation.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/**
 * Replaces the edge of half-edge `e` by the other diagonal of its two triangles, which must form a
 * strictly convex quadrilateral. The halves of the new edge are `after(e)` and `after(b)`, where
 * `b` was the twin of `e`.
 */
export function flip(t: Triangulation, e: number): void {
  const { corner, twin, constraint, vertexHalfEdge } = t;
  const b = twin[e];
  const en = after(e);
  const bn = after(b);
  const from = corner[e];
  const to = corner[b];
  const above = corner[before(e)];
  const below = corner[before(b)];
  const outerOfE = twin[bn];
  const outerOfB = twin[en];
  const constraintOfE = constraint[bn];
  const constraintOfB = constraint[en];
  corner[en] = below;
  corner[bn] = above;
  link(t, e, outerOfE);
  link(t, b, outerOfB);
  link(t, en, bn);
  constraint[e] = constraintOfE;
  constraint[b] = constraintOfB;
  constraint[en] = -1;
  constraint[bn] = -1;
  if (vertexHalfEdge[from] === bn) vertexHalfEdge[from] = e;
  if (vertexHalfEdge[to] === en) vertexHalfEdge[to] = b;
  t.touched?.push(triangleOf(e), triangleOf(b));
}

/**
 * Whether the edge of `e`, not constrained and not on the hull, has to be flipped: it is not
 * Delaunay, or the other diagonal wins the tie.
 */
export function isWrong(t: Triangulation, e: number): boolean {
  const { corner, twin } = t;
  const b = twin[e];
  const from = corner[e];
  const to = corner[b];
  const above = corner[before(e)];
  const below = corner[before(b)];
  const side = inCircle(t, from, to, above, below);
  if (side !== 0) return side > 0;
  // Four vertices on one circle: the diagonal that starts at the first of them by x, then y, wins.
  // This rule acts like a perturbation of the lifted points (x, y, x² + y²) that lowers each vertex
  // infinitesimally, an earlier one by more ("pulling"). Then no four vertices lie on one circle.
  // The triangulation is unique, and every flip lowers the lifted surface, so flips end.
  const ofThis = isBefore(t, from, to) ? from : to;
  const ofOther = isBefore(t, above, below) ? above : below;
  return isBefore(t, ofOther, ofThis);
}

/** Flips edges until all are legal, starting with the edges on the stack (Lawson 1977). */
export function legalise(t: Triangulation, stack: number[]): void {
  for (;;) {
    const e = stack.pop();
    if (e === undefined) return;
    if (t.corner[e] < 0) continue;
    const b = t.twin[e];
    if (b < 0 || t.constraint[e] >= 0 || !isWrong(t, e)) continue;
    flip(t, e);
    // the four outer sides of the two new triangles: two of them moved to e and b
    stack.push(e, b, before(e), before(b));
  }
}
