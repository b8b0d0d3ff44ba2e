// The record of a shape, 32 bytes: position, radius, extents (f32) and shape (u32). There is one
// per slot, unless all bodies are circles, and one per area of `explore`.

/** Binary logarithm of the bytes of a record. */
const SHIFT: usize = 5;
export const SHAPE_BYTES: usize = 32;
const X: usize = 0;
const Y: usize = 4;
const Z: usize = 8;
const RADIUS: usize = 12;
const EXTENT_X: usize = 16;
const EXTENT_Y: usize = 20;
const EXTENT_Z: usize = 24;
const CODE: usize = 28;

/** The record with a number among records that begin at `shapes`. */
export function shapeAt(shapes: usize, index: usize): usize {
  return shapes + (index << SHIFT);
}

export function shapeX(shape: usize): f32 {
  return load<f32>(shape, X);
}
export function shapeY(shape: usize): f32 {
  return load<f32>(shape, Y);
}
export function shapeZ(shape: usize): f32 {
  return load<f32>(shape, Z);
}
export function shapeRadius(shape: usize): f32 {
  return load<f32>(shape, RADIUS);
}
export function shapeExtentX(shape: usize): f32 {
  return load<f32>(shape, EXTENT_X);
}
export function shapeExtentY(shape: usize): f32 {
  return load<f32>(shape, EXTENT_Y);
}
export function shapeExtentZ(shape: usize): f32 {
  return load<f32>(shape, EXTENT_Z);
}
/** CIRCLE, BOX, CAPSULE, SWEPT or RAY. */
export function shapeCode(shape: usize): u32 {
  return load<u32>(shape, CODE);
}

export function setShapeCode(shape: usize, code: u32): void {
  store<u32>(shape, code, CODE);
}
/** Writes position and radius, and leaves extents and shape. */
export function setShapeBall(shape: usize, x: f32, y: f32, z: f32, radius: f32): void {
  store<f32>(shape, x, X);
  store<f32>(shape, y, Y);
  store<f32>(shape, z, Z);
  store<f32>(shape, radius, RADIUS);
}
