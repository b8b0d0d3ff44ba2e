import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { findParts } from '../polygons/mesh-facts.ts';
import { createPointLocator, type PointLocator } from '../polygons/point-locator.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/**
 * Locates the two ends of a query in a mesh. All results are valid until the next `locate`. A
 * source off the mesh is SOURCE_BLOCKED, also with `takesNearest`, which moves the target only.
 */
export interface EndsLocator {
  readonly epsilon: number;
  /** One per polygon: the number of its part. */
  readonly part: Uint32Array;
  /** The polygons that hold the source: the first `sourceCount` entries. */
  readonly sources: Uint32Array;
  readonly sourceCount: number;
  /** The polygons that hold the target, or the reachable point nearest to the target. */
  readonly targets: Uint32Array;
  readonly targetCount: number;
  /** The target, or that point. */
  readonly x: number;
  readonly y: number;
  /** Whether both ends lie in one polygon, so that the path is straight. */
  readonly isStraight: boolean;
  /** Returns FOUND or NEAREST if there is a path, else the status that says why there is none. */
  locate(sx: number, sy: number, tx: number, ty: number, takesNearest: boolean): number;
}

export function createEndsLocator(mesh: PolygonMesh): EndsLocator {
  return endsLocator(createPointLocator(mesh), findParts(mesh));
}

/** For a mesh that may change: `locator` and `part` are then kept up to date by their owner. */
export function endsLocator(locator: PointLocator, part: Uint32Array): EndsLocator {
  let sources = new Uint32Array(locator.most);
  let targets = new Uint32Array(locator.most);
  let sourceCount = 0;
  let targetCount = 0;
  let x = 0;
  let y = 0;
  let isStraight = false;

  /** Whether a polygon of the source and a polygon of the target belong to one part. */
  function isReachable(): boolean {
    for (let i = 0; i < sourceCount; i++)
      for (let k = 0; k < targetCount; k++) if (part[sources[i]] === part[targets[k]]) return true;
    return false;
  }

  return {
    epsilon: locator.epsilon,
    part,
    get sources() {
      return sources;
    },
    get targets() {
      return targets;
    },
    get sourceCount() {
      return sourceCount;
    },
    get targetCount() {
      return targetCount;
    },
    get x() {
      return x;
    },
    get y() {
      return y;
    },
    get isStraight() {
      return isStraight;
    },
    locate(sx, sy, tx, ty, takesNearest) {
      x = tx;
      y = ty;
      isStraight = false;
      if (sources.length < locator.most) {
        sources = new Uint32Array(locator.most);
        targets = new Uint32Array(locator.most);
      }
      sourceCount = locator.locate(sx, sy, sources);
      if (sourceCount === 0) return SOURCE_BLOCKED;
      targetCount = locator.locate(tx, ty, targets);
      let found = FOUND;
      if (takesNearest && !isReachable()) {
        found = NEAREST;
        const point = locator.nearest(tx, ty, (p) => {
          for (let i = 0; i < sourceCount; i++) if (part[sources[i]] === part[p]) return true;
          return false;
        })!;
        x = point.x;
        y = point.y;
        // The point lies on the border of its polygon, but for rounding, and perhaps on the border
        // of further polygons, in which the path may end as well.
        targetCount = locator.locate(x, y, targets);
        if (!targets.subarray(0, targetCount).includes(point.polygon)) {
          targetCount = 1;
          targets[0] = point.polygon;
        }
      }
      if (targetCount === 0) return TARGET_BLOCKED;
      for (let i = 0; i < sourceCount; i++)
        for (let k = 0; k < targetCount; k++)
          if (sources[i] === targets[k]) {
            isStraight = true;
            return found;
          }
      return isReachable() ? found : NO_PATH;
    },
  };
}
