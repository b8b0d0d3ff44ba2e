// Blocks of 16 cells in precision 'log'. The value of a cell is m * 2^scale, m an f32. Two things
// say what the scale is:
//
//   - each block of a row has a scale word K. The word of block 0 lies `toScaleWords` bytes
//     (negative) from the row's first cell. K = EMPTY: all cells are 0. K above 0: all cells have
//     scale 64 (K - SCALE_BIAS). K = MIXED: each cell has a scale of its own.
//   - the scales of the cells of mixed blocks lie `toScales` bytes behind the cells.
//
// This file reads and writes blocks cell by cell; log-row.ts does whole runs of blocks with one
// scale.

import { f32At, i32At, setF32, setI32 } from '../layout';
import { downRow, factorRow, lowerCorners, midRow, outRow, upperCorners, upRow } from './rows';

/** K of a block of zeros. */
export const EMPTY: i32 = 0;
/** K of a block whose cells have a scale each. */
export const MIXED: i32 = -1;
/**
 * K of a block with scale 0. Scales above -2^28 then give K above 0, and a lower scale makes
 * the block MIXED. By default `settle` needs scales down to -2^26.3: a million steps of a front
 * lose at most 80 powers of two each (`MIN_TERRAIN` times the least rate), 80,000,000 in all.
 */
export const SCALE_BIAS: i32 = 1 << 22;

/**
 * The lowest and highest exponent of m in a block with one scale, so m goes from 2^-100 to 2^72.
 * Below 2^-100, 26 powers of two are left before f32 loses bits (2^-126). Above 2^72, 55 are left
 * before a sum is infinite.
 */
const LOWEST: i32 = -100;
const HIGHEST: i32 = 71;
/** Below the exponent of every value: the exponent of 0. */
const NOTHING: i32 = -0x20000000;

/** Bytes from a row's first cell to the scale word of its block 0; 0 in precision 'f32'. */
let toScaleWords: usize = 0;
/** Bytes from a cell to its own scale. */
let toScales: usize = 0;

// The scratch memory: three lines of scales, each of 24 cells (4 before a block to 4 behind it),
// then the 16 new values and their scales.
const LINE: usize = 24 * 4;
const NEW_VALUES: usize = 3 * LINE;
const NEW_SCALES: usize = NEW_VALUES + 16 * 4;
/** Bytes of scratch memory: 416. */
export const LOG_SCRATCH: u32 = <u32>(NEW_SCALES + 16 * 4);
let scratch: usize = 0;

export function logBind(wordsFromRow: usize, scalesFromCell: usize, scratchMemory: usize): void {
  toScaleWords = wordsFromRow;
  toScales = scalesFromCell;
  scratch = scratchMemory;
}

/** Whether fields have scales. */
export function hasScales(): bool {
  return toScaleWords != 0;
}

/** The address of the scale word of block `b` of a row. */
export function scaleWordPlace(row: usize, b: i32): usize {
  return row + toScaleWords + ((<usize>b) << 2);
}

/** K of block `b` of a row. */
export function scaleWord(row: usize, b: i32): i32 {
  return load<i32>(scaleWordPlace(row, b));
}

export function setScaleWord(row: usize, b: i32, k: i32): void {
  store<i32>(scaleWordPlace(row, b), k);
}

/**
 * Scales the values m with these exponents (`biasedExponent`) so that the largest lies in [1, 2).
 * Results of at least 2^-126 are exact, and 0 stays 0. A result below 2^-126 loses its exponent, so
 * it may be wrong, but it stays below 2^-126. Each addition can raise such an error by at most 2^25
 * (log-row.ts, `LOW_SCALED`), so that five additions do not bring it up to the sum.
 */
function aligned(m: v128, exponent: v128, base: v128): v128 {
  const places = i32x4.add(exponent, base);
  const fraction = v128.and(m, i32x4.splat(0x7fffff));
  return v128.or(fraction, i32x4.shl(i32x4.max_s(places, i32x4.splat(0)), 23));
}

/**
 * The scales of a row, from 4 cells before block `b` to 4 behind it, into a line of the scratch.
 */
