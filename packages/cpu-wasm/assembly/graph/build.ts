// Computes what is derived from a graph, for src/graph/{map,reverse,weights}.ts: the components
// once; the weights of the reverse graph and the heuristic's scale again whenever weights change.
// Rows and arcs: state.ts. The reverse graph has the same form: its row of a node lists the arcs
// into that node as pairs of tail and weight.

import { WEIGHT, WORD, Y } from '../layout';
import { join } from '../grid/components';

/** Address of the first arc of a node. */
function rowStart(firstOut: usize, arcs: usize, node: u32): usize {
  return arcs + ((<usize>load<u32>(firstOut + ((<usize>node) << 2))) << 3);
}

/** Writes u32 per node the number of its weak component: the lowest node of that component. */
export function graphComponents(nodes: u32, firstOut: usize, arcs: usize, components: usize): void {
  for (let u: u32 = 0; u < nodes; u++) store<u32>(components + ((<usize>u) << 2), u);
  for (let u: u32 = 0; u < nodes; u++) {
    const end = rowStart(firstOut, arcs, u + 1);
    for (let arc = rowStart(firstOut, arcs, u); arc < end; arc += 8)
      join(components, u, load<u32>(arc));
  }
  for (let u: u32 = 0; u < nodes; u++) {
    const at = components + ((<usize>u) << 2);
    // parents have smaller numbers and are flat already
    store<u32>(at, load<u32>(components + ((<usize>load<u32>(at)) << 2)));
  }
}

/**
 * Writes the reverse graph: rows at `firstIn`, nodes + 1 entries that are 0 before, and arcs at
 * `reverse`. Within a row arcs ascend by tail, parallel ones as in the row of their tail.
 */
export function graphReverse(
  nodes: u32,
  firstOut: usize,
  arcs: usize,
  firstIn: usize,
  reverse: usize,
): void {
  const end = rowStart(firstOut, arcs, nodes);
  for (let arc = arcs; arc < end; arc += 8) {
    const at = firstIn + ((<usize>load<u32>(arc)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let u: u32 = 0; u < nodes; u++) {
    const at = firstIn + ((<usize>u) << 2);
    const count = load<u32>(at);
    store<u32>(at, sum);
    sum += count;
  }
  for (let u: u32 = 0; u < nodes; u++) {
    const rowEnd = rowStart(firstOut, arcs, u + 1);
    for (let arc = rowStart(firstOut, arcs, u); arc < rowEnd; arc += 8) {
      const at = firstIn + ((<usize>load<u32>(arc)) << 2);
      const to = load<u32>(at);
      store<u32>(at, to + 1);
      store<u64>(reverse + ((<usize>to) << 3), <u64>u | (load<u64>(arc) & 0xffffffff00000000));
    }
  }
  // every entry was used as a cursor and stands where the next row begins: move them back
  for (let u = nodes; u > 0; u--) {
    const at = firstIn + ((<usize>u) << 2);
    store<u32>(at, load<u32>(at - WORD));
  }
  store<u32>(firstIn, 0);
}

/** Whether an arc leads from `tail` to `head` at exactly this weight. */
function hasArc(firstOut: usize, arcs: usize, tail: u32, head: u32, weight: u32): bool {
  const pair = <u64>head | ((<u64>weight) << 32);
  const end = rowStart(firstOut, arcs, tail + 1);
  for (let arc = rowStart(firstOut, arcs, tail); arc < end; arc += 8) {
    if (load<u64>(arc) == pair) return true;
  }
  return false;
}

/**
 * Bytes of 256 arcs, the longest row that `graphLeadsBack` searches. A choice: it decides memory
 * and speed, never results.
 */
const MOST_COMPARED: usize = 256 * 8;

/**
 * Whether every arc out of the node has an arc back of the same weight. Also false where a
 * neighbour has more than 256 arcs, because comparing all pairs of arcs would take too long.
 */
export function graphLeadsBack(firstOut: usize, arcs: usize, node: u32): bool {
  const end = rowStart(firstOut, arcs, node + 1);
  for (let arc = rowStart(firstOut, arcs, node); arc < end; arc += 8) {
    const v = load<u32>(arc);
    if (rowStart(firstOut, arcs, v + 1) - rowStart(firstOut, arcs, v) > MOST_COMPARED) return false;
    if (!hasArc(firstOut, arcs, v, node, load<u32>(arc, WEIGHT))) return false;
  }
  return true;
}

/** Whether `graphLeadsBack` holds for every node: the graph is symmetric, its own reverse. */
export function graphIsSymmetric(nodes: u32, firstOut: usize, arcs: usize): bool {
  for (let u: u32 = 0; u < nodes; u++) {
    if (!graphLeadsBack(firstOut, arcs, u)) return false;
  }
  return true;
}

/** Copies the weights of all arcs from `tail` to `head`, at least one, into the reverse graph. */
export function graphReverseWeights(
  firstOut: usize,
  arcs: usize,
  firstIn: usize,
  reverse: usize,
  tail: u32,
  head: u32,
): void {
  let arc = rowStart(firstOut, arcs, tail);
  const end = rowStart(firstIn, reverse, head + 1);
  // parallel arcs are in the same order in both rows
  for (let back = rowStart(firstIn, reverse, head); back < end; back += 8) {
    if (load<u32>(back) != tail) continue;
    while (load<u32>(arc) != head) arc += 8;
    store<u32>(back, load<u32>(arc, WEIGHT), WEIGHT);
    arc += 8;
  }
}

/** The least `graphArcScale` of all arcs; Infinity where no arc has a length. */
export function graphLargestScale(
  nodes: u32,
  firstOut: usize,
  arcs: usize,
  coordinates: usize,
): f64 {
  let least: f64 = Infinity;
  for (let u: u32 = 0; u < nodes; u++) {
    const end = rowStart(firstOut, arcs, u + 1);
    for (let arc = rowStart(firstOut, arcs, u); arc < end; arc += 8) {
      least = min(least, graphArcScale(coordinates, u, arc));
    }
  }
  return least;
}

/**
 * The largest s with s * straight-line distance <= weight for one arc out of `tail`, given the
 * address of the arc; Infinity where both its ends are at one point.
 */
export function graphArcScale(coordinates: usize, tail: u32, arc: usize): f64 {
  const from = coordinates + ((<usize>tail) << 3),
    to = coordinates + ((<usize>load<u32>(arc)) << 3);
  const dx = <f64>load<f32>(to) - <f64>load<f32>(from),
    dy = <f64>load<f32>(to, Y) - <f64>load<f32>(from, Y);
  const length = Math.sqrt(dx * dx + dy * dy);
  return length > 0 ? <f64>load<f32>(arc, WEIGHT) / length : Infinity;
}
