import type { AsyncCollisionSolver, Bodies, Body, CollisionSolver, Lists } from '../types.ts';

/** What becomes of a request: the slots of those that the body touches, or that the area holds. A view until the next commit. */
export type Answer = (slots: Uint32Array) => void;

/** An area to look into: fields as of `ExploreQueries`. */
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
  /** The groups looked for. Default: all. */
  mask?: number;
  /** The id of the one who looks, who is not found. Default: nobody. */
  self?: number;
}

/** A body as an environment tells it: a copy. */
export type BodyCopy = Required<Body>;

/** What a commit tells: lists that live until the next commit. */
export interface Tick {
  /** Commits so far, this one included. */
  readonly number: number;
  /** Row = slot: the massive bodies that a massive body touches, rising. Both of a pair have each other. */
  readonly contacts: Lists;
  /** Row = ticket of an explore of this tick: the massive bodies and ghosts in its area, rising. */
  readonly found: Lists;
}

export interface EnvironmentOptions {
  dimensions?: 2 | 3;
  /** Bodies to make room for at first. Default 1024. */
  capacity?: number;
  /**
   * Makes the solver, at once or later. Default `createCollisionSolver`; `createReferenceSolver` for the
   * oracle; one of the GPU or of a pool as well. The environment destroys it.
   */
  solver?: (bodies: Bodies) => AnySolver | Promise<AnySolver>;
}

type AnySolver = CollisionSolver | AsyncCollisionSolver;

/**
 * Bodies that agents change through requests. Requests of a tick are queued; `commit` carries them all
 * out as one batch: removals, then additions, then moves, each in the order they came, and then
 * finds contacts and answers explores for the state that results. Moves are always carried out, also
 * into others: nothing is rolled back.
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
  /** Resolves when there is a solver; rejects where there will be none. The first commit waits for it. */
  readonly ready: Promise<void>;
  /**
   * Queues a body, and returns its id. `done` is called in the next commit with what it touches. Throws
   * RangeError for values out of range.
   */
  add(body: Body, done?: Answer): number;
  /**
   * Queues a move to a place; of several in a tick the last holds. `done` is called with what the body
   * then touches, or with nothing if it is removed in the same tick. Throws RangeError for an id that is
   * not alive, or queued, or for values out of range.
   */
  move(id: number, x: number, y: number, z?: number, done?: Answer): void;
  /**
   * Queues a look into an area, and returns its ticket: the row of `Tick.found`. `done` is called with what
   * is found. Throws RangeError for values out of range.
   */
  explore(area: Area, done?: Answer): number;
  /** Queues a removal. Throws RangeError for an id that is not alive; twice in a tick is once. */
  remove(id: number): void;
  /** Is this the id of a body that is alive, or queued to be? */
  has(id: number): boolean;
  /** A copy of a body as of the last commit, or as it was queued. Throws RangeError for an id that is not alive. */
  get(id: number): BodyCopy;
  /**
   * Carries out the tick. Requests made while it runs belong to the next one. Throws Error where the last
   * commit is not done.
   */
  commit(): Promise<Tick>;
  destroy(): Promise<void>;
}
