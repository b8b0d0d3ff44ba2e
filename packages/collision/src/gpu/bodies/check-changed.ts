import { LARGEST } from '../../constants.ts';
import { checkBodies } from '../../bodies/check-bodies.ts';
import type { Bodies } from '../../types.ts';
import type { BodyArray } from './body-buffer.ts';

const POSITIONS = new Set<BodyArray>(['x', 'y', 'z']);

/**
 * As `checkBodies`, if only the arrays in `changed` were written since the last check. Groups and
 * masks need no check. Coordinates are first checked in all slots, also free ones. If one is out of
 * range, or if any other array was written, `checkBodies` checks all live bodies: the range of an
 * extent, for example, depends on the shape.
 */
export function checkChanged(bodies: Bodies, changed: ReadonlySet<BodyArray> | undefined): void {
  if (changed) {
    let suspect = false;
    for (const name of changed) {
      const array = bodies[name];
      if (!array || name === 'group' || name === 'mask') continue;
      if (!POSITIONS.has(name) || !areInRange(array as Float32Array, bodies.end)) suspect = true;
    }
    if (!suspect) return;
  }
  checkBodies(bodies);
}

function areInRange(array: Float32Array, end: number): boolean {
  // without a branch per entry; a NaN makes the comparison false
  let good = true;
  for (let i = 0; i < end; i++) good = good && Math.abs(array[i]) <= LARGEST;
  return good;
}
