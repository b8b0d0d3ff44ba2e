// Witness searches: is there a path from u that avoids v and is no longer than the one over v?
// Dijkstra's algorithm among the nodes that are not contracted. It stops when all ends (heads of
// arcs out of v) have a witness, when its keys exceed the longest path over v, or when it has
// settled its budget of nodes (WEIGH_BUDGET and CONTRACT_BUDGET in src/hierarchy/build.ts). A path
// over v without a witness gets a shortcut. A shortcut that was not needed costs memory, never
// correctness.

import { WEIGHT } from '../layout';
import { ARC, DIST, OUT } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';
import { arcsOf, arcsEnd, nodeAt } from './arc-lists';

/** Per node: u32 number of the search, f32 dist; a label of another search counts as none. */
let labels: usize = 0;
/** The number of the current or last search. */
let search: u32 = 0;
/** Per node: u32 number of the contraction, f32 weight of the arc v -> node. */
let ends: usize = 0;
/** The number of the last call of `markEnds`. */
let contraction: u32 = 0;

export function witnessCreate(nodeCount: u32): void {
  labels = reallocate(0, 0, (<usize>nodeCount) << 3);
  ends = reallocate(0, 0, (<usize>nodeCount) << 3);
  search = contraction = 0;
}

/**
 * Marks the heads of the arcs out of v as ends of the next searches. Returns the largest weight of
 * these arcs.
 */
export function markEnds(v: u32): f32 {
  contraction++;
  let largest: f32 = 0;
  const list = nodeAt(v) + OUT;
  const end = arcsEnd(list);
  for (let a = arcsOf(list); a < end; a += ARC) {
    const at = ends + ((<usize>load<u32>(a)) << 3);
    const weight = load<f32>(a, WEIGHT);
    store<u32>(at, contraction);
    store<f32>(at, weight, WEIGHT);
    largest = max(largest, weight);
  }
  return largest;
}

/** The dist of `node` in the last search, Infinity where it was not reached. */
export function witnessDist(node: u32): f32 {
  const at = labels + ((<usize>node) << 3);
  return load<u32>(at) == search ? load<f32>(at, DIST) : Infinity;
}

/**
 * Searches from `u` without `v` until `open` ends have a path no longer than the one over v, or
 * `budget` nodes are settled. Arc u -> v weighs `toV`. Leaves out sums above `limit`, the length of
 * the longest path over v.
 */
export function witnessSearch(u: u32, v: u32, toV: f32, limit: f32, open: u32, budget: u32): void {
  // numbers repeat after 2^32 searches, which take 7 hours at 6 us each; a stale label could then
  // pass for a witness. Roads take 17 searches per node, so fewer than 2^31 for MAX_NODES = 2^26
  search++;
  const now = search,
    marks = contraction,
    table = labels;
  heapClear();
  const start = table + ((<usize>u) << 3);
  store<u32>(start, now);
  store<f32>(start, 0, DIST);
  heapPush(heapEntry(0, u));
  let left = open;
  let settled: u32 = 0;
  while (heapSize() > 0) {
    const entry = heapPop();
    const x = <u32>entry;
    const dist = reinterpret<f32>(<u32>(entry >> 32));
    if (dist > load<f32>(table + ((<usize>x) << 3), DIST)) continue;
    if (settled++ == budget) return;
    const list = nodeAt(x) + OUT;
    const end = arcsEnd(list);
    for (let a = arcsOf(list); a < end; a += ARC) {
      const y = load<u32>(a);
      const sum = dist + load<f32>(a, WEIGHT);
      if (sum > limit || y == v) continue;
      const label = table + ((<usize>y) << 3);
      const known = load<u32>(label) == now;
      const old = known ? load<f32>(label, DIST) : <f32>Infinity;
      if (sum >= old) continue;
      store<u32>(label, now);
      store<f32>(label, sum, DIST);
      const mark = ends + ((<usize>y) << 3);
      if (load<u32>(mark) == marks) {
        const over = toV + load<f32>(mark, WEIGHT);
        if (sum <= over && old > over && y != u) {
          left--;
          if (left == 0) return;
        }
      }
      heapPush(heapEntry(sum, y));
    }
  }
}
