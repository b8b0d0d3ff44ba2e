// Blocks of 16 cells in precision 'log': how they are read and written cell by cell. See log-row.ts.

/** K of a block of zeros. */
export const EMPTY: i32 = 0;
/** K of a block whose cells have an offset each. */
export const MIXED: i32 = -1;
/** K of a block with offset 0: K itself is above 0 then. */
export const BIAS: i32 = 1 << 20;

/** The lowest and highest exponent of m in a block with one offset. */
const LOWEST: i32 = -100;
const HIGHEST: i32 = 71;

/** From a row's cells to their offsets, the same for all rows. */
let offsetDelta: usize = 0;
/**
 * Scratch: offsets of three rows of 24 cells, from 4 before a block to 4 behind it; then at byte 288 the 16
 * new values, at 352 their offsets.
 */
let scratch: usize = 0;

export function logBind(delta: usize, block: usize): void {
  offsetDelta = delta;
  scratch = block;
}

/** m * 2^(offset + base - 127), exact or far below the largest of its sum; 0 where the power is below 2^-126. */
function scale(m: v128, offset: v128, base: v128): v128 {
  const places = i32x4.max_s(i32x4.add(offset, base), i32x4.splat(0));
  return f32x4.mul(m, i32x4.shl(i32x4.min_s(places, i32x4.splat(254)), 23));
}

/** m * 2^places, exact where the product is normal: places may be more than one factor holds. */
function moved(m: v128, places: v128): v128 {
  const near = i32x4.min_s(i32x4.max_s(places, i32x4.splat(-126)), i32x4.splat(127));
  const rest = i32x4.sub(places, near);
  return f32x4.mul(f32x4.mul(m, power(near)), power(rest));
}

/** 2^e, for e from -126 to 127. Zeros may ask for more: any power does for them. */
function power(e: v128): v128 {
  const within = i32x4.min_s(i32x4.max_s(e, i32x4.splat(-126)), i32x4.splat(127));
  return i32x4.shl(i32x4.add(within, i32x4.splat(127)), 23);
}

/** Offsets of a row, from 4 cells before block `b` to 4 behind it, into line `line` of the scratch block. */
function offsetsAt(line: i32, row: usize, b: i32, exponents: usize): void {
  const to = scratch + <usize>line * 96;
  const at = row + exponents + ((<usize>b) << 2);
  const from = row + offsetDelta + ((<usize>b) << 6);
  let k = load<i32>(at - 4);
  v128.store(to, k == MIXED ? v128.load(from - 16) : i32x4.splat((k - BIAS) << 6));
  k = load<i32>(at);
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(to + i, k == MIXED ? v128.load(from + i) : i32x4.splat((k - BIAS) << 6), 16);
  }
  k = load<i32>(at, 4);
  v128.store(to, k == MIXED ? v128.load(from, 64) : i32x4.splat((k - BIAS) << 6), 80);
}

/** Writes the 16 values of the scratch block to block `b` of a row, with one offset where that is possible. */
function encodeBlock(row: usize, b: i32, exponents: usize): void {
  const out = row + ((<usize>b) << 6);
  const at = row + exponents + ((<usize>b) << 2);
  const values = scratch + 288;
  const offsets = scratch + 352;
  let most: i32 = i32.MIN_VALUE;
  let least: i32 = i32.MAX_VALUE;
  for (let i: usize = 0; i < 64; i += 4) {
    const bits = load<i32>(values + i);
    if (bits == 0) continue;
    const e = (bits >>> 23) - 127 + load<i32>(offsets + i);
    most = max(most, e);
    least = min(least, e);
  }
  if (most == i32.MIN_VALUE) {
    memory.fill(out, 0, 64);
    store<i32>(at, EMPTY);
    return;
  }
  const k = (most - 4) >> 6;
  if (least - (k << 6) >= LOWEST) {
    const base = i32x4.splat(-(k << 6));
    for (let i: usize = 0; i < 64; i += 16) {
      v128.store(out + i, moved(v128.load(values + i), i32x4.add(v128.load(offsets + i), base)));
    }
    store<i32>(at, k + BIAS);
    return;
  }
  for (let i: usize = 0; i < 64; i += 4) {
    const bits = load<i32>(values + i);
    store<i32>(out + i, bits == 0 ? 0 : (bits & 0x7fffff) | 0x3f800000);
    store<i32>(out + offsetDelta + i, (bits >>> 23) - 127 + load<i32>(offsets + i));
  }
  store<i32>(at, MIXED);
}

