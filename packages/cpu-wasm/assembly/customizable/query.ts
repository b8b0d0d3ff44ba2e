// Searches in a customizable hierarchy without a queue: both sides climb the elimination tree to
// its root, relaxing the arcs of every ancestor. They meet at a common ancestor (Dibbelt, Strasser
// and Wagner 2014; pruning by the best meeting: Buchhold, Sanders and Wagner 2019).
//
// A label is 8 bytes: the bits of the dist above the rank before, so one u64 comparison compares
// dists. The labels of both directions lie side by side, because above the rank where the two
// climbs join both relax the same arcs: a vector of two labels then does the work of one.
// `queryEnd` clears the labels of a search by climbing once more.

import { BUDGET_SPENT, FOUND, NO_PATH } from '../status';
import { getFloat, metricHeads, metricNodes, metricRows, metricWeights } from './metric';
import { get, NONE, words } from '@wayfield/wasm/assembly/words';

/** Label of a rank that was not reached: Infinity above NONE. */
const UNREACHED: u64 = 0x7f800000ffffffff;
/** Labels with a finite dist are below this. */
const INFINITE: u64 = 0x7f80000000000000;
/** log2 of the bytes of the two labels of a rank. */
const LABELS_SHIFT: usize = 4;
/** The directions of a search, as the offset of their label: from the source, from the target. */
export const FORWARD: usize = 0;
export const BACKWARD: usize = 8;

/** The parent of each rank in the elimination tree, NONE for a root. */
let parent: usize = 0;
/** Whether all arcs are searched, or those that perfect customisation kept. */
let all: bool = true;
// the arcs that perfect customisation kept, by lower rank: rows, upper ranks and weights
let upRows: usize = 0;
let upHeads: usize = 0;
let upWeights: usize = 0;
let downRows: usize = 0;
let downHeads: usize = 0;
let downWeights: usize = 0;
/** Per rank two labels, forward and backward. */
let labels: usize = 0;
/** Ranks climbed by the last search: those below `join` by each side, the others once for both. */
let climbed: u32 = 0;
/** The ranks of the ends of the last search. */
let source: u32 = 0;
let target: u32 = 0;
/** The lowest rank that both climbs come to, or NONE. */
let join: u32 = NONE;
/** The rank at which the shortest path found joins both sides, and the length of that path. */
let meeting: u32 = NONE;
let best: f32 = Infinity;

/** Binds the parents of the elimination tree, and takes memory for labels. */
export function queryBind(parentAt: usize): void {
  parent = parentAt;
  labels = words(4 * <u64>metricNodes());
  for (let r: u32 = 0; r < metricNodes(); r++) clear(r);
}

/** Has the next searches relax all arcs of the hierarchy. */
export function queryAll(): void {
  all = true;
}

/**
 * Has the next searches relax only the arcs that perfect customisation kept, and binds those up.
 * Call `queryDown` too.
 */
export function queryUp(rows: usize, heads: usize, weights: usize): void {
  all = false;
  upRows = rows;
  upHeads = heads;
  upWeights = weights;
}

/** Binds the kept arcs down, listed by their lower ends as those up are. */
export function queryDown(rows: usize, heads: usize, weights: usize): void {
  downRows = rows;
  downHeads = heads;
  downWeights = weights;
}

function labelsAt(r: u32): usize {
  return labels + ((<usize>r) << LABELS_SHIFT);
}

function clear(r: u32): void {
  v128.store(labelsAt(r), i64x2.splat(UNREACHED));
}

/** The label of a rank in a direction, FORWARD or BACKWARD. */
export function labelOf(direction: usize, r: u32): u64 {
  return load<u64>(labelsAt(r) + direction);
}

function distOf(label: u64): f32 {
  return reinterpret<f32>(<u32>(label >> 32));
}

/** Relaxes the arcs from `r` to its upper neighbours in one direction. */
function relax(direction: usize, r: u32): void {
  if (all) relaxAll(direction, r);
  else if (direction == FORWARD) relaxKept(direction, r, upRows, upHeads, upWeights);
  else relaxKept(direction, r, downRows, downHeads, downWeights);
}

/** Relaxes the kept arcs of `r` in one direction. */
function relaxKept(
  direction: usize,
  r: u32,
  rowsAt: usize,
  headsAt: usize,
  weightsAt: usize,
): void {
  const dist = distOf(labelOf(direction, r));
  for (let i = get(rowsAt, r), end = get(rowsAt, r + 1); i < end; i++) {
    const next = dist + getFloat(weightsAt, i);
    const candidate = ((<u64>reinterpret<u32>(next)) << 32) | <u64>r;
    const at = labelsAt(get(headsAt, i)) + direction;
    store<u64>(at, min(candidate, load<u64>(at)));
  }
}

/**
 * Relaxes all arcs, two at a time. Labels are compared as f64, which orders positive numbers as
 * their bits: no label has the exponent of NaN.
 */
