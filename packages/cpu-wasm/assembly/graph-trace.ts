// Paths and trees out of the records of a search, and what they cost.

import {
  arcs,
  backwardRecords,
  coordinates,
  distOf,
  firstOut,
  isReached,
  nodeCount,
  NONE,
  parentOf,
  recordOf,
  records,
} from './graph-state';

/** The number of arcs between `node` and where its search began; `backward` asks the second side. */
export function graphSteps(node: u32, backward: bool): u32 {
  const table = backward ? backwardRecords : records;
  let steps: u32 = 0;
  let parent = parentOf(recordOf(table, node));
  while (parent != node) {
    node = parent;
    steps++;
    parent = parentOf(recordOf(table, node));
  }
  return steps;
}

/** Writes the `steps + 1` nodes from the source to `end` at `out`, u32 each; see graphSteps. */
export function graphTrace(end: u32, out: usize, steps: u32): void {
  let at = out + ((<usize>steps) << 2);
  for (let node = end; ; at -= 4) {
    store<u32>(at, node);
    if (at == out) return;
    node = parentOf(recordOf(records, node));
  }
}

/** Writes the nodes after the meeting node up to the target of a two-sided search at `out`. */
export function graphTraceBackward(meeting: u32, out: usize): void {
  let node = meeting;
  for (;;) {
    const next = parentOf(recordOf(backwardRecords, node));
    if (next == node) return;
    store<u32>(out, next);
    node = next;
    out += 4;
  }
}

/**
 * The f32 sum of the cheapest arcs between `count` nodes at `path`, rounded at every step from the
 * first on.
 */
export function graphPathCost(path: usize, count: u32): f32 {
  let sum: f32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    const at = path + ((<usize>i) << 2);
    const v = load<u32>(at);
    const row = firstOut + ((<usize>load<u32>(at - 4)) << 2);
    const end = arcs + ((<usize>load<u32>(row, 4)) << 3);
    let least: f32 = Infinity;
    for (let arc = arcs + ((<usize>load<u32>(row)) << 3); arc < end; arc += 8) {
      if (load<u32>(arc) == v) least = min(least, load<f32>(arc, 4));
    }
    sum += least;
  }
  return sum;
}

/** Dist (f32) and parent (u32) of the nodes `first` .. `first + count - 1` after a search without target. */
export function graphTreeInto(first: u32, count: u32, dist: usize, parent: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const record = recordOf(records, first + i);
    const reached = isReached(record);
    const before = parentOf(record);
    const offset = (<usize>i) << 2;
    store<f32>(dist + offset, reached ? distOf(record) : Infinity);
    store<u32>(parent + offset, reached && before != first + i ? before : NONE);
  }
}

/**
 * The node reached by the last search that is nearest to `target` by straight-line distance; among
 * equals the one with the smallest dist, then the lowest number.
 */
export function graphNearestReached(target: u32): u32 {
  const at = coordinates + ((<usize>target) << 3);
  const tx = <f64>load<f32>(at),
    ty = <f64>load<f32>(at, 4);
  let best = NONE;
  let bestSquare: f64 = Infinity;
  let bestDist: f32 = Infinity;
  for (let node: u32 = 0; node < nodeCount; node++) {
    const record = recordOf(records, node);
    if (!isReached(record)) continue;
    const xy = coordinates + ((<usize>node) << 3);
    const dx = <f64>load<f32>(xy) - tx,
      dy = <f64>load<f32>(xy, 4) - ty;
    const square = dx * dx + dy * dy;
    const dist = distOf(record);
    if (square > bestSquare || (square == bestSquare && dist >= bestDist)) continue;
    best = node;
    bestSquare = square;
    bestDist = dist;
  }
  return best;
}
