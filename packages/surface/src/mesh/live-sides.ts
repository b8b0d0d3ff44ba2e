// Keeps the mesh of a live surface equal to its `NavMesh`. `nav.follow` reports the triangles that
// change; the next call of the surface writes them (`ready` of surface-host.ts). Triangle t of the
// triangulation is polygon t, half-edge e is side e; only free triangles are written.
import { NONE } from '@wayfield/graph';
import {
  isFree,
  isOpen,
  obstacleFinder,
  triangleOf,
  withNeighbours,
} from '@wayfield/triangulation/internal/half-edges';
import type { NavMesh } from '@wayfield/triangulation';
import type { Kernels } from '../kernels.gen.ts';
import { createLivePoints } from './live-points.ts';
import { createWorld } from './write-world.ts';

/** Stands for an id that was not asked for yet. -1 is a known answer: no obstacle. */
const UNKNOWN = -2;

/** Writes `obstacleOf` of the first `count` half-edges in `sides` to the first entries of `ids`. */
export type ObstaclesOf = (sides: Int32Array, ids: Int32Array, count: number) => void;

/** The free triangles of a `NavMesh` in the memory of kernels, kept up to date. */
export interface LiveSides {
  /** Whether the mesh has changed since the last `write` or `update`, or one of them failed. */
  readonly isStale: boolean;
  /** Writes the whole mesh into an empty memory, and returns its address. */
  write(kernels: Kernels): number;
  /**
   * Writes what has changed. Returns false if the whole mesh has to be written: there is no room
   * for the triangles, the grid is too coarse for the obstacles, or memory ended in an earlier
   * call. From then on `update` returns false until `write` has succeeded.
   */
  update(kernels: Kernels): boolean;
  /** The lowest id of the obstacles on a half-edge, or -1; -1 for side -1, no half-edge. */
  obstacleOf(side: number): number;
  readonly obstaclesOf: ObstaclesOf;
  /**
   * An `obstaclesOf` that answers for the mesh at the time of this call, also after changes: for
   * batches on threads.
   */
  keepObstacles(): ObstaclesOf;
  /** Stops following the mesh. The memory belongs to the host. */
  destroy(): void;
}

interface KnownIds extends Pick<LiveSides, 'obstacleOf' | 'obstaclesOf' | 'keepObstacles'> {
  /** To be called when the mesh has changed. */
  forget(): void;
}

/** Finds ids of obstacles, and keeps those found since the last change. */
function rememberIds(nav: NavMesh): KnownIds {
  const t = nav.triangulation;
  const obstacleOn = obstacleFinder(nav);
  /**
   * At index `side` + 1: the id of the obstacle on a half-edge, or UNKNOWN. Index 0 holds the -1 of
   * side -1, so that rays without a wall need no branch.
   */
  let ids = new Int32Array(0);
  /** Whether the array was begun after the latest change of the mesh. */
  let isKept = false;
  /**
   * Whether the array holds all ids. It is then never written again, because batches may read it.
   */
  let isWhole = false;

  /**
   * Empties the array after a change; makes a new one if it is too short or a batch may read it.
   */
  function begin(): void {
    if (isKept) return;
    if (isWhole || ids.length <= t.corner.length) ids = new Int32Array(t.corner.length + 1);
    ids.fill(UNKNOWN);
    ids[0] = -1;
    isKept = true;
    isWhole = false;
  }

  function idOf(side: number): number {
    const id = ids[side + 1];
    if (id !== UNKNOWN) return id;
    return (ids[side + 1] = triangleOf(side) < t.triangleCount ? obstacleOn(side) : -1);
  }

  return {
    forget() {
      isKept = false;
    },
    obstacleOf(side) {
      begin();
      return idOf(side);
    },
    obstaclesOf(sides, to, count) {
      begin();
      for (let i = 0; i < count; i++) to[i] = idOf(sides[i]);
    },
    keepObstacles() {
      begin();
      // rays end only at sides of free triangles
      for (let e = 0; !isWhole && e < 3 * t.triangleCount; e++) if (isFree(t, e)) idOf(e);
      isWhole = true;
      const kept = ids;
      return (sides, to, count) => {
        for (let i = 0; i < count; i++) to[i] = kept[sides[i] + 1];
      };
    },
  };
}

export function followNavMesh(nav: NavMesh): LiveSides {
  const t = nav.triangulation;
  const touched = new Set<number>();
  /** The number of triangles that the memory has room for. */
  let room = 0;
  /** The number of obstacles, `nav.size`, above which the grid is too coarse. */
  let mostSize = 0;
  /** Whether the memory holds all of the mesh: false while it is written, and if memory ended. */
  let isComplete = false;
  const known = rememberIds(nav);
  const stop = nav.follow((triangles) => {
    known.forget();
    for (const triangle of triangles) touched.add(triangle);
  });

  const points = createLivePoints(t);

  /** Writes a triangle if it is free. */
  function add(kernels: Kernels, triangle: number): void {
    const first = 3 * triangle;
    if (!isFree(t, first)) return;
    for (let e = first; e < first + 3; e++) {
      const v = t.corner[e];
      const twin = isOpen(t, e) ? t.twin[e] : NONE;
      kernels.setSide(e, t.x[v], t.y[v], twin, triangle);
    }
    kernels.addPolygon(triangle, first, first + 3);
  }

  return {
    get isStale() {
      return touched.size > 0 || !isComplete;
    },
    write(kernels) {
      isComplete = false;
      touched.clear();
      room = t.corner.length / 3;
      mostSize = 4 * nav.size + 256;
      let polygons = 0;
      let walls = 0;
      for (let e = 0; e < 3 * t.triangleCount; e++) {
        if (!isFree(t, e)) continue;
        if (e % 3 === 0) polygons++;
        if (!isOpen(t, e)) walls++;
      }
      const size = { box: nav.box, polygonRoom: room, sideRoom: 3 * room, polygons, walls };
      const address = createWorld(kernels, size);
      points.clear();
      for (let triangle = 0; triangle < t.triangleCount; triangle++) {
        add(kernels, triangle);
        points.update(kernels, triangle);
      }
      isComplete = true;
      return address;
    },
    update(kernels) {
      const isRoom = isComplete && t.triangleCount <= room && nav.size <= mostSize;
      // Set even if there is no room: the host then frees the blocks of these kernels. If it finds
      // no memory for new ones, the next `update` must not write into the freed blocks, even if the
      // mesh has shrunk by then.
      isComplete = false;
      if (!isRoom) return false;
      const changed = withNeighbours(touched, t.twin);
      touched.clear();
      for (const triangle of changed) {
        points.forget(triangle);
        kernels.removePolygon(triangle);
      }
      for (const triangle of changed) add(kernels, triangle);
      for (const triangle of changed) points.update(kernels, triangle);
      isComplete = true;
      return true;
    },
    obstacleOf: known.obstacleOf,
    obstaclesOf: known.obstaclesOf,
    keepObstacles: known.keepObstacles,
    destroy: stop,
  };
}
