// A contraction hierarchy in memory, and what all searches of one instance on it share.
//
// An item is a rank and a direction, rank * 2 + direction: 0 forward from a source, 1 backward from
// a target. Rows, one u32 per item and one more: the arcs that a search in that direction climbs
// from that rank are rows[item] .. rows[item + 1] - 1, and the arcs over which that search descends
// to that rank are the row of item ^ 1. Arcs, 8 bytes: u32 upper end, f32 weight. Labels, 8 bytes
// per item (layout.ts): the dist of an item that the last search did not reach is Infinity.
//
// Expansion, u32 each: what arcs unpack to, the nodes (not ranks) of every arc's path without the
// first. The expansion of a shortcut is that of its first half, then that of its second half. Where
// a half was written before and is longer than four words, two words refer to it: REFERENCE + the
// index of its first word, and the number of its words. Expansions of arcs that are neighbours on
// the map mostly lie side by side. expansionWeights: at the index of a node the f32 weight of the
// arc to it. expansionOf, 8 bytes per arc: u32 index of the first word, u32 number of words.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { heapBind } from '@wayfield/wasm/assembly/heap';

/** Added to the index of the first word in a reference of an expansion. */
export const REFERENCE: u32 = 0x80000000;

/** First entries of the heap, which grows. */
const HEAP_ENTRIES: u32 = 1024;

let nodeCount: u32 = 0;
// addresses of the arrays that the head of this file describes
let rows: usize = 0;
let arcs: usize = 0;
let expansion: usize = 0;
let expansionWeights: usize = 0;
let expansionOf: usize = 0;
/** The node of each rank, u32. */
let nodes: usize = 0;
let labels: usize = 0;
/** The items that have a label, one u32 each: `clearLabels` clears only these. */
let touched: usize = 0;
let touchedCount: u32 = 0;

/**
 * Binds an instance to the arcs of a hierarchy and to what they unpack to. Searches by hub labels
 * need no more; their `nodesAt` is 0.
 */
export function hierarchyArcsBind(
  count: u32,
  rowsAt: usize,
  arcsAt: usize,
  expansionAt: usize,
  expansionWeightsAt: usize,
  expansionOfAt: usize,
  nodesAt: usize,
): void {
  nodeCount = count;
  rows = rowsAt;
  arcs = arcsAt;
  expansion = expansionAt;
  expansionWeights = expansionWeightsAt;
  expansionOf = expansionOfAt;
  nodes = nodesAt;
}

/**
 * Binds an instance to a hierarchy and allocates scratch memory: labels, the list of touched items,
 * and the heap.
 */
export function hierarchyBind(
  count: u32,
  rowsAt: usize,
  arcsAt: usize,
  expansionAt: usize,
  expansionWeightsAt: usize,
  expansionOfAt: usize,
  nodesAt: usize,
): void {
  hierarchyArcsBind(count, rowsAt, arcsAt, expansionAt, expansionWeightsAt, expansionOfAt, nodesAt);
  labels = reallocate(0, 0, (<usize>count) << 4);
  touched = reallocate(0, 0, (<usize>count) << 3);
  touchedCount = 0;
  for (let at = labels, end = labels + ((<usize>count) << 4); at < end; at += 8) {
    store<f32>(at, Infinity);
  }
  heapBind(reallocate(0, 0, (<usize>HEAP_ENTRIES) << 3), HEAP_ENTRIES);
}

/** Notes that an item got its first label. */
export function touch(item: u32): void {
  store<u32>(touched + ((<usize>touchedCount) << 2), item);
  touchedCount++;
}

/** Clears the labels of the last search. */
export function clearLabels(): void {
  for (let at = touched, end = touched + ((<usize>touchedCount) << 2); at < end; at += 4) {
    store<f32>(labels + ((<usize>load<u32>(at)) << 3), Infinity);
  }
  touchedCount = 0;
}

/** Address of the first arc of an item's row; that of the next item is where the row ends. */
export function firstArcOf(item: u32): usize {
  return arcs + ((<usize>load<u32>(rows + ((<usize>item) << 2))) << 3);
}

export function hierarchyNodeCount(): u32 {
  return nodeCount;
}

export function hierarchyArcs(): usize {
  return arcs;
}

export function hierarchyExpansion(): usize {
  return expansion;
}

export function hierarchyExpansionWeights(): usize {
  return expansionWeights;
}

export function hierarchyExpansionOf(): usize {
  return expansionOf;
}

export function hierarchyNodes(): usize {
  return nodes;
}

export function hierarchyLabels(): usize {
  return labels;
}
