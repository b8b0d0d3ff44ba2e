// The rows that a step of one row reads and writes: pointers to their first cells. pass.ts binds
// them row by row. Kernels of a row copy the pointers into locals first.

let above: usize = 0;
let middle: usize = 0;
let below: usize = 0;
let factors: usize = 0;
let result: usize = 0;
let cornersAbove: usize = 0;
let cornersBelow: usize = 0;

export function bindRows(up: usize, mid: usize, down: usize, factor: usize, out: usize): void {
  above = up;
  middle = mid;
  below = down;
  factors = factor;
  result = out;
}

/** The row above. */
export function upRow(): usize {
  return above;
}

/** The row whose new values are computed. */
export function midRow(): usize {
  return middle;
}

/** The row below. */
export function downRow(): usize {
  return below;
}

/** The factors of the row. */
export function factorRow(): usize {
  return factors;
}

/** Where the new values go. */
export function outRow(): usize {
  return result;
}

/**
 * The corners above and below the row, one i32 each: -1 where diagonal neighbours count, 0 where
 * the corner rule forbids it. Corner x lies left of cell x. 0: all corners are open.
 */
export function bindCorners(upper: usize, lower: usize): void {
  cornersAbove = upper;
  cornersBelow = lower;
}

export function upperCorners(): usize {
  return cornersAbove;
}

export function lowerCorners(): usize {
  return cornersBelow;
}
