// Convex polygons in counterclockwise order, f64 x and y of each vertex: pieces of triangles for
// cells.ts and keep.ts.

/** Room for 12 vertices. At most four half-planes clip a triangle, which leaves at most seven. */
export const SHAPE_BYTES: usize = 16 * 12;
const Y: usize = 8;

export function shapeX(shape: usize, i: u32): f64 {
  return load<f64>(shape + ((<usize>i) << 4));
}
export function shapeY(shape: usize, i: u32): f64 {
  return load<f64>(shape + ((<usize>i) << 4), Y);
}
export function shapePut(shape: usize, i: u32, x: f64, y: f64): void {
  store<f64>(shape + ((<usize>i) << 4), x);
  store<f64>(shape + ((<usize>i) << 4), y, Y);
}

/** Clips a polygon to the half-plane a x + b y >= c; returns the number of vertices in `to`. */
export function clip(from: usize, count: u32, to: usize, a: f64, b: f64, c: f64): u32 {
  let made: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const j = i + 1 == count ? 0 : i + 1;
    const x = shapeX(from, i);
    const y = shapeY(from, i);
    const endX = shapeX(from, j);
    const endY = shapeY(from, j);
    const begin = a * x + b * y - c;
    const end = a * endX + b * endY - c;
    if (begin >= 0) shapePut(to, made++, x, y);
    if ((begin > 0 && end < 0) || (begin < 0 && end > 0)) {
      const t = begin / (begin - end);
      shapePut(to, made++, x + t * (endX - x), y + t * (endY - y));
    }
  }
  return made;
}

/** The distance from a point to a convex polygon, 0 inside. */
export function shapeDistance(shape: usize, count: u32, x: f64, y: f64): f64 {
  let least = Infinity;
  let isInside = count > 2;
  for (let i: u32 = 0; i < count; i++) {
    const j = i + 1 == count ? 0 : i + 1;
    const ax = shapeX(shape, i);
    const ay = shapeY(shape, i);
    const dx = shapeX(shape, j) - ax;
    const dy = shapeY(shape, j) - ay;
    const square = dx * dx + dy * dy;
    const share = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0;
    const t = min<f64>(1, max<f64>(0, share));
    const px = ax + t * dx - x;
    const py = ay + t * dy - y;
    least = min(least, px * px + py * py);
    if (dx * (y - ay) - dy * (x - ax) < 0) isInside = false;
  }
  return isInside ? 0 : sqrt(least);
}
