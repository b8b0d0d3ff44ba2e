// Arrays of u32 words by address and index, and memory for them. Blocks belong to the instance that
// allocates them: the host frees them all together.

import { reallocate } from './env';

/** No node, no arc, no entry. */
export const NONE: u32 = 0xffffffff;

export function get(array: usize, i: u32): u32 {
  return load<u32>(array + ((<usize>i) << 2));
}

export function set(array: usize, i: u32, value: u32): void {
  store<u32>(array + ((<usize>i) << 2), value);
}

/** A zeroed array of `count` words. The host throws RangeError when memory ends. */
export function words(count: u64): usize {
  const bytes = count << 2;
  // no memory has 2^32 - 1 free bytes: a size above that becomes a RangeError, not a small block
  return reallocate(0, 0, <usize>min(bytes, <u64>0xffffffff));
}

/** Moves an array of `count` words to a place twice as large, and returns the new address. */
export function doubled(array: usize, count: u32): usize {
  const bytes = (<u64>count) << 3;
  return reallocate(array, (<usize>count) << 2, <usize>min(bytes, <u64>0xffffffff));
}

/**
 * Turns `count` counts into the starts of rows (their prefix sums). Word `count` becomes the sum,
 * which is returned: the array needs `count` + 1 words.
 */
export function countsToStarts(array: usize, count: u32): u32 {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const own = get(array, i);
    set(array, i, sum);
    sum += own;
  }
  set(array, count, sum);
  return sum;
}

/**
 * Restores starts of rows that were used as cursors while rows were filled. Before the call each of
 * the `count` words is the end of its row, which is the start of the next row. After it the array
 * has `count` + 1 words again, as `countsToStarts` made them.
 */
export function endsToStarts(array: usize, count: u32): void {
  for (let i = count; i > 0; i--) set(array, i, get(array, i - 1));
  set(array, 0, 0);
}
