// Weights on the arcs of a customizable hierarchy, and where they come from: see HierarchyArcs of
// @wayfield/graph. Both halves have the same arcs.

import { countsToStarts, endsToStarts, get, NONE, set, words } from './words';

export let nodes: u32 = 0;
export let arcs: u32 = 0;
export let rows: usize = 0;
export let heads: usize = 0;
/** nodes + 1 words: the arcs to rank r from lower ranks, and the rank that owns each, ascending. */
export let lowerRows: usize = 0;
export let lowerArc: usize = 0;
export let lowerTail: usize = 0;
export let upWeight: usize = 0;
export let upFirst: usize = 0;
export let upSecond: usize = 0;
export let downWeight: usize = 0;
export let downFirst: usize = 0;
export let downSecond: usize = 0;
// the graph
export let node: usize = 0;
export let firstOut: usize = 0;
export let head: usize = 0;
export let weight: usize = 0;
/** For every arc of the graph twice its arc here, plus 1 if it comes down, or NONE. */
export let arcOf: usize = 0;

/** The hierarchy: its nodes, and the arcs in rows. Lists them by their upper ends too. */
export function metricBind(nodeCount: u32, arcCount: u32, rowsAt: usize, headsAt: usize): void {
  nodes = nodeCount;
  arcs = arcCount;
  rows = rowsAt;
  heads = headsAt;
  lowerRows = words(<u64>nodes + 1);
  lowerArc = words(arcs);
  lowerTail = words(arcs);
  for (let i: u32 = 0; i < arcs; i++) {
    const u = get(heads, i);
    set(lowerRows, u, get(lowerRows, u) + 1);
  }
  countsToStarts(lowerRows, nodes);
  for (let r: u32 = 0; r < nodes; r++) {
    for (let i = get(rows, r), end = get(rows, r + 1); i < end; i++) {
      const u = get(heads, i);
      const at = get(lowerRows, u);
      set(lowerArc, at, i);
      set(lowerTail, at, r);
      set(lowerRows, u, at + 1);
    }
  }
  endsToStarts(lowerRows, nodes);
  upWeight = words(arcs);
  upFirst = words(arcs);
  upSecond = words(arcs);
  downWeight = words(arcs);
  downFirst = words(arcs);
  downSecond = words(arcs);
}

/** The graph: the node of each rank, its rows, heads and weights, and where its arcs lie. */
export function graphBind(
  nodeAt: usize,
  firstOutAt: usize,
  headAt: usize,
  weightAt: usize,
  arcOfAt: usize,
): void {
  node = nodeAt;
  firstOut = firstOutAt;
  head = headAt;
  weight = weightAt;
  arcOf = arcOfAt;
}

export function getFloat(array: usize, i: u32): f32 {
  return load<f32>(array + ((<usize>i) << 2));
}

export function setFloat(array: usize, i: u32, value: f32): void {
  store<f32>(array + ((<usize>i) << 2), value);
}

/** The weights of the graph's arcs, the lightest of parallel ones; Infinity elsewhere. */
export function takeWeights(): void {
  for (let i: u32 = 0; i < arcs; i++) {
    setFloat(upWeight, i, Infinity);
    setFloat(downWeight, i, Infinity);
  }
  const bytes = (<usize>arcs) << 2;
  memory.fill(upFirst, 0xff, bytes);
  memory.fill(upSecond, 0xff, bytes);
  memory.fill(downFirst, 0xff, bytes);
  memory.fill(downSecond, 0xff, bytes);
  for (let a: u32 = 0, end = get(firstOut, nodes); a < end; a++) {
    const place = get(arcOf, a);
    if (place == NONE) continue;
    const table = place & 1 ? downWeight : upWeight,
      first = place & 1 ? downFirst : upFirst;
    const w = getFloat(weight, a);
    if (w >= getFloat(table, place >> 1)) continue;
    setFloat(table, place >> 1, w);
    set(first, place >> 1, a);
  }
}
