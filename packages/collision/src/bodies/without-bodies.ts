import { FREE } from '../constants.ts';
import type { Bodies } from '../types.ts';
import { slotOf } from './bodies.ts';
import type { Store } from './body-arrays.ts';

/**
 * Calls `read` while the slots of these bodies look free, so that a solver which reads the bodies
 * does not take them.
 */
export function withoutBodies<Result>(
  bodies: Bodies,
  ids: readonly number[],
  read: () => Result,
): Result {
  if (ids.length === 0) return read();
  const slots = ids.map((id) => slotOf(bodies, id));
  const store = bodies as Store;
  const kinds = slots.map((slot) => store.kind[slot]);
  for (const slot of slots) store.kind[slot] = FREE;
  store.count -= slots.length;
  try {
    return read();
  } finally {
    slots.forEach((slot, i) => (store.kind[slot] = kinds[i]));
    store.count += slots.length;
    // with the old versions a solver would not look again, and would miss these bodies
    store.version++;
    store.fixedVersion++;
  }
}
