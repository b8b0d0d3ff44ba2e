// One row of one step in precision 'log': f32 with an unbounded exponent, bit for bit (types.ts).
//
// A cell is m * 2^offset, m an f32. Nearly all blocks of 16 cells share one offset, 64 (K - BIAS), with
// m from 2^-100 to 2^72: as long as that holds, sums are plain f32 sums and exact scaling is all that
// tells it from precision 'f32'. Where the values of a block lie further apart, as on the two sides of a
// long wall, K is MIXED, m is 1 to 2, and each cell's offset stands in an array beside the rows.
//
// Before the left padding of a row lie the K of its blocks, from block -1 to the one after the last; both
// of these are EMPTY. Memory that was never written is a map of zeros.

import { EMPTY, mixedBlock } from './log-block';

const LOW: f32 = 7.888609052210118e-31; // 2^-100: the least m of a block; a product above it is exact
// Where neighbours had to be scaled, what fell below 2^-126 lost bits. Through three more additions, ties
// and all, that cannot reach a sum 2^75 times as large.
const LOW_SCALED: f32 = 3.552713678800501e-15; // 2^-48
const BIG: f32 = 4.722366482869645e21; // 2^72: at this the block takes the next K
const SMALL: f32 = 1; // and below this the K before
const UP: f32 = 1.8446744073709552e19; // 2^64
const DOWN: f32 = 5.421010862427522e-20; // 2^-64

/**
 * Blocks `[from, to)` of a row; pointers to the cells, `exponents` is where K of block 0 stands from there.
 * `harsh`: the map has factors so small, below 2^-26, that a product of a block's m can be 0.
 */
export function logRow<EIGHT, CENTRE>(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  from: i32,
  to: i32,
  exponents: usize,
  centre: f32,
  harsh: bool,
): void {
  const zeros = i32x4.splat(EMPTY);
  let b = from;
  while (b < to) {
    const at = exponents + ((<usize>b) << 2);
    // lanes 0 to 2: the blocks left, here, right
    const ku = v128.load(up + at - 4);
    const km = v128.load(mid + at - 4);
    const kd = v128.load(down + at - 4);
    let k = i32x4.extract_lane(km, 1);
    if (k == EMPTY) {
      const any = v128.or(v128.or(ku, km), kd);
      if ((i32x4.bitmask(i32x4.ne(any, zeros)) & 7) == 0) {
        if (load<i32>(out + at) != EMPTY) {
          memory.fill(out + ((<usize>b) << 6), 0, 64);
          store<i32>(out + at, EMPTY);
        }
        b++;
        continue;
      }
      const most = i32x4.max_s(i32x4.max_s(ku, km), kd);
      k = max(
        max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1)),
        i32x4.extract_lane(most, 2),
      );
    }
    if (k <= EMPTY) {
      mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
      b++;
      continue;
    }
    const same = i32x4.splat(k);
    if ((alike(ku, km, kd, same) & 2) != 0) {
      // on as far as blocks with this K have none but it, or zeros, above and below
      let end = b + 1;
      for (; end < to; end++) {
        const next = exponents + ((<usize>end) << 2);
        if (load<i32>(mid + next) != k) break;
        const nu = load<i32>(up + next);
        const nd = load<i32>(down + next);
        if ((nu != k && nu != EMPTY) || (nd != k && nd != EMPTY)) break;
      }
      uniformRun<EIGHT, CENTRE>(up, mid, down, factor, out, b, end, exponents, centre, k, harsh);
      b = end;
      continue;
    }
    if (
      farFrom(ku, km, kd, same) != 0 ||
      !scaledBlock<EIGHT, CENTRE>(
        up,
        mid,
        down,
        factor,
        out,
        b,
        exponents,
        centre,
        k,
        scalesTo(ku, same),
        scalesTo(km, same),
        scalesTo(kd, same),
      )
    ) {
      mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
    }
    b++;
  }
}

/**
 * Blocks `[from, to)`, with no other K than this one in and between them, above and below: plain f32. What lies
 * left of the first and right of the last may have to be scaled.
 */
