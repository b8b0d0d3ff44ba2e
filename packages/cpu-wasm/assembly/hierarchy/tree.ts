// A tree with the dists of Dijkstra's algorithm, bit for bit, and parents, from a sweep. Where sums
// are exact, the distances of the sweep are those dists, and a tight arc gives each node a parent:
// treeDistances, treeParents. Elsewhere the nodes are relaxed once, in the order of the distances
// that the sweep found: treeFinish. A node whose dist improves after its turn, by rounding or over
// an arc of weight 0, goes through the queue as in Dijkstra's algorithm.

import { NEXT_ROW, WEIGHT } from '../layout';
import { DIGITS, SORT_KEY } from './layout';
import { NONE } from '../status';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { hierarchyNodeCount } from './state';

/** The graph: firstOut as in `Graph`, arcs as pairs of head and weight. */
let firstOut: usize = 0;
let graphArcs: usize = 0;

/**
 * Scratch of `treeFinish`: pairs to sort and room for as many, a u32 per value of a digit, and a
 * byte per node: 1 from the node's turn on, or from the start if the sweep did not reach the node.
 */
let pairs: usize = 0;
let spare: usize = 0;
let counts: usize = 0;
let done: usize = 0;

/** Binds the graph. */
export function treeBind(firstOutAt: usize, arcsAt: usize): void {
  firstOut = firstOutAt;
  graphArcs = arcsAt;
}

/** Gives `treeFinish` its scratch: `pairs`, `spare`, `counts` and `done`. */
export function treeScratch(pairsAt: usize, spareAt: usize, countsAt: usize, doneAt: usize): void {
  pairs = pairsAt;
  spare = spareAt;
  counts = countsAt;
  done = doneAt;
}

/**
 * Copies the distances of a sweep, `swept`, from its order into that of the nodes. `nodes` has the
 * node of each place. Returns the largest finite distance, at least the source's 0.
 */
export function treeDistances(swept: usize, nodes: usize, dist: usize): f32 {
  let largest: f32 = 0;
  for (let place: usize = 0; place < <usize>hierarchyNodeCount(); place++) {
    const d = load<f32>(swept + (place << 2));
    store<f32>(dist + ((<usize>load<u32>(nodes + (place << 2))) << 2), d);
    if (d < Infinity) largest = max(largest, d);
  }
  return largest;
}

/**
 * Writes the parents of a tree whose distances `dist` are all exact. `list`: scratch of a u32 per
 * node, or 0 if no arc has weight 0.
 */
export function treeParents(source: u32, dist: usize, parent: usize, list: usize): void {
  memory.fill(parent, 0xff, (<usize>hierarchyNodeCount()) << 2);
  for (let u: u32 = 0; u < hierarchyNodeCount(); u++) {
    const du = load<f32>(dist + ((<usize>u) << 2));
    const row = firstOut + ((<usize>u) << 2);
    const end = graphArcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
    if (du == Infinity) continue;
    for (let a = graphArcs + ((<usize>load<u32>(row)) << 3); a < end; a += 8) {
      const at = (<usize>load<u32>(a)) << 2;
      const dv = load<f32>(dist + at);
      if (du + load<f32>(a, WEIGHT) == dv && du < dv) store<u32>(parent + at, u);
    }
  }
  if (!list) return;
  // an arc of weight 0 gives a parent only if its tail is the source or has a parent: else parents
  // could form a cycle
  let count: usize = 0;
  for (let v: u32 = 0; v < hierarchyNodeCount(); v++) {
    const at = (<usize>v) << 2;
    if (load<u32>(parent + at) != NONE || v == source) {
      store<u32>(list + (count << 2), v);
      count++;
    }
  }
  for (let i: usize = 0; i < count; i++) {
    const u = load<u32>(list + (i << 2));
    const du = load<f32>(dist + ((<usize>u) << 2));
    const row = firstOut + ((<usize>u) << 2);
    const end = graphArcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
    for (let a = graphArcs + ((<usize>load<u32>(row)) << 3); a < end; a += 8) {
      const v = load<u32>(a);
      const at = (<usize>v) << 2;
      if (load<f32>(a, WEIGHT) != 0 || load<f32>(dist + at) != du) continue;
      if (v == source || load<u32>(parent + at) != NONE) continue;
      store<u32>(parent + at, u);
      store<u32>(list + (count << 2), v);
      count++;
    }
  }
}

