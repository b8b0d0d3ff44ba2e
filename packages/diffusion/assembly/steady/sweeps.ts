// Method 'steady' where scent falls steeply: mazes, obstacles, uneven terrain. What a cell gets
// comes from the cells with more scent, so sweeps go from the goals outwards, in the order of the
// scent.
//
// The first scent of a cell counts only neighbours with more scent, settled in the order of
// Dijkstra's algorithm, in buckets by exponent. When a sweep comes to a cell, it has updated the
// neighbours with more scent (before the cell), and not yet those with less (behind it). Let N be
// the sum of the new values before the cell, A the sum of the old values of the same neighbours and
// B that of the old values behind. The new value is N * (1 + B / A) / loss. So an error of the
// scent before a cell scales the cell, but leaves the ratio of both, the slope, right.
// src/steady/sweeps.ts calls the kernels.
//
// A value is one u64, so that values are ordered as signed integers are; 0 = none. From the top:
//   1 bit    0
//   29 bits  exponent + EXPONENT_BIAS, so that exponents from -2^28 to 2^28 are above 0
//   34 bits  the fraction behind the leading 1
//
// Cells lie in rows with one cell of border; cell (0, 0) is at `stride + 1`.

import {
  f64At,
  goalCell,
  goalScale,
  goalValue,
  i32At,
  nextInBucket,
  previousInBucket,
  setNext,
  setPrevious,
} from '../layout';
import { putCell } from '../step/pass';
import { cornerPair, cornerPlace, hasCornerRule } from './corners';

/** Bits of the fraction. */
const PLACES: u64 = 34;
const FRACTION: u64 = ((<u64>1) << PLACES) - 1;
const EXPONENT_BIAS: i32 = 1 << 28;
/**
 * Buckets of cells that wait, by exponent modulo this number: exponents of cells that wait at the
 * same time differ by less. Goals differ by at most 2^226 (2^-126 to 2^100), and a cell gives a
 * neighbour at least 2^-80 of its scent (terrain 2^-60, rate 2^-20).
 */
const BUCKETS: i32 = 1024;
/**
 * Values are sorted to a quarter of a power of two: shifted by this, the last bit is one quarter.
 */
const QUARTER: u64 = PLACES - 2;
/** Values of a digit of 16 bits, for a sort by two digits. */
export const SORT_DIGITS: i32 = 1 << 16;
/** `previousInBucket` of cells that have left the buckets. */
const SETTLED: u32 = 0xffffffff;

let width: i32 = 0;
let height: i32 = 0;
let stride: i32 = 0;
let values: usize = 0;
/**
 * The values after a sweep; while the first scent spreads, links of cells in buckets (layout.ts).
 */
let others: usize = 0;
/**
 * f64, 1 / loss of each cell (the loss: how much of itself it gives away, src/steady/losses.ts); 0
 * for cells that are not solved for: goals, obstacles and cells that no goal reaches.
 */
let inverses: usize = 0;
/** u32, the places of the cells that are solved for, by falling scent; and how many they are. */
let order: usize = 0;
let count: i32 = 0;
/** u32, the first cell of each bucket, 0 = none; while cells are sorted, `SORT_DIGITS` counts. */
let heads: usize = 0;
/** See layout.ts; m from 1 to 2. */
let goals: usize = 0;
let goalCount: i32 = 0;
/** The largest change of the last sweep. */
let most: f64 = 0;

export function sweepBind(
  mapWidth: i32,
  mapHeight: i32,
  valueList: usize,
  otherList: usize,
  inverseList: usize,
  orderList: usize,
  bucketList: usize,
): void {
  width = mapWidth;
  height = mapHeight;
  stride = width + 2;
  values = valueList;
  others = otherList;
  inverses = inverseList;
  order = orderList;
  heads = bucketList;
}

export function sweepBindGoals(goalList: usize, goalNumber: i32): void {
  goals = goalList;
  goalCount = goalNumber;
}

function at64(base: usize, p: i32): usize {
  return base + ((<usize>p) << 3);
}

function exponentOf(v: u64): i32 {
  return <i32>(v >> PLACES);
}

