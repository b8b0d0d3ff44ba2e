import {
  addToBuckets,
  type Box,
  type BucketRing,
  bucketOf,
  bucketRings,
  type Buckets,
  buildBuckets,
  removeFromBuckets,
} from './buckets.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * Finds the polygons at a point by a grid of buckets. `locate` looks at the polygons of one bucket,
 * at most `most`: a few in expectation, in the worst case (long thin polygons) all of the mesh.
 */
export interface PointLocator {
  /**
   * Writes the polygons whose closed area holds the point into `found` and returns their number:
   * one inside a polygon, two on a side, several on a vertex, none outside the mesh. Once `found`
   * is full, further polygons are left out. A point counts as on a side if twice the area that it
   * spans with the side is at most `epsilon`.
   */
  locate(px: number, py: number, found: Uint32Array): number;
  /**
   * The point of the mesh nearest to a point, among the polygons that `isWanted` takes, and its
   * polygon; undefined if `isWanted` takes none. Of points at the same distance the one of the
   * polygon with the lowest number.
   */
  nearest(px: number, py: number, isWanted: (polygon: number) => boolean): MeshPoint | undefined;
  /**
   * The polygons around a point, from near to far. Some are listed more than once, and removed
   * polygons, which have no sides, may still be listed.
   */
  rings(px: number, py: number): Generator<BucketRing, void>;
  /**
   * An upper bound on the number of polygons in one bucket, so at one point: the length for
   * `found`. `replace` can raise it.
   */
  readonly most: number;
  /** Removes the polygons `gone` and adds the polygons `come`, which may have the same numbers. */
  replace(gone: Iterable<number>, come: Iterable<number>): void;
  readonly epsilon: number;
  /** The grid as it was built, without later changes. */
  readonly buckets: Buckets;
}

export interface MeshPoint {
  readonly polygon: number;
  readonly x: number;
  readonly y: number;
}

/**
 * `box` holds the mesh and all polygons that `replace` will add. Numbers of a mesh that changes
 * (`LivePolygons`) may be unused: their polygons have no sides and are never found.
 */
export function createPointLocator(mesh: PolygonMesh, box: Box = boxOf(mesh)): PointLocator {
  const { firstSide, corner, polygonCount } = mesh;
  const epsilon = polygonCount === 0 ? 0 : areaRounding(box);
  const buckets = buildBuckets(mesh, box);
  const { first, bucketed, later } = buckets;
  const [minX, minY, maxX, maxY] = box;
  // x and y of the corner of each side, in one array: fetching corners through their vertices
  // takes far longer than the arithmetic of the test
  const coordinates = new Float64Array(2 * corner.length);
  for (let p = 0; p < polygonCount; p++) place(p);

  function place(p: number): void {
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      coordinates[2 * s] = mesh.x[corner[s]];
      coordinates[2 * s + 1] = mesh.y[corner[s]];
    }
  }

  function holds(p: number, px: number, py: number): boolean {
    const begin = firstSide[p];
    const end = firstSide[p + 1];
    if (begin >= end) return false;
    let ax = coordinates[2 * end - 2];
    let ay = coordinates[2 * end - 1];
    for (let s = begin; s < end; s++) {
      const bx = coordinates[2 * s];
      const by = coordinates[2 * s + 1];
      if ((bx - ax) * (py - ay) - (by - ay) * (px - ax) < -epsilon) return false;
      ax = bx;
      ay = by;
    }
    return true;
  }

  return {
    get most() {
      return buckets.most;
    },
    epsilon,
    buckets,
    rings: (px, py) => bucketRings(buckets, px, py),
    replace(gone, come) {
      for (const p of gone) removeFromBuckets(buckets, p);
      for (const p of come) {
        place(p);
        addToBuckets(buckets, mesh, p);
      }
    },
    nearest(px, py, isWanted) {
      if (polygonCount === 0) return undefined;
      return nearestIn(mesh, bucketRings(buckets, px, py), px, py, isWanted);
    },
    locate(px, py, found) {
      if (!(px >= minX && px <= maxX && py >= minY && py <= maxY)) return 0;
      const bucket = bucketOf(buckets, px, py);
      let count = 0;
      for (let i = first[bucket]; i < first[bucket + 1]; i++) {
        const p = bucketed[i];
        if (holds(p, px, py) && count < found.length) found[count++] = p;
      }
      if (later.size > 0)
        for (const p of later.get(bucket) ?? [])
          if (holds(p, px, py) && count < found.length) found[count++] = p;
      return count;
    },
  };
}

