// The block of queries that the host fills and the kernels answer in one call, for points and for
// discs: columns of `BLOCK` entries. The host knows where columns lie by these constants, which
// points.gen.ts repeats (src/queries/block.ts). A call for each query would cost as much as a short
// query.

/** Queries in a block. */
export const BLOCK: u32 = 256;

// f64 columns
const F64: u32 = 8 * BLOCK;
export const SOURCE_X: u32 = 0;
export const SOURCE_Y: u32 = F64;
export const TARGET_X: u32 = 2 * F64;
export const TARGET_Y: u32 = 3 * F64;
export const COST: u32 = 4 * F64;
export const LOWER_BOUND: u32 = 5 * F64;
// u32 columns; FIRST_POINT has one entry more: the path of query i has the points from entry i to
// entry i + 1
export const EXPANDED: u32 = 6 * F64;
export const FIRST_POINT: u32 = EXPANDED + 4 * BLOCK;
// u8 columns
export const STATUS: u32 = FIRST_POINT + 4 * BLOCK + 8;
export const PROVEN: u32 = STATUS + BLOCK;

export const BLOCK_BYTES: u32 = PROVEN + BLOCK;

let block: usize = 0;

export function blockBind(address: usize): void {
  block = address;
}

/** Entry i of a column of f64. */
export function given(column: u32, i: u32): f64 {
  return load<f64>(block + column + ((<usize>i) << 3));
}
export function setFloat(column: u32, i: u32, value: f64): void {
  store<f64>(block + column + ((<usize>i) << 3), value);
}
export function setWord(column: u32, i: u32, value: u32): void {
  store<u32>(block + column + ((<usize>i) << 2), value);
}
export function setByte(column: u32, i: u32, value: u32): void {
  store<u8>(block + column + i, value);
}
