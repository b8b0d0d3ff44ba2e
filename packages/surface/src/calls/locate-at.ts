import { checkPoints, type PointRows, putPoints } from './clearance-at.ts';
import { refuse, refuseKind } from '@wayfield/check';
import { answerAll, type BatchCall, checkPlace, drainHints, drainInts } from './batch.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** `locateAll`. */
export const LOCATE: BatchCall<PointRows, Int32Array> = {
  check(rows, out) {
    const count = checkPoints(rows);
    if (out !== undefined && !(out instanceof Int32Array)) refuseKind('out', out, 'an Int32Array');
    if (out !== undefined && out.length < count)
      refuse('out.length', out.length, `at least ${count}`);
    return count;
  },
  make: (count) => new Int32Array(count),
  put: putPoints,
  kernel: 'locateRows',
  options: () => [],
  take(views, rows, to, slice) {
    drainInts(to, views.at, slice);
    drainHints(views, rows.at, slice);
  },
};

/** Calls of a `Surface`. */
export interface LocateCalls {
  /**
   * The polygon of a `PolygonMesh`, or the triangle of a `NavMesh`, that holds a point; -1 inside
   * obstacles and off the mesh. On a border the lowest number, but polygon `at`, which is tested
   * first, if it holds the point. A point at most 2^-46 c off a wall counts as on it (`Surface`).
   */
  locate(x: number, y: number, at?: number): number;
  locateAll(rows: PointRows, out?: Int32Array): Int32Array;
}

export function locateAt(host: SurfaceHost): LocateCalls {
  return {
    locate(x, y, at = -1) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      checkPlace(at, 0, ['at', 'at']);
      const views = host.columns.views(1);
      views.x[0] = x;
      views.y[0] = y;
      views.at[0] = at;
      host.kernels.locateRows(0, 1);
      return views.at[0];
    },
    locateAll: (rows, out) => answerAll(host, LOCATE, rows, out),
  };
}