/** A value times 2^-(base - EXPONENT_BIAS). */
function scaled(v: u64, base: i32): f64 {
  // f64 has exponents from -1022 to 1023: 1000 leaves room for a sum of eight
  const places = min(exponentOf(v) - base, 1000);
  if (places < -1000) return 0;
  return reinterpret<f64>(((<u64>(places + 1023)) << 52) | ((v & FRACTION) << (52 - PLACES)));
}

/** x * 2^(base - EXPONENT_BIAS), rounded. */
function packed(x: f64, base: i32): u64 {
  const bits = reinterpret<u64>(x) + ((<u64>1) << (51 - PLACES));
  const e = max(<i32>(bits >> 52) - 1023 + base, 1);
  return ((<u64>e) << PLACES) | ((bits >> (52 - PLACES)) & FRACTION);
}

/** The head of the bucket of cells whose exponent is -level. */
function bucketOf(level: i32): usize {
  return heads + ((<usize>(level & (BUCKETS - 1))) << 2);
}

function link(p: i32, level: i32): void {
  const bucket = bucketOf(level);
  const first = load<u32>(bucket);
  setNext(others, p, first);
  setPrevious(others, p, 0);
  if (first != 0) setPrevious(others, first, p);
  store<u32>(bucket, p);
}

function unlink(p: i32, level: i32): void {
  const next = nextInBucket(others, p);
  const previous = previousInBucket(others, p);
  if (previous == 0) store<u32>(bucketOf(level), next);
  else setNext(others, previous, next);
  if (next != 0) setPrevious(others, next, previous);
}

/** The corner above and left of the cell at place `p`. */
function cornerOf(p: i32): usize {
  const row = p / stride;
  return cornerPlace(p - row * stride - 1, row - 1);
}

/** Whether the cells at `p` and at its diagonal neighbour (dx, dy) count for each other. */
function countsAcross(p: i32, dx: i32, dy: i32): bool {
  return !hasCornerRule() || load<i32>(cornerOf(p + max(dx, 0) + max(dy, 0) * stride)) != 0;
}

/** Finds the first scent, and orders the cells by it. All values must be 0 before. */
export function sweepSpread(eight: bool): void {
  memory.fill(others, 0, (<usize>stride * (height + 2)) << 3);
  memory.fill(heads, 0, BUCKETS << 2);
  count = 0;
  let waiting = goalCount;
  let level = i32.MAX_VALUE;
  for (let g = 0; g < goalCount; g++) {
    const p = goalAt(g);
    const m = goalValue(goals, goalCount, g);
    const value = packed(m, goalScale(goals, goalCount, g) + EXPONENT_BIAS);
    store<u64>(at64(values, p), value);
    link(p, -exponentOf(value));
    level = min(level, -exponentOf(value));
  }
  while (waiting > 0) {
    const p = <i32>load<u32>(bucketOf(level));
    if (p == 0) {
      level++;
      continue;
    }
    unlink(p, level);
    waiting--;
    setPrevious(others, p, SETTLED);
    if (f64At(inverses, p) != 0) {
      store<u32>(order + ((<usize>count) << 2), p);
      count++;
    }
    const value = load<u64>(at64(values, p));
    const base = exponentOf(value);
    const own = scaled(value, base);
    for (let dy = -1; dy < 2; dy++) {
      for (let dx = -1; dx < 2; dx++) {
        if (dx != 0 && dy != 0 && (!eight || !countsAcross(p, dx, dy))) continue;
        const q = p + dy * stride + dx;
        const inverse = f64At(inverses, q);
        if (inverse == 0 || previousInBucket(others, q) == SETTLED) continue;
        const before = load<u64>(at64(values, q));
        const from = max(-exponentOf(before), level);
        // the cell being settled has about the largest value of all that wait, so `before` fits f64
        const now = packed(own * inverse + scaled(before, base), base);
        store<u64>(at64(values, q), now);
        const to = max(-exponentOf(now), level);
        if (before == 0) waiting++;
        else if (from == to) continue;
        else unlink(q, from);
        link(q, to);
      }
    }
  }
}

/** The place of a goal. */
function goalAt(g: i32): i32 {
  const cell = goalCell(goals, g);
  const y = cell / width;
  return (y + 1) * stride + (cell - y * width) + 1;
}

