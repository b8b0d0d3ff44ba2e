import { capacityOf } from '../lists/check-queries.ts';
import type { Pairs, ResultOptions } from '../types.ts';

/** The answer of pairs that touch: as many as the capacity allows. */
export function cutPairs(slots: Uint32Array, options: ResultOptions): Pairs {
  const total = slots.length / 2;
  const count = Math.min(total, capacityOf(options));
  return { count, total, slots: slots.subarray(0, 2 * count), overflow: total > count };
}

/** Options for the broad phase: as asked, but without a limit, so that no candidate is missing. */
export function broadOptions<T extends ResultOptions>(options: T): T {
  return { ...options, capacity: Infinity };
}

/** Puts pairs into canonical order, in place. */
export function sortPairs(slots: Uint32Array): void {
  swapWords(slots);
  // the first slot is now in the upper half of each 64-bit number
  new BigUint64Array(slots.buffer, slots.byteOffset, slots.length / 2).sort();
  swapWords(slots);
}

function swapWords(slots: Uint32Array): void {
  for (let i = 0; i < slots.length; i += 2) {
    const a = slots[i];
    slots[i] = slots[i + 1];
    slots[i + 1] = a;
  }
}
