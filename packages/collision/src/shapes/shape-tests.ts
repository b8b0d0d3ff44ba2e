// The tests of touches.ts for callers: with their arguments checked.
import { oneOf, type Rule } from '@wayfield/check';
import { quickShape } from '../rules.ts';
import * as tests from './touches.ts';
import type { Shapes } from './touches.ts';

const anAxis: Rule = /* @__PURE__ */ oneOf(0, 1, 2);

function checkBoth(A: Shapes, a: number, B: Shapes, b: number): void {
  quickShape(A, 'A', a, 'a');
  quickShape(B, 'B', b, 'b');
}

/**
 * The squared distance that solvers compare: from the centre of `a` in `A` to that of `b` in `B`.
 */
export function squaredDistance(A: Shapes, a: number, B: Shapes, b: number): number {
  checkBoth(A, a, B, b);
  return tests.squaredDistance(A, a, B, b);
}

/**
 * Do shape `a` of `A` and shape `b` of `B` touch? Groups, masks and kinds do not matter here.
 * Solvers ask with the body of the smaller slot, or the query, as `a`.
 */
export function touches(A: Shapes, a: number, B: Shapes, b: number): boolean {
  checkBoth(A, a, B, b);
  return tests.touches(A, a, B, b);
}

/** Do the bounds touch: |d| <= ha + hb on every axis, in f32? The rule of `candidates`. */
export function boundsTouch(A: Shapes, a: number, B: Shapes, b: number): boolean {
  checkBoth(A, a, B, b);
  return tests.boundsTouch(A, a, B, b);
}

/**
 * Half the size, along one axis, of the bounds of shape `i` about its position: the radius of a
 * circle, the extent of a box, the extent of a segment plus its radius (the extent of a swept
 * circle or a ray counts on both sides of the position). Radii and extents of boxes count as at
 * least 2^-49. For all shapes except circles 2^-18 of all extents is added, and the sum is
 * multiplied by 1 + 2^-16.
 */
export function halfBounds(shapes: Shapes, i: number, axis: 0 | 1 | 2): number {
  quickShape(shapes, 'shapes', i, 'i');
  anAxis(axis, 'axis');
  return tests.halfBounds(shapes, i, axis);
}
