// Arrays of f64 in memory, rounding down to f32, and lengths.

export function floatAt(array: usize, i: u32): f64 {
  return load<f64>(array + ((<usize>i) << 3));
}
export function setFloatAt(array: usize, i: u32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value);
}
/** The largest f32 that is not above a number >= 0. */
export function below(value: f64): f32 {
  const near = <f32>value;
  return <f64>near > value ? reinterpret<f32>(reinterpret<u32>(near) - 1) : near;
}
/** Fills an array of f64. */
export function fillFloats(array: usize, count: u32, value: f64): void {
  for (let i: u32 = 0; i < count; i++) setFloatAt(array, i, value);
}
/** The length of a vector. */
export function lengthOf(x: f64, y: f64): f64 {
  return sqrt(x * x + y * y);
}
