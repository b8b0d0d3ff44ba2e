import {
  answerAll,
  type BatchCall,
  checkColumn,
  checkDisc,
  checkDiscRows,
  checkOut,
  checkPlace,
  checkWithin,
  countRows,
  type Disc,
  type DiscRows,
  drain,
  drainHints,
  drainInts,
  fill,
  fillDiscs,
  type Numbers,
  optionsOf,
  radiusOf,
} from './batch.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** The nearest place where a disc fits. */
export interface ClosestPoint {
  /** CLEAR, MOVED_OUT or NO_PLACE. */
  status: number;
  /** The centre of the disc at that place; if there is none, the x, y of the call. */
  x: number;
  y: number;
  /** The distance to that place; Infinity if there is none. */
  distance: number;
  /** The polygon that holds the place; -1 if there is none. */
  at: number;
}

/** Places, each with the radius of its disc. */
export interface ClosestRows extends DiscRows {
  readonly x: Numbers;
  readonly y: Numbers;
  /** No place further away than this is taken. Default: no limit. */
  readonly within?: number | undefined;
}

/** One `ClosestPoint` per row. */
export interface ClosestPoints {
  readonly status: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly distance: Float64Array;
}

const OUT = { status: Uint8Array, x: Float64Array, y: Float64Array, distance: Float64Array };

/** `closestPointAll`. */
export const CLOSEST: BatchCall<ClosestRows, ClosestPoints> = {
  check(rows, out) {
    const count = countRows(rows, rows?.x, 'x');
    checkColumn(rows, rows.x, count, 'x');
    checkColumn(rows, rows.y, count, 'y');
    checkDiscRows(rows, count);
    checkWithin(rows.within);
    if (out !== undefined) checkOut(out, OUT, count);
    return count;
  },
  make: (count) => ({
    status: new Uint8Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    distance: new Float64Array(count),
  }),
  put(views, rows, slice) {
    fill(views.x, rows.x, slice);
    fill(views.y, rows.y, slice);
    fillDiscs(views, rows, slice);
  },
  kernel: 'closestRows',
  options: ({ within = Infinity }) => [within],
  take(views, rows, to, slice) {
    drainInts(to.status, views.status, slice);
    drain(to.x, views.outX, slice);
    drain(to.y, views.outY, slice);
    drain(to.distance, views.value, slice);
    drainHints(views, rows.at, slice);
  },
};

/** Calls of a `Surface`. */
export interface ClosestCalls {
  /**
   * The nearest place where a disc fits: its centre is at least the radius away from every wall,
   * but for rounding (`Surface`). CLEAR: the disc fits where it is. MOVED_OUT: it fits at x, y of
   * the answer. NO_PLACE: it fits nowhere `within`. Of several places at the same distance one is
   * given that does not depend on earlier changes: surfaces of the same `NavMesh` give the same
   * place.
   */
  closestPoint(x: number, y: number, disc?: Disc<ClosestPoint>): ClosestPoint;
  closestPointAll(rows: ClosestRows, out?: ClosestPoints): ClosestPoints;
}

export function closestPoint(host: SurfaceHost): ClosestCalls {
  return {
    closestPoint(x, y, disc) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      checkDisc('closestPoint', disc);
      const views = host.columns.views(1);
      const options = optionsOf(disc);
      views.x[0] = x;
      views.y[0] = y;
      views.radius[0] = radiusOf(disc);
      views.at[0] = options?.at ?? -1;
      host.kernels.closestRows(0, 1, options?.within ?? Infinity);
      // the kernels may have grown their memory
      const answers = host.columns.views(1);
      const out = options?.out ?? { status: 0, x: 0, y: 0, distance: 0, at: -1 };
      out.status = answers.status[0];
      out.x = answers.outX[0];
      out.y = answers.outY[0];
      out.distance = answers.value[0];
      out.at = answers.at[0];
      return out;
    },
    closestPointAll: (rows, out) => answerAll(host, CLOSEST, rows, out),
  };
}
