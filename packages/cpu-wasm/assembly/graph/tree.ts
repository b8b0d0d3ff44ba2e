// One-to-all Dijkstra. Queue and order of nodes are those of `graphSearch`, so the trees are the
// same. But instead of the records of `graphSearch` there are two arrays: the dist of each node,
// which the search reads for every arc, and the parent, which it only writes. A read that misses
// the cache holds up the search, a write does not. With 4 bytes instead of 8 to read per node and
// 32-bit comparisons, a tree of 250,000 nodes takes 0.8 of the time: docs/lab-notes/cpu-wasm.md.
//
// A dist is the bits of an f32 >= 0, Infinity for a node that was not reached. CLOSED, its sign
// bit, says that the node is settled; the bit is cleared when the search ends.

import { NEXT_ROW, WEIGHT, WORD } from '../layout';
import { ARC, BASE, CURSOR, DIST, ENDS, FETCHED, TAIL, VECTOR } from './layout';
import { isOutOfOrder, listAddress, listBytes } from './expand';
import {
  advance,
  CHUNK,
  freeChunk,
  nextChunk,
  push,
  queueDensity,
  queueOrdered,
  queueReset,
  sideReset,
  takeChunk,
  TreeOfQueue,
  WINDOW,
} from './queue';
import {
  DIST_MASK,
  forgetRecords,
  graphArcs,
  graphFirstOut,
  graphNodeCount,
  setSettled,
  treeDists,
} from './state';

const CLOSED: u32 = 0x80000000;
const INFINITE: u32 = 0x7f800000;
/** The largest finite f32. */
const LARGEST: f32 = 3.4028234663852886e38;

/** Settlements; a node may be settled several times. */
let settledCount: u32 = 0;
/** Nodes that got a dist. */
let reached: u32 = 0;

/** Where the parents of a tree lie, u32 each, NONE for the source and for nodes not reached. */
export function graphTreeParents(): usize {
  return treeDists() + treeBytes();
}

/** Bytes of an array of the tree, u32 per node, rounded up to a vector of four. */
function treeBytes(): usize {
  return ((<usize>graphNodeCount() + 3) >> 2) << 4;
}

/**
 * Writes the tree of `source`: dists where the records were, parents at `graphTreeParents`. Returns
 * false if a heap has to order the queue, from the start or after too many settlements. Then there
 * is no tree, and the host calls `graphSearch` instead.
 */
export function graphTree(side: usize, source: u32): bool {
  forgetRecords();
  queueReset();
  if (queueOrdered()) return false;
  const dists = treeDists(),
    bytes = treeBytes();
  for (let at = dists; at < dists + bytes; at += VECTOR) v128.store(at, i32x4.splat(INFINITE));
  memory.fill(dists + bytes, 0xff, bytes);
  settledCount = 0;
  reached = 0;
  sideReset(side, 0);
  store<u32>(dists + ((<usize>source) << 2), 0);
  push(side + ENDS, source);
  while (advance<TreeOfQueue>(side, LARGEST)) {
    if (!settleBucket(side)) return false;
  }
  setSettled(settledCount);
  const mask = i32x4.splat(DIST_MASK);
  for (let at = dists; at < dists + bytes; at += VECTOR) {
    v128.store(at, v128.and(v128.load(at), mask));
  }
  return true;
}

/** Settles a bucket as `expandKind` of expand.ts does. False if the buckets need a heap. */
function settleBucket(side: usize): bool {
  const dists = treeDists(),
    rows = graphFirstOut(),
    arcs = graphArcs(),
    cursor = load<usize>(side, CURSOR),
    list = listAddress();
  let settled = settledCount;
  for (;;) {
    const after = takeChunk(side, cursor);
    if (!after) break;
    const chunk = (after - 4) & ~(CHUNK - 1);
    fetchArcs(side, chunk + 4, after);
    let at = chunk + 4;
    let u: u32 = 0;
    let dist: f32 = 0;
    let arc: usize = 0,
      end: usize = 0;
    do {
      let to = list;
      let room = listBytes();
      for (;;) {
        const stop = min(end, arc + room);
        room -= stop - arc;
        for (; arc < stop; arc += ARC) {
          const v = load<u32>(arc);
          const next = dist + load<f32>(arc, WEIGHT);
          store<u32>(to, v);
          store<f32>(to, next, DIST);
          store<u32>(to, u, TAIL);
          const known = load<u32>(dists + ((<usize>v) << 2)) & DIST_MASK;
          to += (<usize>(reinterpret<u32>(next) < known)) << 4;
        }
        if (arc < end || at == after) break;
        u = load<u32>(at);
        at += WORD;
        const distAt = dists + ((<usize>u) << 2);
        const bits = load<u32>(distAt);
        if (bits & CLOSED) continue;
        settled++;
        store<u32>(distAt, bits | CLOSED);
        dist = reinterpret<f32>(bits);
        const row = rows + ((<usize>u) << 2);
        arc = arcs + ((<usize>load<u32>(row)) << 3);
        end = arcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
      }
      takeOver(side, list, to);
    } while (arc < end || at < after);
    freeChunk(chunk);
    if (isOutOfOrder(settled, reached)) return false;
  }
  settledCount = settled;
  return true;
}

/** Loads the first and last arc of every node of a chunk, so that cache misses overlap. */
function fetchArcs(side: usize, at: usize, after: usize): void {
  const rows = graphFirstOut(),
    arcs = graphArcs();
  let sum: u64 = 0;
  for (; at < after; at += WORD) {
    const row = rows + ((<usize>load<u32>(at)) << 2);
    sum ^= load<u64>(arcs + ((<usize>load<u32>(row)) << 3));
    sum ^= load<u64>(arcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3) - ARC);
  }
  store<u64>(side, sum, FETCHED);
}

/**
 * Applies the improvements listed from `list` to `to`: writes dist and parent of each head, and
 * pushes the head into the queue.
 */
function takeOver(side: usize, list: usize, to: usize): void {
  const dists = treeDists(),
    parents = graphTreeParents(),
    ends = side + ENDS,
    base = load<f32>(side, BASE),
    perUnit = queueDensity();
  let seen = reached;
  for (let entry = list; entry < to; entry += 16) {
    const v = (<usize>load<u32>(entry)) << 2,
      next = load<u32>(entry, DIST);
    const old = load<u32>(dists + v);
    // an earlier arc of the list may have given the head a smaller dist
    if (next >= (old & DIST_MASK)) continue;
    store<u32>(dists + v, next);
    store<u32>(parents + v, load<u32>(entry, TAIL));
    seen += <u32>(old == INFINITE);
    // as `bucketEndAt` of queue.ts
    const bucket =
      reinterpret<i32>((reinterpret<f32>(next) - base) * perUnit + <f32>8388608) - 0x4b000000;
    const end = ends + ((<usize>min(bucket, <i32>WINDOW)) << 2);
    let free = load<usize>(end);
    if ((free & (CHUNK - 1)) == 0) free = nextChunk(free);
    store<u32>(free, <u32>(v >> 2));
    store<usize>(end, free + WORD);
  }
  reached = seen;
}
