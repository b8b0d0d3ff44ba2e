// The finest level of the multigrid of method 'steady': the cells themselves. A value is m *
// 2^scale with m in f64 and one scale per block of 16 cells of a row. Loss: how much of itself a
// cell gives away (src/steady/losses.ts); `inverse` = 1 / loss, and 0 for cells that are not solved
// for (obstacles, goals, cells that no goal reaches). Boxes of 2 x 2 cells are the nodes of the
// first coarse level (levels.ts).

import { f64At, goalCell, goalScale, goalValue, i32At, setF64, setI32 } from '../layout';
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
let before: usize = 0;
/** Scale of block 0 of row 0; one entry of padding on both sides. */
let scales: usize = 0;
let scalesBefore: usize = 0;
/** u32 per box, its node, NONE where nothing in it is solved for; one box of padding all round. */
let nodes: usize = 0;
/** Four rows of 20 cells (`ROW` bytes each), two rows of 16 losses, then `FLOWS`. */
let scratch: usize = 0;
/**
 * Corner (0, 0), one i32 each as in step/rows.ts, and bytes from row to row; 0 = all corners are
 * open.
 */
let corners: usize = 0;
let cornerStride: usize = 0;
/** See layout.ts. */
let goals: usize = 0;
let goalCount: i32 = 0;

const NONE: u32 = 0xffffffff;
/**
 * A block whose largest exponent is smaller than this keeps its scale: most blocks, most cycles.
 */
const NEAR_ONE: i32 = 128;
/** Bytes of a row of 20 cells of scratch memory, and of a row of 16 losses. */
const ROW: usize = 20 * 8;
const LOSS_ROW: usize = 16 * 8;
/** Bytes of what flows to each of 3 x 3 boxes. */
const FLOWS: usize = 9 * 8;

/** Bytes of scratch memory. */
export const CELL_SCRATCH: u32 = 4 * <u32>ROW + 2 * <u32>LOSS_ROW + <u32>FLOWS;

export function cellsBindMap(mapWidth: i32, mapHeight: i32, scratchMemory: usize): void {
  width = mapWidth;
  height = mapHeight;
  blocks = (width + 15) >> 4;
  stride = ((<usize>blocks) << 7) + 32;
  scaleStride = ((<usize>blocks) << 2) + 8;
  scratch = scratchMemory;
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

export function cellsBindCorners(cornerRows: usize, rowBytes: usize): void {
  corners = cornerRows;
  cornerStride = rowBytes;
}

/** The corner left of column `x` in the row of corners above row `y`. */
function cornerPlace(x: i32, y: i32): usize {
  return corners + <usize>y * cornerStride + ((<usize>x) << 2);
}

function isOpen(x: i32, y: i32): bool {
  return corners == 0 || load<i32>(cornerPlace(x, y)) != 0;
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
 * `relax` of 8 neighbours with a corner rule. `above`: the corner left of the first cell, in the row
 * of corners above the cells.
 */
function relaxPast(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  above: usize,
): void {
  const zero = f64x2.splat(0);
  // columns of three, as the cells on their right count them and as those on their left do
  let before = openColumn(up - 16, mid - 16, down - 16, above - 4);
  let left = openColumn(up, mid, down, above + 4);
  let right = openColumn(up, mid, down, above);
  let here = v128.load(mid);
  for (let i: usize = 0; i < 128; i += 16) {
    const n = i + 16;
    const next = v128.load(mid + n);
    const pair = f64x2.add(v128.load(up + i), v128.load(down + i));
    const after = openColumn(up + n, mid + n, down + n, above + (n >> 1));
    const sides = f64x2.add(
      v128.shuffle<f64>(before, left, 1, 2),
      v128.shuffle<f64>(right, after, 1, 2),
    );
    const w = v128.load(factor + i);
    const value = f64x2.mul(f64x2.add(sides, pair), w);
    before = left;
    left = openColumn(up + n, mid + n, down + n, above + (n >> 1) + 4);
    v128.store(out + i, v128.bitselect(value, here, f64x2.gt(w, zero)));
    right = after;
    here = next;
  }
}

/** The columns of two cells, past the corners at `above` and in the row of corners below. */
function openColumn(up: usize, mid: usize, down: usize, above: usize): v128 {
  const upper = i64x2.extend_low_i32x4_s(v128.load64_zero(above));
  const lower = i64x2.extend_low_i32x4_s(v128.load64_zero(above + cornerStride));
  const ends = f64x2.add(v128.and(v128.load(up), upper), v128.and(v128.load(down), lower));
  return f64x2.add(ends, v128.load(mid));
}

/**
 * One sweep over the rows, each from the new values of the row before it, in a row all cells at
 * once.
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
      if (corners != 0) relaxPast(up, mid, down, inverse + at, out, cornerPlace(b << 4, y));
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

// The rows of the first coarse level, as `cellsBindRows` gave them.
let build: bool = false;
let first: usize = 0;
let head: usize = 0;
let weight: usize = 0;
let diagonal: usize = 0;
let inflow: usize = 0;
let units: usize = 0;

/** Which arrays `cellsRestrict` writes: rows of the first coarse level, see levels.ts. */
export function cellsBindRows(
  firstOut: usize,
  heads: usize,
  weights: usize,
  diagonals: usize,
  inflows: usize,
  unitList: usize,
): void {
  first = firstOut;
  head = heads;
  weight = weights;
  diagonal = diagonals;
  inflow = inflows;
  units = unitList;
}

/**
 * Makes the rows of the first coarse level. With `withEdges`, every value being 1, also its edges:
 * `first` and `head` are written then; else only a weight for each edge. Returns the number of
 * edges.
 */
export function cellsRestrict(withEdges: bool, eight: bool): i32 {
  build = withEdges;
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
        setF64(inflow, node, 0);
        setI32(units, node, unit);
      }
    }
  }
  addGoals(eight);
  return edge;
}

