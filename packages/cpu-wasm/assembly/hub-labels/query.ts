// Distances by hub labels: the least sum over the hubs that the forward label of the source and the
// backward label of the target have in common. In this folder, "label" is a hub label: layout.ts.

import { WORD } from '../layout';
import { FOUND, NONE, NO_PATH } from '../status';
import { DISTS, GROUP_SHIFT, LAST_HUB, nextEntry } from './layout';

/** Bytes of a cache line. */
const LINE: usize = 64;
/**
 * The labels of 16 pairs are touched, then the 16 distances are computed: AHEAD is the bytes of 16
 * words. With 1 pair at a time, a distance on rome takes 1.35 times as long.
 */
export const AHEAD: usize = 16 * 4;
const INFINITY_BITS: u32 = 0x7f800000;

/** Per node its hub, one u32 each. */
let hubs: usize = 0;
/**
 * Of each direction: the number of the first group of the label of each hub, a u32 each and one
 * more; and the groups.
 */
let forwardFirst: usize = 0;
let forwardGroups: usize = 0;
let backwardFirst: usize = 0;
let backwardGroups: usize = 0;
/** Takes up what `touch` reads, so that the compiler does not remove the reads. */
let touched: u32 = 0;

/** The last search: its two nodes and their distance. */
let lastSource: u32 = 0;
let lastTarget: u32 = 0;
let best: f32 = Infinity;

/** Binds hubs and labels. Both directions have the same arrays where their labels are equal. */
export function hubLabelsBind(
  hubsAt: usize,
  forwardFirstAt: usize,
  forwardGroupsAt: usize,
  backwardFirstAt: usize,
  backwardGroupsAt: usize,
): void {
  hubs = hubsAt;
  forwardFirst = forwardFirstAt;
  forwardGroups = forwardGroupsAt;
  backwardFirst = backwardFirstAt;
  backwardGroups = backwardGroupsAt;
}

/** The hub of a node: nodeCount - 1 - its rank. */
export function hubOf(node: u32): u32 {
  return load<u32>(hubs + ((<usize>node) << 2));
}

/** The forward label of a hub; that of the next hub begins where it ends. */
export function forwardLabel(hub: u32): usize {
  return forwardGroups + ((<usize>load<u32>(forwardFirst + ((<usize>hub) << 2))) << GROUP_SHIFT);
}

/** The backward label of a hub. */
export function backwardLabel(hub: u32): usize {
  return backwardGroups + ((<usize>load<u32>(backwardFirst + ((<usize>hub) << 2))) << GROUP_SHIFT);
}

/**
 * Reads a word of every cache line of a label, so that all lines come from memory at the same time.
 * A merge alone waits for one line after the other: which group is next depends on the last one.
 */
function touch(from: usize, to: usize): void {
  let word = load<u32>(to - WORD);
  for (let at = from; at < to; at += LINE) word |= load<u32>(at);
  touched |= word;
}

function touchForward(node: u32): void {
  const own = hubOf(node);
  touch(forwardLabel(own), forwardLabel(own + 1));
}

/** Touches the backward label of a node. */
export function touchBackward(node: u32): void {
  const own = hubOf(node);
  touch(backwardLabel(own), backwardLabel(own + 1));
}

// A method, because TypeScript allows the decorator @inline on methods only.
class Lanes {
  /**
   * Raises each lane of `most` to the complement of the bits of its sum, where both groups have the
   * same hub in that lane. Sums are not negative, so they order like their bits, and the largest
   * complement is that of the least sum. Lanes of different hubs stay.
   */
  @inline
  static raise(most: v128, own: v128, dists: v128, others: v128, otherDists: v128): v128 {
    const sums = f32x4.add(dists, otherDists);
    return i32x4.max_u(most, v128.andnot(i32x4.eq(own, others), sums));
  }
}

/**
 * The distance between two nodes. Merges the labels by groups: compares all 16 pairs of entries of
 * two groups, then goes on to the next group of the label whose last hub was smaller, or of both
 * labels if the last hubs are the same.
 */
