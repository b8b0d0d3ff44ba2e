import type { ClearanceCalls } from './calls/clearance-at.ts';
import type { ClosestCalls } from './calls/closest-point.ts';
import type { LocateCalls } from './calls/locate-at.ts';
import type { MoveCalls } from './calls/move-along.ts';
import type { RandomPlaces } from './calls/random-points.ts';
import type { RayCalls } from './calls/raycast.ts';
import type { WallCalls } from './calls/walls-near.ts';

/**
 * Where agents can be on a mesh, and how they move there. Agents are points, or discs of any
 * radius; nothing is computed per radius beforehand.
 *
 * c is the largest absolute value of a coordinate of the mesh. Results keep at least the radius
 * less 1e-9 of it and less 2^-46 c from walls: distances up to that count as rounding. Discs of a
 * radius below 1e-12 c move, cast rays and find nearest places as points. Places more than about
 * 1e154 from the mesh count as infinitely far away.
 *
 * Calls that end in `All` answer one row per entry of the arrays that they take. With `out`, the
 * arrays of an earlier answer are filled again instead of new ones. All calls throw a TypeError for
 * arguments of the wrong type, a RangeError for numbers that are not finite, for radii below 0 and
 * for arrays of different lengths, and an Error after `destroy`.
 */
export interface Surface
  extends ClearanceCalls, ClosestCalls, LocateCalls, MoveCalls, RandomPlaces, RayCalls, WallCalls {
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Takes over the changes of a `NavMesh`, with work near the changes. Every call does that by
   * itself first; calling it takes the work out of the next one.
   */
  update(): void;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}
