// First look at the bodies: the bounds of all positions, the smallest and the largest radius, and
// whether there is a NaN.
import { R, X, Y, Z } from './arrays';
import { LEAST_RADIUS } from './touch';

/**
 * Writes the smallest x, y, z, radius and the largest x, y, z, radius to `out`: 8 f32, NaN where there is
 * a NaN, and behind them the means of radius squared and cubed, roughly; then makes all radii at least LEAST_RADIUS. For n > 0 bodies, all alive; the arrays are filled
 * up to a multiple of 4.
 */
export function measure(n: u32, three: bool, out: usize): void {
  fill(X, n);
  fill(Y, n);
  fill(R, n);
  if (three) fill(Z, n);
  column(X, n, out);
  column(Y, n, out + 4);
  if (three) {
    column(Z, n, out + 8);
  } else {
    store<f32>(out, 0, 8);
    store<f32>(out, 0, 24);
  }
  column(R, n, out + 12);
  const least = f32x4.splat(LEAST_RADIUS);
  let squares = f32x4.splat(0);
  let cubes = f32x4.splat(0);
  for (let at = R, end = R + ((<usize>n) << 2); at < end; at += 16) {
    const radius = f32x4.max(v128.load(at), least);
    v128.store(at, radius);
    const square = f32x4.mul(radius, radius);
    squares = f32x4.add(squares, square);
    cubes = f32x4.add(cubes, f32x4.mul(square, radius));
  }
  const padded = <f32>((n + 3) & ~3);
  store<f32>(out, sum(squares) / padded, 32);
  store<f32>(out, sum(cubes) / padded, 36);
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

function column(array: usize, n: u32, out: usize): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (let at = array, end = array + ((<usize>n) << 2); at < end; at += 16) {
    const value = v128.load(at);
    low = f32x4.min(low, value);
    high = f32x4.max(high, value);
  }
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
