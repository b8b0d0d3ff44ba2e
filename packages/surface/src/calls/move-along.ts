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

/** The end of a push, and what the disc met. */
export interface MoveAlong {
  /** CLEAR, HIT, MOVED_OUT, NO_PLACE or CONTACT_LIMIT. */
  status: number;
  x: number;
  y: number;
  /** How many contacts with walls and corners the disc had; 257 with CONTACT_LIMIT. */
  contacts: number;
  /** The polygon where the disc ended; with NO_PLACE that of the start, or -1. */
  at: number;
}

/** Places and pushes, each with the radius of its disc. */
export interface MoveRows extends DiscRows {
  readonly x: Numbers;
  readonly y: Numbers;
  readonly dx: Numbers;
  readonly dy: Numbers;
  /** Discs that do not fit are moved out by at most this. Default: no limit. */
  readonly within?: number | undefined;
}

/** One `MoveAlong` per row. */
export interface Moves {
  readonly status: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly contacts: Uint32Array;
}

const OUT = { status: Uint8Array, x: Float64Array, y: Float64Array, contacts: Uint32Array };

/** `moveAlongAll`. */
export const MOVE: BatchCall<MoveRows, Moves> = {
  check(rows, out) {
    const count = countRows(rows, rows?.x, 'x');
    checkColumn(rows, rows.x, count, 'x');
    checkColumn(rows, rows.y, count, 'y');
    checkColumn(rows, rows.dx, count, 'dx');
    checkColumn(rows, rows.dy, count, 'dy');
    checkDiscRows(rows, count);
    checkWithin(rows.within);
    if (out !== undefined) checkOut(out, OUT, count);
    return count;
  },
  make: (count) => ({
    status: new Uint8Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    contacts: new Uint32Array(count),
  }),
  put(views, rows, slice) {
    fill(views.x, rows.x, slice);
    fill(views.y, rows.y, slice);
    fill(views.a, rows.dx, slice);
    fill(views.b, rows.dy, slice);
    fillDiscs(views, rows, slice);
  },
  kernel: 'moveRows',
  options: ({ within = Infinity }) => [within],
  take(views, rows, to, slice) {
    drainInts(to.status, views.status, slice);
    drain(to.x, views.outX, slice);
    drain(to.y, views.outY, slice);
    drainInts(to.contacts, views.contacts, slice);
    drainHints(views, rows.at, slice);
  },
};

/** Calls of a `Surface`. */
export interface MoveCalls {
  /**
   * Pushes a disc by dx, dy. The disc slides along walls and around corners, with the part of the
   * push in their direction, and stops where no part is left. CLEAR: it touched nothing. HIT: it
   * touched walls. MOVED_OUT: it did not fit at x, y, and was put at the nearest place where it
   * fits before the push. NO_PLACE: there is no such place `within`; it stays. CONTACT_LIMIT,
   * before all others: it stopped at its 257th contact.
   */
  moveAlong(x: number, y: number, dx: number, dy: number, disc?: Disc<MoveAlong>): MoveAlong;
  moveAlongAll(rows: MoveRows, out?: Moves): Moves;
}

export function moveAlong(host: SurfaceHost): MoveCalls {
  return {
    moveAlong(x, y, dx, dy, disc) {
      host.ready();
      checkPlace(x, y, ['x', 'y']);
      checkPlace(dx, dy, ['dx', 'dy']);
      checkDisc('moveAlong', disc);
      const views = host.columns.views(1);
      const options = optionsOf(disc);
      views.x[0] = x;
      views.y[0] = y;
      views.a[0] = dx;
      views.b[0] = dy;
      views.radius[0] = radiusOf(disc);
      views.at[0] = options?.at ?? -1;
      host.kernels.moveRows(0, 1, options?.within ?? Infinity);
      const answers = host.columns.views(1);
      const out = options?.out ?? { status: 0, x: 0, y: 0, contacts: 0, at: -1 };
      out.status = answers.status[0];
      out.x = answers.outX[0];
      out.y = answers.outY[0];
      out.contacts = answers.contacts[0];
      out.at = answers.at[0];
      return out;
    },
    moveAlongAll: (rows, out) => answerAll(host, MOVE, rows, out),
  };
}
