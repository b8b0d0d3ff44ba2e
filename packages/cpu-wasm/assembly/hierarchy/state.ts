// What the searches of one solver share.
//
// An item is a rank and a direction, rank * 2 + direction: 0 forward from a source, 1 backward from a
// target. Rows, one u32 per item and one more: the arcs that a search in that direction climbs from that
// rank are rows[item] .. rows[item + 1], so those it came down by are the rows of item ^ 1. Arcs, 8 bytes:
// u32 head, f32 weight. Labels, 8 bytes per item: f32 dist, Infinity between searches, and u32 the rank
// before it.
//
// Parts, u32: the nodes (no ranks) after the first of every arc's path, those of shortcuts one in another; where a
// part of an arc lies elsewhere, PIECE + its first place and the number of its words. The arcs of a path that lie
// side by side on the map mostly do so here. partWeights: at the place of a node the f32 weight of the arc to it. partOf,
// 8 bytes per arc: u32 first place, u32 number of words.

import { reallocate } from '../env';
import { heapBind } from '../heap';

export const NONE: u32 = 0xffffffff;

// status codes of Routes
export const FOUND: u32 = 1;
export const NO_PATH: u32 = 3;
export const BUDGET_SPENT: u32 = 6;

const HEAP_ENTRIES: u32 = 1024;

export let nodeCount: u32 = 0;
export let rows: usize = 0;
export let arcs: usize = 0;
export let parts: usize = 0;
export let partWeights: usize = 0;
export let partOf: usize = 0;
export const PIECE: u32 = 0x80000000;
/** The node of each rank. */
export let nodes: usize = 0;
export let labels: usize = 0;
let touched: usize = 0;
let touchedCount: u32 = 0;

/** Binds a solver to a hierarchy and gives it scratch memory: labels, room to note all items. */
export function hierarchyBind(
  count: u32,
  rowsAt: usize,
  arcsAt: usize,
  partsAt: usize,
  partWeightsAt: usize,
  partOfAt: usize,
  nodesAt: usize,
): void {
  nodeCount = count;
  rows = rowsAt;
  arcs = arcsAt;
  parts = partsAt;
  partWeights = partWeightsAt;
  partOf = partOfAt;
  nodes = nodesAt;
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

/** Takes the labels of the last search back. */
export function clearLabels(): void {
  for (let at = touched, end = touched + ((<usize>touchedCount) << 2); at < end; at += 4) {
    store<f32>(labels + ((<usize>load<u32>(at)) << 3), Infinity);
  }
  touchedCount = 0;
}

/** The first arc of an item's row. */
export function firstOf(item: u32): usize {
  return arcs + ((<usize>load<u32>(rows + ((<usize>item) << 2))) << 3);
}
