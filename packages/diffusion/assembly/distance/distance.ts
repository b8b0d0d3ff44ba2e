// Costs of shortest paths to the nearest goal: Dijkstra (1959) from all goals at once, backwards.
// Entering a cell costs the length of the step times `inverse`, 1 / terrain in f32. A sum is
// rounded to f32, and is at least the next f32 above the cost that the step is added to. Arrays
// have one f32 per cell, row by row, without padding.

import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { f32At, i32At, setF32 } from '../layout';
import { nextAbove } from './next-above';

/** The length of a diagonal step. */
const DIAGONAL: f32 = 1.4142135623730950488;

/**
 * `goals` are `count` cells (u32); `dist` gets every cell's cost, infinity where there is no path.
 * `beside`: how many cells beside a diagonal step must be open; 3: no diagonal steps
 * (src/model/corners.ts).
 */
export function distances(
  dist: usize,
  inverse: usize,
  width: i32,
  height: i32,
  beside: i32,
  goals: usize,
  count: i32,
): void {
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
    // a cheaper path has reached the cell since
    if (d > load<f32>(dist + ((<usize>v) << 2))) continue;
    const y = <i32>v / width;
    const x = <i32>v - y * width;
    // the search goes backwards, so a step from a neighbour enters v
    const cost = load<f32>(inverse + ((<usize>v) << 2));
    const above = nextAbove(d);
    const straight = max(d + cost, above);
    const left = x > 0;
    const right = x + 1 < width;
    if (y > 0) {
      const row = v - width;
      relax(dist, inverse, row, straight);
      if (beside < 3) {
        const slanted = max(d + DIAGONAL * cost, above);
        if (left && passes(inverse, row, v - 1, beside)) relax(dist, inverse, row - 1, slanted);
        if (right && passes(inverse, row, v + 1, beside)) relax(dist, inverse, row + 1, slanted);
      }
    }
    if (left) relax(dist, inverse, v - 1, straight);
    if (right) relax(dist, inverse, v + 1, straight);
    if (y + 1 < height) {
      const row = v + width;
      relax(dist, inverse, row, straight);
      if (beside < 3) {
        const slanted = max(d + DIAGONAL * cost, above);
        if (left && passes(inverse, row, v - 1, beside)) relax(dist, inverse, row - 1, slanted);
        if (right && passes(inverse, row, v + 1, beside)) relax(dist, inverse, row + 1, slanted);
      }
    }
  }
}

/** Whether enough of the cells `a` and `b` beside a diagonal step are open. */
function passes(inverse: usize, a: u32, b: u32, beside: i32): bool {
  if (beside == 0) return true;
  const open = <i32>(f32At(inverse, a) != 0) + <i32>(f32At(inverse, b) != 0);
  return open >= beside;
}

function relax(dist: usize, inverse: usize, v: u32, d: f32): void {
  const at = (<usize>v) << 2;
  if (d >= load<f32>(dist + at) || load<f32>(inverse + at) == 0) return;
  store<f32>(dist + at, d);
  heapPush(heapEntry(d, v));
}
