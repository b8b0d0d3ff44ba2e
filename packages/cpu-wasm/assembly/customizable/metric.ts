// A customizable hierarchy, its graph, and the weights of its arcs. The weights of an arc up and
// down lie side by side, because customisation always needs both. The halves of a place (halves.ts)
// are found when they are asked for. Order of calls: metricBind, graphBind, then takeWeights and
// customise.

import { WEIGHT } from '../layout';
import { countsToStarts, endsToStarts, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** Exponent of the unit where all weights are 0: larger than that of any f32. */
const NO_UNIT: i32 = 1024;
/**
 * The bias of the exponents of f32, 127, plus the 23 bits behind the point: an f32 with exponent
 * bits e, at least 1, is a whole number times 2^(e - EXPONENT_BIAS). The smallest f32 above 0,
 * whose bits are 1, is 2^-149.
 */
const EXPONENT_BIAS: i32 = 150;

let nodes: u32 = 0;
let arcs: u32 = 0;
/** Rows, nodes + 1 words: the arcs between rank r and higher ranks; per arc its upper rank. */
let rows: usize = 0;
let heads: usize = 0;
/**
 * The arcs again, by upper end: rows, nodes + 1 words, of the arcs between rank r and lower ranks.
 * Per entry of a row the number of the arc, and its lower rank; both ascend in each row.
 */
let lowerRows: usize = 0;
let lowerArc: usize = 0;
let lowerTail: usize = 0;
/** One f32 per place, see layout.ts. */
let weights: usize = 0;
/** The node of each rank. */
let node: usize = 0;
/** Rows of the graph, nodes + 1 words, and its arcs, pairs of head and weight. */
let firstOut: usize = 0;
let graphArcs: usize = 0;
/** For every arc of the graph its place (layout.ts), NONE for a loop. */
let arcOf: usize = 0;
/** The exponent of the largest power of two that divides all weights of the graph, or NO_UNIT. */
let unitExponent: i32 = NO_UNIT;
/** Whether a weight of the graph is 0. */
let zeros: bool = false;

/** Binds the hierarchy, lists its arcs by their upper ends too, and makes room for weights. */
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
  weights = words(2 * <u64>arcs);
}

/** Binds the graph: the node of each rank, rows, arcs, and the place of each arc. */
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

/** Address of the weights of an arc: up, then down. */
export function pairOf(i: u32): usize {
  return weights + ((<usize>i) << 3);
}

/** Sets each place to the weight of its lightest arc of the graph, to Infinity if it has none. */
export function takeWeights(): void {
  const none = f32x4.splat(Infinity);
  const last = arcs & ~1;
  for (let i: u32 = 0; i < last; i += 2) v128.store(pairOf(i), none);
  if (last < arcs) v128.store64_lane(pairOf(last), none, 0);
  unitExponent = NO_UNIT;
  zeros = false;
  for (let a: u32 = 0, end = get(firstOut, nodes); a < end; a++) {
    const w = weightOf(a);
    noteUnit(reinterpret<u32>(w) & 0x7fffffff);
    const place = get(arcOf, a);
    if (place != NONE && w < getFloat(weights, place)) setFloat(weights, place, w);
  }
}

/** Takes the bits of a weight into `unitExponent` and `zeros`. */
function noteUnit(bits: u32): void {
  if (bits == 0) {
    zeros = true;
    return;
  }
  const exponent = <i32>(bits >> 23);
  const mantissa = exponent == 0 ? bits : (bits & 0x7fffff) | 0x800000;
  unitExponent = min(unitExponent, max(exponent, 1) - EXPONENT_BIAS + <i32>ctz(mantissa));
}

/** The exponent of the unit of the weights that `takeWeights` took; 1024 where all are 0. */
export function metricUnitExponent(): i32 {
  return unitExponent;
}

/** Whether one of the weights that `takeWeights` took is 0. */
export function metricZeros(): bool {
  return zeros;
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

/** One f32 per place: up and down of arc 0, of arc 1, and so on. */
export function metricWeights(): usize {
  return weights;
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
