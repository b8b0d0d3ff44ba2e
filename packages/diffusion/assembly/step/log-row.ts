// One row of one step in precision 'log': f32 with an unbounded exponent, bit for bit
// (src/types.ts).
//
// Nearly all blocks of 16 cells have one scale (log-block.ts), and m lies from 2^-100 to 2^72. As
// long as that holds, sums are plain f32 sums, and exact scaling is the only difference from
// precision 'f32'. Where the values of a block lie further apart, as on the two sides of a long
// wall, the block is MIXED, m is 1 to 2, and each cell has a scale of its own.
//
// The scale words of block -1 and of the block after the last are EMPTY. EMPTY is 0, so fresh
// memory is a field of zeros. pass.ts calls logRow.

import { i32At, setI32 } from '../layout';
import { EMPTY, mixedBlock, scaleWordPlace, setScaleWord } from './log-block';
import { leftLosesBits, rightLosesBits, rowsLoseBits, scalesTo } from './lost-bits';
import { downRow, factorRow, lowerCorners, midRow, outRow, upperCorners, upRow } from './rows';

/** 2^-100: the least m of a block. A product of at least this much has all its 24 bits. */
const LOW: f32 = 7.888609052210118e-31;
/**
 * 2^-48: the least m where neighbours had to be scaled; five powers of two above 2^-53, which the
 * table derives. A neighbour that the scaling brings below 2^-126 loses bits. Lost bits change a
 * sum only if its rounding is a tie. Then the other term is at most 2^25 times as large, because
 * half a unit in the last place is 2^-24 to 2^-25 of a sum. Each further addition can pass the
 * error on to a sum that is larger by another 2^25. `depth`: most additions that a neighbour passes
 * through, one after another:
 *
 *     neighbours                  depth   wrong sums up to   factor   wrong values up to
 *     4, with or without centre   3       2^(-126 + 75)      1/4      2^-53
 *     8                           4       2^(-126 + 100)     1/8      2^-29 (`SAFE`)
 *     8 with centre               5       2^(-126 + 125)     1/8      2^-4 (`SAFE_WITH_CENTRE`)
 */
const LOW_SCALED: f32 = 3.552713678800501e-15;
/**
 * Values above 2^-29 (with centre 2^-4) are right with 8 neighbours: the table at `LOW_SCALED`.
 * Smaller values are computed again, cell by cell (`mixedBlock`), in two cases: beside a column of
 * the block left or right that loses bits, and between two rows of blocks that lose bits.
 *
 * In all other cases an error passes through at most three additions, as in the first row of that
 * table. A neighbour in a column beside the cell passes through these additions, one by one:
 *
 *     1. up + down    2. + mid    3. + the other column    4. + up and down of the cell
 *     5. + centre * mid, with centre only
 *
 * An error begins at a tie of a value below 2^-126 with a term at most 2^25 times as large. In
 * additions 1 and 2, inside a column, such a tie needs two values below 2^-100. Only blocks scaled
 * by 2^-64 have values below 2^-100 (`LOW`), and two of them in one column are one of the two cases
 * above. So an error begins in addition 3 or later.
 */
const SAFE: f32 = 1.862645149230957e-9;
const SAFE_WITH_CENTRE: f32 = 0.0625;
/** 2^72: from this m on the block takes K + 1; the reason is at `HIGHEST` in log-block.ts. */
const BIG: f32 = 4.722366482869645e21;
/** A block whose m are all below this takes K - 1. */
const SMALL: f32 = 1;
/** 2^64: what m is multiplied by when its block goes from K to K - 1; 2^-64: to K + 1. */
const UP: f32 = 1.8446744073709552e19;
const DOWN: f32 = 5.421010862427522e-20;

/**
 * The new values of the blocks `[from, to)` of the rows (rows.ts). `harsh`: the map has a factor
 * below 2^-26, so a product with m, at least 2^-100, may become 0. Runs of blocks with one K go to
 * `uniformRun`. With a corner rule they go to `scaledBlock`, block by block: a second copy of the
 * longest loop would make the kernels larger for every model.
 */