/** Orders the cells by their current scent, to a quarter of a power of two. */
export function sweepSort(): void {
  let low: u64 = u64.MAX_VALUE;
  let high: u64 = 0;
  for (let i = 0; i < count; i++) {
    const v = load<u64>(at64(values, i32At(order, i)));
    low = min(low, v);
    high = max(high, v);
  }
  const buckets = ((high - low) >> QUARTER) + 1;
  if (buckets > <u64>count) {
    // two digits of 16 bits, the lower first
    sortDigit(order, others, high, QUARTER);
    sortDigit(others, order, high, QUARTER + 16);
    return;
  }
  // counts, then where each bucket begins
  memory.fill(others, 0, (<usize>buckets) << 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0, p = (y + 1) * stride + 1; x < width; x++, p++) {
      if (f64At(inverses, p) == 0) continue;
      const to = others + ((<usize>((high - load<u64>(at64(values, p))) >> QUARTER)) << 2);
      store<u32>(to, load<u32>(to) + 1);
    }
  }
  let sum: u32 = 0;
  for (let b: u64 = 0; b < buckets; b++) {
    const to = others + ((<usize>b) << 2);
    const own = load<u32>(to);
    store<u32>(to, sum);
    sum += own;
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0, p = (y + 1) * stride + 1; x < width; x++, p++) {
      if (f64At(inverses, p) == 0) continue;
      const to = others + ((<usize>((high - load<u64>(at64(values, p))) >> QUARTER)) << 2);
      const place = load<u32>(to);
      store<u32>(to, place + 1);
      store<u32>(order + ((<usize>place) << 2), p);
    }
  }
}

/** Copies a list of cells, by one digit of how far below `high` their scent is. */
function sortDigit(from: usize, to: usize, high: u64, shift: u64): void {
  memory.fill(heads, 0, SORT_DIGITS << 2);
  for (let i = 0; i < count; i++) {
    const p = i32At(from, i);
    const digit =
      heads +
      <usize>((((high - load<u64>(at64(values, p))) >> shift) & <u64>(SORT_DIGITS - 1)) << 2);
    store<u32>(digit, load<u32>(digit) + 1);
  }
  let sum: u32 = 0;
  for (let d: usize = 0; d < (<usize>SORT_DIGITS) << 2; d += 4) {
    const own = load<u32>(heads + d);
    store<u32>(heads + d, sum);
    sum += own;
  }
  for (let i = 0; i < count; i++) {
    const p = i32At(from, i);
    const digit =
      heads +
      <usize>((((high - load<u64>(at64(values, p))) >> shift) & <u64>(SORT_DIGITS - 1)) << 2);
    const place = load<u32>(digit);
    store<u32>(digit, place + 1);
    store<u32>(to + ((<usize>place) << 2), p);
  }
}

/** One sweep; returns the largest change of a cell, relative to its old value. */
export function sweepOnce(eight: bool): f64 {
  most = 0;
  memory.fill(others, 0, (<usize>stride * (height + 2)) << 3);
  for (let g = 0; g < goalCount; g++) {
    const p = goalAt(g);
    store<u64>(at64(others, p), load<u64>(at64(values, p)));
  }
  if (eight) sweepAll<i32>();
  else sweepAll<f32>();
  const swap = values;
  values = others;
  others = swap;
  return most;
}

/** Two values times 2^-(base - EXPONENT_BIAS), `base` not below either exponent. */
function scaledPair(v: v128, base: v128): v128 {
  const places = i64x2.sub(i64x2.shr_u(v, <i32>PLACES), base);
  const bits = v128.or(
    i64x2.shl(i64x2.add(places, i64x2.splat(1023)), 52),
    i64x2.shl(v128.and(v, i64x2.splat(FRACTION)), 52 - <i32>PLACES),
  );
  return v128.and(bits, i64x2.gt_s(places, i64x2.splat(-1000)));
}

function largerPair(a: v128, b: v128): v128 {
  return v128.bitselect(a, b, i64x2.gt_s(a, b));
}