/** One pass of a radix sort: `count` pairs of node and key from `from` to `to`, by 11 bits. */
function sortBy(from: usize, to: usize, count: u32, bit: u64): void {
  memory.fill(counts, 0, (<usize>DIGITS) << 2);
  const end = from + ((<usize>count) << 3);
  for (let at = from; at < end; at += 8) {
    const digit = counts + ((<usize>((load<u64>(at) >> bit) & (DIGITS - 1))) << 2);
    store<u32>(digit, load<u32>(digit) + 1);
  }
  let sum: u32 = 0;
  for (let digit = counts; digit < counts + ((<usize>DIGITS) << 2); digit += 4) {
    const some = load<u32>(digit);
    store<u32>(digit, sum);
    sum += some;
  }
  for (let at = from; at < end; at += 8) {
    const pair = load<u64>(at);
    const digit = counts + ((<usize>((pair >> bit) & (DIGITS - 1))) << 2);
    const place = load<u32>(digit);
    store<u32>(digit, place + 1);
    store<u64>(to + ((<usize>place) << 3), pair);
  }
}

/**
 * Writes the tree of `source`, a node, into `dist` and `parent`, one entry per node each. `swept`
 * and `nodes`: as of `treeDistances`.
 */
export function treeFinish(
  source: u32,
  swept: usize,
  nodes: usize,
  dist: usize,
  parent: usize,
): void {
  let count: u32 = 0;
  memory.fill(done, 0, hierarchyNodeCount());
  for (let place: usize = 0; place < <usize>hierarchyNodeCount(); place++) {
    const key = load<u32>(swept + (place << 2));
    const node = load<u32>(nodes + (place << 2));
    if (key == 0x7f800000) {
      // not reached by the sweep; if the search below reaches the node, the queue takes it
      store<u8>(done + <usize>node, 1);
      continue;
    }
    const at = pairs + ((<usize>count) << 3);
    store<u32>(at, node);
    store<u32>(at, key, SORT_KEY);
    count++;
  }
  // by the 32 bits of the key, which lie above the node
  sortBy(pairs, spare, count, 32);
  sortBy(spare, pairs, count, 43);
  sortBy(pairs, spare, count, 54);
  for (let v: usize = 0; v < <usize>hierarchyNodeCount(); v++) {
    store<f32>(dist + (v << 2), Infinity);
    store<u32>(parent + (v << 2), NONE);
  }
  heapClear();
  store<f32>(dist + ((<usize>source) << 2), 0);
  const end = spare + ((<usize>count) << 3);
  for (let at = spare; at < end; at += 8) relax(load<u32>(at), dist, parent);
  while (heapSize() > 0) {
    const entry = heapPop();
    const u = <u32>entry;
    const key = reinterpret<f32>(<u32>(entry >> 32));
    if (key > load<f32>(dist + ((<usize>u) << 2))) continue;
    relax(u, dist, parent);
  }
}

/** Relaxes the arcs of the graph that leave `u`, whose turn this is. */
function relax(u: u32, dist: usize, parent: usize): void {
  store<u8>(done + <usize>u, 1);
  const du = load<f32>(dist + ((<usize>u) << 2));
  const row = firstOut + ((<usize>u) << 2);
  const end = graphArcs + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
  for (let a = graphArcs + ((<usize>load<u32>(row)) << 3); a < end; a += 8) {
    const v = <usize>load<u32>(a);
    const sum = du + load<f32>(a, WEIGHT);
    const at = dist + (v << 2);
    if (sum >= load<f32>(at)) continue;
    store<f32>(at, sum);
    store<u32>(parent + (v << 2), u);
    // v has had its turn
    if (load<u8>(done + v)) heapPush(heapEntry(sum, <u32>v));
  }
}
