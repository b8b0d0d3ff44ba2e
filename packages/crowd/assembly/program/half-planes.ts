// Half-planes of velocities: n · v >= c with a unit normal n and a constant c in metres per second.
// A set of them lies at an address `lines`: three columns of `LINE_ROW` bytes, each for
// `LINE_LIMIT` f64 and two more. They hold the x of the normals, the y of the normals, and c.
//
// On the border of a half-plane, v = c n + t d with the direction d = (ny, −nx) to the right of n.

import { LINE_ROW as ROW } from '../layout-world';

export function normalX(lines: usize, i: u32): f64 {
  return load<f64>(lines + ((<usize>i) << 3));
}
export function normalY(lines: usize, i: u32): f64 {
  return load<f64>(lines + ((<usize>i) << 3), ROW);
}
export function constantOf(lines: usize, i: u32): f64 {
  return load<f64>(lines + ((<usize>i) << 3), 2 * ROW);
}
export function putLine(lines: usize, i: u32, nx: f64, ny: f64, c: f64): void {
  const at = lines + ((<usize>i) << 3);
  store<f64>(at, nx);
  store<f64>(at, ny, ROW);
  store<f64>(at, c, 2 * ROW);
}
export function putConstant(lines: usize, i: u32, c: f64): void {
  store<f64>(lines + ((<usize>i) << 3), c, 2 * ROW);
}
/** By how much a velocity is outside half-plane i; negative inside. */
export function violation(lines: usize, i: u32, x: f64, y: f64): f64 {
  return constantOf(lines, i) - (normalX(lines, i) * x + normalY(lines, i) * y);
}

// two half-planes at once, i and i + 1

export function normalsX(lines: usize, i: u32): v128 {
  return v128.load(lines + ((<usize>i) << 3));
}
export function normalsY(lines: usize, i: u32): v128 {
  return v128.load(lines + ((<usize>i) << 3), ROW);
}
export function constants(lines: usize, i: u32): v128 {
  return v128.load(lines + ((<usize>i) << 3), 2 * ROW);
}
export function putLines(lines: usize, i: u32, nx: v128, ny: v128, c: v128): void {
  const at = lines + ((<usize>i) << 3);
  v128.store(at, nx);
  v128.store(at, ny, ROW);
  v128.store(at, c, 2 * ROW);
}
/**
 * Writes, behind the last half-plane, one that holds every velocity. Vectors take half-planes in
 * pairs, so this one fills up an odd `count`.
 */
export function endLines(lines: usize, count: u32): void {
  putLine(lines, count, 0, 0, -Infinity);
}
