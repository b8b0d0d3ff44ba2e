// The two walls of a corner, and which of them a line touches.

import { Walls } from './layout';

/** A record `Walls` per corner. */
let alongs: usize = 0;
/** Twice an area of at most this counts as 0: `areaRounding` of @wayfield/triangulation. */
let epsilonValue: f64 = 0;
export function epsilon(): f64 {
  return epsilonValue;
}

/** The walls that a line touches, in the two highest bits of `Arc.head` and of lists of corners. */
export const WALL_LEFT: u32 = 1;
export const WALL_RIGHT: u32 = 2;
export const HEAD_BITS: u32 = 30;

export function wallsBind(along: usize, smallest: f64): void {
  alongs = along;
  epsilonValue = smallest;
}

/**
 * The walls that a line through a corner in direction (dx, dy) touches: WALL_LEFT or WALL_RIGHT if
 * both walls lie on that side, 0 if one lies on either side, so that the line crosses them. A wall
 * in line with the line, within rounding, counts for both sides; if both walls are, the result is
 * WALL_LEFT and WALL_RIGHT. Directions of walls are rounded by at most 0.5 in x and y, products by
 * (|dx| + |dy|) / 2: the slack is twice that, plus `epsilon`.
 */
export function wallsBeside(corner: u32, dx: f64, dy: f64): u32 {
  const along = changetype<Walls>(alongs + <usize>corner * offsetof<Walls>());
  const a = dx * <f64>along.beforeY - dy * <f64>along.beforeX;
  const b = dx * <f64>along.afterY - dy * <f64>along.afterX;
  const slack = abs(dx) + abs(dy) + epsilonValue;
  const left = max(a, b) > slack;
  const right = min(a, b) < -slack;
  if (left) return right ? 0 : WALL_LEFT;
  return right ? WALL_RIGHT : WALL_LEFT | WALL_RIGHT;
}