/** A block whose surroundings have exponents too far apart: every cell is aligned to its largest neighbour. */
export function mixedBlock<EIGHT, CENTRE>(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  b: i32,
  exponents: usize,
  centre: f32,
): void {
  const x = (<usize>b) << 6;
  offsetsAt(0, up, b, exponents);
  offsetsAt(1, mid, b, exponents);
  offsetsAt(2, down, b, exponents);
  for (let i: usize = 0; i < 64; i += 16) {
    const at = x + i;
    // offsets of the three rows from 4 cells before the block on, 96 bytes a row
    const o = scratch + 16 + i;
    const u = v128.load(up + at);
    const d = v128.load(down + at);
    const l = v128.load(mid + at - 4);
    const r = v128.load(mid + at, 4);
    const ou = v128.load(o);
    const od = v128.load(o, 192);
    const ol = v128.load(o + 96 - 4);
    const or = v128.load(o + 96, 4);
    let most = i32x4.max_s(
      i32x4.max_s(exponentOf(u, ou), exponentOf(d, od)),
      i32x4.max_s(exponentOf(l, ol), exponentOf(r, or)),
    );
    let ul = u;
    let ur = u;
    let dl = u;
    let dr = u;
    let oul = ou;
    let our = ou;
    let odl = ou;
    let odr = ou;
    if (isInteger<EIGHT>()) {
      ul = v128.load(up + at - 4);
      ur = v128.load(up + at, 4);
      dl = v128.load(down + at - 4);
      dr = v128.load(down + at, 4);
      oul = v128.load(o - 4);
      our = v128.load(o, 4);
      odl = v128.load(o + 192 - 4);
      odr = v128.load(o + 192, 4);
      most = i32x4.max_s(most, i32x4.max_s(exponentOf(ul, oul), exponentOf(ur, our)));
      most = i32x4.max_s(most, i32x4.max_s(exponentOf(dl, odl), exponentOf(dr, odr)));
    }
    let m = u;
    let om = ou;
    if (isInteger<CENTRE>()) {
      m = v128.load(mid + at);
      om = v128.load(o, 96);
      most = i32x4.max_s(most, exponentOf(m, om));
    }
    const base = i32x4.sub(i32x4.splat(127), most);
    let left = scale(l, ol, base);
    let right = scale(r, or, base);
    if (isInteger<EIGHT>()) {
      left = f32x4.add(f32x4.add(scale(ul, oul, base), scale(dl, odl, base)), left);
      right = f32x4.add(f32x4.add(scale(ur, our, base), scale(dr, odr, base)), right);
    }
    let sum = f32x4.add(f32x4.add(left, right), f32x4.add(scale(u, ou, base), scale(d, od, base)));
    if (isInteger<CENTRE>()) {
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(centre), scale(m, om, base)));
    }
    v128.store(scratch + 288 + i, f32x4.mul(sum, v128.load(factor + at)));
    v128.store(scratch + 352 + i, most);
  }
  encodeBlock(out, b, exponents);
}

/** The binary exponent of each value; far below all for 0. */
function exponentOf(m: v128, offset: v128): v128 {
  const exponent = i32x4.add(i32x4.sub(i32x4.shr_u(m, 23), i32x4.splat(127)), offset);
  return v128.bitselect(i32x4.splat(-0x20000000), exponent, f32x4.eq(m, f32x4.splat(0)));
}

/** The offset of a cell: its value is m * 2^offset. */
export function cellOffset(row: usize, x: i32, exponents: usize): i32 {
  const k = load<i32>(row + exponents + ((<usize>(x >> 4)) << 2));
  return k == MIXED ? load<i32>(row + offsetDelta + ((<usize>x) << 2)) : (k - BIAS) << 6;
}

/** Sets one cell to m * 2^offset, m with exponent -80 to 80, or 0. */
export function setCell(row: usize, x: i32, exponents: usize, m: f32, offset: i32): void {
  const b = x >> 4;
  const k = load<i32>(row + exponents + ((<usize>b) << 2));
  const exponent = (reinterpret<i32>(m) >>> 23) - 127;
  if (k > EMPTY && m != 0) {
    const places = offset - ((k - BIAS) << 6);
    if (exponent + places >= LOWEST && exponent + places <= HIGHEST && abs(places) < 120) {
      store<f32>(row + ((<usize>x) << 2), m * reinterpret<f32>((places + 127) << 23));
      return;
    }
  } else if (m == 0) {
    store<f32>(row + ((<usize>x) << 2), 0);
    return;
  }
  for (let i = 0; i < 16; i++) {
    const cell = (b << 4) + i;
    store<f32>(scratch + 288 + ((<usize>i) << 2), load<f32>(row + ((<usize>cell) << 2)));
    store<i32>(scratch + 352 + ((<usize>i) << 2), cellOffset(row, cell, exponents));
  }
  store<f32>(scratch + 288 + ((<usize>(x & 15)) << 2), m);
  store<i32>(scratch + 352 + ((<usize>(x & 15)) << 2), offset);
  encodeBlock(row, b, exponents);
}
