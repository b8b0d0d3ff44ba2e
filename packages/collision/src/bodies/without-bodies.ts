import { FREE } from '../constants.ts';
import type { Bodies } from '../types.ts';
import { slotOf } from './bodies.ts';
import type { Store } from './body-arrays.ts';

/**
 * Calls `read` while the slots of these bodies look free, so that a solver which reads the bodies
 * does not take them. `ids` are of live bodies, each named once.
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
  // Solvers look at kinds again only when the versions change. They change here, because a solver
  // may have taken these bodies already, and once more below, so that the bodies are not missed.
  const countChange = (): void => {
    store.version++;
    store.fixedVersion++;
  };
  for (const slot of slots) store.kind[slot] = FREE;
  store.count -= slots.length;
  countChange();
  try {
    return read();
  } finally {
    slots.forEach((slot, i) => (store.kind[slot] = kinds[i]));
    store.count += slots.length;
    countChange();
  }
}
