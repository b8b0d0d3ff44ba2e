// Priority queue: a 4-ary heap of u64 entries, the bits of a key above an item, with lazy deletion.
// Non-negative floats order like their bits, so one u64 comparison orders entries by key and then
// by item, and the smallest of four children is found without a branch. An instance of a module has
// one heap.
//
// Two kinds of entries. f32 keys: all 32 bits of the key above 32 bits of item. f64 keys: the upper
// 40 bits of the key (sign, exponent, 28 bits of fraction) above 24 bits of item. So f64 keys that
// differ by less than 2^-28 of their value may have the same bits, and then leave by their items. A
// search that stops at the first key above its best cost compares by `heapKeyF64`, which rounds
// keys down. Keys must be >= 0, and not -0, whose bits are the largest.
//
// Layout: entry i at heap + 8 i, children 4 i + 1 .. 4 i + 4. The array doubles when it is full;
// where memory ends, the host throws RangeError. An array of 2^28 entries (2 GiB) or more cannot
// double. With n entries the heap has about log4(3 n) levels: 11 with a million. Lazy deletion: an
// item is pushed once per improvement, and the caller skips entries of items that it has settled.

import { doubled } from './words';

/** Bytes of an entry. */
const ENTRY: usize = sizeof<u64>();
/** The largest item of an entry with an f64 key: the 24 bits that the key leaves. */
export const ITEMS_F64: u32 = (1 << 24) - 1;

/** The address of entry 0; how many entries have room; how many are in the queue. */
let heap: usize = 0;
let capacity: u32 = 0;
let size: u32 = 0;

/**
 * Gives the queue its memory, `entries` entries of 8 bytes at `address`, and empties it. At least
 * one entry, because the memory grows by doubling. Must come before every other function.
 */
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

/** The smallest entry; the queue must not be empty. */
export function heapTop(): u64 {
  return load<u64>(heap);
}

/** An entry of an f32 key >= 0. */
export function heapEntry(key: f32, item: u32): u64 {
  return ((<u64>reinterpret<u32>(key)) << 32) | <u64>item;
}

export function heapItem(entry: u64): u32 {
  return <u32>entry;
}

export function heapKey(entry: u64): f32 {
  return reinterpret<f32>(<u32>(entry >> 32));
}

/**
 * The bits of an f64 key >= 0 by which entries are ordered. Compare them with those of the smallest
 * entry, `heapTop() & ~(<u64>ITEMS_F64)`.
 */
export function heapKeyF64(key: f64): u64 {
  return reinterpret<u64>(key) & ~(<u64>ITEMS_F64);
}

/** An entry of an f64 key >= 0. */
export function heapEntryF64(key: f64, item: u32): u64 {
  return heapKeyF64(key) | <u64>item;
}

export function heapPush(entry: u64): void {
  if (size == capacity) {
    // an entry is two words
    heap = doubled(heap, capacity << 1);
    capacity <<= 1;
  }
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

/** Takes the smallest entry out; the queue must not be empty. */
export function heapPop(): u64 {
  const base = heap;
  const top = load<u64>(base);
  size--;
  const n = <usize>size;
  const last = load<u64>(base + (n << 3));
  let i: usize = 0;
  for (;;) {
    const c = (i << 2) + 1;
    if (c + 3 < n) {
      const b = base + (c << 3);
      const k0 = load<u64>(b),
        k1 = load<u64>(b, ENTRY),
        k2 = load<u64>(b, 2 * ENTRY),
        k3 = load<u64>(b, 3 * ENTRY);
      const right01 = k1 < k0;
      const min01 = select(k1, k0, right01);
      const right23 = k3 < k2;
      const min23 = select(k3, k2, right23);
      const high = min23 < min01;
      const min = select(min23, min01, high);
      if (min >= last) break;
      store<u64>(base + (i << 3), min);
      i = select(c + 2 + <usize>right23, c + <usize>right01, high);
    } else {
      if (c >= n) break;
      let child = c,
        min = load<u64>(base + (c << 3));
      for (let k = c + 1; k < n; k++) {
        const key = load<u64>(base + (k << 3));
        if (key < min) {
          min = key;
          child = k;
        }
      }
      if (min >= last) break;
      store<u64>(base + (i << 3), min);
      i = child;
    }
  }
  store<u64>(base + (i << 3), last);
  return top;
}