function uniformRun<EIGHT, CENTRE>(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  from: i32,
  to: i32,
  exponents: usize,
  centre: f32,
  k: i32,
  harsh: bool,
): void {
  const weight = f32x4.splat(centre);
  const same = i32x4.splat(k);
  let x = (<usize>from) << 6;
  let here = v128.load(mid + x);
  let pair = f32x4.add(v128.load(up + x), v128.load(down + x));
  let before = v128.load(mid + x - 16);
  let column = here;
  let ua = i32x4.splat(0);
  let da = ua;
  if (isInteger<EIGHT>()) {
    ua = v128.load(up + x - 16);
    da = v128.load(down + x - 16);
  }
  const first = exponents + ((<usize>from) << 2);
  const fu = v128.load(up + first - 4);
  const fm = v128.load(mid + first - 4);
  const fd = v128.load(down + first - 4);
  const leftAlike = (alike(fu, fm, fd, same) & 1) != 0;
  if (!leftAlike) {
    const us = scalesTo(fu, same);
    const ms = scalesTo(fm, same);
    const ds = scalesTo(fd, same);
    before = f32x4.mul(before, v128.shuffle<f32>(ms, ms, 0, 0, 0, 0));
    ua = f32x4.mul(ua, v128.shuffle<f32>(us, us, 0, 0, 0, 0));
    da = f32x4.mul(da, v128.shuffle<f32>(ds, ds, 0, 0, 0, 0));
  }
  if (isInteger<EIGHT>()) {
    before = f32x4.add(f32x4.add(ua, da), before);
    column = f32x4.add(pair, here);
  }
  const last = exponents + ((<usize>(to - 1)) << 2);
  const lu = v128.load(up + last - 4);
  const lm = v128.load(mid + last - 4);
  const ld = v128.load(down + last - 4);
  const rightAlike = (alike(lu, lm, ld, same) & 4) != 0;
  // the block whose right neighbour is scaled
  const edge = rightAlike ? <usize>0xffffffff : (<usize>(to - 1)) << 6;
  for (let b = from; b < to; b++) {
    // four vectors in one round, see row.ts
    const m1 = v128.load(mid + x, 16);
    const p1 = f32x4.add(v128.load(up + x, 16), v128.load(down + x, 16));
    const c1 = isInteger<EIGHT>() ? f32x4.add(p1, m1) : m1;
    const v0 = scent<CENTRE>(before, column, c1, pair, here, weight, v128.load(factor + x));
    v128.store(out + x, v0);
    const m2 = v128.load(mid + x, 32);
    const p2 = f32x4.add(v128.load(up + x, 32), v128.load(down + x, 32));
    const c2 = isInteger<EIGHT>() ? f32x4.add(p2, m2) : m2;
    const v1 = scent<CENTRE>(column, c1, c2, p1, m1, weight, v128.load(factor + x, 16));
    v128.store(out + x, v1, 16);
    const m3 = v128.load(mid + x, 48);
    const p3 = f32x4.add(v128.load(up + x, 48), v128.load(down + x, 48));
    const c3 = isInteger<EIGHT>() ? f32x4.add(p3, m3) : m3;
    const v2 = scent<CENTRE>(c1, c2, c3, p2, m2, weight, v128.load(factor + x, 32));
    v128.store(out + x, v2, 32);
    here = v128.load(mid + x, 64);
    pair = f32x4.add(v128.load(up + x, 64), v128.load(down + x, 64));
    before = c3;
    column = isInteger<EIGHT>() ? f32x4.add(pair, here) : here;
    if (x == edge) {
      const ms = scalesTo(lm, same);
      column = f32x4.mul(here, v128.shuffle<f32>(ms, ms, 2, 2, 2, 2));
      if (isInteger<EIGHT>()) {
        const us = scalesTo(lu, same);
        const ds = scalesTo(ld, same);
        const scaled = f32x4.add(
          f32x4.mul(v128.load(up + x, 64), v128.shuffle<f32>(us, us, 2, 2, 2, 2)),
          f32x4.mul(v128.load(down + x, 64), v128.shuffle<f32>(ds, ds, 2, 2, 2, 2)),
        );
        column = f32x4.add(scaled, column);
      }
    }
    const v3 = scent<CENTRE>(c2, c3, column, p3, m3, weight, v128.load(factor + x, 48));
    v128.store(out + x, v3, 48);
    const most = f32x4.pmax(f32x4.pmax(v0, v1), f32x4.pmax(v2, v3));
    const least = f32x4.pmin(f32x4.pmin(v0, v1), f32x4.pmin(v2, v3));
    x += 64;
    let low: f32 = LOW;
    let fine = true;
    if ((b == from && !leftAlike) || (b == to - 1 && !rightAlike)) {
      low = LOW_SCALED;
      fine = edgesFine(
        out,
        factor,
        b,
        b == from && !leftAlike ? farFrom(fu, fm, fd, same) & 1 : 0,
        b == to - 1 && !rightAlike ? farFrom(lu, lm, ld, same) & 4 : 0,
      );
    }
    const lower = v128.any_true(f32x4.lt(least, f32x4.splat(low)));
    // zeros are right in obstacles and ahead of the front
    if (!fine || (lower && (harsh || anyBetween(out + x - 64, low)))) {
      mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
      continue;
    }
    store<i32>(out + exponents + ((<usize>b) << 2), k);
    if (v128.any_true(f32x4.ge(most, f32x4.splat(SMALL))) && !tooBig(most)) continue;
    if (!newExponent(out, b, exponents, k, most)) {
      mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
    }
  }
}

