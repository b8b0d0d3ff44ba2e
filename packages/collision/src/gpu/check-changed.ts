import { checkBodies } from '../bodies.ts';
import type { Bodies } from '../types.ts';
import type { BodyArray } from './body-buffer.ts';

const LARGEST = 2 ** 61;
const POSITIONS = new Set<BodyArray>(['x', 'y', 'z', 'extentX', 'extentY', 'extentZ']);

/**
 * As `checkBodies`, where only the arrays `changed` were written since a check: positions are looked
 * through without asking who is alive, and all is asked only where something looks wrong.
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
  // one comparison for all of them: a NaN makes it false
  let good = true;
  for (let i = 0; i < end; i++) good = good && Math.abs(array[i]) <= LARGEST;
  return good;
}
