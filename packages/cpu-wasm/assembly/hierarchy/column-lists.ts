// The buckets of a table: per rank (of hub labels: per hub) the targets whose search or hub label
// reaches it, and the distance from the rank to each of them. table.ts and ../hub-labels/table.ts
// call this file in the order tableBegin, bucketAdd, tableSort, then rowBegin and rowLower per row.

import { NEXT_ROW, WEIGHT } from '../layout';
import { COLUMN, COLUMN_DIST } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { hierarchyNodeCount } from './state';

/** Bytes of an entry of `found`. */
const ENTRY: usize = 12;
/** Entries that `found` has room for at first; it is doubled. */
const FIRST_ENTRIES: u32 = 4096;

/** Entries of all buckets in the order of adding: u32 rank, u32 column of the target, f32 dist. */
let found: usize = 0;
/** Entries that `found` has room for, and entries in it. */
let capacity: u32 = 0;
let count: u32 = 0;
/**
 * One u32 per rank and one more. While targets are added: how many entries a rank has. From
 * `tableSort` on: where its bucket begins in `buckets`.
 */
let starts: usize = 0;
/** The entries sorted by rank: u32 column, f32 dist. Bytes of room for them. */
let buckets: usize = 0;
let bucketsBytes: usize = 0;

/** Forgets all targets. */
export function tableBegin(): void {
  // one by one: memory may end at either, and the next call then takes only what is missing
  if (!found) {
    found = reallocate(0, 0, <usize>FIRST_ENTRIES * ENTRY);
    capacity = FIRST_ENTRIES;
  }
  if (!starts) starts = reallocate(0, 0, (<usize>hierarchyNodeCount() + 1) << 2);
  memory.fill(starts, 0, (<usize>hierarchyNodeCount() + 1) << 2);
  count = 0;
}

/**
 * Puts a target into the bucket of a rank. `dist`: the bits of the f32 from the rank to it. Sizes
 * stay below 2^32: the old and the doubled `found` lie in memory together, so the host throws where
 * 2^27 entries, 1.5 GiB, are to become 2^28.
 */
export function bucketAdd(rank: u32, column: u32, dist: u32): void {
  if (count == capacity) {
    const bytes = <usize>capacity * ENTRY;
    found = reallocate(found, bytes, bytes << 1);
    capacity <<= 1;
  }
  const at = found + <usize>count * ENTRY;
  store<u32>(at, rank);
  store<u32>(at, column, COLUMN);
  store<u32>(at, dist, COLUMN_DIST);
  count++;
  const start = starts + ((<usize>rank) << 2);
  store<u32>(start, load<u32>(start) + 1);
}

/** Sorts the entries that were added by rank, into `buckets`. */
export function tableSort(): void {
  const bytes = max((<usize>count) << 3, 8);
  if (bytes > bucketsBytes) {
    buckets = reallocate(buckets, 0, bytes);
    bucketsBytes = bytes;
  }
  // first the end of each bucket; filling it from behind makes that its start
  let sum: u32 = 0;
  for (let rank: u32 = 0; rank <= hierarchyNodeCount(); rank++) {
    const at = starts + ((<usize>rank) << 2);
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let i = count; i-- > 0;) {
    const at = found + <usize>i * ENTRY;
    const start = starts + ((<usize>load<u32>(at)) << 2);
    const place = load<u32>(start) - 1;
    store<u32>(start, place);
    store<u64>(buckets + ((<usize>place) << 3), load<u64>(at, COLUMN));
  }
}

/** Sets the `columns` f32 of a row to Infinity. */
export function rowBegin(row: usize, columns: u32): void {
  for (let i: usize = 0; i < <usize>columns; i++) store<f32>(row + (i << 2), Infinity);
}

/** Lowers the entries of a row to paths over a rank, whose distance from the source is `dist`. */
export function rowLower(row: usize, rank: u32, dist: f32): void {
  const start = starts + ((<usize>rank) << 2);
  const end = buckets + ((<usize>load<u32>(start, NEXT_ROW)) << 3);
  for (let b = buckets + ((<usize>load<u32>(start)) << 3); b < end; b += 8) {
    const at = row + ((<usize>load<u32>(b)) << 2);
    const sum = dist + load<f32>(b, WEIGHT);
    if (sum < load<f32>(at)) store<f32>(at, sum);
  }
}
