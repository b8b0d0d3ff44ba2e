// The record of a level: one grid of cells. `writeLevel` of src/grid/sizes.ts writes it, with these
// offsets, which the build copies to src/kernels.gen.ts.

/** Bytes of a record. */
export const LEVEL_BYTES: usize = 96;
// f64
export const LEVEL_ORIGIN_X: usize = 0;
export const LEVEL_ORIGIN_Y: usize = 8;
export const LEVEL_ORIGIN_Z: usize = 16;
export const LEVEL_PER_UNIT: usize = 24;
// u32
export const LEVEL_WIDTH: usize = 32;
export const LEVEL_HEIGHT: usize = 36;
export const LEVEL_DEPTH: usize = 40;
export const LEVEL_FIRST_CELL: usize = 44;
export const LEVEL_WRAPS: usize = 48;
export const LEVEL_FIRST_PLACE: usize = 52;
export const LEVEL_END_PLACE: usize = 56;
// f32
export const LEVEL_LARGEST_HALF: usize = 60;
// f64
export const LEVEL_SLACK: usize = 64;
// three f64
export const LEVEL_SPAN: usize = 72;

// The corner of the grid where all indices are 0.
export function originXOf(level: usize): f64 {
  return load<f64>(level, LEVEL_ORIGIN_X);
}
export function originYOf(level: usize): f64 {
  return load<f64>(level, LEVEL_ORIGIN_Y);
}
export function originZOf(level: usize): f64 {
  return load<f64>(level, LEVEL_ORIGIN_Z);
}
/** Cells per unit of length. */
export function perUnitOf(level: usize): f64 {
  return load<f64>(level, LEVEL_PER_UNIT);
}

// Cells stored along each axis: columns, rows and slabs.
export function widthOf(level: usize): u32 {
  return load<u32>(level, LEVEL_WIDTH);
}
export function heightOf(level: usize): u32 {
  return load<u32>(level, LEVEL_HEIGHT);
}
export function depthOf(level: usize): u32 {
  return load<u32>(level, LEVEL_DEPTH);
}
/** Cells stored along an axis: 0 x, 1 y, 2 z. */
export function sizeOf(level: usize, axis: usize): u32 {
  return load<u32>(level + (axis << 2), LEVEL_WIDTH);
}
/** Cells of the world along an axis: more than `sizeOf` where the axis wraps. */
export function spanOf(level: usize, axis: usize): f64 {
  return load<f64>(level + (axis << 3), LEVEL_SPAN);
}
/** The first cell of the level among the cells of all levels. */
export function firstCellOf(level: usize): u32 {
  return load<u32>(level, LEVEL_FIRST_CELL);
}
/** Bits: 1 if x wraps, 2 if y wraps, 4 if z wraps. */
export function wrapsOf(level: usize): u32 {
  return load<u32>(level, LEVEL_WRAPS);
}

// The places of the bodies of the level: from the first to before the end. `writeLevel` writes them
// for a plain grid, `buildLevels` for levels.
export function firstPlaceOf(level: usize): u32 {
  return load<u32>(level, LEVEL_FIRST_PLACE);
}
export function setFirstPlaceOf(level: usize, value: u32): void {
  store<u32>(level, value, LEVEL_FIRST_PLACE);
}
export function endPlaceOf(level: usize): u32 {
  return load<u32>(level, LEVEL_END_PLACE);
}
export function setEndPlaceOf(level: usize, value: u32): void {
  store<u32>(level, value, LEVEL_END_PLACE);
}

/** Half the size of the largest body of the level. */
export function largestHalfOf(level: usize): f32 {
  return load<f32>(level, LEVEL_LARGEST_HALF);
}
/**
 * How far, in units of length, a body may lie outside its cell because the coordinate was rounded
 * on the way to the cell.
 */
export function slackOf(level: usize): f64 {
  return load<f64>(level, LEVEL_SLACK);
}