/**
 * Twice an area of at most this counts as 0: 8 roundings (2^-53) of the extent of the box times the
 * larger of the extent and `largest`, the size of the largest coordinate. Twice an area is a
 * difference of two products of differences of coordinates. A difference is at most the extent, and
 * a product takes three roundings, so both products together err by at most 6 roundings of the
 * extent's square. The other 2 are far above the terms of second order and the rounding of this
 * bound itself. The last subtraction does not change the sign. A box around the origin has an
 * extent of up to twice `largest`: there the error can come near to 12 roundings of `largest` times
 * the extent, and 11.5 have been found. In a box far from the origin `largest` is above the extent,
 * and a point on a side that is rounded to doubles counts as on the side.
 */
export function areaRounding([minX, minY, maxX, maxY]: Box): number {
  const largest = Math.max(Math.abs(minX), Math.abs(maxX), Math.abs(minY), Math.abs(maxY), 1e-300);
  const extent = Math.max(maxX - minX, maxY - minY);
  return Math.max(largest, extent) * extent * 2 ** -50;
}

/** The nearest point of the wanted polygons, which come in rings from near to far. */
function nearestIn(
  mesh: PolygonMesh,
  rings: Iterable<BucketRing>,
  px: number,
  py: number,
  isWanted: (polygon: number) => boolean,
): MeshPoint | undefined {
  let best = Infinity;
  let answer: MeshPoint | undefined;
  const near = { x: 0, y: 0 };
  const seen = new Set<number>();
  for (const { polygons, next } of rings) {
    for (const p of polygons) {
      // removed polygons, which have no sides, stay in the buckets
      const isGone = mesh.firstSide[p] >= mesh.firstSide[p + 1];
      if (isGone || seen.has(p) || !isWanted(p)) continue;
      seen.add(p);
      const away = nearestOf(mesh, p, px, py, near);
      if (away > best || (away === best && p >= answer!.polygon)) continue;
      best = away;
      answer = { polygon: p, x: near.x, y: near.y };
    }
    if (answer && next ** 2 > best) break;
  }
  return answer;
}

/**
 * The square of the distance from a point to a polygon; `near` becomes the polygon's nearest point.
 */
function nearestOf(
  { x, y, corner, firstSide }: PolygonMesh,
  p: number,
  px: number,
  py: number,
  near: { x: number; y: number },
): number {
  let best = Infinity;
  let isInside = true;
  const begin = firstSide[p];
  const end = firstSide[p + 1];
  for (let s = begin; s < end; s++) {
    const a = corner[s];
    const b = corner[s + 1 === end ? begin : s + 1];
    const [ax, ay] = [x[a], y[a]];
    const [dx, dy] = [x[b] - ax, y[b] - ay];
    if (dx * (py - ay) - dy * (px - ax) < 0) isInside = false;
    const t = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
    // an end of the side exactly, where the end is nearest
    const nx = t === 1 ? x[b] : ax + t * dx;
    const ny = t === 1 ? y[b] : ay + t * dy;
    const away = (px - nx) ** 2 + (py - ny) ** 2;
    if (away < best) {
      best = away;
      near.x = nx;
      near.y = ny;
    }
  }
  if (!isInside) return best;
  near.x = px;
  near.y = py;
  return 0;
}

export function boxOf({ x, y, vertexCount }: PolygonMesh): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < vertexCount; v++) {
    minX = Math.min(minX, x[v]);
    maxX = Math.max(maxX, x[v]);
    minY = Math.min(minY, y[v]);
    maxY = Math.max(maxY, y[v]);
  }
  return [minX, minY, maxX, maxY];
}
