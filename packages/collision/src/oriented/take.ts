import { refuse } from '@wayfield/check';
import { snapshotBodies } from '../bodies/snapshot.ts';
import { CIRCLE, FREE } from '../constants.ts';
import type { Bodies } from '../types.ts';
import { poseWords } from './layout.ts';
import type { ShapeTable } from './shape-table.ts';
import type { OrientedBodies } from './types.ts';

/** The bodies as they were at an update. */
export interface Taken {
  /** A copy for the broad phase, whose radii are those of the enclosing circles. */
  readonly bodies: Bodies;
  readonly shapes: ShapeTable;
  /** By slot: the entry of the table, and the pose (layout.ts). */
  readonly entry: Uint32Array;
  readonly poses: Float64Array;
  /** Grows when the enclosing radius of a fixed body changes: part of `bodies.fixedVersion`. */
  readonly resized: number;
}

/**
 * Copies the bodies. Throws RangeError for a live body with a value out of range; `before` is what
 * the last update took.
 */
export function takeWorld(world: OrientedBodies, before?: Taken): Taken {
  const { shapes, bodies } = world;
  checkArrays(world);
  const { dimensions } = shapes;
  const { end, kind } = bodies;
  const copy = snapshotBodies(bodies);
  const entry = new Uint32Array(end);
  const poses = new Float64Array(end * poseWords(dimensions));
  for (let slot = 0; slot < end; slot++) {
    if (kind[slot] === FREE) continue;
    if (bodies.shape && bodies.shape[slot] !== CIRCLE) {
      refuse(`bodies.shape[${slot}]`, bodies.shape[slot], 'CIRCLE: the table has the shapes');
    }
    const number = world.entry[slot];
    if (number >= shapes.count) {
      refuse(`entry[${slot}]`, number, `below ${shapes.count}, the shapes of the table`);
    }
    entry[slot] = number;
    copy.radius[slot] = shapes.reach[number];
    if (dimensions === 2) writePose(poses, slot, world);
    else writeTurnedPose(poses, slot, world);
  }
  const resized = (before?.resized ?? 0) + (before && sizesDiffer(before.bodies, copy) ? 1 : 0);
  const fixedVersion = bodies.fixedVersion + resized;
  // the capacity of the caller: a GPU solver makes new buffers where the capacity changes
  const { capacity } = bodies;
  return { bodies: { ...copy, capacity, fixedVersion }, shapes, entry, poses, resized };
}

/** Does a fixed body have another enclosing radius than before? */
function sizesDiffer(before: Bodies, { fixed, radius, end }: Bodies): boolean {
  if (fixed === undefined) return false;
  for (let slot = 0; slot < end; slot++) {
    if (fixed[slot] === 1 && before.radius[slot] !== radius[slot]) return true;
  }
  return false;
}

function checkArrays({ bodies, shapes, entry, angle, turn }: OrientedBodies): void {
  const { end, dimensions } = bodies;
  if (dimensions !== shapes.dimensions) {
    refuse('bodies.dimensions', dimensions, `${shapes.dimensions}, those of the shapes`);
  }
  const shortest = (array: ArrayLike<number>, name: string, least: number): void => {
    if (array.length < least) refuse(`${name}.length`, array.length, `at least ${least}`);
  };
  shortest(entry, 'entry', end);
  if (dimensions === 2) shortest(angle, 'angle', end);
  else shortest(turn, 'turn', 4 * end);
}

function writePose(poses: Float64Array, slot: number, { bodies, angle }: OrientedBodies): void {
  const by = angle[slot];
  if (!Number.isFinite(by)) refuse(`angle[${slot}]`, by, 'a finite number');
  const at = 4 * slot;
  poses[at] = bodies.x[slot];
  poses[at + 1] = bodies.y[slot];
  poses[at + 2] = Math.cos(by);
  poses[at + 3] = Math.sin(by);
}

/**
 * Writes the pose of a slot in 3D. The quaternion may have any length: squares of f32 numbers
 * neither underflow nor overflow in f64.
 */
function writeTurnedPose(
  poses: Float64Array,
  slot: number,
  { bodies, turn }: OrientedBodies,
): void {
  const from = 4 * slot;
  let [x, y, z, w] = [turn[from], turn[from + 1], turn[from + 2], turn[from + 3]];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 0 && length < Infinity)) {
    const numbers = turn.slice(from, from + 4).join(', ');
    refuse(`turn of slot ${slot}`, numbers, 'a quaternion of a length above 0');
  }
  x /= length;
  y /= length;
  z /= length;
  w /= length;
  const at = 12 * slot;
  poses[at] = bodies.x[slot];
  poses[at + 1] = bodies.y[slot];
  poses[at + 2] = bodies.z![slot];
  poses[at + 3] = 1 - 2 * (y * y + z * z);
  poses[at + 4] = 2 * (x * y - w * z);
  poses[at + 5] = 2 * (x * z + w * y);
  poses[at + 6] = 2 * (x * y + w * z);
  poses[at + 7] = 1 - 2 * (x * x + z * z);
  poses[at + 8] = 2 * (y * z - w * x);
  poses[at + 9] = 2 * (x * z - w * y);
  poses[at + 10] = 2 * (y * z + w * x);
  poses[at + 11] = 1 - 2 * (x * x + y * y);
}
