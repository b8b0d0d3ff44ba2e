// Priority queue for f64 keys >= 0: a 4-ary heap of u64 entries, the upper 40 bits of the key above 24 bits of item. Non-negative
// f64 order like their bits; keys that agree in these bits (2^-28 of the value) come in any order, and the search knows it.

import { reallocate } from './env';

export const ITEM_BITS: u64 = 24;
export const ITEMS: u64 = (1 << ITEM_BITS) - 1;

let heap: usize = 0;
let capacity: u32 = 0;
let size: u32 = 0;

export function heapBind(address: usize, entries: u32): void {
  heap = address;
  capacity = entries;
  size = 0;
}

export function heapClear(): void {
  size = 0;
}

export function heapSize(): u32 {
  return size;
}

/** The upper bits of a key: what entries are ordered by. */
export function heapKey(key: f64): u64 {
  return reinterpret<u64>(key) & ~ITEMS;
}

export function heapPush(key: f64, item: u32): void {
  if (size == capacity) {
    heap = reallocate(heap, (<usize>capacity) << 3, (<usize>capacity) << 4);
    capacity <<= 1;
  }
  const entry = heapKey(key) | <u64>item;
  const base = heap;
  let i = <usize>size;
  size++;
  while (i > 0) {
    const parent = (i - 1) >> 2;
    const other = load<u64>(base + (parent << 3));
    if (other <= entry) break;
    store<u64>(base + (i << 3), other);
    i = parent;
  }
  store<u64>(base + (i << 3), entry);
}

/** The smallest entry; the queue must not be empty. */
export function heapTop(): u64 {
  return load<u64>(heap);
}

/** The upper bits of its key. */
export function heapLeast(): u64 {
  return load<u64>(heap) & ~ITEMS;
}

/** Takes the smallest entry out; the queue must not be empty. */
export function heapPop(): u64 {
  const base = heap;
  const top = load<u64>(base);
  size--;
  const n = <usize>size;
  const last = load<u64>(base + (n << 3));
  let i: usize = 0;
  for (;;) {
    let child = (i << 2) + 1;
    if (child >= n) break;
    const end = min(child + 4, n);
    let smallest = load<u64>(base + (child << 3));
    let at = child;
    for (child++; child < end; child++) {
      const entry = load<u64>(base + (child << 3));
      if (entry < smallest) {
        smallest = entry;
        at = child;
      }
    }
    if (smallest >= last) break;
    store<u64>(base + (i << 3), smallest);
    i = at;
  }
  store<u64>(base + (i << 3), last);
  return top;
}
