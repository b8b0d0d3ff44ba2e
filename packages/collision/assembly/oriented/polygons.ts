// Discs and polygons. The reasons stand in src/oriented/touch.ts.
import {
  cornerX,
  cornerY,
  cosine,
  endOfSides,
  firstSide,
  normalX,
  normalY,
  offset,
  position,
  SIDE_BYTES,
  sine,
} from './layout';

/** The squared distance of two positions. */
export function discCentres(a: usize, b: usize): f64 {
  const dx = position(b, 0) - position(a, 0);
  const dy = position(b, 1) - position(a, 1);
  return dx * dx + dy * dy;
}

/** Does a normal of the polygon A at pose a separate it from the polygon B at pose b? */
export function sidesSeparate(a: usize, b: usize, A: usize, B: usize, limit: f64): bool {
  const dx = position(b, 0) - position(a, 0);
  const dy = position(b, 1) - position(a, 1);
  const px = cosine(a) * dx + sine(a) * dy;
  const py = cosine(a) * dy - sine(a) * dx;
  const cos = cosine(a) * cosine(b) + sine(a) * sine(b);
  const sin = cosine(a) * sine(b) - sine(a) * cosine(b);
  const endA = endOfSides(A);
  const endB = endOfSides(B);
  for (let side = firstSide(A); side < endA; side += SIDE_BYTES) {
    const nx = normalX(side);
    const ny = normalY(side);
    const mx = cos * nx + sin * ny;
    const my = cos * ny - sin * nx;
    let least = Infinity;
    for (let corner = firstSide(B); corner < endB; corner += SIDE_BYTES) {
      least = min(least, mx * cornerX(corner) + my * cornerY(corner));
    }
    if (nx * px + ny * py - offset(side) + least > limit) return true;
  }
  return false;
}

/** Is the polygon A at pose a within `reach` of the position of pose b? */
export function polygonTouchesDisc(a: usize, b: usize, A: usize, reach: f64): bool {
  const dx = position(b, 0) - position(a, 0);
  const dy = position(b, 1) - position(a, 1);
  const px = cosine(a) * dx + sine(a) * dy;
  const py = cosine(a) * dy - sine(a) * dx;
  const begin = firstSide(A);
  const end = endOfSides(A);
  let inside = true;
  let least = Infinity;
  for (let side = begin; side < end; side += SIDE_BYTES) {
    const next = side + SIDE_BYTES < end ? side + SIDE_BYTES : begin;
    const x = cornerX(side);
    const y = cornerY(side);
    const nx = normalX(side);
    const ny = normalY(side);
    if (nx * px + ny * py - offset(side) <= 0) continue;
    inside = false;
    const length = nx * (cornerY(next) - y) - ny * (cornerX(next) - x);
    const along = max(0, min(length, nx * (py - y) - ny * (px - x)));
    const ex = px - (x - ny * along);
    const ey = py - (y + nx * along);
    least = min(least, ex * ex + ey * ey);
  }
  return inside || least <= reach * reach;
}
