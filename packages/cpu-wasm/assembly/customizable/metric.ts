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
export let downWeight: usize = 0;
/**
 * What each arc is made of, 4 words: first and second of its way up, then of its way down. Both halves of a
 * shortcut belong to one rank, so their parts lie side by side too. Of an arc of the graph the first is that arc and
 * the second LEAF + the node that it leads to.
 */
export let parts: usize = 0;
export const LEAF: u32 = 0x80000000;
export const UP: usize = 0;
export const DOWN: usize = 8;
// the graph
export let node: usize = 0;
export let firstOut: usize = 0;
/** Pairs of head and weight. */
export let graphArcs: usize = 0;
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
  downWeight = words(arcs);
  parts = words(4 * <u64>arcs);
}

/** The graph: the node of each rank, its rows, pairs of heads and weights, and where its arcs lie. */
export function graphBind(
  nodeAt: usize,
  firstOutAt: usize,
  graphArcsAt: usize,
  arcOfAt: usize,
): void {
  node = nodeAt;
  firstOut = firstOutAt;
  graphArcs = graphArcsAt;
  arcOf = arcOfAt;
}

export function getFloat(array: usize, i: u32): f32 {
  return load<f32>(array + ((<usize>i) << 2));
}

export function setFloat(array: usize, i: u32, value: f32): void {
  store<f32>(array + ((<usize>i) << 2), value);
}

/** The head of an arc of the graph. */
export function headOf(a: u32): u32 {
  return load<u32>(graphArcs + ((<usize>a) << 3));
}

/** Its weight. */
export function weightOf(a: u32): f32 {
  return load<f32>(graphArcs + ((<usize>a) << 3), 4);
}

/** The parts of an arc on its way UP or DOWN. */
export function setParts(i: u32, way: usize, first: u32, second: u32): void {
  const at = parts + ((<usize>i) << 4) + way;
  store<u32>(at, first);
  store<u32>(at, second, 4);
}

/** Arc `a` of the graph is what an arc is on its way UP or DOWN. */
export function setLeaf(i: u32, way: usize, a: u32): void {
  setParts(i, way, a, LEAF | headOf(a));
}

export function firstOf(i: u32, way: usize): u32 {
  return load<u32>(parts + ((<usize>i) << 4) + way);
}

export function secondOf(i: u32, way: usize): u32 {
  return load<u32>(parts + ((<usize>i) << 4) + way, 4);
}

/** The weights of the graph's arcs, the lightest of parallel ones; Infinity elsewhere. */
export function takeWeights(): void {
  for (let i: u32 = 0; i < arcs; i++) {
    setFloat(upWeight, i, Infinity);
    setFloat(downWeight, i, Infinity);
  }
  memory.fill(parts, 0xff, (<usize>arcs) << 4);
  for (let a: u32 = 0, end = get(firstOut, nodes); a < end; a++) {
    const place = get(arcOf, a);
    if (place == NONE) continue;
    const table = place & 1 ? downWeight : upWeight;
    const w = weightOf(a);
    if (w >= getFloat(table, place >> 1)) continue;
    setFloat(table, place >> 1, w);
    setLeaf(place >> 1, place & 1 ? DOWN : UP, a);
  }
}
