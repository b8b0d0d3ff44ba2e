import { number, refuse } from '@wayfield/check';
import {
  answerAll,
  type BatchCall,
  checkColumn,
  checkOut,
  checkPlace,
  countRows,
  drain,
  drainInts,
  fill,
  type Numbers,
  type Slice,
} from './batch.ts';
import type { ColumnViews } from './columns.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** Walls as directed segments from a to b, with free space on their left (y up). */
export interface WallArrays {
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** The side of the mesh that each wall is: half-edge `side` of a triangulation. */
  readonly side: Int32Array;
}

/**
 * The walls near a place: the first `count` entries, or with MORE all entries; others are not set.
 */
export interface NearWalls extends WallArrays {
  /** CLEAR, or MORE if there are more walls than entries. */
  status: number;
  /** How many walls there are within the distance. */
  count: number;
}

/** Places, each with its distance. */
export interface WallRows {
  readonly x: Numbers;
  readonly y: Numbers;
  /** One distance for all rows, or one per row. */
  readonly distance: number | Numbers;
  /** How many walls a row has room for. Default 8. */
  readonly most?: number | undefined;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
  readonly count?: number | undefined;
}

/**
 * The walls near places: those of row i are the entries from `i * most` on. Entries without a wall
 * are NaN, and their side is -1.
 */
export interface NearWallsAll extends WallArrays {
  /** Per row: CLEAR, or MORE if there are more than `most` walls. */
  readonly status: Uint8Array;
  /** Per row: how many walls there are within the distance. */
  readonly count: Uint32Array;
}

const F = Float64Array;
const WALLS = { ax: F, ay: F, bx: F, by: F, side: Int32Array };
const ROWS = { status: Uint8Array, count: Uint32Array };
/** Default of `most`, walls of a row. */
const MOST = 8;
/**
 * Walls that a single call without `out` has room for at first. If there are more, the call makes
 * room for all and searches again.
 */
const ROOM = 32;

const distanceRule = /* @__PURE__ */ number(0);

const room = (count: number): WallArrays => ({
  ax: new F(count),
  ay: new F(count),
  bx: new F(count),
  by: new F(count),
  side: new Int32Array(count),
});

/** `wallsNearAll`. */
export const WALLS_NEAR: BatchCall<WallRows, NearWallsAll> = {
  check(rows, out) {
    const { distance, most = MOST } = rows ?? {};
    const count = countRows(rows, rows?.x, 'x');
    checkColumn(rows, rows.x, count, 'x');
    checkColumn(rows, rows.y, count, 'y');
    if (typeof distance === 'object') checkColumn(rows, distance, count, 'distance', 0);
    else distanceRule(distance, 'distance');
    if (!(Number.isInteger(most) && most >= 1)) refuse('most', most, 'a whole number >= 1');
    if (out !== undefined) checkOut(out, ROWS, count);
    if (out !== undefined) checkOut(out, WALLS, count * most);
    return count;
  },
  make: (count, { most = MOST }) => ({
    status: new Uint8Array(count),
    count: new Uint32Array(count),
    ...room(count * most),
  }),
  put(views, { x, y, distance }, slice) {
    fill(views.x, x, slice);
    fill(views.y, y, slice);
    if (typeof distance === 'number') views.radius.fill(distance, 0, slice.size);
    else fill(views.radius, distance, slice);
  },
  kernel: 'wallsRows',
  options: ({ most = MOST }) => [most],
  walls: ({ most = MOST }) => most,
  take(views, { most = MOST }, to, slice) {
    drainInts(to.status, views.status, slice);
    drainInts(to.count, views.contacts, slice);
    takeWalls(views, to, { from: slice.from * most, size: slice.size * most });
  },
};

function takeWalls(views: ColumnViews, to: WallArrays, slice: Slice): void {
  drain(to.ax, views.wallAX, slice);
  drain(to.ay, views.wallAY, slice);
  drain(to.bx, views.wallBX, slice);
  drain(to.by, views.wallBY, slice);
  drainInts(to.side, views.wallSide, slice);
}

/** Calls of a `Surface`. */
export interface WallCalls {
  /**
   * The walls within a distance, the nearest first, as directed segments with free space on their
   * left (y up). CLEAR: all are listed. MORE: `out` has entries for only the nearest of `count`.
   * An obstacle that is a single point is one wall of length 0.
   */
  wallsNear(x: number, y: number, distance: number, out?: NearWalls): NearWalls;
  wallsNearAll(rows: WallRows, out?: NearWallsAll): NearWallsAll;
}

export function wallsNear(host: SurfaceHost): WallCalls {
  /** Finds the walls near one place; returns how many there are. */
  function find(x: number, y: number, distance: number, most: number): number {
    const views = host.columns.views(1, most);
    views.x[0] = x;
    views.y[0] = y;
    views.radius[0] = distance;
    host.kernels.wallsRows(0, 1, most);
    return host.columns.views(1, most).contacts[0];
  }

  return {
    wallsNear(x, y, distance, out) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      distanceRule(distance, 'distance');
      if (out !== undefined) checkOut(out, WALLS, 0);
      let most = out !== undefined ? out.ax.length : ROOM;
      if (out !== undefined) checkOut(out, WALLS, most);
      let count = find(x, y, distance, most);
      if (count > most && !out) {
        most = count;
        count = find(x, y, distance, most);
      }
      const listed = Math.min(count, most);
      const to: NearWalls = out ?? { status: 0, count: 0, ...room(listed) };
      to.count = count;
      to.status = host.columns.views(1, most).status[0];
      takeWalls(host.columns.views(1, most), to, { from: 0, size: listed });
      return to;
    },
    wallsNearAll: (rows, out) => answerAll(host, WALLS_NEAR, rows, out),
  };
}
