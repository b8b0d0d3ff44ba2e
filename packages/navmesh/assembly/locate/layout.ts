// The memory of point location and of queries for points.
//
// Who allocates and frees: src/queries/query-kernels.ts, for sectors.ts
// src/channels/point-engine.ts; `destroy` of the search frees all of it. What grows is moved.
//
// array         entries                                bound to              lifetime
// firsts        u32 per bucket and one more            locate.ts             mesh
// bucketed      u32: triangles, bucket by bucket       locate.ts             mesh
// triangles     corners of a triangle, as below        locate.ts             mesh
// parts         u32 per triangle                       ends.ts               mesh
// twins         u32 per side, within other records     ends.ts               mesh
// sourceList    u32: triangles, and targetList         ends.ts               query
// starts        u32: triangles, sectors and seen too   ../points/sectors.ts  query
// nodeParts     u8 per triangle                        ../points/sectors.ts  mesh
// surroundings  Surroundings per node                  ../points/sectors.ts  mesh
// turns         f64 x and y per turn; grows            ../points/path-turns.ts  query
// xs, ys        f64 per point; grow                    ../points/queries.ts  block of queries

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
