// The finest level of the multigrid of method 'steady': the cells themselves. A value is m *
// 2^scale with m in f64 and one scale per block of 16 cells of a row. Loss: how much of itself a
// cell gives away (src/steady/losses.ts); `inverse` = 1 / loss, and 0 for cells that are not solved
// for (obstacles, goals, cells that no goal reaches). Boxes of 2 x 2 cells are the nodes of the
// first coarse level (levels.ts).

import { goalCell, goalScale, goalValue, i32At, setF64 } from '../layout';
import {
  addInflow,
  boxRowsBind,
  boxRowsStart,
  LOSS_ROW,
  restrictBox,
  ROW,
  startRow,
} from './box-rows';
import { cornerPlace, hasCornerRule, isOpen, relaxPast } from './corners';
import { putCell, scaleOf } from '../step/pass';
import { limited, power } from './levels';

let width: i32 = 0;
let height: i32 = 0;
/** Blocks of 16 cells in a row. */
let blocks: i32 = 0;
/**
 * Bytes from row to row of m and of the scales; both have a row of padding above, and two below.
 */
let stride: usize = 0;
let scaleStride: usize = 0;
/** Cell (0, 0); two cells of padding, 0, lie on both sides of a row. */
let m: usize = 0;
let inverse: usize = 0;
/** f64: a copy of m, made by `cellsKeep` at the start of a cycle. */
let before: usize = 0;
/** Scale of block 0 of row 0; one entry of padding on both sides. */
let scales: usize = 0;
let scalesBefore: usize = 0;
/** u32 per box, its node, NONE where nothing in it is solved for; one box of padding all round. */
let nodes: usize = 0;
/** Four rows of 20 cells (`ROW` bytes each), two rows of 16 losses, then `FLOWS`. */
let scratch: usize = 0;
/** See layout.ts. */
let goals: usize = 0;
let goalCount: i32 = 0;

const NONE: u32 = 0xffffffff;
/**
 * A block keeps its scale while its largest m is between 2^-NEAR_ONE and 2^NEAR_ONE, as most blocks
 * do in most cycles.
 */
const NEAR_ONE: i32 = 128;

export function cellsBindMap(mapWidth: i32, mapHeight: i32, scratchMemory: usize): void {
  width = mapWidth;
  height = mapHeight;
  blocks = (width + 15) >> 4;
  stride = ((<usize>blocks) << 7) + 32;
  scaleStride = ((<usize>blocks) << 2) + 8;
  scratch = scratchMemory;
  boxRowsBind(width, scratchMemory);
}

export function cellsBind(
  values: usize,
  inverses: usize,
  oldValues: usize,
  scaleRows: usize,
  oldScales: usize,
  boxes: usize,
): void {
  m = values;
  inverse = inverses;
  before = oldValues;
  scales = scaleRows;
  scalesBefore = oldScales;
  nodes = boxes;
}

export function cellsBindGoals(goalList: usize, goalNumber: i32): void {
  goals = goalList;
  goalCount = goalNumber;
}

function scalesOf(y: i32): usize {
  return scales + <usize>y * scaleStride;
}

function boxRow(j: i32): usize {
  return nodes + <usize>j * ((<usize>((width + 1) >> 1) + 2) << 2);
}

/** Cells -2 to 17 of a block, in units of 2^unit. */
function copyScaled(to: usize, row: usize, scale: usize, unit: i32): void {
  v128.store(to - 16, f64x2.mul(v128.load(row - 16), f64x2.splat(power(i32At(scale, -1) - unit))));
  const here = f64x2.splat(power(load<i32>(scale) - unit));
  for (let i: usize = 0; i < 128; i += 16) {
    v128.store(to + i, f64x2.mul(v128.load(row + i), here));
  }
  v128.store(to + 128, f64x2.mul(v128.load(row + 128), f64x2.splat(power(i32At(scale, 1) - unit))));
}

