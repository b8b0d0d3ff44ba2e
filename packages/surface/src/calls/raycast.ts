import {
  answerAll,
  type BatchCall,
  checkColumn,
  checkDisc,
  checkDiscRows,
  checkOut,
  checkPlace,
  countRows,
  type Disc,
  type DiscRows,
  drain,
  drainHints,
  drainInts,
  fill,
  fillDiscs,
  NO_OPTIONS,
  type Numbers,
  optionsOf,
  radiusOf,
} from './batch.ts';
import type { ColumnViews } from './columns.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** The first wall that a disc meets on a straight move. */
export interface RayHit {
  /** CLEAR, HIT or START_BLOCKED. */
  status: number;
  /** The part of the move before the wall, 0 to 1: 1 without a wall, 0 for START_BLOCKED. */
  fraction: number;
  /** The centre of the disc at the wall; b without a wall, a for START_BLOCKED. */
  x: number;
  y: number;
  /**
   * The direction from the wall to the centre of the disc, of length 1; 0, 0 without a wall. If a
   * disc touches the end of a wall, the direction from that end.
   */
  normalX: number;
  normalY: number;
  /** The ends of the wall, with free space on its left (y up); NaN without a wall. */
  wallAX: number;
  wallAY: number;
  wallBX: number;
  wallBY: number;
  /**
   * The side of the mesh that the wall is, of a `NavMesh` half-edge `side` of its triangulation; -1
   * without a wall. Of an obstacle that is a single point, a side that starts there.
   */
  side: number;
  /**
   * The id of the obstacle or wall of a `NavMesh` that the side belongs to, the lowest of several;
   * -1 without a wall, for the boundary and for a `PolygonMesh`.
   */
  obstacle: number;
  /** The polygon that holds a, or -1: what `at` is for the next call from there. */
  at: number;
}

/** Straight moves from a to b, each with the radius of its disc. */
export interface RayRows extends DiscRows {
  readonly ax: Numbers;
  readonly ay: Numbers;
  readonly bx: Numbers;
  readonly by: Numbers;
}

/** One `RayHit` per row. */
export interface RayHits {
  readonly status: Uint8Array;
  readonly fraction: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly normalX: Float64Array;
  readonly normalY: Float64Array;
  readonly wallAX: Float64Array;
  readonly wallAY: Float64Array;
  readonly wallBX: Float64Array;
  readonly wallBY: Float64Array;
  readonly side: Int32Array;
  readonly obstacle: Int32Array;
}

const F = Float64Array;
const OUT = {
  status: Uint8Array,
  fraction: F,
  x: F,
  y: F,
  normalX: F,
  normalY: F,
  wallAX: F,
  wallAY: F,
  wallBX: F,
  wallBY: F,
  side: Int32Array,
  obstacle: Int32Array,
};

const noHit = (): RayHit => ({
  status: 0,
  fraction: 0,
  x: 0,
  y: 0,
  normalX: 0,
  normalY: 0,
  wallAX: 0,
  wallAY: 0,
  wallBX: 0,
  wallBY: 0,
  side: -1,
  obstacle: -1,
  at: -1,
});

const noHits = (count: number): RayHits => ({
  status: new Uint8Array(count),
  fraction: new F(count),
  x: new F(count),
  y: new F(count),
  normalX: new F(count),
  normalY: new F(count),
  wallAX: new F(count),
  wallAY: new F(count),
  wallBX: new F(count),
  wallBY: new F(count),
  side: new Int32Array(count),
  obstacle: new Int32Array(count),
});

/** `raycastAll`. */
export const RAY: BatchCall<RayRows, RayHits> = {
  check(rows, out) {
    const count = countRows(rows, rows?.ax, 'ax');
    checkColumn(rows, rows.ax, count, 'ax');
    checkColumn(rows, rows.ay, count, 'ay');
    checkColumn(rows, rows.bx, count, 'bx');
    checkColumn(rows, rows.by, count, 'by');
    checkDiscRows(rows, count);
    if (out !== undefined) checkOut(out, OUT, count);
    return count;
  },
  make: noHits,
  put(views, rows, slice) {
    fill(views.x, rows.ax, slice);
    fill(views.y, rows.ay, slice);
    fill(views.a, rows.bx, slice);
    fill(views.b, rows.by, slice);
    fillDiscs(views, rows, slice);
  },
  kernel: 'rayRows',
  options: () => NO_OPTIONS,
  take(views, rows, to, slice) {
    drainInts(to.status, views.status, slice);
    drain(to.fraction, views.value, slice);
    drain(to.x, views.outX, slice);
    drain(to.y, views.outY, slice);
    drain(to.normalX, views.normalX, slice);
    drain(to.normalY, views.normalY, slice);
    drain(to.wallAX, views.wallAX, slice);
    drain(to.wallAY, views.wallAY, slice);
    drain(to.wallBX, views.wallBX, slice);
    drain(to.wallBY, views.wallBY, slice);
    drainInts(to.side, views.wallSide, slice);
    drainHints(views, rows.at, slice);
  },
  nameObstacles(to, count, obstaclesOf) {
    obstaclesOf(to.side, to.obstacle, count);
  },
};

/** Calls of a `Surface`. */
export interface RayCalls {
  /**
   * The first wall that stops a disc on the straight move from a to b. CLEAR: no wall does. HIT:
   * see `RayHit`. START_BLOCKED: the disc does not fit at a. A move along a wall, or one that
   * only touches a corner, is no hit. `within` is not used.
   */
  raycast(ax: number, ay: number, bx: number, by: number, disc?: Disc<RayHit>): RayHit;
  raycastAll(rows: RayRows, out?: RayHits): RayHits;
}

export function raycast(host: SurfaceHost): RayCalls {
  return {
    raycast(ax, ay, bx, by, disc) {
      host.ready();
      checkPlace(ax, ay, ['ax', 'ay']);
      checkPlace(bx, by, ['bx', 'by']);
      checkDisc('raycast', disc);
      const views = host.columns.views(1);
      const options = optionsOf(disc);
      views.x[0] = ax;
      views.y[0] = ay;
      views.a[0] = bx;
      views.b[0] = by;
      views.radius[0] = radiusOf(disc);
      views.at[0] = options?.at ?? -1;
      host.kernels.rayRows(0, 1);
      return readHit(host, views, options?.out ?? noHit());
    },
    raycastAll: (rows, out) => answerAll(host, RAY, rows, out),
  };
}

function readHit(host: SurfaceHost, views: ColumnViews, out: RayHit): RayHit {
  out.status = views.status[0];
  out.fraction = views.value[0];
  out.x = views.outX[0];
  out.y = views.outY[0];
  out.normalX = views.normalX[0];
  out.normalY = views.normalY[0];
  out.wallAX = views.wallAX[0];
  out.wallAY = views.wallAY[0];
  out.wallBX = views.wallBX[0];
  out.wallBY = views.wallBY[0];
  out.side = views.wallSide[0];
  out.obstacle = host.obstacleOf(out.side);
  out.at = views.at[0];
  return out;
}
