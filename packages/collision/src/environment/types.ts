import type { AsyncCollisionSolver, Bodies, Body, CollisionSolver, Lists } from '../types.ts';

/**
 * Called with the answer to a request: the slots of the bodies that touch the body or the area. A
 * view until the next commit.
 */
export type Answer = (slots: Uint32Array) => void;

/** An area for `explore`: fields as in `ExploreQueries`. */
export interface Area {
  x: number;
  y: number;
  /** In 3D only. Default 0. */
  z?: number;
  /** Default 0. */
  radius?: number;
  extentX?: number;
  extentY?: number;
  extentZ?: number;
  /** CIRCLE (default), BOX, CAPSULE or RAY. */
  shape?: number;
  /** Bodies are found if they are in one of these groups. Default: all groups. */
  mask?: number;
  /** The id of the body that asks, which is not found. Default: none. */
  self?: number;
}

/** A copy of a body. */
export type BodyCopy = Required<Body>;

/** The answers of a commit. Lists are valid until the next commit. */
export interface Tick {
  /** Ticks carried out and answered so far, with this one. */
  readonly number: number;
  /** Row = slot: the massive bodies that a massive body touches, in rising order. */
  readonly contacts: Lists;
  /**
   * Row = ticket of an explore of this tick: the massive bodies and ghosts that touch its area, in
   * rising order.
   */
  readonly found: Lists;
}

export interface EnvironmentOptions {
  /** Default 2. */
  dimensions?: 2 | 3;
  /** Bodies that there is room for at first. Default 1024. */
  capacity?: number;
  /** Makes the arrays of the bodies on `SharedArrayBuffer`s, for other threads. Default false. */
  shared?: boolean;
  /**
   * Makes the solver, or a promise of one, such as a pool or a GPU solver. Default
   * `createCollisionSolver`. The environment destroys the solver.
   */
  solver?: (bodies: Bodies) => AnySolver | Promise<AnySolver>;
}

type AnySolver = CollisionSolver | AsyncCollisionSolver;

/**
 * Bodies that agents change through requests, tick by tick. `add` adds the body at once, so that it
 * has an id. All other requests are queued, and `commit` carries them out as one batch, in this
 * order:
 *
 * 1. swept circles of the last tick come to rest (`restBodies`);
 * 2. removals, in the order of the requests;
 * 3. moves, in the order of the requests; moves of removed bodies are dropped. Turns of oriented
 *    bodies follow;
 * 4. contacts are found and explores are answered, for the bodies that result.
 *
 * Moves are always carried out, also into other bodies: nothing is rolled back.
 *
 * | | reported to the bodies | found by an explore |
 * |---|---|---|
 * | massive and massive | to both | |
 * | massive and ghost, ghost and ghost | no | |
 * | area and massive, area and ghost | no | yes |
 * | area and area | no | no |
 */
export interface Environment {
  /** For reading, between commits. */
  readonly bodies: Bodies;
  /**
   * Resolves when the solver is made, rejects if it cannot be made. The first commit waits for it.
   */
  readonly ready: Promise<void>;
  /**
   * Adds a body at once, and returns its id. `done` is called in the next commit with what the body
   * touches. A body added while a commit runs belongs to the next tick. Throws RangeError for
   * values out of range.
   */
  add(body: Body, done?: Answer): number;
  /**
   * Queues a move to a place; of several moves in a tick the last counts. In 3D, without `z`, the
   * body keeps the z that it has at this call, before moves that are queued. `done` is called with
   * what the body then touches, or with nothing if it is removed in the same tick. Throws
   * RangeError for an id of no live body and for values out of range.
   */
  move(id: number, x: number, y: number, z?: number, done?: Answer): void;
  /**
   * Queues a question for the bodies in an area, and returns its ticket: the row of `Tick.found`.
   * `done` is called with what is found. Throws RangeError for values out of range, and for a
   * `self` that is the id of no live body.
   */
  explore(area: Area, done?: Answer): number;
  /** Queues a removal; a second one in the same tick is ignored. Throws RangeError as `move`. */
  remove(id: number): void;
  /** Is this the id of a live body? */
  has(id: number): boolean;
  /** A copy of the current values of a body. Throws RangeError for an id of no live body. */
  get(id: number): BodyCopy;
  /**
   * Carries out the tick, and then calls each `done`. Requests made while the commit runs belong to
   * the next tick. Rejects with an Error while another commit runs, and with the solver's error if
   * the solver fails: no `done` is called then, and the requests of the tick are dropped. If a
   * `done` throws, the others are still called; then the commit rejects with the first error. The
   * tick has been carried out, and counts.
   */
  commit(): Promise<Tick>;
  /** Destroys the solver, after the commit that runs. */
  destroy(): Promise<void>;
}
