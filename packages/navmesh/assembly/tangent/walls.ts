// The two walls of a corner, and which of them a line touches.

import { Walls } from './layout';

/** A record `Walls` per corner. */
let alongs: usize = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
let epsilonValue: f64 = 0;
export function epsilon(): f64 {
  return epsilonValue;
}

/** Walls that a line touches, which stand in the two highest bits of arcs and of what is seen. */
export const WALL_LEFT: u32 = 1;
export const WALL_RIGHT: u32 = 2;
export const HEAD_BITS: u32 = 30;

export function wallsBind(along: usize, smallest: f64): void {
  alongs = along;
  epsilonValue = smallest;
}

/**
 * On which sides of a line through a corner its walls lie: 0 = on both, the line does not touch
 * but cross them; in line, within rounding, is on both as well.
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
