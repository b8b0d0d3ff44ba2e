// Bodies that come from the caller. Their ranges are measured, so that a NaN or a value out of
// range is seen before they replace the old bodies. Slots that changed are listed.
import { LARGEST, LEAST_RADIUS } from '../constants';
import { slotRadius, slotX, slotY, slotZ } from './columns';
import { AXIS, setMeans, setRange } from './layout-measures';

/**
 * Measures n > 0 bodies, all alive: writes the ranges of x, y, z and radius to `out`, and the means
 * of the squared and the cubed radius (see layout-measures.ts). The smallest x is NaN if an x, a y
 * or a radius is NaN or infinite, the smallest z if a z is. Raises all radii to LEAST_RADIUS. The
 * columns are filled up to a multiple of 4 with their last entry, which the means count too.
 */
export function measure(n: u32, three: bool, out: usize): void {
  fill(slotX(), n);
  fill(slotY(), n);
  fill(slotRadius(), n);
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
    const x = v128.load(slotX() + i);
    const y = v128.load(slotY() + i);
    const raw = v128.load(slotRadius() + i);
    const r = f32x4.pmax(least, raw);
    const square = f32x4.mul(r, r);
    v128.store(slotRadius() + i, r);
    lowX = f32x4.pmin(lowX, x);
    highX = f32x4.pmax(highX, x);
    lowY = f32x4.pmin(lowY, y);
    highY = f32x4.pmax(highY, y);
    lowR = f32x4.pmin(lowR, raw);
    highR = f32x4.pmax(highR, raw);
    // pmin and pmax are one instruction each and ignore NaN. Times 0, a NaN and an infinity become
    // NaN, which every further addition keeps.
    poison = f32x4.add(poison, f32x4.mul(f32x4.add(f32x4.add(x, y), raw), zero));
    squares = f32x4.add(squares, square);
    cubes = f32x4.add(cubes, f32x4.mul(square, r));
  }
  writeRange(f32x4.add(lowX, poison), highX, out);
  writeRange(lowY, highY, out + AXIS);
  writeRange(lowR, highR, out + 3 * AXIS);
  if (three) measureZ(n, out + 2 * AXIS);
  else setRange(out + 2 * AXIS, 0, 0);
  const padded = <f32>((n + 3) & ~3);
  setMeans(out, sum(squares) / padded, sum(cubes) / padded);
}

function measureZ(n: u32, out: usize): void {
  fill(slotZ(), n);
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  const zero = f32x4.splat(0);
  let poison = zero;
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const z = v128.load(slotZ() + i);
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
  setRange(
    out,
    min(
      min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
      min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
    ),
    max(
      max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
      max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
    ),
  );
}

/**
 * Lists the slots from 0 to n − 1 whose position or radius in the columns at `fresh` differs from
 * the bound one, or whose fresh radius is below 0. The columns at `fresh` lie as `bindPositions`
 * takes them, with radii as the caller gave them. Returns the number of slots, or `most` + 1 if
 * there are more than `most`.
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
      v128.or(f32x4.ne(v128.load(at), v128.load(slotX() + i)), f32x4.lt(raw, zero)),
      v128.or(
        f32x4.ne(v128.load(at + stride), v128.load(slotY() + i)),
        f32x4.ne(f32x4.max(raw, least), v128.load(slotRadius() + i)),
      ),
    );
    if (three) {
      changed = v128.or(changed, f32x4.ne(v128.load(at + 2 * stride), v128.load(slotZ() + i)));
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
 * Copies positions and radii of n slots of a list from the columns at `fresh`, and returns true. If
 * `check` is set and a value is NaN or out of range, copies nothing and returns false.
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
      // written so that it also holds for a NaN
      if (!(largest <= LARGEST && load<f32>(from + 3 * stride) >= 0)) return false;
    }
  }
  for (let at = list; at < end; at += 4) {
    const slot = (<usize>load<u32>(at)) << 2;
    const from = fresh + slot;
    store<f32>(slotX() + slot, load<f32>(from));
    store<f32>(slotY() + slot, load<f32>(from + stride));
    store<f32>(slotZ() + slot, load<f32>(from + 2 * stride));
    store<f32>(slotRadius() + slot, load<f32>(from + 3 * stride));
  }
  return true;
}
