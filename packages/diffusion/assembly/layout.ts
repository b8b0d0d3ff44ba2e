// Arrays in memory by address and index, and the layouts of records. Of the kernels, only this file
// and steering/layout.ts know the byte offsets inside a record. The compiler inlines all of these
// functions. What each array holds, where it is made and when it is freed: the tables "Arrays" of
// the pages in ../architecture.

export function f32At(array: usize, i: i32): f32 {
  return load<f32>(array + ((<usize>i) << 2));
}

export function setF32(array: usize, i: i32, value: f32): void {
  store<f32>(array + ((<usize>i) << 2), value);
}

export function i32At(array: usize, i: i32): i32 {
  return load<i32>(array + ((<usize>i) << 2));
}

/** The address of entry i of an array of words. */
export function wordPlace(array: usize, i: i32): usize {
  return array + ((<usize>i) << 2);
}

/** Entries i to i + 3 of an array of f32. */
export function fourOf(array: usize, i: i32): v128 {
  return v128.load(array + ((<usize>i) << 2));
}

export function setFour(array: usize, i: i32, values: v128): void {
  v128.store(array + ((<usize>i) << 2), values);
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

// Goals for method 'steady': `count` u32 cells, then `count` f32 m, then `count` i32 scales. The
// strength of a goal is m * 2^scale.

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

// A cell that waits in a bucket while the first scent spreads (steady/sweeps.ts): u32 next and
// previous cell of the bucket, 0 = none. `previous` is SETTLED once the cell has left the buckets.

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

// The record of a level of the multigrid of method 'steady': byte offsets of its words, which `add`
// of src/steady/level-records.ts writes. All words but the first are addresses of arrays. What a
// row and its unknown u are: steady/levels.ts.

/** The number of nodes of the level. */
export const NODES: usize = 0;
/** u32, one per node and one more: the edges of node i are `[first[i], first[i + 1])`. */
export const FIRST: usize = 4;
/** u32 per edge: the other node. */
export const HEAD: usize = 8;
/** f64 per edge, f64 and f64 per node: the row, in units of 2^unit of its node. */
export const WEIGHT: usize = 12;
export const DIAGONAL: usize = 16;
export const INFLOW: usize = 20;
/** i32 per node: its row is in units of 2^unit. */
export const UNIT: usize = 24;
/** f64 per node: the unknown. */
export const U: usize = 28;
/** u32 per node: its node of the next coarser level. */
export const GROUP: usize = 32;
/** u32 per edge: the edge of the next coarser level that it is a part of, or `INSIDE`. */
export const SLOT: usize = 36;
/** As WEIGHT, DIAGONAL and INFLOW: the row for a scent of 1 in every cell (`base` of levels.ts). */
export const BASE_WEIGHT: usize = 40;
export const BASE_DIAGONAL: usize = 44;
export const BASE_INFLOW: usize = 48;
/** f64 and i32 per node: the scent t * 2^scale that the level stands for (nested iteration). */
export const T: usize = 52;
export const SCALE: usize = 56;
/** Bytes of a record: 16 words. */
export const LEVEL_RECORD: u32 = 64;
