import { SOURCE_BLOCKED } from '@wayfield/graph';
import type { Point } from '@wayfield/triangulation/internal/half-edges';
import type { MeshPoint } from '@wayfield/triangulation/internal/polygons';
import { writeWorld } from '@wayfield/surface/internal/world';
import type { DiscHost } from './disc-host.ts';
import type { DiscEnds, DiscQuery } from './disc-query.ts';
import { createFreeBorder, type FreeBorder } from './free-border.ts';
import { nearestFree } from './nearest-disc.ts';

/** What moves the ends of queries to the nearest places. The radii are effective ones. */
export interface NearestPlaces {
  /**
   * Begins from the place nearest to the source where the disc fits, anywhere on the mesh. Returns
   * the status as `begin` of a `DiscQuery` does, SOURCE_BLOCKED if the disc fits nowhere.
   */
  beginNear(ends: DiscEnds): number;
  /**
   * After `begin`, where there is no path to the target: yields once per place where the path may
   * end, in the order of distance to the target. The current query then goes to that place, or has
   * no path if the place is ruled out without a search. The caller searches before the next step.
   */
  places(): Generator<void, void>;
}

/**
 * Writes the mesh for `nearestPlace` of the kernels, as @wayfield/surface holds meshes. Returns
 * true, the value of `hasWalls` from then on.
 */
function writeWalls({ kernels, mesh }: DiscHost): true {
  writeWorld(kernels, mesh);
  kernels.orientBind();
  return true;
}

export function createNearest(host: DiscHost, query: DiscQuery): NearestPlaces {
  const { kernels, mesh, locator, passages, part, rounding } = host;
  const found = new Uint32Array(locator.most);
  /** Made for the first query whose nearest place cannot be reached. */
  let border: FreeBorder | undefined;
  /** Whether the kernels hold the walls that nearest places are found by. */
  let hasWalls = false;

  /** The nearest place where the disc fits, anywhere on the mesh; undefined if it fits nowhere. */
  function nearestPlace(px: number, py: number, radius: number): Point | undefined {
    hasWalls ||= writeWalls(host);
    return kernels.nearestPlace(px, py, radius) === 0
      ? undefined
      : [kernels.placeX(), kernels.placeY()];
  }

  const trianglesAt = (x: number, y: number): Uint32Array =>
    found.subarray(0, locator.locate(x, y, found));

  /**
   * Begins the query to a point of the mesh, on the border of its triangle. The point is never
   * blocked, even if rounding puts it outside.
   */
  function beginToPoint({ polygon, x, y }: MeshPoint): number {
    const triangles = trianglesAt(x, y);
    return query.beginTo(x, y, triangles.includes(polygon) ? triangles : Uint32Array.of(polygon));
  }

  /** The places on the border of the disc's free space, as `nearestFree` gives them. */
  function placesNear(
    [px, py]: Point,
    radius: number,
    isWanted: (triangle: number) => boolean,
  ): ReturnType<typeof nearestFree> {
    border ??= createFreeBorder(mesh);
    // half of the tolerance of ends (`isClear` in assembly/discs/clear.ts): a place found here is
    // not blocked as an end
    border.begin(radius, radius * (1 - 5e-13) - 0.125 * rounding);
    return nearestFree(mesh, border, locator, isWanted, [px, py]);
  }

  function beginNear(ends: DiscEnds): number {
    const { sx, sy, radius } = ends;
    if (radius === 0) {
      const point = locator.nearest(sx, sy, () => true);
      return point ? query.begin({ ...ends, sx: point.x, sy: point.y }) : SOURCE_BLOCKED;
    }
    const place = nearestPlace(sx, sy, radius);
    return place ? query.begin({ ...ends, sx: place[0], sy: place[1] }) : SOURCE_BLOCKED;
  }

  function* places(): Generator<void, void> {
    const { tx, ty, radius } = query.ends;
    const sources = query.sources();
    if (radius === 0) {
      const isOwn = (t: number): boolean => sources.some((s) => part[s] === part[t]);
      beginToPoint(locator.nearest(tx, ty, isOwn)!);
      yield;
      return;
    }
    // try the nearest place of all first: mostly a path leads there
    const place = nearestPlace(tx, ty, radius);
    if (place && (place[0] !== tx || place[1] !== ty)) {
      query.beginTo(...place, trianglesAt(...place));
      yield;
    }
    const isReached = passages.reachedFrom(sources, kernels.leastWidthOf(radius));
    for (const { x, y } of placesNear([tx, ty], radius, isReached)) {
      if (!query.isApart(x, y)) query.beginTo(x, y, trianglesAt(x, y));
      yield;
    }
  }

  return { beginNear, places };
}
