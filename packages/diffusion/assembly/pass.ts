// Several steps over a band of rows in one go, so that each row is fetched once: step t works one row behind
// step t - 1, on rows that are still in the cache (temporal blocking by a wavefront; Wonnacott, 2000).
// Between the steps only four rows of each are kept. The last step writes to another array, so that
// bands can be done by several threads from the same source; a band then also works out the rows
// beside it that its first steps need.

import { cellOffset, setCell } from './log-block';
import { clampedLogCell } from './log-cell';
import { logRow } from './log-row';
import { rowResidual } from './residual';
import { clampedCell, countRow, LEAST, stencilRow } from './row';

/** Bits of `rules`. */
export const EIGHT = 1;
export const FLUSH = 2;
export const CLAMP = 4;
export const LOG = 8;
export const COUNT = 16;
export const HARSH = 32;

let width: i32 = 0;
let height: i32 = 0;
/** Bytes from row to row, and from a row's cells back to the K of its block 0. */
let stride: usize = 0;
let exponents: usize = 0;
/** Four rows for every step but the last. */
let rings: usize = 0;
let zeroRow: usize = 0;
/** u32 each: height + 1 starts of rows, then the x of each goal; f32 and i32: its value m * 2^offset. */
let goalStart: usize = 0;
let goalX: usize = 0;
let goalValue: usize = 0;
let goalOffset: usize = 0;

export function bindMap(
  mapWidth: i32,
  mapHeight: i32,
  rowBytes: usize,
  exponentsFromRow: usize,
  ringRows: usize,
  zeros: usize,
): void {
  width = mapWidth;
  height = mapHeight;
  stride = rowBytes;
  exponents = exponentsFromRow;
  rings = ringRows;
  zeroRow = zeros;
}

export function bindGoals(start: usize, x: usize, value: usize, offset: usize): void {
  goalStart = start;
  goalX = x;
  goalValue = value;
  goalOffset = offset;
}

/**
 * `steps` steps of the rows `[first, last)` from `source` to `target`, pointers to row 0. Only rows
 * `[top, bottom)` and blocks `[from, to)` can be above 0 after them. With COUNT, `counts[t]` grows by the cells of the
 * band above 0 after step t + 1.
 */
export function pass(
  source: usize,
  target: usize,
  factor: usize,
  steps: i32,
  first: i32,
  last: i32,
  top: i32,
  bottom: i32,
  from: i32,
  to: i32,
  rules: i32,
  centre: f32,
  counts: usize,
): void {
  clearEdges(steps, from, to, rules);
  const start = max(top, first - steps + 1);
  const end = min(bottom, last + steps - 1);
  for (let i = start; i < end + steps - 1; i++) {
    for (let t = 0; t < steps; t++) {
      const y = i - t;
      const beyond = steps - 1 - t;
      if (y < max(top, first - beyond) || y >= min(bottom, last + beyond)) continue;
      let up = zeroRow;
      let mid = source + <usize>y * stride;
      let down = zeroRow;
      if (t == 0) {
        if (y > 0) up = mid - stride;
        if (y + 1 < height) down = mid + stride;
      } else {
        const ring = rings + <usize>((t - 1) << 2) * stride;
        mid = ring + <usize>(y & 3) * stride;
        // rows outside of those worked on are 0
        if (y > top) up = ring + <usize>((y - 1) & 3) * stride;
        if (y + 1 < bottom) down = ring + <usize>((y + 1) & 3) * stride;
      }
      const out =
        t == steps - 1 ? target + <usize>y * stride : rings + <usize>((t << 2) + (y & 3)) * stride;
      stepRow(up, mid, down, factor + <usize>y * stride, out, from, to, rules, centre);
      if (rules & CLAMP) clampEdges(up, mid, down, factor, out, y, from, to, rules, centre);
      putGoals(out, y, rules);
      if (rules & COUNT && y >= first && y < last) {
        const at = counts + ((<usize>t) << 2);
        store<u32>(at, load<u32>(at) + countRow(out, (<usize>from) << 6, (<usize>to) << 6));
      }
    }
  }
}

/** What lies left and right of the blocks worked on is 0; rows between steps may hold remains of another layer. */
function clearEdges(steps: i32, from: i32, to: i32, rules: i32): void {
  for (let r = 0; r < (steps - 1) << 2; r++) {
    const row = rings + <usize>r * stride;
    const left = row + ((<usize>from) << 6);
    const right = row + ((<usize>to) << 6);
    v128.store(left - 16, i32x4.splat(0));
    v128.store(right, i32x4.splat(0));
    if (rules & LOG) {
      // an empty block is taken to hold zeros, all of it, when a later pass comes to work on it
      if (from > 0) memory.fill(left - 64, 0, 64);
      if (to < (width + 15) >> 4) memory.fill(right, 0, 64);
      store<i32>(row + exponents + ((<usize>from) << 2) - 4, 0);
      store<i32>(row + exponents + ((<usize>to) << 2), 0);
    }
  }
}

