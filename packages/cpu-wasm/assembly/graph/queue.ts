// The queue of the graph searches: buckets of close keys, unordered inside. Taking a node costs no
// comparisons, and the memory of all nodes of a chunk can be fetched at once (delta-stepping,
// Meyer and Sanders 2003, on one thread). A bucket is a chain of chunks of CHUNK bytes: the end of
// the chunk before, then 63 node numbers. A node may be in several chunks; its record says whether
// it is settled. Keys beyond the last bucket wait in one more bucket, FAR, until the window moves.
//
// A chunk begins at a multiple of CHUNK bytes. The end of a bucket is the address after its last
// node, so an end that is a multiple of CHUNK belongs to a full chunk, or is 0: an empty bucket.
//
// Nodes of one bucket may be settled in the wrong order and then again. Distances come out right,
// but the number of settlements has no bound where many arcs are far shorter than a bucket is wide.
// So after too many of them (`isOutOfOrder` in expand.ts) a heap orders the current bucket and all
// later ones: it holds the nodes of one bucket at a time.

import { BASE, BLOCK_END, CURSOR, ENDS, FIRST_NODE, RECORDS } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { keyOf } from './heuristic';
import { graphClosedBit, recordOf, treeDists } from './state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

/** Bytes of a chunk: four cache lines. */
export const CHUNK: usize = 256;
/** Buckets of the window, a choice: 8 KiB of ends stay in the first cache. */
export const WINDOW: usize = 2048;

/** Offset of the word with the end of bucket FAR, of the keys beyond the window. */
export const FAR: usize = ENDS + (WINDOW << 2);

/** Buckets per unit of path cost. */
let density: f32 = 1;
/** Whether the heap orders the buckets now, and whether it does from the start of a search. */
let ordered: bool = false;
let orderedFirst: bool = false;

// The pool of chunks is a list of blocks, which stay until the solver is destroyed. A block begins
// with the address of the next block and, at BLOCK_END, the address of its own end. The first
// block, and the one that chunks are taken from:
let firstBlock: usize = 0;
let block: usize = 0;
/** The first chunk of `block` that was never taken in this search, and where the block ends. */
let unused: usize = 0;
let blockEnd: usize = 0;
/** Freed chunks, each with the address of the next in its first word. */
let freed: usize = 0;
/** The chunk in which `takeSmallest` hands out one node. */
let single: usize = 0;

/** Bytes of one side of a search. */
export function graphSideBytes(): usize {
  return FAR + 4;
}

/** Gives the queue its first block of chunks; it grows by itself. */
export function graphQueueBind(address: usize, bytes: usize): void {
  firstBlock = address;
  store<usize>(address, 0);
  store<usize>(address, address + bytes, BLOCK_END);
}

/** Sets the number of buckets per unit of cost, and whether the heap orders them from the start. */
export function graphQueueShape(perUnit: f32, startOrdered: bool): void {
  density = perUnit;
  orderedFirst = startOrdered;
}

/** Takes chunks from the block at `address` from now on. */
function enterBlock(address: usize): void {
  block = address;
  unused = (address + 8 + CHUNK - 1) & ~(CHUNK - 1);
  blockEnd = load<usize>(address, BLOCK_END);
}

/** A free chunk, whose content is left from an earlier use. */
function newChunk(): usize {
  let chunk = freed;
  if (chunk) {
    freed = load<usize>(chunk);
    return chunk;
  }
  if (unused + CHUNK > blockEnd) {
    let next = load<usize>(block);
    if (!next) {
      // twice the block before: all blocks before it together have about its size
      const bytes = (blockEnd - block) << 1;
      next = reallocate(0, 0, bytes);
      store<usize>(next, 0);
      store<usize>(next, next + bytes, BLOCK_END);
      store<usize>(block, next);
    }
    enterBlock(next);
  }
  chunk = unused;
  unused += CHUNK;
  return chunk;
}

/** Gives a chunk back. */
export function freeChunk(chunk: usize): void {
  store<usize>(chunk, freed);
  freed = chunk;
}

/** Frees all chunks of the search before, and empties the heap. */
export function queueReset(): void {
  freed = 0;
  ordered = orderedFirst;
  enterBlock(firstBlock);
  single = newChunk();
  heapClear();
}

/** Empties one side; its first bucket begins at `key`. */
export function sideReset(side: usize, key: f32): void {
  memory.fill(side + ENDS, 0, (WINDOW + 1) << 2);
  store<f32>(side, key, BASE);
  store<usize>(side, side + ENDS, CURSOR);
}

/**
 * The address where the end of a key's bucket is kept. Monotone in the key, so keys of a bucket are
 * never above those of the next. 8388608 is 2^23, whose bits are 0x4b000000: adding it to a product
 * from 0 to 2^23 gives an f32 whose low bits are the product, rounded to a whole number. Larger
 * products give numbers above WINDOW, which FAR takes. Negative products belong to bucket 0.
 */
export function bucketEndAt(side: usize, key: f32): usize {
  const bucket =
    reinterpret<i32>((key - load<f32>(side, BASE)) * density + <f32>8388608) - 0x4b000000;
  return side + ENDS + ((<usize>min(max(bucket, 0), <i32>WINDOW)) << 2);
}