export function hubLabelsPair(source: u32, target: u32): f32 {
  const sourceHub = hubOf(source);
  const targetHub = hubOf(target);
  let f = forwardLabel(sourceHub);
  let b = backwardLabel(targetHub);
  const forwardEnd = forwardLabel(sourceHub + 1);
  const backwardEnd = backwardLabel(targetHub + 1);
  let most = i32x4.splat(0);
  let most2 = most;
  while (f < forwardEnd && b < backwardEnd) {
    const own = load<v128>(f);
    const dists = load<v128>(f, DISTS);
    const others = load<v128>(b);
    const otherDists = load<v128>(b, DISTS);
    const last = load<u32>(f, LAST_HUB);
    const otherLast = load<u32>(b, LAST_HUB);
    most = Lanes.raise(most, own, dists, others, otherDists);
    most2 = Lanes.raise(
      most2,
      own,
      dists,
      i32x4.shuffle(others, others, 1, 2, 3, 0),
      i32x4.shuffle(otherDists, otherDists, 1, 2, 3, 0),
    );
    most = Lanes.raise(
      most,
      own,
      dists,
      i32x4.shuffle(others, others, 2, 3, 0, 1),
      i32x4.shuffle(otherDists, otherDists, 2, 3, 0, 1),
    );
    most2 = Lanes.raise(
      most2,
      own,
      dists,
      i32x4.shuffle(others, others, 3, 0, 1, 2),
      i32x4.shuffle(otherDists, otherDists, 3, 0, 1, 2),
    );
    f += (<usize>(last <= otherLast)) << GROUP_SHIFT;
    b += (<usize>(otherLast <= last)) << GROUP_SHIFT;
  }
  most = i32x4.max_u(most, most2);
  most = i32x4.max_u(most, i32x4.shuffle(most, most, 2, 3, 0, 1));
  const bits = ~max(<u32>i32x4.extract_lane(most, 0), <u32>i32x4.extract_lane(most, 1));
  return bits > INFINITY_BITS ? <f32>Infinity : reinterpret<f32>(bits);
}

/**
 * Distances of `count` pairs of nodes: u32 sources, u32 targets, f32 distances. The labels of some
 * pairs are touched together, which waits for memory once for all of them.
 */
export function hubLabelsDistances(sources: usize, targets: usize, out: usize, count: u32): void {
  const end = (<usize>count) << 2;
  for (let from: usize = 0; from < end; from += AHEAD) {
    const to = min(end, from + AHEAD);
    for (let i = from; i < to; i += 4) {
      touchForward(load<u32>(sources + i));
      touchBackward(load<u32>(targets + i));
    }
    for (let i = from; i < to; i += 4) {
      store<f32>(out + i, hubLabelsPair(load<u32>(sources + i), load<u32>(targets + i)));
    }
  }
}

/** Keeps the distance between two nodes for `hubLabelsDist` and the path. Returns a status. */
export function hubLabelsSearch(source: u32, target: u32): u32 {
  lastSource = source;
  lastTarget = target;
  touchForward(source);
  touchBackward(target);
  best = hubLabelsPair(source, target);
  return best == Infinity ? NO_PATH : FOUND;
}

/** Keeps a pair of nodes and their distance for `hubLabelsUnpack`, as `hubLabelsSearch` does. */
export function hubLabelsKeep(source: u32, target: u32, dist: f32): void {
  lastSource = source;
  lastTarget = target;
  best = dist;
}

/** The distance that the last search found, Infinity if there is no path. */
export function hubLabelsDist(): f32 {
  return best;
}

export function querySource(): u32 {
  return lastSource;
}

export function queryTarget(): u32 {
  return lastTarget;
}

/** The highest hub over which the path last found leads; NONE if no common hub has its sum. */
export function meetingHub(): u32 {
  const source = hubOf(lastSource);
  const target = hubOf(lastTarget);
  let f = forwardLabel(source);
  let b = backwardLabel(target);
  const forwardEnd = forwardLabel(source + 1);
  const backwardEnd = backwardLabel(target + 1);
  while (f < forwardEnd && b < backwardEnd) {
    const hub = load<u32>(f);
    const other = load<u32>(b);
    if (hub == other && load<f32>(f, DISTS) + load<f32>(b, DISTS) == best) return hub;
    if (hub <= other) f = nextEntry(f);
    if (other <= hub) b = nextEntry(b);
  }
  return NONE;
}

/** The distance of a hub in the label from `at` to `end`; Infinity where the label lacks it. */
export function distOfHub(at: usize, end: usize, hub: u32): f32 {
  let low: usize = 0;
  let high = (end - at) >> GROUP_SHIFT;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(at + (middle << GROUP_SHIFT), LAST_HUB) < hub) low = middle + 1;
    else high = middle;
  }
  const group = at + (low << GROUP_SHIFT);
  if (group >= end) return Infinity;
  for (let entry = group; entry < group + DISTS; entry += 4) {
    if (load<u32>(entry) == hub) return load<f32>(entry, DISTS);
  }
  return Infinity;
}