function pairAt(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

function exponentOfPair(v: v128): i64 {
  return max(i64x2.extract_lane(v, 0), i64x2.extract_lane(v, 1)) >> PLACES;
}

function sumOf(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** The change of a value, relative to the old one. */
function changeOf(before: u64, now: u64): f64 {
  const base = exponentOf(before);
  return abs(1 - scaled(now, base) / scaled(before, base));
}

function sweepAll<EIGHT>(): void {
  const row = (<usize>stride) << 3;
  const zero = i64x2.splat(0);
  let change: f64 = 0;
  for (let i = 0; i < count; i++) {
    const p = i32At(order, i);
    const n = at64(others, p);
    const o = at64(values, p);
    // pairs of neighbours: n, their new values, 0 = not yet updated; o, their old values
    const n0 = pairAt(n - 8, n + 8);
    const o0 = pairAt(o - 8, o + 8);
    let n1: v128, o1: v128;
    let n2 = zero;
    let n3 = zero;
    let o2 = zero;
    let o3 = zero;
    if (isInteger<EIGHT>()) {
      n1 = v128.load(n - row - 8);
      n2 = v128.load(n + row - 8);
      n3 = pairAt(n - row + 8, n + row + 8);
      o1 = v128.load(o - row - 8);
      o2 = v128.load(o + row - 8);
      o3 = pairAt(o - row + 8, o + row + 8);
      if (hasCornerRule()) {
        const upper = cornerPair(cornerOf(p));
        const lower = cornerPair(cornerOf(p + stride));
        const open1 = i64x2.replace_lane(upper, 1, -1);
        const open2 = i64x2.replace_lane(lower, 1, -1);
        const open3 = v128.shuffle<i64>(upper, lower, 1, 3);
        n1 = v128.and(n1, open1);
        n2 = v128.and(n2, open2);
        n3 = v128.and(n3, open3);
        o1 = v128.and(o1, open1);
        o2 = v128.and(o2, open2);
        o3 = v128.and(o3, open3);
      }
    } else {
      n1 = pairAt(n - row, n + row);
      o1 = pairAt(o - row, o + row);
    }
    let newest = largerPair(n0, n1);
    let oldest = largerPair(o0, o1);
    if (isInteger<EIGHT>()) {
      newest = largerPair(newest, largerPair(n2, n3));
      oldest = largerPair(oldest, largerPair(o2, o3));
    }
    const unit = exponentOfPair(newest);
    const oldUnit = exponentOfPair(oldest);
    const units = i64x2.splat(unit);
    const oldUnits = i64x2.splat(oldUnit);
    let before = f64x2.add(scaledPair(n0, units), scaledPair(n1, units));
    const p0 = scaledPair(o0, oldUnits);
    const p1 = scaledPair(o1, oldUnits);
    const e0 = i64x2.eq(n0, zero);
    const e1 = i64x2.eq(n1, zero);
    let behind = f64x2.add(v128.and(p0, e0), v128.and(p1, e1));
    let beforeOld = f64x2.add(v128.andnot(p0, e0), v128.andnot(p1, e1));
    if (isInteger<EIGHT>()) {
      before = f64x2.add(before, f64x2.add(scaledPair(n2, units), scaledPair(n3, units)));
      const p2 = scaledPair(o2, oldUnits);
      const p3 = scaledPair(o3, oldUnits);
      const e2 = i64x2.eq(n2, zero);
      const e3 = i64x2.eq(n3, zero);
      behind = f64x2.add(behind, f64x2.add(v128.and(p2, e2), v128.and(p3, e3)));
      beforeOld = f64x2.add(beforeOld, f64x2.add(v128.andnot(p2, e2), v128.andnot(p3, e3)));
    }
    const lower = sumOf(behind);
    const higher = sumOf(beforeOld);
    const inverse = f64At(inverses, p);
    // Where at most 10^-9 of B comes from before the cell, B / A is mostly rounding: values are
    // rounded to 2^-34, which is 6 % of such a part. The cell then gets (A + B) / loss.
    const value =
      higher > 1e-9 * lower
        ? packed(sumOf(before) * (1 + lower / higher) * inverse, <i32>unit)
        : packed((higher + lower) * inverse, <i32>oldUnit);
    store<u64>(n, value);
    change = max(change, changeOf(load<u64>(o), value));
  }
  most = change;
}

/** Sets the cells of a field of precision 'log' that are solved for. */
export function sweepWrite(field: usize, rules: i32): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = (y + 1) * stride + x + 1;
      if (f64At(inverses, p) == 0) continue;
      const v = load<u64>(at64(values, p));
      const e = exponentOf(v);
      putCell(field, y * width + x, <f32>scaled(v, e), e - EXPONENT_BIAS, rules);
    }
  }
}
