import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import {
  createPointLocator,
  findParts,
  type MeshPoint,
  type PointLocator,
} from '@wayfield/triangulation/internal/polygons';
import { MOVES_SOURCE, MOVES_TARGET } from '../queries/nearest.ts';
import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * Locates the two ends of a query in a mesh. All results are valid until the next `locate`. An end
 * that must not be moved and is off the mesh is SOURCE_BLOCKED or TARGET_BLOCKED.
 */
export interface EndsLocator {
  readonly epsilon: number;
  /** One per polygon: the number of its part. */
  readonly part: Uint32Array;
  /** The polygons that hold the start of the path: the first `sourceCount` entries. */
  readonly sources: Uint32Array;
  readonly sourceCount: number;
  /** The polygons that hold the target, or the reachable point nearest to the target. */
  readonly targets: Uint32Array;
  readonly targetCount: number;
  /** The start: the source, or the point of the mesh nearest to the source. */
  readonly startX: number;
  readonly startY: number;
  /** The end: the target, or the reachable point nearest to the target. */
  readonly x: number;
  readonly y: number;
  /** Whether both ends lie in one polygon, so that the path is straight. */
  readonly isStraight: boolean;
  /**
   * Returns FOUND or NEAREST if there is a path, else the status that says why there is none.
   * `moves`: the ends that may be moved, as `movesOf` gives them.
   */
  locate(sx: number, sy: number, tx: number, ty: number, moves: number): number;
}

export function createEndsLocator(mesh: PolygonMesh): EndsLocator {
  return endsLocator(createPointLocator(mesh), findParts(mesh));
}

/** As `createEndsLocator`, for a mesh that may change: the caller keeps both arguments current. */
export function endsLocator(locator: PointLocator, part: Uint32Array): EndsLocator {
  const ends: Ends = {
    epsilon: locator.epsilon,
    part,
    sources: new Uint32Array(locator.most),
    sourceCount: 0,
    targets: new Uint32Array(locator.most),
    targetCount: 0,
    startX: 0,
    startY: 0,
    x: 0,
    y: 0,
    isStraight: false,
    locate: (sx, sy, tx, ty, moves) => {
      ends.startX = sx;
      ends.startY = sy;
      ends.x = tx;
      ends.y = ty;
      ends.isStraight = false;
      return locateEnds(ends, locator, moves);
    },
  };
  return ends;
}

type Ends = { -readonly [Key in keyof EndsLocator]: EndsLocator[Key] };

function locateEnds(ends: Ends, locator: PointLocator, moves: number): number {
  const { part } = ends;
  if (ends.sources.length < locator.most) {
    ends.sources = new Uint32Array(locator.most);
    ends.targets = new Uint32Array(locator.most);
  }
  const { sources, targets } = ends;
  let found = FOUND;
  ends.sourceCount = locator.locate(ends.startX, ends.startY, sources);
  if (ends.sourceCount === 0) {
    const point =
      moves & MOVES_SOURCE ? locator.nearest(ends.startX, ends.startY, () => true) : undefined;
    if (!point) return SOURCE_BLOCKED;
    found = NEAREST;
    ends.startX = point.x;
    ends.startY = point.y;
    ends.sourceCount = locateNearest(locator, point, sources);
  }
  ends.targetCount = locator.locate(ends.x, ends.y, targets);
  if (moves & MOVES_TARGET && !isReachable(ends)) {
    found = NEAREST;
    const point = locator.nearest(ends.x, ends.y, (p) => {
      for (let i = 0; i < ends.sourceCount; i++) if (part[sources[i]] === part[p]) return true;
      return false;
    })!;
    ends.x = point.x;
    ends.y = point.y;
    ends.targetCount = locateNearest(locator, point, targets);
  }
  if (ends.targetCount === 0) return TARGET_BLOCKED;
  for (let i = 0; i < ends.sourceCount; i++)
    for (let k = 0; k < ends.targetCount; k++)
      if (sources[i] === targets[k]) {
        ends.isStraight = true;
        return found;
      }
  return isReachable(ends) ? found : NO_PATH;
}

/** Whether a polygon of the start and a polygon of the end belong to one part. */
function isReachable({ sources, sourceCount, targets, targetCount, part }: Ends): boolean {
  for (let i = 0; i < sourceCount; i++)
    for (let k = 0; k < targetCount; k++) if (part[sources[i]] === part[targets[k]]) return true;
  return false;
}

/**
 * Writes the polygons that hold a nearest point into `found` and returns their number. The point
 * lies on the border of its polygon, but for rounding, and perhaps on the border of further
 * polygons, in which the path may start or end as well.
 */
function locateNearest(locator: PointLocator, point: MeshPoint, found: Uint32Array): number {
  const count = locator.locate(point.x, point.y, found);
  if (found.subarray(0, count).includes(point.polygon)) return count;
  found[0] = point.polygon;
  return 1;
}
