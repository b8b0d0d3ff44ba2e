// Searches in a customizable hierarchy without a queue: both sides climb the elimination tree to
// its root, relaxing the arcs of every ancestor. They meet at a common ancestor (Dibbelt, Strasser
// and Wagner 2014; pruning by the best meeting: Buchhold, Sanders and Wagner 2019).
//
// A label is 8 bytes: the bits of the dist above the rank before, so one u64 comparison compares
// dists. Labels are cleared after each search by climbing once more.

import { BUDGET_SPENT, FOUND, NO_PATH } from '../status';
import { getFloat, metricNodes } from './metric';
import { get, NONE, words } from '@wayfield/wasm/assembly/words';

const UNREACHED: u64 = 0x7f800000ffffffff;
/** Labels with a finite dist are below this. */
const INFINITE: u64 = 0x7f80000000000000;

let parent: usize = 0;
let upRows: usize = 0;
let upHeads: usize = 0;
let upWeights: usize = 0;
let downRows: usize = 0;
let downHeads: usize = 0;
let downWeights: usize = 0;
let forward: usize = 0;
let backward: usize = 0;
let climbed: u32 = 0;
let source: u32 = 0;
let target: u32 = 0;
let meeting: u32 = NONE;
let best: f32 = Infinity;

/** Gives the searches their labels. */
export function queryBind(parentAt: usize): void {
  parent = parentAt;
  forward = words(2 * <u64>metricNodes());
  backward = words(2 * <u64>metricNodes());
  for (let r: u32 = 0; r < metricNodes(); r++) {
    clear(forward, r);
    clear(backward, r);
  }
}

/** The arcs up to search: all of the hierarchy, or those that perfect customisation kept. */
export function queryUp(rows: usize, heads: usize, weights: usize): void {
  upRows = rows;
  upHeads = heads;
  upWeights = weights;
}

/** The arcs down, listed by their lower ends, as those up. */
export function queryDown(rows: usize, heads: usize, weights: usize): void {
  downRows = rows;
  downHeads = heads;
  downWeights = weights;
}

function clear(labels: usize, r: u32): void {
  store<u64>(labels + ((<usize>r) << 3), UNREACHED);
}

export function labelOf(labels: usize, r: u32): u64 {
  return load<u64>(labels + ((<usize>r) << 3));
}

function distOf(label: u64): f32 {
  return reinterpret<f32>(<u32>(label >> 32));
}

/** Relaxes the arcs from `r` to its upper neighbours. */
function relax(labels: usize, r: u32, rowsAt: usize, headsAt: usize, weightsAt: usize): void {
  const dist = distOf(labelOf(labels, r));
  for (let i = get(rowsAt, r), end = get(rowsAt, r + 1); i < end; i++) {
    const next = dist + getFloat(weightsAt, i);
    const candidate = ((<u64>reinterpret<u32>(next)) << 32) | <u64>r;
    const at = labels + ((<usize>get(headsAt, i)) << 3);
    store<u64>(at, min(candidate, load<u64>(at)));
  }
}

/**
 * Searches a shortest path from rank `from` to rank `to`, climbing at most `most` nodes; its labels
 * stay for `labelOf` until `queryEnd`. Returns a status of Routes.
 */
export function query(from: u32, to: u32, most: u32): u32 {
  source = from;
  target = to;
  meeting = NONE;
  best = Infinity;
  climbed = 0;
  store<u64>(forward + ((<usize>from) << 3), <u64>from);
  store<u64>(backward + ((<usize>to) << 3), <u64>to);
  let s = from,
    t = to;
  while (s != t) {
    if (climbed == most) return BUDGET_SPENT;
    climbed++;
    if (s < t) {
      if (labelOf(forward, s) < INFINITE) relax(forward, s, upRows, upHeads, upWeights);
      s = get(parent, s);
    } else {
      if (labelOf(backward, t) < INFINITE) relax(backward, t, downRows, downHeads, downWeights);
      t = get(parent, t);
    }
  }
  while (s != NONE) {
    if (climbed == most) return BUDGET_SPENT;
    climbed++;
    const there = distOf(labelOf(forward, s)),
      back = distOf(labelOf(backward, s));
    if (there + back < best) {
      best = there + back;
      meeting = s;
    }
    // a dist that is not below the best cannot become part of a better path
    if (there < best) relax(forward, s, upRows, upHeads, upWeights);
    if (back < best) relax(backward, s, downRows, downHeads, downWeights);
    s = get(parent, s);
  }
  return meeting == NONE ? NO_PATH : FOUND;
}

/** Clears the labels of the last search. */
export function queryEnd(): void {
  for (let r = source; r != NONE; r = get(parent, r)) clear(forward, r);
  for (let r = target; r != NONE; r = get(parent, r)) clear(backward, r);
}

/** The cost of the path found, as the hierarchy adds it up. */
export function queryDist(): f32 {
  return best;
}

/** Nodes climbed by the last search. */
export function queryClimbed(): u32 {
  return climbed;
}

export function queryForward(): usize {
  return forward;
}

export function queryBackward(): usize {
  return backward;
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