function scalesAt(line: usize, row: usize, b: i32): void {
  const to = scratch + line * LINE;
  const from = row + toScales + ((<usize>b) << 6);
  let k = scaleWord(row, b - 1);
  v128.store(to, k == MIXED ? v128.load(from - 16) : i32x4.splat((k - SCALE_BIAS) << 6));
  k = scaleWord(row, b);
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(to + i, k == MIXED ? v128.load(from + i) : i32x4.splat((k - SCALE_BIAS) << 6), 16);
  }
  k = scaleWord(row, b + 1);
  v128.store(to, k == MIXED ? v128.load(from, 64) : i32x4.splat((k - SCALE_BIAS) << 6), 80);
}

/** Writes the 16 new values of the scratch to block `b` of a row, with one scale where possible. */
function encodeBlock(row: usize, b: i32): void {
  const out = row + ((<usize>b) << 6);
  const values = scratch + NEW_VALUES;
  const scales = scratch + NEW_SCALES;
  const zero = i32x4.splat(0);
  let mosts = i32x4.splat(NOTHING);
  let leasts = i32x4.splat(-NOTHING);
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(values + i);
    const exponent = biasedExponent(m, v128.load(scales + i));
    mosts = i32x4.max_s(mosts, exponent);
    const none = i32x4.eq(m, zero);
    leasts = i32x4.min_s(leasts, v128.bitselect(i32x4.splat(-NOTHING), exponent, none));
  }
  mosts = i32x4.max_s(mosts, v128.shuffle<i32>(mosts, mosts, 2, 3, 0, 1));
  leasts = i32x4.min_s(leasts, v128.shuffle<i32>(leasts, leasts, 2, 3, 0, 1));
  const most = max(i32x4.extract_lane(mosts, 0), i32x4.extract_lane(mosts, 1)) - 127;
  const least = min(i32x4.extract_lane(leasts, 0), i32x4.extract_lane(leasts, 1)) - 127;
  if (most == NOTHING - 127) {
    memory.fill(out, 0, 64);
    setScaleWord(row, b, EMPTY);
    return;
  }
  // the largest m then is between 2^4 and 2^68: it can fall or grow before K has to change
  const k = (most - 4) >> 6;
  const uniform = k > -SCALE_BIAS && least - (k << 6) >= LOWEST;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(values + i);
    const exponent = biasedExponent(m, v128.load(scales + i));
    const places = uniform ? i32x4.sub(exponent, i32x4.splat(k << 6)) : i32x4.splat(127);
    const fraction = v128.and(m, i32x4.splat(0x7fffff));
    const moved = v128.or(fraction, i32x4.shl(places, 23));
    v128.store(out + i, v128.andnot(moved, i32x4.eq(m, zero)));
    if (!uniform) v128.store(out + toScales + i, i32x4.sub(exponent, i32x4.splat(127)));
  }
  setScaleWord(row, b, uniform ? k + SCALE_BIAS : MIXED);
}

/**
 * The new values of block `b` of the rows (rows.ts) where scales of neighbours lie too far apart:
 * every cell is aligned to its largest neighbour.
 */