/** Chains a chunk to the one that ends at `after`, 0 for none: where its first node goes. */
export function nextChunk(after: usize): usize {
  const chunk = newChunk();
  store<usize>(chunk, after);
  return chunk + 4;
}

/** Appends a node to the bucket whose end is kept at `end`. */
export function push(end: usize, node: u32): void {
  let at = load<usize>(end);
  if ((at & (CHUNK - 1)) == 0) at = nextChunk(at);
  store<u32>(at, node);
  store<usize>(end, at + 4);
}

/** A lower bound on every key that is left on this side. Call it after `advance`. */
export function lowerBound(side: usize): f64 {
  const bucket = (load<usize>(side, CURSOR) - side - ENDS) >> 2;
  // `bucketEndAt` rounds to the nearest bucket, so a key lies up to half a bucket below. Its f32
  // difference and product are rounded by up to 2^-24 each; 2^-20 is eight times both together
  const steps = (<f64>bucket - 0.5) * (1 - 1.0 / 1048576);
  return <f64>load<f32>(side, BASE) + max(steps, 0) / <f64>density;
}

// Type arguments that tell `advance` where the dists of queued nodes are: in the records, or in the
// array of dists of tree.ts. `openKey` tells them apart by `sizeof`, so the compiler makes a copy
// of these functions for each.
export type RecordsOfQueue = u8;
export type TreeOfQueue = u16;

/**
 * Moves the cursor to the first bucket with a node, from the current one on, and moves the window
 * where only FAR is left. False if no key up to `limit` is left.
 */
export function advance<Dists>(side: usize, limit: f32): bool {
  do {
    const last = min(bucketEndAt(side, limit), side + FAR - 4);
    let cursor = load<usize>(side, CURSOR);
    while (cursor <= last && load<usize>(cursor) == 0) cursor += 4;
    store<usize>(side, cursor, CURSOR);
    if (cursor <= last) return true;
  } while (load<usize>(side, CURSOR) == side + FAR && moveWindow<Dists>(side, limit));
  return false;
}

/** The key of a node of FAR, -1 if it is settled. */
function openKey<Dists>(side: usize, node: u32): f32 {
  if (sizeof<Dists>() == sizeof<TreeOfQueue>()) {
    const dist = reinterpret<f32>(load<u32>(treeDists() + ((<usize>node) << 2)));
    // the sign says settled, also of 0
    return reinterpret<i32>(dist) < 0 ? -1 : dist;
  }
  const record = recordOf(load<usize>(side, RECORDS), node);
  return record & graphClosedBit() ? -1 : keyOf(node, record);
}

/**
 * Begins a new window at the smallest key of FAR. False, and nothing changes, if that key is above
 * `limit`, or FAR has no node that is still to be settled.
 */
function moveWindow<Dists>(side: usize, limit: f32): bool {
  let least: f32 = Infinity;
  let at = load<usize>(side, FAR);
  while (at) {
    at -= 4;
    const key = openKey<Dists>(side, load<u32>(at));
    if (key >= 0) least = min(least, key);
    if ((at & (CHUNK - 1)) == 4) at = load<usize>(at - FIRST_NODE);
  }
  if (least > limit) return false;
  at = load<usize>(side, FAR);
  store<usize>(side, 0, FAR);
  store<f32>(side, least, BASE);
  store<usize>(side, side + ENDS, CURSOR);
  while (at) {
    at -= 4;
    const node = load<u32>(at);
    if ((at & (CHUNK - 1)) == 4) {
      const chunk = at - 4;
      at = load<usize>(chunk);
      freeChunk(chunk);
    }
    const key = openKey<Dists>(side, node);
    if (key >= 0) push(bucketEndAt(side, key), node);
  }
  return true;
}

/**
 * Takes the last chunk of the bucket whose end is kept at `end`: returns the address after its last
 * node, 0 when the bucket is empty. Where a heap orders the buckets, the chunk has one node, with
 * the smallest key.
 */
export function takeChunk(side: usize, end: usize): usize {
  const after = load<usize>(end);
  if (ordered) return takeSmallest(side, end, after);
  if (after) store<usize>(end, load<usize>((after - 4) & ~(CHUNK - 1)));
  return after;
}

/** From now on, until the next search, the heap orders the buckets. */
export function orderBuckets(): void {
  ordered = true;
}

/**
 * Moves the nodes of a bucket (`after`: the end of its last chunk) into the heap. Returns the end
 * of a chunk with the node of the smallest key, 0 when the heap is empty.
 */
function takeSmallest(side: usize, end: usize, after: usize): usize {
  const records = load<usize>(side, RECORDS);
  store<usize>(end, 0);
  while (after) {
    after -= 4;
    const node = load<u32>(after);
    if ((after & (CHUNK - 1)) == 4) {
      const chunk = after - 4;
      after = load<usize>(chunk);
      freeChunk(chunk);
    }
    const record = recordOf(records, node);
    if (!(record & graphClosedBit())) heapPush(heapEntry(keyOf(node, record), node));
  }
  while (heapSize()) {
    const node = <u32>heapPop();
    if (recordOf(records, node) & graphClosedBit()) continue;
    store<u32>(single, node, FIRST_NODE);
    return single + 8;
  }
  return 0;
}

export function queueDensity(): f32 {
  return density;
}

export function queueOrdered(): bool {
  return ordered;
}
