import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { findParts } from './mesh-facts.ts';
import { createPointLocator, type PointLocator } from './point-locator.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Where the two ends of a query lie in a mesh. It owns what it gives; that is valid until the next `locate`. */
export interface EndsLocator {
  readonly epsilon: number;
  /** One per polygon: the number of its connected part. */
  readonly part: Uint32Array;
  /** The polygons that hold the source: the first `sourceCount`. */
  readonly sources: Uint32Array;
  readonly sourceCount: number;
  /** The polygons that hold the target, or the point nearest to it that can be reached. */
  readonly targets: Uint32Array;
  readonly targetCount: number;
  /** The target, or that point. */
  readonly x: number;
  readonly y: number;
  /** Whether both ends lie in one polygon, so that the way is straight. */
  readonly isStraight: boolean;
  /** FOUND or NEAREST where there is a way, else why there is none. */
  locate(sx: number, sy: number, tx: number, ty: number, takesNearest: boolean): number;
}

export function createEndsLocator(mesh: PolygonMesh): EndsLocator {
  return endsLocator(createPointLocator(mesh), findParts(mesh));
}

/** Of a mesh that may change: both then hold what is so when it is asked. */
export function endsLocator(locator: PointLocator, part: Uint32Array): EndsLocator {
  let sources = new Uint32Array(locator.most);
  let targets = new Uint32Array(locator.most);
  let sourceCount = 0;
  let targetCount = 0;
  let x = 0;
  let y = 0;
  let isStraight = false;

  /** Whether one of the sources' polygons and one of the targets' are of one part. */
  function isReachable(): boolean {
    for (let i = 0; i < sourceCount; i++)
      for (let k = 0; k < targetCount; k++)
        if (part[sources[i]!] === part[targets[k]!]) return true;
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
          for (let i = 0; i < sourceCount; i++) if (part[sources[i]!] === part[p]) return true;
          return false;
        })!;
        x = point.x;
        y = point.y;
        // the point is on the border of its polygon, give or take rounding: also of those that it is on as well
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
