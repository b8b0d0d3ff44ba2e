// The queue of order.ts and labels.ts: a binary heap of u32 items with f64 keys, the least key
// first. An item may be in the queue several times; callers skip the outdated ones.

import { reallocate } from '@wayfield/wasm/assembly/env';

/** f64 key, u32 item: 16 bytes. */
let entries: usize = 0;
let room: u32 = 0;
let count: u32 = 0;
const ITEM: usize = 8;
const ENTRY: usize = 16;

/** The key of the item that the latest `queuePop` returned. */
let keyValue: f64 = 0;
export function queueKey(): f64 {
  return keyValue;
}
export function queueClear(): void {
  count = 0;
}
export function queueCount(): u32 {
  return count;
}

export function queuePush(key: f64, item: u32): void {
  if (count == room) {
    room = max(1024, 2 * count);
    entries = reallocate(entries, (<usize>count) << 4, (<usize>room) << 4);
  }
  let i: u32 = count++;
  while (i > 0) {
    const parent: u32 = (i - 1) >> 1;
    const above = entries + ((<usize>parent) << 4);
    if (load<f64>(above) <= key) break;
    move(above, i);
    i = parent;
  }
  put(i, key, item);
}

export function queuePop(): u32 {
  const item = load<u32>(entries, ITEM);
  keyValue = load<f64>(entries);
  count--;
  const last = entries + ((<usize>count) << 4);
  const key = load<f64>(last);
  let i: u32 = 0;
  for (;;) {
    let child: u32 = 2 * i + 1;
    if (child >= count) break;
    let at = entries + ((<usize>child) << 4);
    if (child + 1 < count && load<f64>(at + ENTRY) < load<f64>(at)) {
      child++;
      at += ENTRY;
    }
    if (load<f64>(at) >= key) break;
    move(at, i);
    i = child;
  }
  put(i, key, load<u32>(last, ITEM));
  return item;
}

function move(from: usize, to: u32): void {
  put(to, load<f64>(from), load<u32>(from, ITEM));
}
function put(i: u32, key: f64, item: u32): void {
  const at = entries + ((<usize>i) << 4);
  store<f64>(at, key);
  store<u32>(at, item, ITEM);
}
