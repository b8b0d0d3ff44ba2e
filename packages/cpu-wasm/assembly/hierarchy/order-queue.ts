// The nodes not contracted yet, by importance: a binary heap of u64 entries, importance above
// node, in which entries can move. Equally important nodes come by number, so the order depends on
// nothing but the graph.

import { reallocate } from '@wayfield/wasm/assembly/env';

/** Address of the heap: the children of entry i are entries 2 i + 1 and 2 i + 2. */
let entries: usize = 0;
/** One u32 per node: where its entry is. */
let places: usize = 0;
let size: u32 = 0;

export function orderCreate(nodeCount: u32): void {
  entries = reallocate(0, 0, (<usize>nodeCount) << 3);
  places = reallocate(0, 0, (<usize>nodeCount) << 2);
  size = 0;
}

export function orderSize(): u32 {
  return size;
}

function put(place: u32, entry: u64): void {
  store<u64>(entries + ((<usize>place) << 3), entry);
  store<u32>(places + ((<usize>(<u32>entry)) << 2), place);
}

function entryAt(place: u32): u64 {
  return load<u64>(entries + ((<usize>place) << 3));
}

/** Puts an entry at `from` or above, where its parent is smaller. */
function rise(from: u32, entry: u64): void {
  let place = from;
  while (place > 0) {
    const above = (place - 1) >> 1;
    const other = entryAt(above);
    if (other <= entry) break;
    put(place, other);
    place = above;
  }
  put(place, entry);
}

/** Puts an entry at `from` or below, where its children are larger. */
function sink(from: u32, entry: u64): void {
  let place = from;
  for (;;) {
    let below: u32 = 2 * place + 1;
    if (below >= size) break;
    if (below + 1 < size && entryAt(below + 1) < entryAt(below)) below++;
    const other = entryAt(below);
    if (entry <= other) break;
    put(place, other);
    place = below;
  }
  put(place, entry);
}

export function orderPush(node: u32, importance: u32): void {
  size++;
  rise(size - 1, ((<u64>importance) << 32) | <u64>node);
}

/** Gives a node in the queue another importance. */
export function orderMove(node: u32, importance: u32): void {
  const place = load<u32>(places + ((<usize>node) << 2));
  const entry = ((<u64>importance) << 32) | <u64>node;
  if (entry < entryAt(place)) rise(place, entry);
  else sink(place, entry);
}

/** The importance of the least important node; the queue must not be empty. */
export function orderLeast(): u32 {
  return <u32>(entryAt(0) >> 32);
}

/** Takes the least important node out; the queue must not be empty. */
export function orderPop(): u32 {
  const node = <u32>entryAt(0);
  size--;
  if (size > 0) sink(0, entryAt(size));
  return node;
}
