// One row of one step in precision 'log': f32 with an unbounded exponent, bit for bit (types.ts).
//
// A cell is m * 2^offset, m an f32. Nearly all blocks of 16 cells share one offset, 64 (K - BIAS), with
// m from 2^-100 to 2^100: as long as that holds, sums are plain f32 sums and exact scaling is all that
// tells it from precision 'f32'. Where the values of a block lie further apart, as on the two sides of a long wall,
// K is MIXED, m is 1 to 2, and each cell's offset stands in an array beside the rows.
//
// Behind the left padding of a row lie the K of its blocks, from block -1 to the one after the last; both of
// these are EMPTY. Memory that was never written is a map of zeros.

import { EMPTY, mixedBlock } from './log-block';

const LOW: f32 = 7.888609052210118e-31; // 2^-100: the least m of a block, and a product above it is exact
// Where neighbours had to be scaled, what fell below 2^-126 lost bits. Through three more additions, ties and
// all, that cannot reach a sum 2^75 times as large.
const LOW_SCALED: f32 = 3.552713678800501e-15; // 2^-48
const BIG: f32 = 4.722366482869645e21; // 2^72: at this the block takes the next K
const TOO_BIG: f32 = 1.2676506002282294e30; // 2^100
const SMALL: f32 = 1; // and below this the K before
const UP: f32 = 1.8446744073709552e19; // 2^64
const DOWN: f32 = 5.421010862427522e-20; // 2^-64

