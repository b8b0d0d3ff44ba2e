// First look at the bodies: the bounds of all positions, the smallest and the largest radius, and
// whether there is a NaN.
import { R, X, Y, Z } from './arrays';
import { LEAST_RADIUS } from './touch';

const LARGEST: f32 = 2305843009213693952; // 2^61

/**
 * Writes the smallest x, y, z, radius and the largest x, y, z, radius to `out`: 8 f32, NaN where there is
 * a NaN; behind them the means of radius squared and cubed, roughly. Makes all radii at least LEAST_RADIUS.
 * For n > 0 bodies, all alive; the arrays are filled up to a multiple of 4.
 */
export function measure(n: u32, three: bool, out: usize): void {
  fill(X, n);
  fill(Y, n);
  fill(R, n);
  let lowX = f32x4.splat(Infinity);
  let lowY = lowX;
  let lowR = lowX;
  let highX = f32x4.splat(-Infinity);
  let highY = highX;
  let highR = highX;
  let squares = f32x4.splat(0);
  let cubes = squares;
  const least = f32x4.splat(LEAST_RADIUS);
  const zero = f32x4.splat(0);
  let poison = zero;
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const x = v128.load(X + i);
    const y = v128.load(Y + i);
    const raw = v128.load(R + i);
    const r = f32x4.pmax(least, raw);
    const square = f32x4.mul(r, r);
    v128.store(R + i, r);
    lowX = f32x4.pmin(lowX, x);
    highX = f32x4.pmax(highX, x);
    lowY = f32x4.pmin(lowY, y);
    highY = f32x4.pmax(highY, y);
    lowR = f32x4.pmin(lowR, raw);
    highR = f32x4.pmax(highR, raw);
    // pmin and pmax, the quick ones, pass over a NaN; this one does not, nor over an infinity
    poison = f32x4.add(poison, f32x4.mul(f32x4.add(f32x4.add(x, y), raw), zero));
    squares = f32x4.add(squares, square);
    cubes = f32x4.add(cubes, f32x4.mul(square, r));
  }
  writeRange(f32x4.add(lowX, poison), highX, out);
  writeRange(lowY, highY, out + 4);
  writeRange(lowR, highR, out + 12);
  if (three) {
    measureZ(n, out + 8);
  } else {
    store<f32>(out, 0, 8);
    store<f32>(out, 0, 24);
  }
  const padded = <f32>((n + 3) & ~3);
  store<f32>(out, sum(squares) / padded, 32);
  store<f32>(out, sum(cubes) / padded, 36);
}

function measureZ(n: u32, out: usize): void {
  fill(Z, n);
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  const zero = f32x4.splat(0);
  let poison = zero;
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const z = v128.load(Z + i);
    low = f32x4.pmin(low, z);
    high = f32x4.pmax(high, z);
    poison = f32x4.add(poison, f32x4.mul(z, zero));
  }
  writeRange(f32x4.add(low, poison), high, out);
}

function sum(lanes: v128): f32 {
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3))
  );
}

/** Repeats the last entry up to the next multiple of 4. */
function fill(array: usize, n: u32): void {
  const last = load<f32>(array + ((<usize>(n - 1)) << 2));
  for (let i = n; i & 3; i++) store<f32>(array + ((<usize>i) << 2), last);
}

function writeRange(low: v128, high: v128, out: usize): void {
  store<f32>(
    out,
    min(
      min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
      min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
    ),
  );
  store<f32>(
    out,
    max(
      max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
      max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
    ),
    16,
  );
}

/**
 * Lists the slots, of 0 to n − 1, whose position or radius in the columns at `fresh` (as of
 * `bindPositions`, raw) is not that of now, or a radius below 0. Returns how many; stops behind `most`.
 */
export function listChanged(
  n: u32,
  three: bool,
  fresh: usize,
  stride: usize,
  list: usize,
  most: u32,
): u32 {
  const least = f32x4.splat(LEAST_RADIUS);
  const zero = f32x4.splat(0);
  let count: u32 = 0;
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const at = fresh + i;
    const raw = v128.load(at + 3 * stride);
    let changed = v128.or(
      v128.or(f32x4.ne(v128.load(at), v128.load(X + i)), f32x4.lt(raw, zero)),
      v128.or(
        f32x4.ne(v128.load(at + stride), v128.load(Y + i)),
        f32x4.ne(f32x4.max(raw, least), v128.load(R + i)),
      ),
    );
    if (three) {
      changed = v128.or(changed, f32x4.ne(v128.load(at + 2 * stride), v128.load(Z + i)));
    }
    for (let bits = i32x4.bitmask(changed); bits; bits &= bits - 1) {
      const slot = <u32>(i >> 2) + <u32>ctz(bits);
      if (slot >= n) break;
      if (count == most) return most + 1;
      store<u32>(list + ((<usize>count) << 2), slot);
      count++;
    }
  }
  return count;
}

/**
 * Copies positions and radii of n slots of a list from the columns at `fresh`; `check`: only if all are in
 * range, else returns false.
 */
export function takeChanged(list: usize, n: u32, fresh: usize, stride: usize, check: bool): bool {
  const end = list + ((<usize>n) << 2);
  if (check) {
    for (let at = list; at < end; at += 4) {
      const from = fresh + ((<usize>load<u32>(at)) << 2);
      const largest = max(
        max(abs(load<f32>(from)), abs(load<f32>(from + stride))),
        max(abs(load<f32>(from + 2 * stride)), load<f32>(from + 3 * stride)),
      );
      // not of a NaN either
      if (!(largest <= LARGEST && load<f32>(from + 3 * stride) >= 0)) return false;
    }
  }
  for (let at = list; at < end; at += 4) {
    const slot = (<usize>load<u32>(at)) << 2;
    const from = fresh + slot;
    store<f32>(X + slot, load<f32>(from));
    store<f32>(Y + slot, load<f32>(from + stride));
    store<f32>(Z + slot, load<f32>(from + 2 * stride));
    store<f32>(R + slot, load<f32>(from + 3 * stride));
  }
  return true;
}