function stepRow(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  from: i32,
  to: i32,
  rules: i32,
  centre: f32,
): void {
  if (rules & LOG) {
    if (rules & EIGHT) {
      if (centre != 0)
        logRow<i32, i32>(
          up,
          mid,
          down,
          factor,
          out,
          from,
          to,
          exponents,
          centre,
          (rules & HARSH) != 0,
        );
      else
        logRow<i32, f32>(up, mid, down, factor, out, from, to, exponents, 0, (rules & HARSH) != 0);
    } else if (centre != 0) {
      logRow<f32, i32>(
        up,
        mid,
        down,
        factor,
        out,
        from,
        to,
        exponents,
        centre,
        (rules & HARSH) != 0,
      );
    } else
      logRow<f32, f32>(up, mid, down, factor, out, from, to, exponents, 0, (rules & HARSH) != 0);
    return;
  }
  const a = (<usize>from) << 6;
  const z = (<usize>to) << 6;
  if (rules & FLUSH) {
    if (rules & EIGHT) {
      if (centre != 0) stencilRow<i32, i32, i32>(up, mid, down, factor, out, a, z, centre);
      else stencilRow<i32, f32, i32>(up, mid, down, factor, out, a, z, 0);
    } else if (centre != 0) stencilRow<f32, i32, i32>(up, mid, down, factor, out, a, z, centre);
    else stencilRow<f32, f32, i32>(up, mid, down, factor, out, a, z, 0);
  } else if (rules & EIGHT) {
    if (centre != 0) stencilRow<i32, i32, f32>(up, mid, down, factor, out, a, z, centre);
    else stencilRow<i32, f32, f32>(up, mid, down, factor, out, a, z, 0);
  } else if (centre != 0) stencilRow<f32, i32, f32>(up, mid, down, factor, out, a, z, centre);
  else stencilRow<f32, f32, f32>(up, mid, down, factor, out, a, z, 0);
}

/** Border 'clamp': the cells at the edges of the map once more, each by itself. */
function clampEdges(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  y: i32,
  from: i32,
  to: i32,
  rules: i32,
  centre: f32,
): void {
  const factors = factor + <usize>y * stride;
  const every = y == 0 || y == height - 1 ? 1 : max(width - 1, 1);
  const end = min(width, to << 4);
  for (let x = every == 1 ? from << 4 : 0; x < end; x += every) {
    if (x < from << 4) continue;
    const f = load<f32>(factors + ((<usize>x) << 2));
    if (rules & LOG) {
      clampedLogCell(
        up,
        mid,
        down,
        out,
        x,
        exponents,
        width,
        y == 0,
        y == height - 1,
        rules & EIGHT,
        centre,
        f,
      );
      continue;
    }
    const value = clampedCell(
      up,
      mid,
      down,
      x,
      width,
      y == 0,
      y == height - 1,
      (rules & EIGHT) != 0,
      centre,
      f,
    );
    const flushed = (rules & FLUSH) != 0 && value < LEAST;
    store<f32>(out + ((<usize>x) << 2), flushed ? <f32>0 : value);
  }
}

/** Sets the goals of a row to their strengths. */
export function putGoals(out: usize, y: i32, rules: i32): void {
  const at = goalStart + ((<usize>y) << 2);
  for (let g = load<u32>(at), end = load<u32>(at, 4); g < end; g++) {
    const i = (<usize>g) << 2;
    const x = load<i32>(goalX + i);
    const value = load<f32>(goalValue + i);
    if (rules & LOG) setCell(out, x, exponents, value, load<i32>(goalOffset + i));
    else store<f32>(out + ((<usize>x) << 2), value);
  }
}

/** Sets cells of a field: `count` of them at `cells` (u32) to m * 2^offset. */
export function putCell(field: usize, cell: u32, value: f32, offset: i32, rules: i32): void {
  const y = cell / <u32>width;
  const x = cell - y * <u32>width;
  const row = field + <usize>y * stride;
  if (rules & LOG) setCell(row, x, exponents, value, offset);
  else store<f32>(row + ((<usize>x) << 2), value);
}

/** The offset of a cell in precision 'log'. */
export function offsetOf(field: usize, cell: u32): i32 {
  const y = cell / <u32>width;
  return cellOffset(field + <usize>y * stride, cell - y * <u32>width, exponents);
}

/** The largest relative change between two fields, in the rows `[first, last)`. */
export function residual(before: usize, after: usize, first: i32, last: i32): f32 {
  let most: f32 = 0;
  for (let y = first; y < last; y++) {
    const at = <usize>y * stride;
    most = max(most, rowResidual(before + at, after + at, (width + 15) >> 4, exponents));
  }
  return most;
}
