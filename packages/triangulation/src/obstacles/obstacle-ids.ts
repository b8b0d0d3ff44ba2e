import type { Triangulation } from '../triangulation/triangulation.ts';
import type { Obstacle, Part, Segments } from './segments.ts';

/** Per mesh: the function that `obstacleOn` calls. */
const finders = new WeakMap<object, (halfEdge: number) => number>();

/** Registers the function by which `obstacleOn` finds the obstacles of one mesh. */
export function tellObstacles(nav: object, find: (halfEdge: number) => number): void {
  finders.set(nav, find);
}

/**
 * The lowest id of the obstacles and walls that run along a half-edge. On an edge without segments,
 * the lowest id of the obstacles and walls with a ring or line that is the single point where the
 * half-edge starts. -1 if there is none, for edges of the boundary alone, and for a mesh that was
 * not made by `createNavMesh`.
 */
export function obstacleOn(nav: object, halfEdge: number): number {
  return obstacleFinder(nav)(halfEdge);
}

/** `obstacleOn` for many half-edges of one mesh. */
export function obstacleFinder(nav: object): (halfEdge: number) => number {
  return finders.get(nav) ?? (() => -1);
}

/** The ids of the obstacles of one mesh. */
export interface ObstacleIds {
  add(id: number, obstacle: Obstacle): void;
  /**
   * Call after the obstacle was removed from the mesh, and before the numbers of its segments are
   * given to another obstacle.
   */
  delete(id: number, obstacle: Obstacle): void;
  /** `obstacleOn`. */
  on(halfEdge: number): number;
}

export function createObstacleIds(t: Triangulation, segments: Segments): ObstacleIds {
  const idOf = new WeakMap<Obstacle, number>();
  /** Per vertex: ids of the obstacles with a ring or line that is this single point. */
  const idsAt = new Map<number, Set<number>>();
  return {
    add(id, obstacle) {
      idOf.set(obstacle, id);
      for (const v of pointsOf(segments, obstacle))
        idsAt.set(v, new Set([...(idsAt.get(v) ?? []), id]));
    },
    delete(id, obstacle) {
      for (const v of pointsOf(segments, obstacle)) {
        idsAt.get(v)?.delete(id);
        if (idsAt.get(v)?.size === 0) idsAt.delete(v);
      }
    },
    on(halfEdge) {
      if (t.constraint[halfEdge] < 0) {
        const ids = idsAt.get(t.corner[halfEdge]);
        return ids ? Math.min(...ids) : -1;
      }
      let lowest = -1;
      for (let node = t.constraint[halfEdge]; node >= 0; node = t.nodeNext[node]) {
        const owner = segments.owner[t.nodeSegment[node]];
        const id = owner ? (idOf.get(owner) ?? -1) : -1;
        if (id >= 0 && (lowest < 0 || id < lowest)) lowest = id;
      }
      return lowest;
    },
  };
}

/** The vertices of the rings and lines of an obstacle that are single points. */
function pointsOf({ from, to }: Segments, { parts }: Obstacle): number[] {
  const isPoint = ({ first, end }: Part): boolean => {
    for (let s = first; s < end; s++) if (from[s] !== to[s]) return false;
    return true;
  };
  return parts.filter(isPoint).map(({ first }) => from[first]);
}
