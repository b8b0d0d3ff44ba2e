import {
  answerAll,
  type BatchCall,
  checkColumn,
  checkDiscRows,
  checkOut,
  checkPlace,
  countRows,
  type DiscRows,
  drain,
  drainHints,
  fill,
  fillHints,
  type Numbers,
  type Slice,
} from './batch.ts';
import type { ColumnViews } from './columns.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** Places, each with a hint at its polygon. */
export interface PointRows extends Omit<DiscRows, 'radius'> {
  readonly x: Numbers;
  readonly y: Numbers;
}

/** One clearance per row. */
export interface Clearances {
  readonly clearance: Float64Array;
}

const OUT = { clearance: Float64Array };

/** `clearanceAtAll`. */
export const CLEARANCE: BatchCall<PointRows, Clearances> = {
  check(rows, out) {
    const count = checkPoints(rows);
    if (out !== undefined) checkOut(out, OUT, count);
    return count;
  },
  make: (count) => ({ clearance: new Float64Array(count) }),
  put: putPoints,
  kernel: 'clearanceRows',
  options: () => [],
  take(views, rows, to, slice) {
    drain(to.clearance, views.value, slice);
    drainHints(views, rows.at, slice);
  },
};

/** Throws for wrong places or hints; returns the number of places. */
export function checkPoints(rows: PointRows): number {
  const count = countRows(rows, rows?.x, 'x');
  checkColumn(rows, rows.x, count, 'x');
  checkColumn(rows, rows.y, count, 'y');
  checkDiscRows(rows, count);
  return count;
}

export function putPoints(views: ColumnViews, rows: PointRows, slice: Slice): void {
  fill(views.x, rows.x, slice);
  fill(views.y, rows.y, slice);
  fillHints(views, rows.at, slice);
}

/** Calls of a `Surface`. */
export interface ClearanceCalls {
  /**
   * The distance to the nearest wall; inside an obstacle and off the mesh its negative. -Infinity
   * for a mesh without free space.
   */
  clearanceAt(x: number, y: number): number;
  clearanceAtAll(rows: PointRows, out?: Clearances): Clearances;
}

export function clearanceAt(host: SurfaceHost): ClearanceCalls {
  return {
    clearanceAt(x, y) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      const views = host.columns.views(1);
      views.x[0] = x;
      views.y[0] = y;
      views.at[0] = -1;
      host.kernels.clearanceRows(0, 1);
      return views.value[0];
    },
    clearanceAtAll: (rows, out) => answerAll(host, CLEARANCE, rows, out),
  };
}
