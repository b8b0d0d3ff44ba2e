// The records of point location. Their arrays, and those of queries for points: ARCHITECTURE.md,
// "Memory".

// Box of a mesh, 40 bytes: f64 minX, minY, maxX, maxY, and the size of a bucket.
const MIN_Y: usize = 8;
const MAX_X: usize = 16;
const MAX_Y: usize = 24;
const CELL: usize = 32;

export function minXOf(box: usize): f64 {
  return load<f64>(box);
}
export function minYOf(box: usize): f64 {
  return load<f64>(box, MIN_Y);
}
export function maxXOf(box: usize): f64 {
  return load<f64>(box, MAX_X);
}
export function maxYOf(box: usize): f64 {
  return load<f64>(box, MAX_Y);
}
export function cellOf(box: usize): f64 {
  return load<f64>(box, CELL);
}

// Corners of a triangle, 48 bytes: f64 x and y of each corner. In one place, because fetching the
// corners through their vertices takes far longer than the arithmetic of a test.
export const TRIANGLE: usize = 48;
export const CORNER: usize = 16;
const CORNER_Y: usize = 8;

export function cornerX(corner: usize): f64 {
  return load<f64>(corner);
}
export function cornerY(corner: usize): f64 {
  return load<f64>(corner, CORNER_Y);
}
