import type { Bodies, Contacts } from './types.ts';

/** Remembers the contacts of the last call, to tell what changed. */
export interface ContactLog {
  /**
   * `slots` are the contacts of now, in canonical order; both arguments are copied. A pair stays if both
   * slots have the generation they had.
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
        // negative: only before; positive: only now
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
