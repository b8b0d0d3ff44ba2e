import FlatQueue from 'flatqueue';
import type { Feature, FreeBorder } from './free-border.ts';
import type { PointLocator } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh } from '@wayfield/triangulation';
import { distanceToTriangle, type Point } from '@wayfield/triangulation/internal/half-edges';

/** What waits in the queue by distance: a ring of buckets, a triangle, a feature, or a point. */
type Waiting =
  | { readonly polygons: readonly number[]; readonly next: number }
  | { readonly triangle: number }
  | { readonly feature: Feature }
  | { readonly x: number; readonly y: number };

/**
 * Yields, for each piece of the border of the free space of a disc's centre, its point nearest to
 * (px, py), in the order of distance (incremental nearest neighbours: Hjaltason and Samet 1999).
 * Only features near triangles for which `isWanted` is true are searched. Each piece lies in one
 * part of the free space, so the nearest point of every part is among these points, if (px, py)
 * lies outside the part. Called after `begin` of `border` for the disc.
 */
export function* nearestFree(
  mesh: PolygonMesh,
  border: FreeBorder,
  locator: PointLocator,
  isWanted: (triangle: number) => boolean,
  [px, py]: Point,
): Generator<{ readonly x: number; readonly y: number }> {
  const rings = locator.rings(px, py);
  const queue = new FlatQueue<Waiting>();
  const seen = new Uint8Array(mesh.polygonCount);

  const addRing = (away: number): void => {
    const ring = rings.next();
    if (!ring.done) queue.push(ring.value, away);
  };
  addRing(0);
  for (let next = queue.pop(); next; next = queue.pop()) {
    if ('polygons' in next) {
      for (const triangle of next.polygons) {
        if (seen[triangle]) continue;
        seen[triangle] = 1;
        if (isWanted(triangle))
          queue.push({ triangle }, distanceToTriangle(mesh, triangle, px, py));
      }
      addRing(next.next);
    } else if ('triangle' in next) {
      for (const feature of border.featuresNear(next.triangle))
        queue.push({ feature }, border.distance(feature, px, py));
    } else if ('feature' in next) {
      const points = border.nearest(next.feature, px, py);
      for (let k = 0; k < points.length; k += 2) {
        const [x, y] = [points[k], points[k + 1]];
        queue.push({ x, y }, Math.hypot(x - px, y - py));
      }
    } else yield next;
  }
}
