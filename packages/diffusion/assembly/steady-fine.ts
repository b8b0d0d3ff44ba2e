// The finest level of the multigrid of method 'steady': the cells themselves, m * 2^offset with m in f64 and an
// offset per block of 16 cells of a row. Loss: how much of itself a cell gives away, `inverse` = 1 / loss, 0 for
// what is not solved for (obstacles, goals, cells that no goal reaches). Boxes of 2 x 2 cells are the nodes of the
// first coarse level.

import { limited, power } from './steady-levels';
import { offsetOf, putCell } from './pass';

let width: i32 = 0;
let height: i32 = 0;
/** Blocks of 16 cells in a row. */
let blocks: i32 = 0;
/** Bytes from row to row of m and of the offsets; both have a row of padding above, and some below. */
let stride: usize = 0;
let offsetStride: usize = 0;
/** Cell (0, 0); two cells of padding, 0, lie on both sides of a row. */
let m: usize = 0;
let inverse: usize = 0;
let before: usize = 0;
/** Offset of block 0 of row 0; one entry of padding on both sides. */
let offsets: usize = 0;
let offsetsBefore: usize = 0;
/** u32 per box, its node, NONE where nothing in it is solved for; one box of padding all round. */
let nodes: usize = 0;
/** Four rows of 20 cells, and two of 16 for the losses. */
let scratch: usize = 0;
/** Goals: u32 cells, f32 m, i32 offsets. */
let goals: usize = 0;
let goalCount: i32 = 0;

const NONE: u32 = 0xffffffff;
const ROW: usize = 160;

export function fineBind(
  mapWidth: i32,
  mapHeight: i32,
  values: usize,
  inverses: usize,
  oldValues: usize,
  offsetRows: usize,
  oldOffsets: usize,
  boxes: usize,
  block: usize,
  goalList: usize,
  goalNumber: i32,
): void {
  width = mapWidth;
  height = mapHeight;
  blocks = (width + 15) >> 4;
  stride = ((<usize>blocks) << 7) + 32;
  offsetStride = ((<usize>blocks) << 2) + 8;
  m = values;
  inverse = inverses;
  before = oldValues;
  offsets = offsetRows;
  offsetsBefore = oldOffsets;
  nodes = boxes;
  scratch = block;
  goals = goalList;
  goalCount = goalNumber;
}

function offsetsOf(y: i32): usize {
  return offsets + <usize>y * offsetStride;
}

function boxRow(j: i32): usize {
  return nodes + <usize>j * ((<usize>((width + 1) >> 1) + 2) << 2);
}

/** Cells -2 to 17 of a block, in units of 2^unit. */
function copyScaled(to: usize, row: usize, offset: usize, unit: i32): void {
  v128.store(
    to - 16,
    f64x2.mul(v128.load(row - 16), f64x2.splat(power(load<i32>(offset - 4) - unit))),
  );
  const scale = f64x2.splat(power(load<i32>(offset) - unit));
  for (let i: usize = 0; i < 128; i += 16) {
    v128.store(to + i, f64x2.mul(v128.load(row + i), scale));
  }
  v128.store(
    to + 128,
    f64x2.mul(v128.load(row + 128), f64x2.splat(power(load<i32>(offset + 4) - unit))),
  );
}

/** New values of the 16 cells at `mid`, written to `out`. */
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

/** One sweep over the rows, each from the new values of the row before it, in a row all cells at once. */
export function fineSweep(forward: bool, eight: bool): void {
  for (let k = 0; k < height; k++) {
    const y = forward ? k : height - 1 - k;
    for (let b = 0; b < blocks; b++) {
      const at = <usize>y * stride + ((<usize>b) << 7);
      let mid = m + at;
      const out = mid;
      let up = mid - stride;
      let down = mid + stride;
      const o = offsetsOf(y) + ((<usize>b) << 2);
      const unit = load<i32>(o);
      let other = 0;
      for (let r = -1; r < 2; r++) {
        const p = o + <usize>r * offsetStride;
        other |= (load<i32>(p - 4) ^ unit) | (load<i32>(p) ^ unit) | (load<i32>(p, 4) ^ unit);
      }
      if (other != 0) {
        copyScaled(scratch + 16, up, o - offsetStride, unit);
        copyScaled(scratch + 16 + ROW, mid, o, unit);
        copyScaled(scratch + 16 + 2 * ROW, down, o + offsetStride, unit);
        up = scratch + 16;
        mid = up + ROW;
        down = mid + ROW;
      }
      if (eight) relax<i32>(up, mid, down, inverse + at, out);
      else relax<f32>(up, mid, down, inverse + at, out);
    }
  }
}

