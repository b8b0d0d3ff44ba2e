// Several steps over a band of rows in one pass, so that each row is fetched once: step t works one
// row behind step t - 1, on rows that are still in the cache (temporal blocking by a wavefront;
// Wonnacott, 2000). Each step but the last keeps only its last four rows, in a ring. The next step
// reads three of them; a ring has four, so that the place of row y is y & 3. The last step writes
// to another field, so that several threads can do bands of rows from the same source. A band also
// computes rows beside the band that its later steps need: n - 1 rows on each side in the first of
// n steps, none in the last. `runPass` (src/step/pass-job.ts) calls pass.

import { f32At, i32At, setF32 } from '../layout';
import { AT_BOTTOM, AT_LEFT, AT_RIGHT, AT_TOP, edgeCell, edgeLogCell } from './edge-cell';
import { cellScale, EMPTY, setCell, setScaleWord } from './log-block';
import { cornerRow } from './corner-row';
import { logRow } from './log-row';
import { rowResidual } from './residual';
import { countRow, LEAST_NORMAL, stencilRow } from './row';
import { bindCorners, bindRows } from './rows';

// Bits of `rules`.

/** Cells have 8 neighbours, else 4. */
export const EIGHT: i32 = 1;
/** Values below 2^-126 become 0 (`flushToZero`). */
export const FLUSH: i32 = 2;
/** Border 'clamp': cells at the edges of the map stand in for missing neighbours; else 'zero'. */
export const CLAMP: i32 = 4;
/** Precision 'log': each value is m * 2^scale. */
export const LOG: i32 = 8;
/** Counts the cells above 0 after each step, into `counts`. */
export const COUNT: i32 = 16;
/** Precision 'log': a factor above 0 and below 2^-26 has been set. */
export const HARSH: i32 = 32;

let width: i32 = 0;
let height: i32 = 0;
/** Bytes from row to row. */
let stride: usize = 0;
/** Four rows for every step but the last. */
let rings: usize = 0;
let zeroRow: usize = 0;
// The goals of the layer, row by row: those of row y are goalStart[y] to goalStart[y + 1] - 1.

/** u32, height + 1 entries. */
let goalStart: usize = 0;
/** u32 per goal: its column. */
let goalX: usize = 0;
/** f32 and i32 per goal: its strength is value * 2^scale; in precision 'f32' the scale is 0. */
let goalValue: usize = 0;
let goalScales: usize = 0;
/** The pass: pointers to row 0 of the fields and of the factors. */
let source: usize = 0;
let target: usize = 0;
let factors: usize = 0;
let rules: i32 = 0;
/** Row 0 of the corners (rows.ts), in rows as the factors; 0 = all corners are open. */
let corners: usize = 0;
let centre: f32 = 0;
/**
 * A u32 per step. With COUNT, the number of cells of the band that are above 0 after the step is
 * added to it.
 */
let counts: usize = 0;
/** Only rows `[top, bottom)` and blocks `[from, to)` can be above 0 after the pass. */
let top: i32 = 0;
let bottom: i32 = 0;
let from: i32 = 0;
let to: i32 = 0;

export function bindMap(
  mapWidth: i32,
  mapHeight: i32,
  rowBytes: usize,
  ringRows: usize,
  zeros: usize,
): void {
  width = mapWidth;
  height = mapHeight;
  stride = rowBytes;
  rings = ringRows;
  zeroRow = zeros;
}

export function bindGoals(start: usize, x: usize, value: usize, scale: usize): void {
  goalStart = start;
  goalX = x;
  goalValue = value;
  goalScales = scale;
}

export function bindPass(
  sourceField: usize,
  targetField: usize,
  factorRows: usize,
  rulesOfPass: i32,
  weight: f32,
  countPlaces: usize,
  cornerRows: usize,
): void {
  source = sourceField;
  target = targetField;
  factors = factorRows;
  rules = rulesOfPass;
  centre = weight;
  counts = countPlaces;
  corners = cornerRows;
}

export function bindPassBox(topRow: i32, bottomRow: i32, fromBlock: i32, toBlock: i32): void {
  top = topRow;
  bottom = bottomRow;
  from = fromBlock;
  to = toBlock;
}

/** `steps` steps of the rows `[first, last)`, of the pass that was bound. */
export function pass(steps: i32, first: i32, last: i32): void {
  clearEdges(steps);
  const start = max(top, first - steps + 1);
  const end = min(bottom, last + steps - 1);
  for (let i = start; i < end + steps - 1; i++) {
    for (let t = 0; t < steps; t++) {
      const y = i - t;
      const beyond = steps - 1 - t;
      if (y < max(top, first - beyond) || y >= min(bottom, last + beyond)) continue;
      const out =
        t == steps - 1 ? target + <usize>y * stride : rings + <usize>((t << 2) + (y & 3)) * stride;
      bindStep(t, y, out);
      stepRow();
      if (rules & CLAMP) clampEdges(y, out);
      putGoals(out, y);
      if (rules & COUNT && y >= first && y < last) {
        const at = counts + ((<usize>t) << 2);
        store<u32>(at, load<u32>(at) + countRow(out, (<usize>from) << 6, (<usize>to) << 6));
      }
    }
  }
}

