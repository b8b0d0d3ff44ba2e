// Searches in a customizable hierarchy without a queue: both sides climb the elimination tree from their
// ends, relaxing the arcs of every node on the way; where the ways have become one, they meet (Dibbelt,
// Strasser and Wagner 2014; how a search stops early: Buchhold, Sanders and Wagner 2019).
//
// A label is 8 bytes: the bits of the dist above the rank it came from, so one comparison tells which of
// two is less. Labels are cleared after each search by climbing once more.

import { getFloat, nodes } from './metric';
import { get, NONE, words } from './words';

const UNREACHED: u64 = 0x7f800000ffffffff;
/** Labels of a finite dist are below it. */
const INFINITE: u64 = 0x7f80000000000000;

export const FOUND: u32 = 1;
const NO_PATH: u32 = 3;
const BUDGET_SPENT: u32 = 6;

let parent: usize = 0;
let upRows: usize = 0;
let upHeads: usize = 0;
let upWeights: usize = 0;
let downRows: usize = 0;
let downHeads: usize = 0;
let downWeights: usize = 0;
export let forward: usize = 0;
export let backward: usize = 0;
let climbed: u32 = 0;
export let source: u32 = 0;
export let target: u32 = 0;
export let meeting: u32 = NONE;
let best: f32 = Infinity;

/** Gives the searches their labels. */
export function queryBind(parentAt: usize): void {
  parent = parentAt;
  forward = words(2 * <u64>nodes);
  backward = words(2 * <u64>nodes);
  for (let r: u32 = 0; r < nodes; r++) {
    clear(forward, r);
    clear(backward, r);
  }
}

/** The arcs to search: all of the hierarchy, or those that perfect customisation kept. */
export function queryArcs(
  upRowsAt: usize,
  upHeadsAt: usize,
  upWeightsAt: usize,
  downRowsAt: usize,
  downHeadsAt: usize,
  downWeightsAt: usize,
): void {
  upRows = upRowsAt;
  upHeads = upHeadsAt;
  upWeights = upWeightsAt;
  downRows = downRowsAt;
  downHeads = downHeadsAt;
  downWeights = downWeightsAt;
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

/** Offers the label of `r` to its upper neighbours. */
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
 * Searches a shortest path from rank `from` to rank `to`, climbing at most `most` nodes; its labels stay
 * for `labelOf` until `queryEnd`. Returns a status of Routes.
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
    // what is no less than the best cannot become part of a better path
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