/** Brings the largest m of every block near 1; false where a cell would be lost. */
export function fineNormalise(): bool {
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
      // not a number either
      if (!(low > 1e-250 * high && high < 1e300)) fine = false;
      const e = <i32>((reinterpret<u64>(high) >> 52) & 0x7ff) - 1023;
      if (abs(e) < 128) continue;
      const scale = f64x2.splat(power(-e));
      for (let i: usize = 0; i < 128; i += 16) {
        v128.store(row + i, f64x2.mul(v128.load(row + i), scale));
      }
      const o = offsetsOf(y) + ((<usize>b) << 2);
      store<i32>(o, load<i32>(o) + e);
    }
  }
  return fine;
}

/** Keeps the values as they are now for `fineChange`. */
export function fineKeep(): void {
  memory.copy(before, m, <usize>(height - 1) * stride + ((<usize>blocks) << 7));
  memory.copy(offsetsBefore, offsets, <usize>(height - 1) * offsetStride + ((<usize>blocks) << 2));
}

/** The largest change since then, relative to what is there now. */
export function fineChange(): f64 {
  let most = f64x2.splat(0);
  const zero = f64x2.splat(0);
  for (let y = 0; y < height; y++) {
    for (let b = 0; b < blocks; b++) {
      const at = <usize>y * stride + ((<usize>b) << 7);
      const o = <usize>y * offsetStride + ((<usize>b) << 2);
      const scale = f64x2.splat(power(load<i32>(offsetsBefore + o) - load<i32>(offsets + o)));
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

/** Numbers the boxes that have something to solve for; writes each one's x and y (u32) and returns how many. */
export function fineBoxes(x: usize, y: usize): i32 {
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
 * The rows of the first coarse level. With `build`, every value being 1, also its edges: `first` and `head`
 * are written then; else a weight for each of them. Returns the number of edges.
 */
export function fineRestrict(
  build: bool,
  eight: bool,
  first: usize,
  head: usize,
  weight: usize,
  diagonal: usize,
  inflow: usize,
  units: usize,
): i32 {
  const boxWidth = (width + 1) >> 1;
  const zero = f64x2.splat(0);
  const losses = scratch + 4 * ROW;
  let edge = 0;
  for (let j = 0; j < (height + 1) >> 1; j++) {
    for (let b = 0; b < blocks; b++) {
      const row = <usize>(j << 1) * stride + ((<usize>b) << 7);
      const o = offsetsOf(j << 1) + ((<usize>b) << 2);
      const unit = max(load<i32>(o), load<i32>(o + offsetStride));
      // what is solved for, rows -1 to 2 of the boxes, in units of 2^unit; and the losses of rows 0 and 1
      for (let r = 0; r < 4; r++) {
        const from = m + row + <usize>(r - 1) * stride;
        const w = inverse + row + <usize>(r - 1) * stride;
        const to = scratch + 16 + <usize>r * ROW;
        copyScaled(to, from, o + <usize>(r - 1) * offsetStride, unit);
        for (let i: usize = 0; i < ROW; i += 16) {
          const solved = f64x2.gt(v128.load(w + i - 16), zero);
          v128.store(to + i - 16, v128.and(v128.load(to + i - 16), solved));
        }
        if (r == 0 || r == 3) continue;
        for (let i: usize = 0; i < 128; i += 16) {
          const factor = v128.load(w + i);
          const loss = f64x2.div(v128.load(to + i), factor);
          v128.store(losses + <usize>((r - 1) << 7) + i, v128.and(loss, f64x2.gt(factor, zero)));
        }
      }
      for (let k = 0; k < 8; k++) {
        const i = (b << 3) + k;
        if (i >= boxWidth) break;
        const box = boxRow(j) + ((<usize>i) << 2);
        const node = load<u32>(box);
        if (node == NONE) continue;
        const p = scratch + 16 + ((<usize>k) << 4);
        const a = load<f64>(p + ROW);
        const c = load<f64>(p + ROW, 8);
        const d = load<f64>(p + 2 * ROW);
        const e = load<f64>(p + 2 * ROW, 8);
        // a c
        // d e
        const A: f64 = a > 0 ? 1 : 0;
        const C: f64 = c > 0 ? 1 : 0;
        const D: f64 = d > 0 ? 1 : 0;
        const E: f64 = e > 0 ? 1 : 0;
        const n0 = load<f64>(p);
        const n1 = load<f64>(p, 8);
        const s0 = load<f64>(p + 3 * ROW);
        const s1 = load<f64>(p + 3 * ROW, 8);
        const w0 = load<f64>(p + ROW - 8);
        const w1 = load<f64>(p + 2 * ROW - 8);
        const e0 = load<f64>(p + ROW, 16);
        const e1 = load<f64>(p + 2 * ROW, 16);
        const l = losses + ((<usize>k) << 4);
        let own = load<f64>(l) + load<f64>(l, 8) + load<f64>(l, 128) + load<f64>(l, 136);
        let north: f64, south: f64, west: f64, east: f64;
        const up = box - ((<usize>boxWidth + 2) << 2);
        const down = box + ((<usize>boxWidth + 2) << 2);
        if (build) store<i32>(first + ((<usize>node) << 2), edge);
        const end = build ? 0 : load<i32>(first + ((<usize>node) << 2), 4);
        if (eight) {
          own -= A * (c + d + e) + C * (a + d + e) + (D * (a + c + e) + E * (a + c + d));
          north = (A + C) * (n0 + n1);
          south = (D + E) * (s0 + s1);
          west = (A + D) * (w0 + w1);
          east = (C + E) * (e0 + e1);
          edge = put(build, weight, head, edge, end, up - 4, A * load<f64>(p - 8));
          edge = put(build, weight, head, edge, end, up + 4, C * load<f64>(p, 16));
          edge = put(build, weight, head, edge, end, down - 4, D * load<f64>(p + 3 * ROW - 8));
          edge = put(build, weight, head, edge, end, down + 4, E * load<f64>(p + 3 * ROW, 16));
        } else {
          own -= A * (c + d) + C * (a + e) + (D * (a + e) + E * (c + d));
          north = A * n0 + C * n1;
          south = D * s0 + E * s1;
          west = A * w0 + D * w1;
          east = C * e0 + E * e1;
        }
        edge = put(build, weight, head, edge, end, up, north);
        edge = put(build, weight, head, edge, end, box - 4, west);
        edge = put(build, weight, head, edge, end, box + 4, east);
        edge = put(build, weight, head, edge, end, down, south);
        const at = (<usize>node) << 3;
        store<f64>(diagonal + at, own);
        store<f64>(inflow + at, 0);
        store<i32>(units + ((<usize>node) << 2), unit);
      }
    }
  }
  for (let g = 0; g < goalCount; g++) {
    const cell = load<i32>(goals + ((<usize>g) << 2));
    const value = <f64>load<f32>(goals + ((<usize>(goalCount + g)) << 2));
    const offset = load<i32>(goals + ((<usize>(2 * goalCount + g)) << 2));
    const y = cell / width;
    const x = cell - y * width;
    for (let dy = -1; dy < 2; dy++) {
      for (let dx = -1; dx < 2; dx++) {
        if (!eight && dx != 0 && dy != 0) continue;
        const at = <usize>(y + dy) * stride + <usize>((x + dx) << 3);
        if (load<f64>(inverse + at) == 0) continue;
        const node = load<u32>(boxRow((y + dy) >> 1) + ((<usize>((x + dx) >> 1)) << 2));
        const to = inflow + ((<usize>node) << 3);
        const scale = power(offset - load<i32>(units + ((<usize>node) << 2)));
        store<f64>(to, load<f64>(to) + value * scale);
      }
    }
  }
  return edge;
}

/** Adds an edge to a box: with `build` if it carries something, else if it was found to then. */
function put(
  build: bool,
  weight: usize,
  head: usize,
  edge: i32,
  end: i32,
  box: usize,
  flow: f64,
): i32 {
  const to = head + ((<usize>edge) << 2);
  if (build) {
    if (flow == 0) return edge;
    store<u32>(to, load<u32>(box));
  } else if (edge == end || load<u32>(to) != load<u32>(box)) return edge;
  store<f64>(weight + ((<usize>edge) << 3), flow);
  return edge + 1;
}

/** Multiplies the scent of each box with its node's u. */
export function fineCorrect(u: usize): void {
  const zero = f64x2.splat(0);
  for (let y = 0; y < height; y++) {
    const boxes = boxRow(y >> 1);
    for (let i = 0; i < (width + 1) >> 1; i++) {
      const node = load<u32>(boxes + ((<usize>i) << 2));
      if (node == NONE) continue;
      const at = <usize>y * stride + ((<usize>i) << 4);
      const value = v128.load(m + at);
      const by = limited(load<f64>(u + ((<usize>node) << 3)));
      // a little too far, as between the levels: see `further` there
      const scaled = f64x2.mul(value, f64x2.splat(by * Math.sqrt(by)));
      const solved = f64x2.gt(v128.load(inverse + at), zero);
      v128.store(m + at, v128.bitselect(scaled, value, solved));
    }
  }
}

/** The scent t * 2^offset of its box for each cell, and the goals'. */
export function fineFill(t: usize, offset: usize): void {
  for (let y = 0; y < height; y++) {
    const boxes = boxRow(y >> 1);
    for (let b = 0; b < blocks; b++) {
      const end = min(((width + 1) >> 1) - (b << 3), 8);
      let unit: i32 = -0x40000000;
      for (let k = 0; k < end; k++) {
        const node = load<u32>(boxes + ((<usize>((b << 3) + k)) << 2));
        if (node != NONE) unit = max(unit, load<i32>(offset + ((<usize>node) << 2)));
      }
      if (unit == -0x40000000) unit = 0;
      store<i32>(offsetsOf(y) + ((<usize>b) << 2), unit);
      for (let x = b << 4; x < min(width, (b + 1) << 4); x++) {
        const at = <usize>y * stride + ((<usize>x) << 3);
        const node = load<u32>(boxes + ((<usize>(x >> 1)) << 2));
        if (load<f64>(inverse + at) == 0) continue;
        const places = load<i32>(offset + ((<usize>node) << 2)) - unit;
        store<f64>(m + at, load<f64>(t + ((<usize>node) << 3)) * power(places));
      }
    }
  }
  for (let g = 0; g < goalCount; g++) {
    const cell = load<i32>(goals + ((<usize>g) << 2));
    const y = cell / width;
    const x = cell - y * width;
    const places =
      load<i32>(goals + ((<usize>(2 * goalCount + g)) << 2)) -
      load<i32>(offsetsOf(y) + ((<usize>(x >> 4)) << 2));
    const value = <f64>load<f32>(goals + ((<usize>(goalCount + g)) << 2));
    store<f64>(m + <usize>y * stride + ((<usize>x) << 3), value * power(places));
  }
}

/** Takes a field of precision 'log', its first cell at `field`, rows `bytes` apart, for the scent. */
export function fineRead(field: usize, bytes: usize): void {
  for (let y = 0; y < height; y++) {
    const row = field + <usize>y * bytes;
    for (let b = 0; b < blocks; b++) {
      const end = min(width, (b + 1) << 4);
      let unit: i32 = -0x40000000;
      for (let x = b << 4; x < end; x++) {
        const bits = load<u32>(row + ((<usize>x) << 2));
        if (bits != 0) unit = max(unit, offsetOf(field, y * width + x) + <i32>(bits >> 23) - 127);
      }
      if (unit == -0x40000000) unit = 0;
      store<i32>(offsetsOf(y) + ((<usize>b) << 2), unit);
      for (let x = b << 4; x < end; x++) {
        const value = <f64>load<f32>(row + ((<usize>x) << 2));
        const places = offsetOf(field, y * width + x) - unit;
        const at = <usize>y * stride + ((<usize>x) << 3);
        store<f64>(m + at, value == 0 ? 0 : value * power(places));
      }
    }
  }
}

/** Sets the cells of a field of precision 'log' to what was solved for. */
export function fineWrite(field: usize, rules: i32): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = <usize>y * stride + ((<usize>x) << 3);
      if (load<f64>(inverse + at) == 0) continue;
      const value = load<f64>(m + at);
      const e = <i32>((reinterpret<u64>(value) >> 52) & 0x7ff) - 1023;
      const offset = load<i32>(offsetsOf(y) + ((<usize>(x >> 4)) << 2)) + e;
      putCell(field, y * width + x, <f32>(value * power(-e)), offset, rules);
    }
  }
}
