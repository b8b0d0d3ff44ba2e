import type { Lists, Pairs } from '../types.ts';

/** Turns pairs into rows by slot; keeps its memory from tick to tick. */
export interface ContactRows {
  /** Rows of `end` slots. `pairs` are in canonical order, so that rows are in rising order. */
  of(pairs: Pairs, end: number): Lists;
}

export function createContactRows(): ContactRows {
  let first = new Uint32Array(0);
  let slots = new Uint32Array(0);
  return {
    of(pairs, end) {
      const { count } = pairs;
      if (first.length < end + 2) first = new Uint32Array(Math.ceil(1.25 * end) + 2);
      else first.fill(0, 0, end + 2);
      if (slots.length < 2 * count) slots = new Uint32Array(Math.ceil(2.5 * count));
      // The count of row s is at s + 2. Once the counts are summed, the start of row s is at s + 1;
      // filling the row moves it up to the start of row s + 1, which belongs there.
      for (let i = 0; i < 2 * count; i++) first[pairs.slots[i] + 2]++;
      for (let i = 2; i < end + 2; i++) first[i] += first[i - 1];
      // partners with smaller slots come first: pairs by their second slot, then by their first
      for (let i = 0; i < 2 * count; i += 2)
        slots[first[pairs.slots[i + 1] + 1]++] = pairs.slots[i];
      for (let i = 0; i < 2 * count; i += 2)
        slots[first[pairs.slots[i] + 1]++] = pairs.slots[i + 1];
      return {
        count: end,
        first: first.subarray(0, end + 1),
        slots: slots.subarray(0, 2 * count),
        total: 2 * count,
        overflow: false,
      };
    },
  };
}
