import type { Points } from './convex-parts.ts';

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

/** Above 0 for points on the left of a segment's line. */
function sideOf(segment: ArrayLike<number>, px: number, py: number): number {
  const ax = segment[0];
  const ay = segment[1];
  const bx = segment[2];
  const by = segment[3];
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
}

/** The distance of a point to a triangle, with three entries of `corner`; 0 inside. */
export function distanceToTriangle(
  { x, y, corner }: Points & { readonly corner: ArrayLike<number> },
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
