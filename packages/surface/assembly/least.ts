// The smaller and the larger of two numbers that are not NaN, by vector instructions. `f64.min` and
// `f64.max` branch on processors that treat NaN otherwise, and a wrong guess of a branch costs as
// much as testing a wall.

export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}
/** The number from `least` to `most` that is nearest to `value`. */
export function within(value: f64, least: f64, most: f64): f64 {
  return smaller(larger(value, least), most);
}
