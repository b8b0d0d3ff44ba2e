import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

export type Point = readonly [x: number, y: number];

/** A straight segment by its two ends. */
export type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** The square of the distance of a point to a segment. */
export function toSegment(px: number, py: number, [ax, ay, bx, by]: Segment): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
}

/** The square of the distance of two segments; 0 where they cross. */
export function betweenSegments(one: Segment, other: Segment): number {
  const [ax, ay, bx, by] = one;
  const [cx, cy, dx, dy] = other;
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
function sideOf([ax, ay, bx, by]: Segment, px: number, py: number): number {
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
