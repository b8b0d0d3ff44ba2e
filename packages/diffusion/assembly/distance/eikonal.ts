// Costs of method 'distance' with metric 'eikonal', by fast marching (Sethian, 1996): the cell with
// the least cost relaxes its neighbours. The formula is in src/distance/eikonal-reference.ts. A
// settled cell that gets a lower cost after all, by a rounding, relaxes its neighbours again. So
// every cell ends with the value that the formula gives for its neighbours' costs, bit for bit.
// Arrays have one f32 per cell, row by row, without padding.

import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { i32At, setF32 } from '../layout';
import { nextAbove } from './next-above';

let values: usize = 0;
let slowness: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
/**
 * How many cells beside a diagonal step must be open; 3: no diagonal steps (src/model/corners.ts).
 */
let beside: i32 = 0;

/**
 * `goals` are `count` cells (u32); `dist` gets every cell's cost, infinity where there is no path.
 */
export function eikonal(
  dist: usize,
  inverse: usize,
  mapWidth: i32,
  mapHeight: i32,
  besideNeeded: i32,
  goals: usize,
  count: i32,
): void {
  values = dist;
  slowness = inverse;
  width = mapWidth;
  height = mapHeight;
  beside = besideNeeded;
  const cells = width * height;
  for (let v = 0; v < cells; v++) store<f32>(dist + ((<usize>v) << 2), Infinity);
  heapClear();
  for (let i = 0; i < count; i++) {
    const cell = i32At(goals, i);
    setF32(dist, cell, 0);
    heapPush(heapEntry(0, cell));
  }
  while (heapSize() > 0) {
    const entry = heapPop();
    const v = <u32>entry;
    const d = reinterpret<f32>(<u32>(entry >> 32));
    // the cell has got a lower cost since this entry was pushed
    if (d > load<f32>(dist + ((<usize>v) << 2))) continue;
    const y = <i32>(v / <u32>width);
    const x = <i32>v - y * width;
    relaxStraight(x, y - 1, d);
    relaxStraight(x - 1, y, d);
    relaxStraight(x + 1, y, d);
    relaxStraight(x, y + 1, d);
    if (beside == 3) continue;
    relaxSlanted(x - 1, y - 1, d);
    relaxSlanted(x + 1, y - 1, d);
    relaxSlanted(x - 1, y + 1, d);
    relaxSlanted(x + 1, y + 1, d);
  }
}

function valueAt(x: i32, y: i32): f32 {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return Infinity;
  return load<f32>(values + ((<usize>(y * width + x)) << 2));
}

/**
 * Lowers a cell by the formula for its neighbours beside, above and below, one of which has just
 * got the cost `d`. A value that the formula computes from `d` is at least `d`, so a cell whose
 * cost is at most `d` is skipped.
 */
function relaxStraight(x: i32, y: i32, d: f32): void {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return;
  const at = (<usize>(y * width + x)) << 2;
  const own = load<f32>(values + at);
  const slow = load<f32>(slowness + at);
  if (slow == 0 || own <= d) return;
  const a = min(valueAt(x - 1, y), valueAt(x + 1, y));
  const b = min(valueAt(x, y - 1), valueAt(x, y + 1));
  lower(at, own, arrival(a, b, <f64>slow));
}

/** `relaxStraight` by the diagonal neighbours. */
function relaxSlanted(x: i32, y: i32, d: f32): void {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return;
  const at = (<usize>(y * width + x)) << 2;
  const own = load<f32>(values + at);
  const slow = load<f32>(slowness + at);
  if (slow == 0 || own <= d) return;
  const a = min(slantedAt(x, y, -1, -1), slantedAt(x, y, 1, 1));
  const b = min(slantedAt(x, y, 1, -1), slantedAt(x, y, -1, 1));
  if (a == Infinity && b == Infinity) return;
  lower(at, own, arrival(a, b, Math.SQRT2 * <f64>slow));
}

/** The value of a diagonal neighbour, infinity where the corner rule forbids the step. */
function slantedAt(x: i32, y: i32, dx: i32, dy: i32): f32 {
  if (beside != 0 && isOpen(x + dx, y) + isOpen(x, y + dy) < beside) return Infinity;
  return valueAt(x + dx, y + dy);
}

function isOpen(x: i32, y: i32): i32 {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return 0;
  return <i32>(load<f32>(slowness + ((<usize>(y * width + x)) << 2)) != 0);
}

function lower(at: usize, own: f32, value: f32): void {
  if (value >= own) return;
  store<f32>(values + at, value);
  heapPush(heapEntry(value, <u32>(at >> 2)));
}

/**
 * The value of a cell whose least neighbours on two axes have the values `a` and `b`, one of them
 * finite; `step` is the slowness of the cell times the distance to these neighbours.
 */
function arrival(a: f32, b: f32, step: f64): f32 {
  const least = min(a, b);
  const low = <f64>least;
  const d = <f64>max(a, b) - low;
  const rise = d < step ? 0.5 * (d + Math.sqrt(2 * step * step - d * d)) : step;
  return max(<f32>(low + rise), nextAbove(least));
}
