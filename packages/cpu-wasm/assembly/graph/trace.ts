// Paths and trees out of the records of a search, and what they cost: for src/graph/searcher.ts.

import { NEXT_ROW, WEIGHT, WORD, Y } from '../layout';
import { VECTOR } from './layout';
import { NONE } from '../status';
import {
  graphArcs,
  graphBackwardRecords,
  graphClosedBit,
  graphCoordinates,
  distOf,
  graphDistShift,
  graphFirstOut,
  generationBits,
  isReached,
  graphNodeCount,
  parentOf,
  recordOf,
  graphRecords,
} from './state';

/** The number of arcs from the source to `node`; with `backward`, from `node` to the target. */
export function graphSteps(node: u32, backward: bool): u32 {
  const table = backward ? graphBackwardRecords() : graphRecords();
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
    node = parentOf(recordOf(graphRecords(), node));
  }
}

/** Writes the nodes of the backward half behind the meeting node, up to the target, at `out`. */
export function graphTraceBackward(meeting: u32, out: usize): void {
  let node = meeting;
  for (;;) {
    const next = parentOf(recordOf(graphBackwardRecords(), node));
    if (next == node) return;
    store<u32>(out, next);
    node = next;
    out += 4;
  }
}

/**
 * The cost of a path of `count` nodes at `path`: the f32 sum of the cheapest arcs from each node to
 * the next, rounded at every step from the source on.
 */
export function graphPathCost(path: usize, count: u32): f32 {
  let sum: f32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    const at = path + ((<usize>i) << 2);
    const v = load<u32>(at);
    const row = graphFirstOut() + ((<usize>load<u32>(at - WORD)) << 2);
    const end = graphArcs() + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
    let least: f32 = Infinity;
    for (let arc = graphArcs() + ((<usize>load<u32>(row)) << 3); arc < end; arc += 8) {
      if (load<u32>(arc) == v) least = min(least, load<f32>(arc, WEIGHT));
    }
    sum += least;
  }
  return sum;
}

/**
 * Dist (f32) and parent (u32) of the nodes `first` .. `first + count - 1` after a search without
 * target. Four nodes at a time: the blocks and the records must hold a multiple of four.
 */
export function graphTreeInto(first: u32, count: u32, dist: usize, parent: usize): void {
  const shift = <i32>graphDistShift();
  const present = i64x2.splat(generationBits()),
    distEnd = i64x2.splat((<i64>1) << 31),
    parents = i64x2.splat(graphClosedBit() - 1),
    infinity = i64x2.splat(0x7f800000),
    none = i64x2.splat(0xffffffff),
    step = i64x2.splat(2);
  let node = i64x2.add(i64x2.splat(first), i64x2(0, 1));
  let at = graphRecords() + ((<usize>first) << 3);
  const end = at + ((<usize>count) << 3);
  while (at < end) {
    // older generations are larger numbers: the bits of a node not reached exceed those of a dist
    const r0 = v128.load(at),
      r1 = v128.load(at, VECTOR);
    const d0 = i64x2.sub(i64x2.shr_u(r0, shift), present),
      d1 = i64x2.sub(i64x2.shr_u(r1, shift), present);
    const reached0 = i64x2.lt_s(d0, distEnd),
      reached1 = i64x2.lt_s(d1, distEnd);
    const p0 = v128.and(r0, parents),
      p1 = v128.and(r1, parents);
    const next = i64x2.add(node, step);
    // the source is its own parent, but a tree has NONE there
    const known0 = v128.andnot(reached0, i64x2.eq(p0, node)),
      known1 = v128.andnot(reached1, i64x2.eq(p1, next));
    v128.store(
      dist,
      low(v128.bitselect(d0, infinity, reached0), v128.bitselect(d1, infinity, reached1)),
    );
    v128.store(parent, low(v128.bitselect(p0, none, known0), v128.bitselect(p1, none, known1)));
    node = i64x2.add(next, step);
    at += 32;
    dist += 16;
    parent += 16;
  }
}

/** The low words of four numbers of 64 bits. */
function low(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 0, 2, 4, 6);
}

/**
 * The node reached by the last search that is nearest to `target` by straight-line distance; among
 * equals the one with the smallest dist, then the lowest number.
 */
export function graphNearestReached(target: u32): u32 {
  const at = graphCoordinates() + ((<usize>target) << 3);
  const tx = <f64>load<f32>(at),
    ty = <f64>load<f32>(at, Y);
  let best = NONE;
  let bestSquare: f64 = Infinity;
  let bestDist: f32 = Infinity;
  for (let node: u32 = 0; node < graphNodeCount(); node++) {
    const record = recordOf(graphRecords(), node);
    if (!isReached(record)) continue;
    const xy = graphCoordinates() + ((<usize>node) << 3);
    const dx = <f64>load<f32>(xy) - tx,
      dy = <f64>load<f32>(xy, Y) - ty;
    const square = dx * dx + dy * dy;
    const dist = distOf(record);
    if (square > bestSquare || (square == bestSquare && dist >= bestDist)) continue;
    best = node;
    bestSquare = square;
    bestDist = dist;
  }
  return best;
}
