// The numbers that kernels read, in f64 on the CPU (assembly/oriented/layout.ts) and in f32 on the
// GPU (narrow.wgsl.ts).
//
// The record of a shape:
//
//   0  CORNERS    2D: corners of a polygon, 0: a disc. 3D: 1: a box, 0: a ball
//   1  RADIUS     of a disc or ball
//   2  ENCLOSING  the largest distance of a point from the origin
//   3  HALF       3D: half the size of a box along x, y and z
//   3  corners    2D: per corner x, y, the outward normal of the side that begins there, and the
//                 offset of that side along its normal
//
// The pose of a body, by slot: the position, and how its shape is turned. 2D: x, y, cosine, sine.
// 3D: x, y, z and the rows of the matrix that turns the shape.

/** Numbers of a record before the corners of a polygon, or half the sizes of a box. */
export const HEAD_WORDS = 3;
export const RADIUS = 1;
export const ENCLOSING = 2;
export const CORNER_WORDS = 5;

/** Numbers of a pose in two and in three dimensions. */
export const poseWords = (dimensions: 2 | 3): number => (dimensions === 2 ? 4 : 12);