/** The rows of step `t` (rows.ts): of the source for the first step, else of the ring before. */
function bindStep(t: i32, y: i32, out: usize): void {
  let up = zeroRow;
  let mid = source + <usize>y * stride;
  let down = zeroRow;
  if (t == 0) {
    if (y > 0) up = mid - stride;
    if (y + 1 < height) down = mid + stride;
  } else {
    const ring = rings + <usize>((t - 1) << 2) * stride;
    mid = ring + <usize>(y & 3) * stride;
    // rows outside of `[top, bottom)` are 0
    if (y > top) up = ring + <usize>((y - 1) & 3) * stride;
    if (y + 1 < bottom) down = ring + <usize>((y + 1) & 3) * stride;
  }
  bindRows(up, mid, down, factors + <usize>y * stride, out);
  const upper = corners + <usize>y * stride;
  if (corners != 0) bindCorners(upper, upper + stride);
  else bindCorners(0, 0);
}

/**
 * In the rings, sets what lies left and right of the blocks worked on to 0: rings may hold remains
 * of another layer.
 */
function clearEdges(steps: i32): void {
  for (let r = 0; r < (steps - 1) << 2; r++) {
    const row = rings + <usize>r * stride;
    const left = row + ((<usize>from) << 6);
    const right = row + ((<usize>to) << 6);
    v128.store(left - 16, i32x4.splat(0));
    v128.store(right, i32x4.splat(0));
    if (rules & LOG) {
      // a later pass that works on an EMPTY block relies on 16 zeros in it
      if (from > 0) memory.fill(left - 64, 0, 64);
      if (to < (width + 15) >> 4) memory.fill(right, 0, 64);
      setScaleWord(row, from - 1, EMPTY);
      setScaleWord(row, to, EMPTY);
    }
  }
}

/** The new values of a row, by the kernel that is compiled for the rules. */
function stepRow(): void {
  if (rules & LOG) {
    const harsh = (rules & HARSH) != 0;
    if (rules & EIGHT) {
      if (centre != 0) logRow<i32, i32>(from, to, centre, harsh);
      else logRow<i32, f32>(from, to, 0, harsh);
    } else if (centre != 0) logRow<f32, i32>(from, to, centre, harsh);
    else logRow<f32, f32>(from, to, 0, harsh);
    return;
  }
  const a = (<usize>from) << 6;
  const z = (<usize>to) << 6;
  const lowest = (rules & FLUSH) != 0 ? LEAST_NORMAL : 0;
  if (corners != 0) cornerRow(a, z, centre, lowest);
  else if (rules & EIGHT) {
    if (centre != 0) stencilRow<i32, i32>(a, z, centre, lowest);
    else stencilRow<i32, f32>(a, z, 0, lowest);
  } else if (centre != 0) stencilRow<f32, i32>(a, z, centre, lowest);
  else stencilRow<f32, f32>(a, z, 0, lowest);
}

/**
 * Border 'clamp': computes the cells of a row at the edges of the map once more, each by itself:
 * all cells of the first and the last row, else the first and the last cell.
 */
function clampEdges(y: i32, out: usize): void {
  const factorsOfRow = factors + <usize>y * stride;
  const sidesOfRow = (y == 0 ? AT_TOP : 0) | (y == height - 1 ? AT_BOTTOM : 0);
  const every = sidesOfRow != 0 ? 1 : max(width - 1, 1);
  const end = min(width, to << 4);
  const eight = (rules & EIGHT) != 0;
  for (let x = every == 1 ? from << 4 : 0; x < end; x += every) {
    if (x < from << 4) continue;
    const sides = sidesOfRow | (x == 0 ? AT_LEFT : 0) | (x == width - 1 ? AT_RIGHT : 0);
    const factor = f32At(factorsOfRow, x);
    if (rules & LOG) {
      edgeLogCell(x, sides, eight, centre, factor);
      continue;
    }
    const value = edgeCell(x, sides, eight, centre, factor);
    setF32(out, x, (rules & FLUSH) != 0 && value < LEAST_NORMAL ? <f32>0 : value);
  }
}

/** Sets the goals of a row to their strengths. */
function putGoals(out: usize, y: i32): void {
  for (let g = i32At(goalStart, y), end = i32At(goalStart, y + 1); g < end; g++) {
    const x = i32At(goalX, g);
    const value = f32At(goalValue, g);
    if (rules & LOG) setCell(out, x, value, i32At(goalScales, g));
    else setF32(out, x, value);
  }
}

/** Sets a cell of a field to m * 2^scale; `rulesOfField` says which precision it has. */
export function putCell(field: usize, cell: u32, m: f32, scale: i32, rulesOfField: i32): void {
  const y = cell / <u32>width;
  const x = cell - y * <u32>width;
  const row = field + <usize>y * stride;
  if (rulesOfField & LOG) setCell(row, x, m, scale);
  else setF32(row, x, m);
}

/** The scale of a cell in precision 'log': its value is m * 2^scale. */
export function scaleOf(field: usize, cell: u32): i32 {
  const y = cell / <u32>width;
  return cellScale(field + <usize>y * stride, cell - y * <u32>width);
}

/** The largest relative change between two fields, in the rows `[first, last)`. */
export function residual(before: usize, after: usize, first: i32, last: i32): f32 {
  let most: f32 = 0;
  for (let y = first; y < last; y++) {
    const at = <usize>y * stride;
    most = max(most, rowResidual(before + at, after + at, (width + 15) >> 4));
  }
  return most;
}