/**
 * What is solved for in the boxes of block `b` of row `j` of boxes, and one cell around them, into
 * the four rows of the scratch, in units of 2^(the unit returned); and the losses of the boxes' own
 * rows.
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

/**
 * The row of box (i, j), one of the eight in the scratch; returns the number of edges with it.
 */
function restrictBox(eight: bool, i: i32, j: i32, box: usize, node: i32, edges: i32): i32 {
  const k = i & 7;
  let edge = edges;
  // four rows of cells; the box is
  //   a c
  //   d e
  const above = scratch + 16 + ((<usize>k) << 4);
  const upper = above + ROW;
  const lower = upper + ROW;
  const below = lower + ROW;
  const a = f64At(upper, 0);
  const c = f64At(upper, 1);
  const d = f64At(lower, 0);
  const e = f64At(lower, 1);
  const A: f64 = a > 0 ? 1 : 0;
  const C: f64 = c > 0 ? 1 : 0;
  const D: f64 = d > 0 ? 1 : 0;
  const E: f64 = e > 0 ? 1 : 0;
  const l = scratch + 4 * ROW + ((<usize>k) << 4);
  let own = f64At(l, 0) + f64At(l, 1) + f64At(l + LOSS_ROW, 0) + f64At(l + LOSS_ROW, 1);
  let north: f64, south: f64, west: f64, east: f64;
  const boxBytes = (<usize>((width + 1) >> 1) + 2) << 2;
  const up = box - boxBytes;
  const down = box + boxBytes;
  if (build) setI32(first, node, edge);
  const end = build ? 0 : i32At(first, node + 1);
  if (corners != 0) return restrictPast(i, j, box, node, edge);
  if (eight) {
    own -= A * (c + d + e) + C * (a + d + e) + (D * (a + c + e) + E * (a + c + d));
    north = (A + C) * (f64At(above, 0) + f64At(above, 1));
    south = (D + E) * (f64At(below, 0) + f64At(below, 1));
    west = (A + D) * (f64At(upper, -1) + f64At(lower, -1));
    east = (C + E) * (f64At(upper, 2) + f64At(lower, 2));
    edge = put(edge, end, up - 4, A * f64At(above, -1));
    edge = put(edge, end, up + 4, C * f64At(above, 2));
    edge = put(edge, end, down - 4, D * f64At(below, -1));
    edge = put(edge, end, down + 4, E * f64At(below, 2));
  } else {
    own -= A * (c + d) + C * (a + e) + (D * (a + e) + E * (c + d));
    north = A * f64At(above, 0) + C * f64At(above, 1);
    south = D * f64At(below, 0) + E * f64At(below, 1);
    west = A * f64At(upper, -1) + D * f64At(lower, -1);
    east = C * f64At(upper, 2) + E * f64At(lower, 2);
  }
  edge = put(edge, end, up, north);
  edge = put(edge, end, box - 4, west);
  edge = put(edge, end, box + 4, east);
  edge = put(edge, end, down, south);
  setF64(diagonal, node, own);
  return edge;
}

/** `restrictBox` with a corner rule: neighbour by neighbour of the four cells. */
function restrictPast(i: i32, j: i32, box: usize, node: i32, edges: i32): i32 {
  const k = (<usize>(i & 7)) << 4;
  const losses = scratch + 4 * ROW + k;
  const flows = scratch + 4 * ROW + 2 * LOSS_ROW;
  memory.fill(flows, 0, FLOWS);
  let own: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const x = c & 1;
    const y = c >> 1;
    const row = scratch + 16 + k + <usize>(y + 1) * ROW;
    if (f64At(row, x) == 0) continue;
    own += f64At(losses + <usize>y * LOSS_ROW, x);
    for (let dy = -1; dy < 2; dy++) {
      for (let dx = -1; dx < 2; dx++) {
        if (dx == 0 && dy == 0) continue;
        if (dx != 0 && dy != 0 && !isOpen((i << 1) + x + max(dx, 0), (j << 1) + y + max(dy, 0)))
          continue;
        // of 3 x 3 boxes, which one the neighbour lies in
        const to = 3 * ((y + dy + 2) >> 1) + ((x + dx + 2) >> 1);
        setF64(flows, to, f64At(flows, to) + f64At(row + <usize>dy * ROW, x + dx));
      }
    }
  }
  const boxBytes = (<usize>((width + 1) >> 1) + 2) << 2;
  let edge = edges;
  if (build) setI32(first, node, edge);
  const end = build ? 0 : i32At(first, node + 1);
  for (let to = 0; to < 9; to++) {
    const there = box + <usize>(to / 3 - 1) * boxBytes + ((<usize>((to % 3) - 1)) << 2);
    if (to != 4) edge = put(edge, end, there, f64At(flows, to));
  }
  setF64(diagonal, node, own - f64At(flows, 4));
  return edge;
}

/**
 * Adds an edge to a box: with `build` if it carries something, else if it was found to do so then.
 */
function put(edge: i32, end: i32, box: usize, flow: f64): i32 {
  const to = head + ((<usize>edge) << 2);
  if (build) {
    if (flow == 0) return edge;
    store<u32>(to, load<u32>(box));
  } else if (edge == end || load<u32>(to) != load<u32>(box)) return edge;
  setF64(weight, edge, flow);
  return edge + 1;
}

/** What the goals give to the boxes around them. */
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
        const by = power(scale - i32At(units, node));
        setF64(inflow, node, f64At(inflow, node) + value * by);
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
      // over-corrected (`further`, levels.ts), but by u^(3/2), for two sweeps follow
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

/** Sets the cells of a field of precision 'log' to what was solved for. */
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
