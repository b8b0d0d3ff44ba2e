// Arrays in memory by address and index, and the layouts of records: the only file that knows byte
// offsets. The compiler inlines all of these functions.

export function f32At(array: usize, i: i32): f32 {
  return load<f32>(array + ((<usize>i) << 2));
}

export function setF32(array: usize, i: i32, value: f32): void {
  store<f32>(array + ((<usize>i) << 2), value);
}

export function i32At(array: usize, i: i32): i32 {
  return load<i32>(array + ((<usize>i) << 2));
}

export function setI32(array: usize, i: i32, value: i32): void {
  store<i32>(array + ((<usize>i) << 2), value);
}

export function f64At(array: usize, i: i32): f64 {
  return load<f64>(array + ((<usize>i) << 3));
}

export function setF64(array: usize, i: i32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value);
}

// Goals for method 'steady': three arrays of `count` entries, one behind another: u32 cells, f32 m,
// i32 scales; the strength of a goal is m * 2^scale.

export function goalCell(goals: usize, g: i32): i32 {
  return i32At(goals, g);
}

export function goalValue(goals: usize, count: i32, g: i32): f64 {
  return <f64>f32At(goals, count + g);
}

export function goalScale(goals: usize, count: i32, g: i32): i32 {
  return i32At(goals, 2 * count + g);
}

// A layer that pursuers look at: u32 address of its field, f32 weight.

export function layerField(layers: usize, l: i32): usize {
  return <usize>load<u32>(layers + ((<usize>l) << 3));
}

export function layerWeight(layers: usize, l: i32): f32 {
  return load<f32>(layers + ((<usize>l) << 3), 4);
}

// A cell that waits in a bucket while the first scent spreads: u32 next and previous cell, 0 =
// none; `previous` is SETTLED once the cell has left the buckets.

export function nextInBucket(links: usize, p: i32): u32 {
  return load<u32>(links + ((<usize>p) << 3));
}

export function setNext(links: usize, p: i32, next: u32): void {
  store<u32>(links + ((<usize>p) << 3), next);
}

export function previousInBucket(links: usize, p: i32): u32 {
  return load<u32>(links + ((<usize>p) << 3), 4);
}

export function setPrevious(links: usize, p: i32, previous: u32): void {
  store<u32>(links + ((<usize>p) << 3), previous, 4);
}
