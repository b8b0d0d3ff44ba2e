import { checkBodies } from './check-bodies.ts';
import type { Bodies } from '../types.ts';

/**
 * A copy of the bodies, with the entries of all arrays up to `end`. A solver takes a copy if it
 * reads the bodies later, or again after the caller may have changed them. Throws RangeError for a
 * value out of range.
 */
export function snapshotBodies(bodies: Bodies): Bodies {
  checkBodies(bodies);
  const { end } = bodies;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(bodies)) {
    copy[name] = ArrayBuffer.isView(value) ? (value as Float32Array).slice(0, end) : value;
  }
  return { ...(copy as unknown as Bodies), capacity: end };
}
