// Many to many: Knopp, Sanders, Schultes, Schulz and Wagner (2007). A backward search from every
// target leaves its distance in a bucket at every rank it settles; a forward search from a source
// looks into the buckets of the ranks that it settles. Order of calls: tableBegin, tableTarget for
// each column, tableSort, tableSource for each row.

import { WEIGHT } from '../layout';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { bucketAdd, rowBegin, rowLower } from './column-lists';
import { isStalled } from './query';
import { clearLabels, firstArcOf, hierarchyLabels, touch } from './state';

/** Begins a one-sided search at an item. */
function begin(item: u32): void {
  clearLabels();
  heapClear();
  offer(item, 0);
}

/** Gives an item a label of this dist if it is smaller, and queues it. */
function offer(item: u32, dist: f32): void {
  const label = hierarchyLabels() + ((<usize>item) << 3);
  const old = load<f32>(label);
  if (dist >= old) return;
  if (old == Infinity) touch(item);
  store<f32>(label, dist);
  heapPush(heapEntry(dist, item));
}

/** Relaxes the arcs that climb from an item. */
function climb(item: u32, dist: f32): void {
  const end = firstArcOf(item + 1);
  for (let a = firstArcOf(item); a < end; a += 8) {
    offer((load<u32>(a) << 1) | (item & 1), dist + load<f32>(a, WEIGHT));
  }
}

/**
 * Settles the next item that is not stalled. Returns it as an entry of the queue, dist above item;
 * all ones when the queue is empty.
 */
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

/** Searches backward from the target of a column, at `rank`, and fills the buckets it reaches. */
export function tableTarget(rank: u32, column: u32): void {
  begin((rank << 1) | 1);
  for (;;) {
    const entry = settle();
    if (entry == u64.MAX_VALUE) return;
    bucketAdd(<u32>entry >> 1, column, <u32>(entry >> 32));
  }
}

/** Writes the row of the source at `rank`: one f32 per target. */
export function tableSource(rank: u32, row: usize, columns: u32): void {
  rowBegin(row, columns);
  begin(rank << 1);
  for (;;) {
    const entry = settle();
    if (entry == u64.MAX_VALUE) return;
    rowLower(row, <u32>entry >> 1, reinterpret<f32>(<u32>(entry >> 32)));
  }
}