/**
 * Whether the new values of a block with a scaled edge, first and last vector, can be trusted: nothing too far
 * away, not infinite, nor NaN where that met a factor of 0; and 0 only where the factor is.
 */
function edgesFine(out: usize, factor: usize, b: i32, leftFar: i32, rightFar: i32): bool {
  if ((leftFar | rightFar) != 0) return false;
  const x = (<usize>b) << 6;
  const zero = f32x4.splat(0);
  let fine = i32x4.splat(-1);
  for (let i = x; i < x + 64; i += 48) {
    const value = v128.load(out + i);
    fine = v128.and(fine, f32x4.lt(value, f32x4.splat(Infinity)));
    fine = v128.and(fine, v128.or(f32x4.gt(value, zero), f32x4.eq(v128.load(factor + i), zero)));
  }
  return i32x4.all_true(fine);
}

/** A block whose neighbours have the K next to it too; false, and nothing sure, where that is not enough. */
function scaledBlock<EIGHT, CENTRE>(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  b: i32,
  exponents: usize,
  centre: f32,
  k: i32,
  us: v128,
  ms: v128,
  ds: v128,
): bool {
  const weight = f32x4.splat(centre);
  const zero = f32x4.splat(0);
  const start = (<usize>b) << 6;
  // the block itself has K or is 0; only what lies around it is scaled
  const uc = v128.shuffle<f32>(us, us, 1, 1, 1, 1);
  const dc = v128.shuffle<f32>(ds, ds, 1, 1, 1, 1);
  let here = v128.load(mid + start);
  let pair = f32x4.add(
    f32x4.mul(v128.load(up + start), uc),
    f32x4.mul(v128.load(down + start), dc),
  );
  let before = f32x4.mul(v128.load(mid + start - 16), v128.shuffle<f32>(ms, ms, 0, 0, 0, 0));
  let column = here;
  if (isInteger<EIGHT>()) {
    const ua = f32x4.mul(v128.load(up + start - 16), v128.shuffle<f32>(us, us, 0, 0, 0, 0));
    const da = f32x4.mul(v128.load(down + start - 16), v128.shuffle<f32>(ds, ds, 0, 0, 0, 0));
    before = f32x4.add(f32x4.add(ua, da), before);
    column = f32x4.add(pair, here);
  }
  let most = zero;
  let least = f32x4.splat(Infinity);
  let fine = i32x4.splat(-1);
  for (let x = start, last = start + 48; x <= last; x += 16) {
    const right = x == last;
    const uf = right ? v128.shuffle<f32>(us, us, 2, 2, 2, 2) : uc;
    const df = right ? v128.shuffle<f32>(ds, ds, 2, 2, 2, 2) : dc;
    let nextHere = v128.load(mid + x, 16);
    if (right) nextHere = f32x4.mul(nextHere, v128.shuffle<f32>(ms, ms, 2, 2, 2, 2));
    const nextPair = f32x4.add(
      f32x4.mul(v128.load(up + x, 16), uf),
      f32x4.mul(v128.load(down + x, 16), df),
    );
    const after = isInteger<EIGHT>() ? f32x4.add(nextPair, nextHere) : nextHere;
    let sum = f32x4.add(beside(before, column, after), pair);
    if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
    const factors = v128.load(factor + x);
    const value = f32x4.mul(sum, factors);
    v128.store(out + x, value);
    most = f32x4.pmax(most, value);
    // not infinite, nor NaN where that met a factor of 0; and 0 only where the factor is
    fine = v128.and(fine, f32x4.lt(value, f32x4.splat(Infinity)));
    fine = v128.and(fine, v128.or(f32x4.gt(value, zero), f32x4.eq(factors, zero)));
    least = f32x4.pmin(least, value);
    before = column;
    column = after;
    pair = nextPair;
    here = nextHere;
  }
  if (!i32x4.all_true(fine)) return false;
  if (
    v128.any_true(f32x4.lt(least, f32x4.splat(LOW_SCALED))) &&
    anyBetween(out + start, LOW_SCALED)
  ) {
    return false;
  }
  store<i32>(out + exponents + ((<usize>b) << 2), k);
  if (v128.any_true(f32x4.ge(most, f32x4.splat(SMALL))) && !tooBig(most)) return true;
  return newExponent(out, b, exponents, k, most);
}

