// Places where a disc could stand, by offset geometry: candidates for the place nearest to a point.

import type { ArcPath } from '../../src/discs.ts';
import type { PolygonMesh } from '../../src/index.ts';

export type Point = readonly [number, number];

/** Whether a point lies in a triangle of the mesh. */
export function isInside({ x, y, corner, polygonCount }: PolygonMesh, [px, py]: Point): boolean {
  for (let t = 0; t < polygonCount; t++) {
    let isIn = true;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corner[3 * t + k], corner[3 * t + ((k + 1) % 3)]];
      const across = (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
      if (across < 0) isIn = false;
    }
    if (isIn) return true;
  }
  return false;
}

/**
 * Takes the lines at distance `r` on both sides of all walls, and the circles of radius `r` around
 * all vertices. Returns the point of each that is nearest to (gx, gy), and all their crossings.
 */
export function placesNear(
  mesh: PolygonMesh,
  walls: Float64Array,
  r: number,
  [gx, gy]: Point,
): Point[] {
  const places: Point[] = [];
  const lines: (readonly [number, number, number, number])[] = [];
  const centres = [...new Set(mesh.corner)].map((v) => [mesh.x[v], mesh.y[v]] as const);
  for (let k = 0; k < walls.length; k += 4) {
    const [ax, ay, bx, by] = [walls[k], walls[k + 1], walls[k + 2], walls[k + 3]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    for (const side of [r, -r]) {
      const [ox, oy] = [ax - side * uy, ay + side * ux];
      lines.push([ox, oy, ux, uy]);
      const along = ux * (gx - ox) + uy * (gy - oy);
      places.push([ox + along * ux, oy + along * uy]);
    }
  }
  for (const [cx, cy] of centres) {
    const away = Math.hypot(gx - cx, gy - cy);
    places.push([cx + (r * (gx - cx)) / away, cy + (r * (gy - cy)) / away]);
    for (const [ox, oy, ux, uy] of lines) {
      const along = ux * (cx - ox) + uy * (cy - oy);
      const across = ux * (cy - oy) - uy * (cx - ox);
      if (Math.abs(across) > r) continue;
      const half = Math.sqrt(r * r - across * across);
      for (const t of [along - half, along + half]) places.push([ox + t * ux, oy + t * uy]);
    }
    for (const [dx, dy] of centres) {
      const [ex, ey] = [dx - cx, dy - cy];
      const square = ex * ex + ey * ey;
      if (square === 0 || square > 4 * r * r) continue;
      const half = Math.sqrt(r * r - square / 4) / Math.sqrt(square);
      places.push([cx + ex / 2 - half * ey, cy + ey / 2 + half * ex]);
    }
  }
  for (const [ox, oy, ux, uy] of lines)
    for (const [px, py, vx, vy] of lines) {
      const turn = ux * vy - uy * vx;
      if (Math.abs(turn) < 1e-9) continue;
      const t = ((px - ox) * vy - (py - oy) * vx) / turn;
      places.push([ox + t * ux, oy + t * uy]);
    }
  return places;
}

/** A path that stays at a point. */
export const still = ([x, y]: Point): ArcPath => ({
  count: 2,
  x: Float64Array.of(x, x),
  y: Float64Array.of(y, y),
  centreX: new Float64Array(2),
  centreY: new Float64Array(2),
  startAngle: new Float64Array(2),
  sweep: new Float64Array(2),
});
