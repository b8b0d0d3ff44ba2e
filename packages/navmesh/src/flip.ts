import { inCircle, isBefore } from './predicates.ts';
import { link, next, previous, type Triangulation } from './triangulation.ts';

/**
 * Turns the edge of half-edge `e` to the other diagonal of its two triangles, which must form a strictly convex
 * quadrilateral. Afterwards `next(e)` and `next(twin of e before)` are the halves of the new edge.
 */
export function flip(t: Triangulation, e: number): void {
  const { corner, twin, constraint, vertexEdge } = t;
  const b = twin[e]!;
  const en = next(e);
  const bn = next(b);
  const from = corner[e]!;
  const to = corner[b]!;
  const above = corner[previous(e)]!;
  const below = corner[previous(b)]!;
  const outerOfE = twin[bn]!;
  const outerOfB = twin[en]!;
  const constraintOfE = constraint[bn]!;
  const constraintOfB = constraint[en]!;
  corner[en] = below;
  corner[bn] = above;
  link(t, e, outerOfE);
  link(t, b, outerOfB);
  link(t, en, bn);
  constraint[e] = constraintOfE;
  constraint[b] = constraintOfB;
  constraint[en] = -1;
  constraint[bn] = -1;
  if (vertexEdge[from] === bn) vertexEdge[from] = e;
  if (vertexEdge[to] === en) vertexEdge[to] = b;
  t.touched?.push((e / 3) | 0, (b / 3) | 0);
}

/** Whether the edge of `e`, not constrained and not on the hull, is the wrong one of its two diagonals. */
export function isWrong(t: Triangulation, e: number): boolean {
  const { corner, twin } = t;
  const b = twin[e]!;
  const from = corner[e]!;
  const to = corner[b]!;
  const above = corner[previous(e)]!;
  const below = corner[previous(b)]!;
  const side = inCircle(t, from, to, above, below);
  if (side !== 0) return side > 0;
  // four on one circle: the diagonal from the first of them, by x, then y, wins (a pulling of the first
  // vertices, which is a regular triangulation, so flips come to an end and there is one result)
  const ofThis = isBefore(t, from, to) ? from : to;
  const ofOther = isBefore(t, above, below) ? above : below;
  return isBefore(t, ofOther, ofThis);
}

/** Flips wrong edges until there are none, starting with those on the stack (Lawson 1977). */
export function legalise(t: Triangulation, stack: number[]): void {
  for (;;) {
    const e = stack.pop();
    if (e === undefined) return;
    if (t.corner[e]! < 0) continue;
    const b = t.twin[e]!;
    if (b < 0 || t.constraint[e]! >= 0 || !isWrong(t, e)) continue;
    flip(t, e);
    // of the new pair, the outer sides: e and b moved there, and the two that stayed
    stack.push(e, b, previous(e), previous(b));
  }
}