/** Takes the next K up or down for a block just written, or EMPTY; false where its values are too far apart for that. */
function newExponent(out: usize, b: i32, exponents: usize, k: i32, most: v128): bool {
  const at = out + ((<usize>b) << 6);
  const larger = tooBig(most);
  if (
    larger &&
    (anyBetween(at, LOW * UP) || !i32x4.all_true(f32x4.lt(most, f32x4.splat(BIG * 1e8))))
  ) {
    return false;
  }
  if (!v128.any_true(most)) {
    store<i32>(out + exponents + ((<usize>b) << 2), EMPTY);
    return true;
  }
  const by = f32x4.splat(larger ? DOWN : UP);
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(at + i, f32x4.mul(v128.load(at + i), by));
  }
  store<i32>(out + exponents + ((<usize>b) << 2), larger ? k + 1 : k - 1);
  return true;
}

function tooBig(most: v128): bool {
  return v128.any_true(f32x4.ge(most, f32x4.splat(BIG)));
}

/** Whether one of 16 values lies between 0 and `low`, neither included. */
function anyBetween(at: usize, low: f32): bool {
  const limit = f32x4.splat(low);
  const zero = f32x4.splat(0);
  let found = i32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 16) {
    const value = v128.load(at + i);
    found = v128.or(found, v128.and(f32x4.lt(value, limit), f32x4.gt(value, zero)));
  }
  return v128.any_true(found);
}

/** The new values of four cells, `column` those of the old ones. */
function scent<CENTRE>(
  before: v128,
  column: v128,
  after: v128,
  pair: v128,
  here: v128,
  weight: v128,
  factor: v128,
): v128 {
  let sum = f32x4.add(beside(before, column, after), pair);
  if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
  return f32x4.mul(sum, factor);
}

/** Left plus right of the middle one of three vectors. */
function beside(before: v128, column: v128, after: v128): v128 {
  return f32x4.add(
    v128.shuffle<f32>(before, column, 3, 4, 5, 6),
    v128.shuffle<f32>(column, after, 1, 2, 3, 4),
  );
}

/** Bit i: the blocks of three rows in lane i, 0 to 2, have this K or are zeros. */
function alike(ku: v128, km: v128, kd: v128, same: v128): i32 {
  const zeros = i32x4.splat(EMPTY);
  const yes = v128.and(
    v128.and(
      v128.or(i32x4.eq(ku, same), i32x4.eq(ku, zeros)),
      v128.or(i32x4.eq(km, same), i32x4.eq(km, zeros)),
    ),
    v128.or(i32x4.eq(kd, same), i32x4.eq(kd, zeros)),
  );
  return i32x4.bitmask(yes) & 7;
}

/** Bit i: a block in lane i, 0 to 2, has values that cannot be scaled to those of `same` without a look at each. */
function farFrom(ku: v128, km: v128, kd: v128, same: v128): i32 {
  return (
    i32x4.bitmask(v128.or(v128.or(distant(ku, same), distant(km, same)), distant(kd, same))) & 7
  );
}

function distant(k: v128, same: v128): v128 {
  const one = i32x4.splat(1);
  return v128.or(
    i32x4.gt_s(k, i32x4.add(same, one)),
    v128.and(i32x4.lt_s(k, i32x4.sub(same, one)), i32x4.ne(k, i32x4.splat(EMPTY))),
  );
}

/** 2^(64 (k - same)) for k next to `same`, 0 for blocks of zeros. */
function scalesTo(k: v128, same: v128): v128 {
  const places = i32x4.add(i32x4.shl(i32x4.sub(k, same), 6), i32x4.splat(127));
  return i32x4.shl(i32x4.max_s(places, i32x4.splat(0)), 23);
}