export function logRow<EIGHT, CENTRE>(from: i32, to: i32, centre: f32, harsh: bool): void {
  const up = upRow();
  const mid = midRow();
  const down = downRow();
  const out = outRow();
  const upWords = scaleWordPlace(up, 0);
  const midWords = scaleWordPlace(mid, 0);
  const downWords = scaleWordPlace(down, 0);
  const outWords = scaleWordPlace(out, 0);
  const zeros = i32x4.splat(EMPTY);
  let b = from;
  while (b < to) {
    // lanes 0 to 2: the blocks left, here, right
    const at = ((<usize>b) << 2) - 4;
    const ku = v128.load(upWords + at);
    const km = v128.load(midWords + at);
    const kd = v128.load(downWords + at);
    let k = i32x4.extract_lane(km, 1);
    if (k == EMPTY) {
      const any = v128.or(v128.or(ku, km), kd);
      if ((i32x4.bitmask(i32x4.ne(any, zeros)) & 7) == 0) {
        if (i32At(outWords, b) != EMPTY) {
          memory.fill(out + ((<usize>b) << 6), 0, 64);
          setI32(outWords, b, EMPTY);
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
    // the block is MIXED; or it is EMPTY, and so are all blocks around it that are not MIXED
    if (k <= EMPTY) {
      mixedBlock<EIGHT, CENTRE>(b, centre);
      b++;
      continue;
    }
    const same = i32x4.splat(k);
    const likeness = alike(ku, km, kd, same);
    if ((likeness & 2) != 0 && upperCorners() == 0) {
      // the run ends before a block with another K, or with one above or below it that is not EMPTY
      let end = b + 1;
      for (; end < to; end++) {
        if (i32At(midWords, end) != k) break;
        const nu = i32At(upWords, end);
        const nd = i32At(downWords, end);
        if ((nu != k && nu != EMPTY) || (nd != k && nd != EMPTY)) break;
      }
      uniformRun<EIGHT, CENTRE>(b, end, centre, k, harsh);
      b = end;
      continue;
    }
    if (
      farFrom(ku, km, kd, same) != 0 ||
      !scaledBlock<EIGHT, CENTRE>(
        b,
        centre,
        k,
        scalesTo(ku, same),
        scalesTo(km, same),
        scalesTo(kd, same),
        likeness == 7,
        harsh,
      )
    ) {
      mixedBlock<EIGHT, CENTRE>(b, centre);
    }
    b++;
  }
}

/**
 * The blocks `[from, to)`, where all blocks of the three rows have this K or are EMPTY: plain f32.
 * The block left of the first and the block right of the last may have other scales.
 */
function uniformRun<EIGHT, CENTRE>(from: i32, to: i32, centre: f32, k: i32, harsh: bool): void {
  const up = upRow();
  const mid = midRow();
  const down = downRow();
  const factor = factorRow();
  const out = outRow();
  const outWords = scaleWordPlace(out, 0);
  const weight = f32x4.splat(centre);
  const same = i32x4.splat(k);
  let x = (<usize>from) << 6;
  let here = v128.load(mid + x);
  let pair = f32x4.add(v128.load(up + x), v128.load(down + x));
  let column = isInteger<EIGHT>() ? f32x4.add(pair, here) : here;
  const fu = v128.load(scaleWordPlace(up, from - 1));
  const fm = v128.load(scaleWordPlace(mid, from - 1));
  const fd = v128.load(scaleWordPlace(down, from - 1));
  const leftAlike = (alike(fu, fm, fd, same) & 1) != 0;
  let before = leftAlike
    ? columnAt<EIGHT>(x - 16)
    : scaledColumn<EIGHT>(
        x - 16,
        ofLeft(scalesTo(fu, same)),
        ofLeft(scalesTo(fm, same)),
        ofLeft(scalesTo(fd, same)),
      );
  const lu = v128.load(scaleWordPlace(up, to - 2));
  const lm = v128.load(scaleWordPlace(mid, to - 2));
  const ld = v128.load(scaleWordPlace(down, to - 2));
  const rightAlike = (alike(lu, lm, ld, same) & 4) != 0;
  // byte offset of the last block, whose right neighbour is scaled; beyond all blocks if it is not
  const edge = rightAlike ? <usize>0xffffffff : (<usize>(to - 1)) << 6;
  for (let b = from; b < to; b++) {
    // four vectors in one round: see stencilRow
    const m1 = v128.load(mid + x, 16);
    const p1 = f32x4.add(v128.load(up + x, 16), v128.load(down + x, 16));
    const c1 = isInteger<EIGHT>() ? f32x4.add(p1, m1) : m1;
    const v0 = newLogScent<CENTRE>(before, column, c1, pair, here, weight, v128.load(factor + x));
    v128.store(out + x, v0);
    const m2 = v128.load(mid + x, 32);
    const p2 = f32x4.add(v128.load(up + x, 32), v128.load(down + x, 32));
    const c2 = isInteger<EIGHT>() ? f32x4.add(p2, m2) : m2;
    const v1 = newLogScent<CENTRE>(column, c1, c2, p1, m1, weight, v128.load(factor + x, 16));
    v128.store(out + x, v1, 16);
    const m3 = v128.load(mid + x, 48);
    const p3 = f32x4.add(v128.load(up + x, 48), v128.load(down + x, 48));
    const c3 = isInteger<EIGHT>() ? f32x4.add(p3, m3) : m3;
    const v2 = newLogScent<CENTRE>(c1, c2, c3, p2, m2, weight, v128.load(factor + x, 32));
    v128.store(out + x, v2, 32);
    here = v128.load(mid + x, 64);
    pair = f32x4.add(v128.load(up + x, 64), v128.load(down + x, 64));
    before = c3;
    column = isInteger<EIGHT>() ? f32x4.add(pair, here) : here;
    if (x == edge) {
      column = scaledColumn<EIGHT>(
        x + 64,
        ofRight(scalesTo(lu, same)),
        ofRight(scalesTo(lm, same)),
        ofRight(scalesTo(ld, same)),
      );
    }
    const v3 = newLogScent<CENTRE>(c2, c3, column, p3, m3, weight, v128.load(factor + x, 48));
    v128.store(out + x, v3, 48);
    const most = f32x4.pmax(f32x4.pmax(v0, v1), f32x4.pmax(v2, v3));
    const least = f32x4.pmin(f32x4.pmin(v0, v1), f32x4.pmin(v2, v3));
    let low: f32 = LOW;
    let far = 0;
    if ((b == from && !leftAlike) || x == edge) {
      low = LOW_SCALED;
      if (b == from && !leftAlike) far = farFrom(fu, fm, fd, same) & 1;
      if (x == edge) far |= farFrom(lu, lm, ld, same) & 4;
      if (far == 0 && !edgesFine<EIGHT, CENTRE>(out, factor, b, same)) far = 1;
    }
    const lower = v128.any_true(f32x4.lt(least, f32x4.splat(low)));
    // zeros are right in obstacles and ahead of the front
    if (far != 0 || (lower && (harsh || anyBetween(out + x, low)))) {
      mixedBlock<EIGHT, CENTRE>(b, centre);
    } else {
      setI32(outWords, b, k);
      const fits = v128.any_true(f32x4.ge(most, f32x4.splat(SMALL))) && !tooBig(most);
      if (!fits && !nextScale(out, b, k, most)) mixedBlock<EIGHT, CENTRE>(b, centre);
    }
    x += 64;
  }
}

/** The columns of four cells at byte `x` of the rows: up + down + mid; 4 neighbours: mid. */
function columnAt<EIGHT>(x: usize): v128 {
  const here = v128.load(midRow() + x);
  if (!isInteger<EIGHT>()) return here;
  return f32x4.add(f32x4.add(v128.load(upRow() + x), v128.load(downRow() + x)), here);
}

/**
 * `columnAt` with each row multiplied by a power of two; with a corner rule, as the cells right of
 * the columns count them.
 */
function scaledColumn<EIGHT>(x: usize, byUp: v128, byMid: v128, byDown: v128): v128 {
  const here = f32x4.mul(v128.load(midRow() + x), byMid);
  if (!isInteger<EIGHT>()) return here;
  const up = f32x4.mul(v128.load(upRow() + x), byUp);
  const down = f32x4.mul(v128.load(downRow() + x), byDown);
  if (upperCorners() != 0) return openColumn(x + NEXT, up, down, here);
  return f32x4.add(f32x4.add(up, down), here);
}

/** Bytes from the corner left of a cell to the corner right of it. */
const NEXT: usize = 4;

/** The columns of four cells, past the corners at byte `x` of their rows: see corner-row.ts. */
function openColumn(x: usize, up: v128, down: v128, here: v128): v128 {
  const above = v128.and(up, v128.load(upperCorners() + x));
  const below = v128.and(down, v128.load(lowerCorners() + x));
  return f32x4.add(f32x4.add(above, below), here);
}

/** Lane 0, the factor of the block left, in all lanes. */
function ofLeft(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 0, 0, 0, 0);
}

/** Lane 2, the factor of the block right, in all lanes. */
function ofRight(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 2, 2, 2, 2);
}

/**
 * Whether the first and the last vector of a block with a scaled edge can be trusted: not infinite,
 * not NaN where infinity met a factor of 0, 0 only where the factor is 0, and, with 8 neighbours,
 * above `SAFE` or beside values that keep their bits.
 */
function edgesFine<EIGHT, CENTRE>(out: usize, factor: usize, b: i32, same: v128): bool {
  const x = (<usize>b) << 6;
  const safe = f32x4.splat(!isInteger<EIGHT>() ? 0 : isInteger<CENTRE>() ? SAFE_WITH_CENTRE : SAFE);
  if (rangeFine(out, factor, x, safe)) return true;
  if (!isInteger<EIGHT>() || !rangeFine(out, factor, x, f32x4.splat(0))) return false;
  return (
    (isSafe<CENTRE>(out + x) || !leftLosesBits(b, same)) &&
    (isSafe<CENTRE>(out + x + 60) || !rightLosesBits(b, same))
  );
}

/**
 * Whether all values in the first and the last vector of the block at byte `x` are above `low`,
 * finite and no NaN, or have a factor of 0 and are no NaN.
 */
function rangeFine(out: usize, factor: usize, x: usize, low: v128): bool {
  const zero = f32x4.splat(0);
  let fine = i32x4.splat(-1);
  for (let i = x; i < x + 64; i += 48) {
    const value = v128.load(out + i);
    fine = v128.and(fine, f32x4.lt(value, f32x4.splat(Infinity)));
    fine = v128.and(fine, v128.or(f32x4.gt(value, low), f32x4.eq(v128.load(factor + i), zero)));
  }
  return i32x4.all_true(fine);
}

/**
 * A block beside blocks with K - 1 or K + 1. `us`, `ms`, `ds`: the factors for the blocks
 * left, here and right in the three rows. `same`: all of them have this K or are EMPTY, so nothing
 * is scaled. Returns false if some values may be wrong; the caller then uses `mixedBlock`.
 */
function scaledBlock<EIGHT, CENTRE>(
  b: i32,
  centre: f32,
  k: i32,
  us: v128,
  ms: v128,
  ds: v128,
  same: bool,
  harsh: bool,
): bool {
  const up = upRow();
  const mid = midRow();
  const down = downRow();
  const factor = factorRow();
  const out = outRow();
  const weight = f32x4.splat(centre);
  const zero = f32x4.splat(0);
  const start = (<usize>b) << 6;
  // the block itself has K or is EMPTY; only the blocks around it are scaled
  const uc = v128.shuffle<f32>(us, us, 1, 1, 1, 1);
  const dc = v128.shuffle<f32>(ds, ds, 1, 1, 1, 1);
  let here = v128.load(mid + start);
  const firstUp = f32x4.mul(v128.load(up + start), uc);
  const firstDown = f32x4.mul(v128.load(down + start), dc);
  let pair = f32x4.add(firstUp, firstDown);
  let before = scaledColumn<EIGHT>(start - 16, ofLeft(us), ofLeft(ms), ofLeft(ds));
  let column = isInteger<EIGHT>() ? f32x4.add(pair, here) : here;
  // the columns as the cells left of them count them
  let asNext = column;
  const ruled = isInteger<EIGHT>() && upperCorners() != 0;
  if (ruled) {
    column = openColumn(start + NEXT, firstUp, firstDown, here);
    asNext = openColumn(start, firstUp, firstDown, here);
  }
  let most = zero;
  let least = f32x4.splat(Infinity);
  let fine = i32x4.splat(-1);
  for (let x = start, last = start + 48; x <= last; x += 16) {
    const right = x == last;
    const uf = right ? ofRight(us) : uc;
    const df = right ? ofRight(ds) : dc;
    let nextHere = v128.load(mid + x, 16);
    if (right) nextHere = f32x4.mul(nextHere, ofRight(ms));
    const nextUp = f32x4.mul(v128.load(up + x, 16), uf);
    const nextDown = f32x4.mul(v128.load(down + x, 16), df);
    const nextPair = f32x4.add(nextUp, nextDown);
    let after = isInteger<EIGHT>() ? f32x4.add(nextPair, nextHere) : nextHere;
    let nextColumn = after;
    if (ruled) {
      after = openColumn(x + 16, nextUp, nextDown, nextHere);
      nextColumn = openColumn(x + 16 + NEXT, nextUp, nextDown, nextHere);
    }
    // the stencil's sum (src/types.ts)
    let sum = f32x4.add(beside(before, column, asNext, after), pair);
    if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
    const factors = v128.load(factor + x);
    const value = f32x4.mul(sum, factors);
    v128.store(out + x, value);
    most = f32x4.pmax(most, value);
    // a value is fine if it is finite and no NaN (infinity times a factor of 0), and if it is 0
    // only where the factor is 0
    fine = v128.and(fine, f32x4.lt(value, f32x4.splat(Infinity)));
    fine = v128.and(fine, v128.or(f32x4.gt(value, zero), f32x4.eq(factors, zero)));
    least = f32x4.pmin(least, value);
    before = column;
    column = nextColumn;
    asNext = after;
    pair = nextPair;
    here = nextHere;
  }
  // where nothing is scaled, zeros are right in obstacles and ahead of the front
  if ((!same || harsh) && !i32x4.all_true(fine)) return false;
  const low = same ? LOW : LOW_SCALED;
  if (v128.any_true(f32x4.lt(least, f32x4.splat(low))) && anyBetween(out + start, low))
    return false;
  if (isInteger<EIGHT>() && !same && !keepsBits<CENTRE>(b, k, us, ds)) return false;
  setScaleWord(out, b, k);
  if (v128.any_true(f32x4.ge(most, f32x4.splat(SMALL))) && !tooBig(most)) return true;
  return nextScale(out, b, k, most);
}

/** Whether the scaling kept all bits that the new values of a scaled block need. */
function keepsBits<CENTRE>(b: i32, k: i32, us: v128, ds: v128): bool {
  const at = outRow() + ((<usize>b) << 6);
  const same = i32x4.splat(k);
  if (!isSafe<CENTRE>(at) && leftLosesBits(b, same)) return false;
  if (!isSafe<CENTRE>(at + 60) && rightLosesBits(b, same)) return false;
  const both = f32x4.extract_lane(us, 1) == DOWN && f32x4.extract_lane(ds, 1) == DOWN;
  const safe = isInteger<CENTRE>() ? SAFE_WITH_CENTRE : SAFE;
  // twice the limit: `anyBetween` leaves out its end
  return !both || !anyBetween(at, 2 * safe) || !rowsLoseBits(b, same);
}

/** Whether the value at an address is 0 or above `SAFE` (with centre `SAFE_WITH_CENTRE`). */
function isSafe<CENTRE>(at: usize): bool {
  const value = load<f32>(at);
  return value == 0 || value > (isInteger<CENTRE>() ? SAFE_WITH_CENTRE : SAFE);
}

/**
 * Gives a block just written K - 1, K + 1 or EMPTY, if m needs that. False where K - 1 would not be
 * above 0, or where the values lie too far apart for K + 1: m falls by 2^64 and must stay at least
 * LOW. Values above 2^98, with infinity and NaN, come from neighbours that were scaled up and are
 * left to `mixedBlock`.
 */
function nextScale(out: usize, b: i32, k: i32, most: v128): bool {
  const at = out + ((<usize>b) << 6);
  const larger = tooBig(most);
  if (
    larger &&
    (anyBetween(at, LOW * UP) || !i32x4.all_true(f32x4.lt(most, f32x4.splat(BIG * 1e8))))
  ) {
    return false;
  }
  if (!v128.any_true(most)) {
    setScaleWord(out, b, EMPTY);
    return true;
  }
  if (!larger && k - 1 <= EMPTY) return false;
  const by = f32x4.splat(larger ? DOWN : UP);
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(at + i, f32x4.mul(v128.load(at + i), by));
  }
  setScaleWord(out, b, larger ? k + 1 : k - 1);
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

/** The new values of four cells. `column` holds their columns (4 neighbours: themselves). */
function newLogScent<CENTRE>(
  before: v128,
  column: v128,
  after: v128,
  pair: v128,
  here: v128,
  weight: v128,
  factor: v128,
): v128 {
  // the stencil's sum (src/types.ts)
  let sum = f32x4.add(beside(before, column, column, after), pair);
  if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
  return f32x4.mul(sum, factor);
}

/**
 * Left plus right neighbour of each cell of the middle vector: `column` as the cells on its right
 * count it, `asNext` as the cells on its left do. Both differ only with a corner rule.
 */
function beside(before: v128, column: v128, asNext: v128, after: v128): v128 {
  return f32x4.add(
    v128.shuffle<f32>(before, column, 3, 4, 5, 6),
    v128.shuffle<f32>(asNext, after, 1, 2, 3, 4),
  );
}

/** Bit i: the blocks of three rows in lane i, 0 to 2, have this K or are EMPTY. */
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

/** Bit i: a block in lane i, 0 to 2, is MIXED or its K is two or more away from `same`. */
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
