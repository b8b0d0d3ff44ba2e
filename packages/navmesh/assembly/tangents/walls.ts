// The two walls of a corner, and which of them a line touches.

/** Per corner, 8 bytes: the directions along the wall to the vertex before it and to the next, i16 x and y of length 16,000. */
let alongs: usize = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
export let epsilon: f64 = 0;

/** Walls that a line touches, which stand in the two highest bits of arcs and of what is seen. */
export const WALL_LEFT: u32 = 1;
export const WALL_RIGHT: u32 = 2;
export const HEAD_BITS: u32 = 30;

export function wallsBind(along: usize, smallest: f64): void {
  alongs = along;
  epsilon = smallest;
}

/** On which sides of a line through a corner its walls lie: 0 = on both, the line does not touch but cross them; in line, within rounding, is on both as well. */
export function wallsBeside(corner: u32, dx: f64, dy: f64): u32 {
  const along = alongs + ((<usize>corner) << 3);
  const a = dx * <f64>load<i16>(along, 2) - dy * <f64>load<i16>(along);
  const b = dx * <f64>load<i16>(along, 6) - dy * <f64>load<i16>(along, 4);
  const slack = abs(dx) + abs(dy) + epsilon;
  const left = max(a, b) > slack;
  const right = min(a, b) < -slack;
  if (left) return right ? 0 : WALL_LEFT;
  return right ? WALL_RIGHT : WALL_LEFT | WALL_RIGHT;
}