/** New values of the 16 cells at `mid` into `out`: the sum of the neighbours over the loss. */
function relax<EIGHT>(up: usize, mid: usize, down: usize, factor: usize, out: usize): void {
  let m0 = v128.load(mid);
  let p0 = f64x2.add(v128.load(up), v128.load(down));
  let last = v128.load(mid - 16);
  if (isInteger<EIGHT>()) {
    last = f64x2.add(last, f64x2.add(v128.load(up - 16), v128.load(down - 16)));
  }
  let c0 = isInteger<EIGHT>() ? f64x2.add(p0, m0) : m0;
  const zero = f64x2.splat(0);
  for (let i: usize = 0; i < 128; i += 16) {
    const m1 = v128.load(mid + i, 16);
    const p1 = f64x2.add(v128.load(up + i, 16), v128.load(down + i, 16));
    const c1 = isInteger<EIGHT>() ? f64x2.add(p1, m1) : m1;
    const sides = f64x2.add(v128.shuffle<f64>(last, c0, 1, 2), v128.shuffle<f64>(c0, c1, 1, 2));
    const w = v128.load(factor + i);
    const value = f64x2.mul(f64x2.add(sides, p0), w);
    v128.store(out + i, v128.bitselect(value, m0, f64x2.gt(w, zero)));
    last = c0;
    c0 = c1;
    m0 = m1;
    p0 = p1;
  }
}

/**
 * One sweep: Gauss-Seidel from block to block, row by row, each row from left to right. The 16
 * cells of a block get their new values at once (Jacobi).
 */
export function cellsSweep(forward: bool, eight: bool): void {
  for (let k = 0; k < height; k++) {
    const y = forward ? k : height - 1 - k;
    for (let b = 0; b < blocks; b++) {
      const at = <usize>y * stride + ((<usize>b) << 7);
      let mid = m + at;
      const out = mid;
      let up = mid - stride;
      let down = mid + stride;
      const o = scalesOf(y) + ((<usize>b) << 2);
      const unit = load<i32>(o);
      let other = 0;
      for (let r = -1; r < 2; r++) {
        const p = o + <usize>r * scaleStride;
        other |= (i32At(p, -1) ^ unit) | (i32At(p, 0) ^ unit) | (i32At(p, 1) ^ unit);
      }
      if (other != 0) {
        copyScaled(scratch + 16, up, o - scaleStride, unit);
        copyScaled(scratch + 16 + ROW, mid, o, unit);
        copyScaled(scratch + 16 + 2 * ROW, down, o + scaleStride, unit);
        up = scratch + 16;
        mid = up + ROW;
        down = mid + ROW;
      }
      if (hasCornerRule()) relaxPast(up, mid, down, inverse + at, out, cornerPlace(b << 4, y));
      else if (eight) relax<i32>(up, mid, down, inverse + at, out);
      else relax<f32>(up, mid, down, inverse + at, out);
    }
  }
}

/**
 * Brings the largest m of every block near 1 (2^-127 to 2^127); false where a cell would fall out
 * of the range of f64.
 */
export function cellsNormalise(): bool {
  let fine = true;
  for (let y = 0; y < height; y++) {
    for (let b = 0; b < blocks; b++) {
      const row = m + <usize>y * stride + ((<usize>b) << 7);
      let most = f64x2.splat(0);
      let least = f64x2.splat(Infinity);
      const zero = f64x2.splat(0);
      const w = inverse + <usize>y * stride + ((<usize>b) << 7);
      for (let i: usize = 0; i < 128; i += 16) {
        const value = v128.load(row + i);
        most = f64x2.pmax(most, value);
        const solved = f64x2.gt(v128.load(w + i), zero);
        least = f64x2.pmin(least, v128.bitselect(value, least, solved));
      }
      const high = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
      const low = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
      if (high == 0) continue;
      // f64 goes from 1e-308 to 1e308: neighbours of another block are at most 2^127 away from
      // their scale (1e38), and a sum has eight of them. False for NaN, too
      if (!(low > 1e-250 * high && high < 1e300)) fine = false;
      const e = <i32>((reinterpret<u64>(high) >> 52) & 0x7ff) - 1023;
      if (abs(e) < NEAR_ONE) continue;
      const scale = f64x2.splat(power(-e));
      for (let i: usize = 0; i < 128; i += 16) {
        v128.store(row + i, f64x2.mul(v128.load(row + i), scale));
      }
      const o = scalesOf(y) + ((<usize>b) << 2);
      store<i32>(o, load<i32>(o) + e);
    }
  }
  return fine;
}

/** Keeps the current values for `cellsChange`. */
export function cellsKeep(): void {
  memory.copy(before, m, <usize>(height - 1) * stride + ((<usize>blocks) << 7));
  memory.copy(scalesBefore, scales, <usize>(height - 1) * scaleStride + ((<usize>blocks) << 2));
}

