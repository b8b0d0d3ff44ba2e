import type { PolygonMesh } from './polygon-mesh.ts';

/** The square of the distance of a point to a segment. */
export function toSegment(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return (ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2;
}

/** The square of the distance of two segments. */
export function betweenSegments(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const side = (px: number, py: number): number => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  const other = (px: number, py: number): number => (dx - cx) * (py - cy) - (dy - cy) * (px - cx);
  if (side(cx, cy) * side(dx, dy) < 0 && other(ax, ay) * other(bx, by) < 0) return 0;
  return Math.min(
    toSegment(ax, ay, cx, cy, dx, dy),
    toSegment(bx, by, cx, cy, dx, dy),
    toSegment(cx, cy, ax, ay, bx, by),
    toSegment(dx, dy, ax, ay, bx, by),
  );
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
    const [a, b] = [corner[3 * triangle + k]!, corner[3 * triangle + ((k + 1) % 3)]!];
    const [ax, ay, bx, by] = [x[a]!, y[a]!, x[b]!, y[b]!];
    if ((bx - ax) * (py - ay) - (by - ay) * (px - ax) < 0) isInside = false;
    least = Math.min(least, toSegment(px, py, ax, ay, bx, by));
  }
  return isInside ? 0 : Math.sqrt(least);
}
