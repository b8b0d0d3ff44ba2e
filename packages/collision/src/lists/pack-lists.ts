import type { Lists, Pairs } from '../types.ts';

/** The answer of found pairs: as many as the capacity allows. */
export function packPairs(found: readonly number[], capacity: number): Pairs {
  const total = found.length / 2;
  const count = Math.min(total, capacity);
  const slots = Uint32Array.from(found.slice(0, 2 * count));
  return { count, total, slots, overflow: total > count };
}

/** The answer of found rows; without entries if the capacity is smaller than their number. */
export function packLists(rows: readonly (readonly number[])[], capacity: number): Lists {
  const first = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => (first[i + 1] = first[i] + row.length));
  const total = first[rows.length];
  const overflow = total > capacity;
  const slots = overflow ? new Uint32Array(0) : Uint32Array.from(rows.flat());
  return { count: rows.length, first, slots, total, overflow };
}
