// Priority queue for f32 keys: a 4-ary heap of u64 entries, key bits above the item, with lazy
// deletion. Non-negative f32 order like their bits, so one u64 comparison orders entries by key and
// then by item, and the smallest of four children is found without a branch.
// Layout: entry i at heap + 8 i, children 4 i + 1 .. 4 i + 4.

import { reallocate } from './env';

let heap: usize = 0;
let capacity: u32 = 0;
let size: u32 = 0;

/** Gives the queue its memory: `entries` entries of 8 bytes at `address`. It grows by itself. */
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

/** The entry with the smallest key; the queue must not be empty. */
export function heapTop(): u64 {
  return load<u64>(heap);
}

export function heapEntry(key: f32, item: u32): u64 {
  return ((<u64>reinterpret<u32>(key)) << 32) | <u64>item;
}

export function heapPush(entry: u64): void {
  if (size == capacity) {
    heap = reallocate(heap, (<usize>capacity) << 3, (<usize>capacity) << 4);
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
        k1 = load<u64>(b, 8),
        k2 = load<u64>(b, 16),
        k3 = load<u64>(b, 24);
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