function relaxAll(direction: usize, r: u32): void {
  const headsAt = metricHeads(),
    weightsAt = metricWeights(),
    labelsTo = labels + direction;
  const from = i32x4.splat(r),
    dists = f32x4.splat(distOf(labelOf(direction, r)));
  const end = get(metricRows(), r + 1);
  let i = get(metricRows(), r);
  for (; i + 1 < end; i += 2) {
    const sums = f32x4.add(dists, v128.load(weightsAt + ((<usize>i) << 3)));
    const pair =
      direction == FORWARD
        ? v128.shuffle<i32>(from, sums, 0, 4, 1, 6)
        : v128.shuffle<i32>(from, sums, 0, 5, 1, 7);
    const first = labelsTo + ((<usize>get(headsAt, i)) << LABELS_SHIFT);
    v128.store64_lane(first, f64x2.pmin(v128.load64_splat(first), pair), 0);
    const second = labelsTo + ((<usize>get(headsAt, i + 1)) << LABELS_SHIFT);
    v128.store64_lane(second, f64x2.pmin(v128.load64_splat(second), pair), 1);
  }
  if (i == end) return;
  const sums = f32x4.add(dists, v128.load64_zero(weightsAt + ((<usize>i) << 3)));
  const single =
    direction == FORWARD
      ? v128.shuffle<i32>(from, sums, 0, 4, 1, 6)
      : v128.shuffle<i32>(from, sums, 0, 5, 1, 7);
  const at = labelsTo + ((<usize>get(headsAt, i)) << LABELS_SHIFT);
  v128.store64_lane(at, f64x2.pmin(v128.load64_splat(at), single), 0);
}

/**
 * Relaxes all arcs of `r` in both directions. Labels are compared as f64, which orders positive
 * numbers as their bits: no label has the exponent of NaN.
 */
function relaxBoth(r: u32): void {
  const headsAt = metricHeads(),
    weightsAt = metricWeights();
  const from = i32x4.splat(r),
    own = v128.load(labelsAt(r));
  const dists = v128.shuffle<f32>(own, own, 1, 3, 1, 3);
  for (let i = get(metricRows(), r), end = get(metricRows(), r + 1); i < end; i++) {
    const sums = f32x4.add(dists, v128.load64_zero(weightsAt + ((<usize>i) << 3)));
    const candidates = v128.shuffle<i32>(from, sums, 0, 4, 1, 5);
    const at = labelsAt(get(headsAt, i));
    v128.store(at, f64x2.pmin(v128.load(at), candidates));
  }
}

/**
 * Searches a shortest path from rank `from` to rank `to`. Its labels stay for `labelOf` until
 * `queryEnd`, which must be called before the next search, whatever the status. Returns FOUND,
 * NO_PATH, or BUDGET_SPENT where it would climb more than `most` ranks.
 */
export function query(from: u32, to: u32, most: u32): u32 {
  source = from;
  target = to;
  join = NONE;
  meeting = NONE;
  best = Infinity;
  climbed = 0;
  store<u64>(labelsAt(from) + FORWARD, <u64>from);
  store<u64>(labelsAt(to) + BACKWARD, <u64>to);
  let s = from,
    t = to;
  while (s != t) {
    if (climbed == most) return BUDGET_SPENT;
    climbed++;
    if (s < t) {
      if (labelOf(FORWARD, s) < INFINITE) relax(FORWARD, s);
      s = get(parent, s);
    } else {
      if (labelOf(BACKWARD, t) < INFINITE) relax(BACKWARD, t);
      t = get(parent, t);
    }
  }
  join = s;
  while (s != NONE) {
    if (climbed == most) return BUDGET_SPENT;
    climbed++;
    const there = distOf(labelOf(FORWARD, s)),
      back = distOf(labelOf(BACKWARD, s));
    if (there + back < best) {
      best = there + back;
      meeting = s;
    }
    // a dist that is not below the best cannot become part of a better path
    if (all && max(there, back) < best) {
      relaxBoth(s);
    } else {
      if (there < best) relax(FORWARD, s);
      if (back < best) relax(BACKWARD, s);
    }
    s = get(parent, s);
  }
  return meeting == NONE ? NO_PATH : FOUND;
}

/** Clears the labels of the last search. */
export function queryEnd(): void {
  for (let r = source; r != NONE; r = get(parent, r)) clear(r);
  for (let r = target; r != join; r = get(parent, r)) clear(r);
}

/** The length of the path found, as a sum over arcs of the hierarchy. */
export function queryDist(): f32 {
  return best;
}

/** Ranks climbed by the last search, see `climbed`. */
export function queryClimbed(): u32 {
  return climbed;
}

export function querySource(): u32 {
  return source;
}

export function queryTarget(): u32 {
  return target;
}

export function queryMeeting(): u32 {
  return meeting;
}
