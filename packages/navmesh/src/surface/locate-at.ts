import type { PointRows } from './clearance-at.ts';
import { refuse, refuseKind } from '@wayfield/check';
import {
  checkColumn,
  checkDiscRows,
  checkPlace,
  countRows,
  fill,
  fillHints,
  drainHints,
  drainInts,
} from './batch.ts';
import type { SurfaceHost } from './surface-host.ts';

/** Calls of a `Surface`. */
export interface LocateCalls {
  /**
   * The polygon of a `PolygonMesh`, or the triangle of a `NavMesh`, that holds a point; -1 inside
   * obstacles and off the mesh. `at` is looked at first.
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
    locateAll(rows, out) {
      host.ready();
      const count = countRows(rows, rows?.x, 'x');
      checkColumn(rows, rows.x, count, 'x');
      checkColumn(rows, rows.y, count, 'y');
      checkDiscRows(rows, count);
      if (out !== undefined && !(out instanceof Int32Array))
        refuseKind('out', out, 'an Int32Array');
      if (out !== undefined && out.length < count)
        refuse('out.length', out.length, `at least ${count}`);
      const views = host.columns.views(count);
      fill(views.x, rows.x, count);
      fill(views.y, rows.y, count);
      fillHints(views, rows.at, count);
      host.kernels.locateRows(0, count);
      const to = out ?? new Int32Array(count);
      drainInts(to, views.at, count);
      drainHints(views, rows.at, count);
      return to;
    },
  };
}
