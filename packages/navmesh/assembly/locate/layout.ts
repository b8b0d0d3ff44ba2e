// The records of point location. Their arrays, and those of queries for points:
// architecture/queries.md, "Arrays".

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

/**
 * Whether records also hold the sides of triangles. True for hub labels, which walk lines over the
 * sides ("use" in asconfig.json of @wayfield/euclidean-hub-labels).
 */
export const HAS_SIDES: bool = isDefined(LABELS);

// A triangle: f64 x and y of each corner. The record has the coordinates themselves, because to
// fetch the corners through their vertices takes far longer than the arithmetic of a test. With
// sides (HAS_SIDES) a triangle fills a cache line: u32 twin of each side, as 4 x triangle + side or
// NONE, and u32 part of the mesh.
export const TRIANGLE: usize = HAS_SIDES ? 64 : 48;
export const CORNERS: usize = 48;
export const CORNER: usize = 16;
export const CORNER_SHIFT: usize = 4;
const CORNER_Y: usize = 8;
const SIDES: usize = 48;
const PART: usize = 60;

export function cornerX(corner: usize): f64 {
  return load<f64>(corner);
}
export function cornerY(corner: usize): f64 {
  return load<f64>(corner, CORNER_Y);
}
/** The twin of a side of a triangle. */
export function sideOf(triangle: usize, side: u32): u32 {
  return load<u32>(triangle + ((<usize>side) << 2), SIDES);
}
export function partOf(triangle: usize): u32 {
  return load<u32>(triangle, PART);
}