/** Blocks `[from, to)` of a row; pointers to the cells, `exponents` is where a row's K of block 0 stands from there. */
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
): void {
  const zeros = i32x4.splat(EMPTY);
  const weight = f32x4.splat(centre);
  for (let b = from; b < to; b++) {
    const at = exponents + ((<usize>b) << 2);
    // lanes 0 to 2: the blocks left, here, right
    const ku = v128.load(up + at - 4);
    const km = v128.load(mid + at - 4);
    const kd = v128.load(down + at - 4);
    const x = (<usize>b) << 6;
    let k = i32x4.extract_lane(km, 1);
    if (k == EMPTY) {
      const most = i32x4.max_s(i32x4.max_s(ku, km), kd);
      k = max(
        max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1)),
        i32x4.extract_lane(most, 2),
      );
      const any = v128.or(v128.or(ku, km), kd);
      const some =
        i32x4.extract_lane(any, 0) | i32x4.extract_lane(any, 1) | i32x4.extract_lane(any, 2);
      if (some == 0) {
        if (load<i32>(out + at) != EMPTY) {
          memory.fill(out + x, 0, 64);
          store<i32>(out + at, EMPTY);
        }
        continue;
      }
    }
    if (k <= EMPTY) {
      mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
      continue;
    }
    const same = i32x4.splat(k);
    const alike = v128.and(
      v128.and(
        v128.or(i32x4.eq(ku, same), i32x4.eq(ku, zeros)),
        v128.or(i32x4.eq(km, same), i32x4.eq(km, zeros)),
      ),
      v128.or(i32x4.eq(kd, same), i32x4.eq(kd, zeros)),
    );
    const uniform = (i32x4.bitmask(alike) & 7) == 7;
    let us = i32x4.splat(0);
    let ms = us;
    let ds = us;
    if (!uniform) {
      const far = v128.or(v128.or(farFrom(ku, same), farFrom(km, same)), farFrom(kd, same));
      if ((i32x4.bitmask(far) & 7) != 0) {
        mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
        continue;
      }
      us = scalesTo(ku, same);
      ms = scalesTo(km, same);
      ds = scalesTo(kd, same);
    }

    // columns left of the block, in it and right of it, in units of 2^offset of this block
    let ua = v128.load(up + x - 16);
    let ma = v128.load(mid + x - 16);
    let da = v128.load(down + x - 16);
    let u0 = v128.load(up + x);
    const m0 = v128.load(mid + x);
    let d0 = v128.load(down + x);
    let u1 = v128.load(up + x, 16);
    const m1 = v128.load(mid + x, 16);
    let d1 = v128.load(down + x, 16);
    let u2 = v128.load(up + x, 32);
    const m2 = v128.load(mid + x, 32);
    let d2 = v128.load(down + x, 32);
    let u3 = v128.load(up + x, 48);
    const m3 = v128.load(mid + x, 48);
    let d3 = v128.load(down + x, 48);
    let uz = v128.load(up + x, 64);
    let mz = v128.load(mid + x, 64);
    let dz = v128.load(down + x, 64);
    if (!uniform) {
      ua = f32x4.mul(ua, v128.shuffle<f32>(us, us, 0, 0, 0, 0));
      ma = f32x4.mul(ma, v128.shuffle<f32>(ms, ms, 0, 0, 0, 0));
      da = f32x4.mul(da, v128.shuffle<f32>(ds, ds, 0, 0, 0, 0));
      const uc = v128.shuffle<f32>(us, us, 1, 1, 1, 1);
      const dc = v128.shuffle<f32>(ds, ds, 1, 1, 1, 1);
      u0 = f32x4.mul(u0, uc);
      d0 = f32x4.mul(d0, dc);
      u1 = f32x4.mul(u1, uc);
      d1 = f32x4.mul(d1, dc);
      u2 = f32x4.mul(u2, uc);
      d2 = f32x4.mul(d2, dc);
      u3 = f32x4.mul(u3, uc);
      d3 = f32x4.mul(d3, dc);
      uz = f32x4.mul(uz, v128.shuffle<f32>(us, us, 2, 2, 2, 2));
      mz = f32x4.mul(mz, v128.shuffle<f32>(ms, ms, 2, 2, 2, 2));
      dz = f32x4.mul(dz, v128.shuffle<f32>(ds, ds, 2, 2, 2, 2));
    }
    const p0 = f32x4.add(u0, d0);
    const p1 = f32x4.add(u1, d1);
    const p2 = f32x4.add(u2, d2);
    const p3 = f32x4.add(u3, d3);
    let sa = ma;
    let s0 = m0;
    let s1 = m1;
    let s2 = m2;
    let s3 = m3;
    let sz = mz;
    if (isInteger<EIGHT>()) {
      sa = f32x4.add(f32x4.add(ua, da), ma);
      s0 = f32x4.add(p0, m0);
      s1 = f32x4.add(p1, m1);
      s2 = f32x4.add(p2, m2);
      s3 = f32x4.add(p3, m3);
      sz = f32x4.add(f32x4.add(uz, dz), mz);
    }
    let v0 = f32x4.add(beside(sa, s0, s1), p0);
    let v1 = f32x4.add(beside(s0, s1, s2), p1);
    let v2 = f32x4.add(beside(s1, s2, s3), p2);
    let v3 = f32x4.add(beside(s2, s3, sz), p3);
    if (isInteger<CENTRE>()) {
      v0 = f32x4.add(v0, f32x4.mul(weight, m0));
      v1 = f32x4.add(v1, f32x4.mul(weight, m1));
      v2 = f32x4.add(v2, f32x4.mul(weight, m2));
      v3 = f32x4.add(v3, f32x4.mul(weight, m3));
    }
    const f0 = v128.load(factor + x);
    const f1 = v128.load(factor + x, 16);
    const f2 = v128.load(factor + x, 32);
    const f3 = v128.load(factor + x, 48);
    const t0 = v0;
    v0 = f32x4.mul(v0, f0);
    const t1 = v1;
    v1 = f32x4.mul(v1, f1);
    const t2 = v2;
    v2 = f32x4.mul(v2, f2);
    const t3 = v3;
    v3 = f32x4.mul(v3, f3);

    const most = f32x4.max(f32x4.max(v0, v1), f32x4.max(v2, v3));
    const least = f32x4.min(f32x4.min(v0, v1), f32x4.min(v2, v3));
    const low = f32x4.splat(uniform ? LOW : LOW_SCALED);
    if (v128.any_true(f32x4.lt(least, low))) {
      // zeros are right in obstacles and ahead of the front; others are products too small for f32 or, next to
      // blocks of other exponents, sums that were
      const certain = uniform ? <f32>0 : <f32>-1;
      if (
        lost(v0, f0, t0, certain) ||
        lost(v1, f1, t1, certain) ||
        lost(v2, f2, t2, certain) ||
        lost(v3, f3, t3, certain)
      ) {
        mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
        continue;
      }
      const tiny = v128.or(
        v128.or(tooSmall(v0, low), tooSmall(v1, low)),
        v128.or(tooSmall(v2, low), tooSmall(v3, low)),
      );
      if (v128.any_true(tiny)) {
        mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
        continue;
      }
      if (!v128.any_true(most)) k = EMPTY;
    }
    // not below BIG: infinite too, and NaN where that met a factor of 0
    if (!i32x4.all_true(f32x4.lt(most, f32x4.splat(BIG)))) {
      const floor = f32x4.splat(LOW * UP);
      const tiny = v128.or(
        v128.or(tooSmall(v0, floor), tooSmall(v1, floor)),
        v128.or(tooSmall(v2, floor), tooSmall(v3, floor)),
      );
      if (v128.any_true(tiny) || !i32x4.all_true(f32x4.lt(most, f32x4.splat(TOO_BIG)))) {
        mixedBlock<EIGHT, CENTRE>(up, mid, down, factor, out, b, exponents, centre);
        continue;
      }
      const by = f32x4.splat(DOWN);
      v0 = f32x4.mul(v0, by);
      v1 = f32x4.mul(v1, by);
      v2 = f32x4.mul(v2, by);
      v3 = f32x4.mul(v3, by);
      k++;
    } else if (k != EMPTY && !v128.any_true(f32x4.ge(most, f32x4.splat(SMALL)))) {
      const by = f32x4.splat(UP);
      v0 = f32x4.mul(v0, by);
      v1 = f32x4.mul(v1, by);
      v2 = f32x4.mul(v2, by);
      v3 = f32x4.mul(v3, by);
      k--;
    }
    v128.store(out + x, v0);
    v128.store(out + x, v1, 16);
    v128.store(out + x, v2, 32);
    v128.store(out + x, v3, 48);
    store<i32>(out + at, k);
  }
}

/** Left plus right of the middle one of three vectors. */
function beside(before: v128, column: v128, after: v128): v128 {
  return f32x4.add(
    v128.shuffle<f32>(before, column, 3, 4, 5, 6),
    v128.shuffle<f32>(column, after, 1, 2, 3, 4),
  );
}

/** Lanes whose values cannot be scaled to those of `same` without a look at each. */
function farFrom(k: v128, same: v128): v128 {
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

/** Whether a lane is 0 although its factor is above 0 and its sum above `certain`. */
function lost(value: v128, factor: v128, sum: v128, certain: f32): bool {
  const zero = f32x4.splat(0);
  return v128.any_true(
    v128.and(
      v128.and(f32x4.eq(value, zero), f32x4.gt(factor, zero)),
      f32x4.gt(sum, f32x4.splat(certain)),
    ),
  );
}

/** Lanes above 0 but below `low`. */
function tooSmall(value: v128, low: v128): v128 {
  return v128.and(f32x4.lt(value, low), f32x4.gt(value, f32x4.splat(0)));
}