/** The largest change since `cellsKeep`, relative to the current values. */
export function cellsChange(): f64 {
  let most = f64x2.splat(0);
  const zero = f64x2.splat(0);
  for (let y = 0; y < height; y++) {
    for (let b = 0; b < blocks; b++) {
      const at = <usize>y * stride + ((<usize>b) << 7);
      const o = <usize>y * scaleStride + ((<usize>b) << 2);
      const scale = f64x2.splat(power(load<i32>(scalesBefore + o) - load<i32>(scales + o)));
      for (let i: usize = 0; i < 128; i += 16) {
        const now = v128.load(m + at + i);
        const old = f64x2.mul(v128.load(before + at + i), scale);
        const change = f64x2.div(f64x2.abs(f64x2.sub(now, old)), now);
        const solved = f64x2.gt(v128.load(inverse + at + i), zero);
        most = f64x2.pmax(most, v128.and(change, solved));
      }
    }
  }
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/**
 * Numbers the boxes that have something to solve for; writes x and y of each (u32) and returns how
 * many there are.
 */
export function cellsBoxes(x: usize, y: usize): i32 {
  let count = 0;
  const boxWidth = (width + 1) >> 1;
  for (let j = 0; j < (height + 1) >> 1; j++) {
    for (let i = 0; i < boxWidth; i++) {
      const at = inverse + <usize>(j << 1) * stride + ((<usize>i) << 4);
      const any = v128.any_true(v128.load(at)) || v128.any_true(v128.load(at + stride));
      const node = any ? count : <i32>NONE;
      store<u32>(boxRow(j) + ((<usize>i) << 2), node);
      if (!any) continue;
      store<u32>(x + ((<usize>count) << 2), i);
      store<u32>(y + ((<usize>count) << 2), j);
      count++;
    }
  }
  return count;
}

/**
 * Makes the rows of the first coarse level; returns the number of its edges. `withEdges`: every
 * value is 1, and the edges (`first`, `head`) are found and written too. Else only the weights of
 * the edges found then are written.
 */
export function cellsRestrict(withEdges: bool, eight: bool): i32 {
  boxRowsStart(withEdges);
  const boxWidth = (width + 1) >> 1;
  let edge = 0;
  for (let j = 0; j < (height + 1) >> 1; j++) {
    for (let b = 0; b < blocks; b++) {
      const unit = loadBoxes(j, b);
      for (let k = 0; k < 8; k++) {
        const i = (b << 3) + k;
        if (i >= boxWidth) break;
        const box = boxRow(j) + ((<usize>i) << 2);
        const node = load<i32>(box);
        if (<u32>node == NONE) continue;
        edge = restrictBox(eight, i, j, box, node, edge);
        startRow(node, unit);
      }
    }
  }
  addGoals(eight);
  return edge;
}

/**
 * Copies into the scratch the values of the boxes of block `b` of row `j` of boxes, with one cell
 * around them (four rows), in units of 2^unit, and the losses of the boxes' own two rows. Returns
 * unit. Cells that are not solved for count 0.
 */
function loadBoxes(j: i32, b: i32): i32 {
  const zero = f64x2.splat(0);
  const losses = scratch + 4 * ROW;
  const row = <usize>(j << 1) * stride + ((<usize>b) << 7);
  const o = scalesOf(j << 1) + ((<usize>b) << 2);
  const unit = max(load<i32>(o), load<i32>(o + scaleStride));
  for (let r = 0; r < 4; r++) {
    const from = m + row + <usize>(r - 1) * stride;
    const w = inverse + row + <usize>(r - 1) * stride;
    const to = scratch + 16 + <usize>r * ROW;
    copyScaled(to, from, o + <usize>(r - 1) * scaleStride, unit);
    for (let i: usize = 0; i < ROW; i += 16) {
      const solved = f64x2.gt(v128.load(w + i - 16), zero);
      v128.store(to + i - 16, v128.and(v128.load(to + i - 16), solved));
    }
    if (r == 0 || r == 3) continue;
    for (let i: usize = 0; i < LOSS_ROW; i += 16) {
      const factor = v128.load(w + i);
      const loss = f64x2.div(v128.load(to + i), factor);
      const at = losses + <usize>(r - 1) * LOSS_ROW + i;
      v128.store(at, v128.and(loss, f64x2.gt(factor, zero)));
    }
  }
  return unit;
}

/** Adds the scent that goals give their neighbours to the inflow of the neighbours' boxes. */
function addGoals(eight: bool): void {
  for (let g = 0; g < goalCount; g++) {
    const cell = goalCell(goals, g);
    const value = goalValue(goals, goalCount, g);
    const scale = goalScale(goals, goalCount, g);
    const y = cell / width;
    const x = cell - y * width;
    for (let dy = -1; dy < 2; dy++) {
      for (let dx = -1; dx < 2; dx++) {
        if (dx != 0 && dy != 0) {
          if (!eight || !isOpen(x + max(dx, 0), y + max(dy, 0))) continue;
        }
        const at = <usize>(y + dy) * stride + <usize>((x + dx) << 3);
        if (load<f64>(inverse + at) == 0) continue;
        const node = i32At(boxRow((y + dy) >> 1), (x + dx) >> 1);
        addInflow(node, value, scale);
      }
    }
  }
}

/** Multiplies the scent of each box by its node's u. */
export function cellsCorrect(u: usize): void {
  const zero = f64x2.splat(0);
  for (let y = 0; y < height; y++) {
    const boxes = boxRow(y >> 1);
    for (let i = 0; i < (width + 1) >> 1; i++) {
      const node = load<u32>(boxes + ((<usize>i) << 2));
      if (node == NONE) continue;
      const at = <usize>y * stride + ((<usize>i) << 4);
      const value = v128.load(m + at);
      const by = limited(load<f64>(u + ((<usize>node) << 3)));
      // over-correction as `further` of levels.ts, but u^(3/2), because two sweeps follow
      const scaled = f64x2.mul(value, f64x2.splat(by * Math.sqrt(by)));
      const solved = f64x2.gt(v128.load(inverse + at), zero);
      v128.store(m + at, v128.bitselect(scaled, value, solved));
    }
  }
}

/** Gives each cell the scent t * 2^scale of its box, and each goal its strength. */
export function cellsFill(t: usize, boxScales: usize): void {
  for (let y = 0; y < height; y++) {
    const boxes = boxRow(y >> 1);
    for (let b = 0; b < blocks; b++) {
      const end = min(((width + 1) >> 1) - (b << 3), 8);
      let unit: i32 = -0x40000000;
      for (let k = 0; k < end; k++) {
        const node = load<u32>(boxes + ((<usize>((b << 3) + k)) << 2));
        if (node != NONE) unit = max(unit, i32At(boxScales, node));
      }
      if (unit == -0x40000000) unit = 0;
      store<i32>(scalesOf(y) + ((<usize>b) << 2), unit);
      for (let x = b << 4; x < min(width, (b + 1) << 4); x++) {
        const at = <usize>y * stride + ((<usize>x) << 3);
        const node = load<u32>(boxes + ((<usize>(x >> 1)) << 2));
        if (load<f64>(inverse + at) == 0) continue;
        const places = i32At(boxScales, node) - unit;
        store<f64>(m + at, load<f64>(t + ((<usize>node) << 3)) * power(places));
      }
    }
  }
  for (let g = 0; g < goalCount; g++) {
    const cell = goalCell(goals, g);
    const y = cell / width;
    const x = cell - y * width;
    const places = goalScale(goals, goalCount, g) - i32At(scalesOf(y), x >> 4);
    setF64(m + <usize>y * stride, x, goalValue(goals, goalCount, g) * power(places));
  }
}

/**
 * Takes the scent of a field of precision 'log': its first cell is at `field`, rows are `bytes`
 * apart.
 */
export function cellsRead(field: usize, bytes: usize): void {
  for (let y = 0; y < height; y++) {
    const row = field + <usize>y * bytes;
    for (let b = 0; b < blocks; b++) {
      const end = min(width, (b + 1) << 4);
      let unit: i32 = -0x40000000;
      for (let x = b << 4; x < end; x++) {
        const bits = load<u32>(row + ((<usize>x) << 2));
        if (bits != 0) unit = max(unit, scaleOf(field, y * width + x) + <i32>(bits >> 23) - 127);
      }
      if (unit == -0x40000000) unit = 0;
      store<i32>(scalesOf(y) + ((<usize>b) << 2), unit);
      for (let x = b << 4; x < end; x++) {
        const value = <f64>load<f32>(row + ((<usize>x) << 2));
        const places = scaleOf(field, y * width + x) - unit;
        const at = <usize>y * stride + ((<usize>x) << 3);
        store<f64>(m + at, value == 0 ? 0 : value * power(places));
      }
    }
  }
}

/** Writes the cells that were solved for to a field of precision 'log'. */
export function cellsWrite(field: usize, rules: i32): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = <usize>y * stride + ((<usize>x) << 3);
      if (load<f64>(inverse + at) == 0) continue;
      const value = load<f64>(m + at);
      const e = <i32>((reinterpret<u64>(value) >> 52) & 0x7ff) - 1023;
      const scale = i32At(scalesOf(y), x >> 4) + e;
      putCell(field, y * width + x, <f32>(value * power(-e)), scale, rules);
    }
  }
}
