// Many to many: Knopp, Sanders, Schultes, Schulz and Wagner (2007). A backward search from every
// target leaves its distance in a bucket at every rank it settles; a forward search from a source
// looks into the buckets of the ranks that it settles.

import { NEXT_ROW, WEIGHT } from '../layout';
import { COLUMN, COLUMN_DIST } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { isStalled } from './query';
import { clearLabels, firstOf, hierarchyLabels, hierarchyNodeCount, touch } from './state';

/** 12 bytes each, as they come: u32 rank, u32 target, f32 dist. */
let found: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
/** Places in the buckets, one u32 per rank and one more. */
let starts: usize = 0;
/** u32 target, f32 dist, by rank. */
let buckets: usize = 0;
let bucketsBytes: usize = 0;

/** Forgets all targets. */
export function tableBegin(): void {
  if (capacity == 0) {
    capacity = 4096;
    found = reallocate(0, 0, <usize>capacity * 12);
    starts = reallocate(0, 0, (<usize>hierarchyNodeCount() + 1) << 2);
  }
  memory.fill(starts, 0, (<usize>hierarchyNodeCount() + 1) << 2);
  count = 0;
}

function begin(item: u32): void {
  clearLabels();
  heapClear();
  offer(item, 0);
}

function offer(item: u32, dist: f32): void {
  const label = hierarchyLabels() + ((<usize>item) << 3);
  const old = load<f32>(label);
  if (dist >= old) return;
  if (old == Infinity) touch(item);
  store<f32>(label, dist);
  heapPush(heapEntry(dist, item));
}

function climb(item: u32, dist: f32): void {
  const end = firstOf(item + 1);
  for (let a = firstOf(item); a < end; a += 8) {
    offer((load<u32>(a) << 1) | (item & 1), dist + load<f32>(a, WEIGHT));
  }
}

/** The next item of a one-sided search, as an entry of the queue, or all ones at its end. */
function settle(): u64 {
  while (heapSize() > 0) {
    const entry = heapPop();
    const item = <u32>entry;
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    if (dist > load<f32>(hierarchyLabels() + ((<usize>item) << 3)) || isStalled(item, dist))
      continue;
    climb(item, dist);
    return entry;
  }
  return u64.MAX_VALUE;
}

/** Searches from the target of column `column`. */
export function tableTarget(rank: u32, column: u32): void {
  begin((rank << 1) | 1);
  for (;;) {
    const entry = settle();
    if (entry == u64.MAX_VALUE) return;
    if (count == capacity) {
      const bytes = <usize>capacity * 12;
      found = reallocate(found, bytes, bytes << 1);
      capacity <<= 1;
    }
    const at = found + <usize>count * 12;
    const upper = <u32>entry >> 1;
    store<u32>(at, upper);
    store<u32>(at, column, COLUMN);
    store<u32>(at, <u32>(entry >> 32), COLUMN_DIST);
    count++;
    const start = starts + ((<usize>upper) << 2);
    store<u32>(start, load<u32>(start) + 1);
  }
}

/** Sorts the entries that the backward searches left by rank, into buckets. */
export function tableSort(): void {
  const bytes = max((<usize>count) << 3, 8);
  if (bytes > bucketsBytes) {
    buckets = reallocate(buckets, 0, bytes);
    bucketsBytes = bytes;
  }
  // the end of each rank, then, filled from behind, its start
  let sum: u32 = 0;
  for (let rank: u32 = 0; rank <= hierarchyNodeCount(); rank++) {
    const at = starts + ((<usize>rank) << 2);
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let i = count; i-- > 0;) {
    const at = found + <usize>i * 12;
    const start = starts + ((<usize>load<u32>(at)) << 2);
    const place = load<u32>(start) - 1;
    store<u32>(start, place);
    store<u64>(buckets + ((<usize>place) << 3), load<u64>(at, COLUMN));
  }
}

/** Writes the row of a source: one f32 per target. */
export function tableSource(rank: u32, row: usize, columns: u32): void {
  for (let i: usize = 0; i < <usize>columns; i++) store<f32>(row + (i << 2), Infinity);
  begin(rank << 1);
  for (;;) {
    const entry = settle();
    if (entry == u64.MAX_VALUE) return;
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    const start = starts + ((<usize>(<u32>entry >> 1)) << 2);
    const end = buckets + ((<usize>load<u32>(start, NEXT_ROW)) << 3);
    for (let b = buckets + ((<usize>load<u32>(start)) << 3); b < end; b += 8) {
      const at = row + ((<usize>load<u32>(b)) << 2);
      const sum = dist + load<f32>(b, WEIGHT);
      if (sum < load<f32>(at)) store<f32>(at, sum);
    }
  }
}
