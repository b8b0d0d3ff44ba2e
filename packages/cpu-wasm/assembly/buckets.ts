// Priority queue for whole-number keys (Dial 1969), for searches on uniform grids (grid/) and jump
// point searches (jps/): a ring of buckets, each a last-in-first-out list, over a two-level bitmap
// of the buckets in use. Push and pop take constant time. A key goes into bucket key mod BUCKETS,
// so keys may wrap around 2^32, a multiple of BUCKETS.
//
// Keys come out in order if every key pushed is at least the last key taken and less than BUCKETS
// above it. That holds for A* with a consistent heuristic. Manhattan on 8 neighbours, allowed by
// `allowInadmissible`, can lower a key by 4756 - 3363 = 1393 ticks below the last one taken. Such a
// key comes out as if it were BUCKETS larger: later than larger keys. The search still finds a
// path, and it promises no shortest one.
//
// Layout at `base`: 128 words (u64) of bucket bits say which buckets are in use. 2 words of summary
// bits before them say which of the 128 words are not 0. BUCKETS list heads (u32) follow, each the
// number of the entry last pushed. An entry of the pool is 8 bytes: u32 item, u32 next entry.

import { NEXT } from './layout';
import { NONE } from './status';
import { reallocate } from '@wayfield/wasm/assembly/env';

/**
 * 2^13, enough for keys in ticks, dist + heuristic, of uniform grids. A step adds at most 3363
 * ticks to the dist. The heuristic rises by at most 4756 = 2 * 2378, Manhattan over a diagonal
 * step. So keys exceed the last key taken by at most 3363 + 4756 = 8119. Jump point search instead
 * counts 1024 ticks a bucket; its jumps can exceed the ring, see `bucketsPush`.
 */
export const BUCKETS: u32 = 8192;
/** Offsets from `base` of the bucket bits and of the list heads. */
const WORDS: usize = 2 * sizeof<u64>();
const HEADS: usize = WORDS + 128 * sizeof<u64>();

/** Address of the bitmaps and list heads. */
let base: usize = 0;
/** Address of the entries, for how many there is room, how many were used since the reset. */
let pool: usize = 0;
let capacity: u32 = 0;
let used: u32 = 0;
/** The first free entry of the pool, each chained to the next by NEXT; NONE if no entry is free. */
let free: u32 = NONE;
/** Bucket of the key last taken. */
let cursor: u32 = 0;

/** Bytes to provide at `address` in `bucketsBind`, pool not included. */
export function bucketsBytes(): usize {
  return HEADS + ((<usize>BUCKETS) << 2);
}

/** Gives the queue its memory; the pool of `entries` entries (8 bytes each) grows by itself. */
export function bucketsBind(address: usize, poolAddress: usize, entries: u32): void {
  base = address;
  pool = poolAddress;
  capacity = entries;
}

/** Empties the queue. No key that is pushed next may be below `firstKey`. */
export function bucketsReset(firstKey: u32): void {
  // few bits are set: `memory.fill` over all of them would take as long as a short search
  clearBits(base, base + WORDS);
  // the second summary word stands for words 64 to 127
  clearBits(base + sizeof<u64>(), base + WORDS + 64 * sizeof<u64>());
  used = 0;
  free = NONE;
  cursor = firstKey & (BUCKETS - 1);
}

/** Clears the words at `words` that the summary word at `summary` names, and that word. */
function clearBits(summary: usize, words: usize): void {
  for (let bits = load<u64>(summary); bits; bits &= bits - 1) {
    store<u64>(words + ((<usize>ctz(bits)) << 3), 0);
  }
  store<u64>(summary, 0);
}

/** The key last taken, modulo BUCKETS; before the first, `firstKey` of `bucketsReset`. */
export function bucketsCursor(): u32 {
  return cursor;
}

/**
 * Adds an item. A key that is BUCKETS or more above the last one taken would land in a bucket of
 * the round before and be taken too early: the caller pushes such an item into the last bucket and
 * pushes it again when it is taken, as jps/search.ts does (`displaced`).
 */
export function bucketsPush(key: u32, item: u32): void {
  let entry = free;
  if (entry != NONE) {
    free = load<u32>(pool + ((<usize>entry) << 3), NEXT);
  } else {
    if (used == capacity) {
      pool = reallocate(pool, (<usize>capacity) << 3, (<usize>capacity) << 4);
      capacity <<= 1;
    }
    entry = used++;
  }
  const bucket = key & (BUCKETS - 1);
  const word = base + WORDS + ((<usize>(bucket >> 6)) << 3);
  const bits = load<u64>(word),
    bit = (<u64>1) << (bucket & 63);
  const head = base + HEADS + ((<usize>bucket) << 2);
  const at = pool + ((<usize>entry) << 3);
  if (bits & bit) {
    store<u64>(at, <u64>item | ((<u64>load<u32>(head)) << 32));
  } else {
    store<u64>(at, <u64>item | ((<u64>NONE) << 32));
    if (bits == 0) {
      const summary = base + ((<usize>(bucket >> 12)) << 3);
      store<u64>(summary, load<u64>(summary) | ((<u64>1) << ((bucket >> 6) & 63)));
    }
    store<u64>(word, bits | bit);
  }
  store<u32>(head, entry);
}

/** Takes out an item with the smallest key, the last pushed first; NONE if the queue is empty. */
export function bucketsPop(): u32 {
  let bucket = cursor;
  let bits = load<u64>(base + WORDS + ((<usize>(bucket >> 6)) << 3)) & (~(<u64>0) << (bucket & 63));
  if (bits == 0) {
    // the next word with a bit, around the ring; the word of the cursor comes last, for the bits
    // below the cursor
    const next = ((bucket >> 6) + 1) & 127;
    const half = <usize>(next >> 6);
    let summary = load<u64>(base + (half << 3)) & (~(<u64>0) << (next & 63));
    let word = (<u32>half) << 6;
    if (summary == 0) {
      summary = load<u64>(base + ((half ^ 1) << 3));
      word = (<u32>(half ^ 1)) << 6;
      if (summary == 0) {
        summary = load<u64>(base + (half << 3));
        word = (<u32>half) << 6;
        if (summary == 0) return NONE;
      }
    }
    word |= <u32>ctz(summary);
    bits = load<u64>(base + WORDS + ((<usize>word) << 3));
    bucket = word << 6;
  } else {
    bucket &= ~63;
  }
  bucket |= <u32>ctz(bits);
  cursor = bucket;
  const head = base + HEADS + ((<usize>bucket) << 2);
  const entry = load<u32>(head);
  const at = pool + ((<usize>entry) << 3);
  const content = load<u64>(at);
  const next = <u32>(content >> 32);
  store<u32>(at, free, NEXT);
  free = entry;
  if (next == NONE) {
    const word = base + WORDS + ((<usize>(bucket >> 6)) << 3);
    const left = load<u64>(word) & ~((<u64>1) << (bucket & 63));
    store<u64>(word, left);
    if (left == 0) {
      const summary = base + ((<usize>(bucket >> 12)) << 3);
      store<u64>(summary, load<u64>(summary) & ~((<u64>1) << ((bucket >> 6) & 63)));
    }
  } else {
    store<u32>(head, next);
  }
  return <u32>content;
}
