import {
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
} from './batch.ts';
import type { SurfaceHost } from './surface-host.ts';

/** Places. */
export interface PointRows extends Omit<DiscRows, 'radius'> {
  readonly x: Numbers;
  readonly y: Numbers;
}

/** One clearance per row. */
export interface Clearances {
  readonly clearance: Float64Array;
}

const OUT = { clearance: Float64Array };

/** Calls of a `Surface`. */
export interface ClearanceCalls {
  /**
   * The distance to the nearest wall, at least 0 where agents can be. Inside an obstacle or off the
   * mesh the distance to the nearest wall, negative.
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
    clearanceAtAll(rows, out) {
      host.ready();
      const count = countRows(rows, rows?.x, 'x');
      checkColumn(rows, rows.x, count, 'x');
      checkColumn(rows, rows.y, count, 'y');
      checkDiscRows(rows, count);
      if (out !== undefined) checkOut(out, OUT, count);
      const views = host.columns.views(count);
      fill(views.x, rows.x, count);
      fill(views.y, rows.y, count);
      fillHints(views, rows.at, count);
      host.kernels.clearanceRows(0, count);
      const to = out ?? { clearance: new Float64Array(count) };
      drain(to.clearance, views.value, count);
      drainHints(views, rows.at, count);
      return to;
    },
  };
}
