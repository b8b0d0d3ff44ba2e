import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

export type Point = readonly [x: number, y: number];

/** A straight segment by its two ends. */
export type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** The square of the distance of a point to a segment. */
export function toSegment(px: number, py: number, segment: ArrayLike<number>): number {
  const ax = segment[0];
  const ay = segment[1];
  const dx = segment[2] - ax;
  const dy = segment[3] - ay;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
}

/** The square of the distance of two segments; 0 where they cross. */
export function betweenSegments(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const ax = one[0];
  const ay = one[1];
  const bx = one[2];
  const by = one[3];
  const cx = other[0];
  const cy = other[1];
  const dx = other[2];
  const dy = other[3];
  if (
    sideOf(one, cx, cy) * sideOf(one, dx, dy) < 0 &&
    sideOf(other, ax, ay) * sideOf(other, bx, by) < 0
  )
    return 0;
  return Math.min(
    toSegment(ax, ay, other),
    toSegment(bx, by, other),
    toSegment(cx, cy, one),
    toSegment(dx, dy, one),
  );
}

/**
 * Whether two segments come as near as the square root of `squares[0]`. One function with arrays:
 * an engine allocates for each fraction that it passes to another function.
 */
export function isWithin(one: Float64Array, other: Float64Array, squares: Float64Array): boolean {
  const square = squares[0];
  // the ends of one segment, seen from the other
  let crossings = 0;
  for (let k = 0; k < 2; k++) {
    const from = k === 0 ? one : other;
    const to = k === 0 ? other : one;
    const ax = to[0];
    const ay = to[1];
    const dx = to[2] - ax;
    const dy = to[3] - ay;
    const length = dx * dx + dy * dy;
    const before = dx * (from[1] - ay) - dy * (from[0] - ax);
    const behind = dx * (from[3] - ay) - dy * (from[2] - ax);
    if (before * behind < 0) crossings++;
    for (let at = 0; at < 4; at += 2) {
      const px = from[at] - ax;
      const py = from[at + 1] - ay;
      const share = length > 0 ? (px * dx + py * dy) / length : 0;
      const t = share < 0 ? 0 : share > 1 ? 1 : share;
      const ex = t * dx - px;
      const ey = t * dy - py;
      if (ex * ex + ey * ey <= square) return true;
    }
  }
  return crossings === 2;
}

/** Above 0 for points on the left of a segment's line. */
function sideOf(segment: ArrayLike<number>, px: number, py: number): number {
  const ax = segment[0];
  const ay = segment[1];
  const bx = segment[2];
  const by = segment[3];
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
}

/** The distance of a point to a triangle, 0 inside. */
export function distanceToTriangle(
  { x, y, corner }: PolygonMesh,
  triangle: number,
  px: number,
  py: number,
): number {
  let least = Infinity;
  let isInside = true;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corner[3 * triangle + k], corner[3 * triangle + ((k + 1) % 3)]];
    const side: Segment = [x[a], y[a], x[b], y[b]];
    if (sideOf(side, px, py) < 0) isInside = false;
    least = Math.min(least, toSegment(px, py, side));
  }
  return isInside ? 0 : Math.sqrt(least);
}
