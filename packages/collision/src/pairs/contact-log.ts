import type { Bodies, Contacts } from '../types.ts';

/** Compares the contacts of each call with those of the call before. */
export interface ContactLog {
  /**
   * `slots` are the current contacts in canonical order; both arguments are copied. A contact
   * stayed if both slots still have the generation that they had at the last call.
   */
  advance(slots: Uint32Array, bodies: Pick<Bodies, 'generation' | 'end'>): Contacts;
}

export function createContactLog(): ContactLog {
  let oldSlots: Uint32Array = new Uint32Array(0);
  let oldGeneration: Uint32Array = new Uint32Array(0);

  return {
    advance(slots, { generation, end }) {
      const began: number[] = [];
      const stayed: number[] = [];
      const ended: number[] = [];
      const same = (slot: number): boolean => oldGeneration[slot] === generation[slot];
      let i = 0;
      let j = 0;
      while (i < oldSlots.length || j < slots.length) {
        // negative: the pair is only in the old contacts; positive: only in the current ones
        const order =
          i === oldSlots.length
            ? 1
            : j === slots.length
              ? -1
              : oldSlots[i] - slots[j] || oldSlots[i + 1] - slots[j + 1];
        const a = order > 0 ? slots[j] : oldSlots[i];
        const b = order > 0 ? slots[j + 1] : oldSlots[i + 1];
        if (order === 0 && same(a) && same(b)) {
          stayed.push(a, b);
        } else {
          if (order <= 0) ended.push(a, b);
          if (order >= 0) began.push(a, b);
        }
        if (order <= 0) i += 2;
        if (order >= 0) j += 2;
      }
      oldSlots = slots.slice();
      oldGeneration = generation.slice(0, end);
      return {
        began: Uint32Array.from(began),
        stayed: Uint32Array.from(stayed),
        ended: Uint32Array.from(ended),
      };
    },
  };
}
