// Weights on the arcs of a customizable hierarchy, up and down, and the halves that the weights
// come from: see layout.ts. `HierarchyArcs` of @wayfield/graph states the same in another form,
// where NONE as the second half tells an arc of the graph.

import { WEIGHT } from '../layout';
import { DOWN, LEAF, SECOND, UP } from './layout';
import { countsToStarts, endsToStarts, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

let nodes: u32 = 0;
let arcs: u32 = 0;
let rows: usize = 0;
let heads: usize = 0;
/** nodes + 1 words: the arcs to rank r from lower ranks, and the rank that owns each, ascending. */
let lowerRows: usize = 0;
let lowerArc: usize = 0;
let lowerTail: usize = 0;
let upWeight: usize = 0;
let downWeight: usize = 0;
/** Address of the halves of all arcs, see layout.ts; filled with NONE where an arc has none. */
let halves: usize = 0;
// the graph
let node: usize = 0;
let firstOut: usize = 0;
/** Pairs of head and weight. */
let graphArcs: usize = 0;
/** For every arc of the graph twice its arc here, plus 1 if it comes down, or NONE. */
let arcOf: usize = 0;

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
  halves = words(4 * <u64>arcs);
}

/**
 * The graph: the node of each rank, its rows, pairs of heads and weights, and where its arcs lie.
 */
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

/** The weight of an arc of the graph. */
export function weightOf(a: u32): f32 {
  return load<f32>(graphArcs + ((<usize>a) << 3), WEIGHT);
}

/** Sets the halves of an arc, UP or DOWN. */
export function setHalves(i: u32, way: usize, first: u32, second: u32): void {
  const at = halves + ((<usize>i) << 4) + way;
  store<u32>(at, first);
  store<u32>(at, second, SECOND);
}

/** Arc `a` of the graph is what an arc is made of, UP or DOWN. */
export function setLeaf(i: u32, way: usize, a: u32): void {
  setHalves(i, way, a, LEAF | headOf(a));
}

export function firstOf(i: u32, way: usize): u32 {
  return load<u32>(halves + ((<usize>i) << 4) + way);
}

export function secondOf(i: u32, way: usize): u32 {
  return load<u32>(halves + ((<usize>i) << 4) + way, SECOND);
}

/** The weights of the graph's arcs, the lightest of parallel ones; Infinity elsewhere. */
export function takeWeights(): void {
  for (let i: u32 = 0; i < arcs; i++) {
    setFloat(upWeight, i, Infinity);
    setFloat(downWeight, i, Infinity);
  }
  memory.fill(halves, 0xff, (<usize>arcs) << 4);
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

export function metricNodes(): u32 {
  return nodes;
}

export function metricArcs(): u32 {
  return arcs;
}

export function metricRows(): usize {
  return rows;
}

export function metricHeads(): usize {
  return heads;
}

export function metricLowerRows(): usize {
  return lowerRows;
}

export function metricLowerArc(): usize {
  return lowerArc;
}

export function metricLowerTail(): usize {
  return lowerTail;
}

export function metricUpWeight(): usize {
  return upWeight;
}

export function metricDownWeight(): usize {
  return downWeight;
}

export function metricHalves(): usize {
  return halves;
}

export function metricNode(): usize {
  return node;
}

export function metricFirstOut(): usize {
  return firstOut;
}

export function metricArcOf(): usize {
  return arcOf;
}
