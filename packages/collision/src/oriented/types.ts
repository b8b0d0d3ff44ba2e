import type {
  Bodies,
  Body,
  Contacts,
  ContactsOptions,
  ExploreQueries,
  Lists,
  Pairs,
  PairsOptions,
  ResultOptions,
} from '../types.ts';
import type { ShapeTable } from './shape-table.ts';

/**
 * Bodies with a shape and an orientation. `entry`, `angle` and `turn` may be written between two
 * updates of a solver; they have an entry (`turn`: four) for each slot of `bodies`. Positions,
 * kinds, groups and masks are those of `bodies`. Solvers ignore its radii: the shape has the size.
 * `addOrientedBody` makes larger arrays where `bodies` grows: read `world.angle` again after it.
 */
export interface OrientedBodies {
  readonly bodies: Bodies;
  readonly shapes: ShapeTable;
  /** The shape of the body: an entry of the table. */
  readonly entry: Uint16Array;
  /** In 2D: the angle in radians by which the shape is turned, counter-clockwise if y is up. */
  readonly angle: Float32Array;
  /**
   * In 3D: the quaternion x, y, z, w by which the shape is turned, 4 numbers per slot. Its length
   * does not matter, but must not be 0. Empty in 2D, as `angle` is in 3D.
   */
  readonly turn: Float32Array;
}

/** Where a body stands, and how its shape is turned. */
export interface OrientedBody extends Omit<
  Body,
  'radius' | 'shape' | 'extentX' | 'extentY' | 'extentZ'
> {
  /** The shape: an entry of the table. Default 0. */
  entry?: number;
  /** In 2D only, in radians. Default 0. */
  angle?: number;
  /** In 3D only: a quaternion x, y, z, w. Default 0, 0, 0, 1. */
  turn?: readonly number[];
}

/** Options of `buildOrientedBodies`. Arrays are used as they are, not copied. */
export interface OrientedOptions {
  /** Default: bodies that grow, without any. */
  bodies?: Bodies;
  /** As in `OrientedBodies`. Default: all 0. */
  entry?: Uint16Array;
  /** In 2D, as in `OrientedBodies`. Default: all 0. */
  angle?: Float32Array;
  /** In 3D, as in `OrientedBodies`. Default: no body is turned. */
  turn?: Float32Array;
}

/**
 * Pairs of oriented bodies that touch. The broad phase finds the pairs whose enclosing circles
 * touch. The narrow phase keeps those that no axis separates. All backends give the same pairs.
 */
export interface OrientedSolver {
  readonly backend: 'reference' | 'wasm';
  readonly world: OrientedBodies;
  /** Bytes that this solver holds, without the arrays of `world`. */
  readonly memoryBytes: number;
  /**
   * Takes the bodies as they are now. Throws RangeError for a live body with a NaN, a value out of
   * range or an entry that is not in the table; answers are then still about the bodies taken
   * before.
   */
  update(): void;
  /** All pairs that touch, each once, as `pairs` of `CollisionSolver`. */
  pairs(options?: PairsOptions): Pairs;
  /**
   * For each area, the massive bodies and ghosts whose shapes touch it, in rising order. Areas are
   * discs and balls (CIRCLE) and boxes that are not turned (BOX). Throws RangeError for others.
   */
  explore(queries: ExploreQueries, options?: ResultOptions): Lists;
  /** Compares the current contacts with those of the last call; at the first call with none. */
  contacts(options?: ContactsOptions): Contacts;
  /** Frees the memory of the solver. Later calls throw; the reference still answers. */
  destroy(): void;
}

/**
 * `OrientedSolver` with promises: threads or a GPU. Calls are answered in their order, and reject
 * where those of `OrientedSolver` throw.
 */
export interface AsyncOrientedSolver {
  readonly backend: 'wasm' | 'gpu';
  readonly world: OrientedBodies;
  readonly memoryBytes: number;
  /** Reads the bodies before it returns, so they may be changed while it works. */
  update(): Promise<void>;
  pairs(options?: PairsOptions): Promise<Pairs>;
  explore(queries: ExploreQueries, options?: ResultOptions): Promise<Lists>;
  contacts(options?: ContactsOptions): Promise<Contacts>;
  destroy(): Promise<void>;
}