export function mixedBlock<EIGHT, CENTRE>(b: i32, centre: f32): void {
  const up = upRow();
  const mid = midRow();
  const down = downRow();
  const factor = factorRow();
  const x = (<usize>b) << 6;
  scalesAt(0, up, b);
  scalesAt(1, mid, b);
  scalesAt(2, down, b);
  for (let i: usize = 0; i < 64; i += 16) {
    const at = x + i;
    // the scale of the cell above, in the first line; lines follow each other
    const o = scratch + 16 + i;
    const u = v128.load(up + at);
    const d = v128.load(down + at);
    const l = v128.load(mid + at - 4);
    const r = v128.load(mid + at, 4);
    const eu = biasedExponent(u, v128.load(o));
    const ed = biasedExponent(d, v128.load(o + 2 * LINE));
    const el = biasedExponent(l, v128.load(o + LINE - 4));
    const er = biasedExponent(r, v128.load(o + LINE, 4));
    let most = i32x4.max_s(i32x4.max_s(eu, ed), i32x4.max_s(el, er));
    let ul = u;
    let ur = u;
    let dl = u;
    let dr = u;
    let eul = eu;
    let eur = eu;
    let edl = eu;
    let edr = eu;
    if (isInteger<EIGHT>()) {
      ul = v128.load(up + at - 4);
      ur = v128.load(up + at, 4);
      dl = v128.load(down + at - 4);
      dr = v128.load(down + at, 4);
      const upper = upperCorners();
      if (upper != 0) {
        const lower = lowerCorners();
        ul = v128.and(ul, v128.load(upper + at));
        ur = v128.and(ur, v128.load(upper + at, 4));
        dl = v128.and(dl, v128.load(lower + at));
        dr = v128.and(dr, v128.load(lower + at, 4));
      }
      eul = biasedExponent(ul, v128.load(o - 4));
      eur = biasedExponent(ur, v128.load(o, 4));
      edl = biasedExponent(dl, v128.load(o + 2 * LINE - 4));
      edr = biasedExponent(dr, v128.load(o + 2 * LINE, 4));
      most = i32x4.max_s(most, i32x4.max_s(eul, eur));
      most = i32x4.max_s(most, i32x4.max_s(edl, edr));
    }
    let m = u;
    let em = eu;
    if (isInteger<CENTRE>()) {
      m = v128.load(mid + at);
      em = biasedExponent(m, v128.load(o + LINE));
      most = i32x4.max_s(most, em);
    }
    // if all values are 0, the new value is 0 with any base
    const base = i32x4.sub(i32x4.splat(127), i32x4.max_s(most, i32x4.splat(NOTHING + 128)));
    let left = aligned(l, el, base);
    let right = aligned(r, er, base);
    if (isInteger<EIGHT>()) {
      left = f32x4.add(f32x4.add(aligned(ul, eul, base), aligned(dl, edl, base)), left);
      right = f32x4.add(f32x4.add(aligned(ur, eur, base), aligned(dr, edr, base)), right);
    }
    // the stencil's sum (src/types.ts)
    let sum = f32x4.add(
      f32x4.add(left, right),
      f32x4.add(aligned(u, eu, base), aligned(d, ed, base)),
    );
    if (isInteger<CENTRE>()) {
      sum = f32x4.add(sum, f32x4.mul(f32x4.splat(centre), aligned(m, em, base)));
    }
    v128.store(scratch + NEW_VALUES + i, f32x4.mul(sum, v128.load(factor + at)));
    v128.store(scratch + NEW_SCALES + i, i32x4.sub(most, i32x4.splat(127)));
  }
  encodeBlock(outRow(), b);
}

/** The binary exponent of each value m * 2^scale, plus 127; `NOTHING` for 0. */
function biasedExponent(m: v128, scale: v128): v128 {
  const exponent = i32x4.add(i32x4.shr_u(m, 23), scale);
  return v128.bitselect(i32x4.splat(NOTHING), exponent, i32x4.eq(m, i32x4.splat(0)));
}

/** The scale of cell `x` of a row: its value is m * 2^scale. */
export function cellScale(row: usize, x: i32): i32 {
  const k = scaleWord(row, x >> 4);
  return k == MIXED ? i32At(row + toScales, x) : (k - SCALE_BIAS) << 6;
}

/**
 * Sets one cell to m * 2^scale. m is 0 or has an exponent from -80 to 80. For a goal the exponent
 * of m is 0. For a new value m is a sum from 1 to 2^22 times a factor of at least 2^-80.
 */
export function setCell(row: usize, x: i32, m: f32, scale: i32): void {
  if (m == 0) {
    setF32(row, x, 0);
    return;
  }
  const b = x >> 4;
  const k = scaleWord(row, b);
  const exponent = (reinterpret<i32>(m) >>> 23) - 127;
  if (k > EMPTY) {
    const places = scale - ((k - SCALE_BIAS) << 6);
    // 2^places must itself be a normal f32
    if (exponent + places >= LOWEST && exponent + places <= HIGHEST && abs(places) < 120) {
      setF32(row, x, m * reinterpret<f32>((places + 127) << 23));
      return;
    }
  }
  const values = scratch + NEW_VALUES;
  const scales = scratch + NEW_SCALES;
  for (let i = 0; i < 16; i++) {
    const cell = (b << 4) + i;
    setF32(values, i, f32At(row, cell));
    setI32(scales, i, cellScale(row, cell));
  }
  setF32(values, x & 15, m);
  setI32(scales, x & 15, scale);
  encodeBlock(row, b);
}
