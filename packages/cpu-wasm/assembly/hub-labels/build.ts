// Builds hub labels (layout.ts) from a contraction hierarchy (Abraham, Delling, Goldberg and
// Werneck 2011), from the highest rank down. The candidates for the label of a rank are the entries
// of the labels of its upper neighbours, each plus the weight of the arc to that neighbour. A
// candidate is pruned where the labels made before show a path to its hub over a higher hub that is
// at most as long (bootstrapping). Where sums are exact, what is left is the smallest label for
// this order of hubs: the one that pruned landmark labelling finds (Akiba, Iwata and Yoshida 2013).
//
// Rounding: sums below `exactBelow` are exact, so a path of the same length prunes a candidate.
// From `exactBelow` on a path prunes only if its sum is smaller by more than all roundings can
// change, so no entry that a shortest path needs is lost.
//
// An item is rank * 2 + direction, 0 forward from the rank and 1 backward to it; arcs and rows:
// ../hierarchy/state.ts. Order of calls: hierarchyArcsBind, buildLoad, buildSome until no rank is
// left, then the addresses.

import { WEIGHT, WORD } from '../layout';
import { NONE } from '../status';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { firstArcOf, hierarchyNodeCount } from '../hierarchy/state';
import { DISTS, GROUP_SHIFT, isPadding, nextEntry } from './layout';

/** Labels are written into blocks of at least this size, which never move. */
const BLOCK: usize = 1 << 20;

/** Whether `up` and `down` of the hierarchy have the same arcs, so that one label serves both. */
let sameArcs: bool = false;
/** Whether the labels of both directions are equal so far, as they are without one-way arcs. */
let sameLabels: bool = true;
/** Sums of weights below this are exact: 2^24 times the unit of the weights. */
let exactBelow: f32 = 0;
/**
 * From a distance of `exactBelow` on, another path prunes a candidate only if its length is at most
 * this share of the candidate's.
 */
let prunedShare: f64 = 0;
/** Two lists of a u32 per item: the address of its label, and the number of its groups. */
let addresses: usize = 0;
let groups: usize = 0;
/** By hub, f32: the distance of the current item's candidate; Infinity if it has none. */
let dists: usize = 0;
/** Lists of u32, of the current item: the hubs of all candidates, and of those which are kept. */
let found: usize = 0;
let kept: usize = 0;
/** The number of ranks that have no label yet: ranks 0 to left - 1. */
let left: u32 = 0;
/** The unused part of the block that labels are written into. */
let blockAt: usize = 0;
let blockEnd: usize = 0;
/** Bytes of the labels of each direction. */
let forwardBytes: u64 = 0;
let backwardBytes: u64 = 0;

/**
 * Begins to label the hierarchy that `hierarchyArcsBind` bound. The arguments are the values of
 * `exactBelow`, `prunedShare` and `sameArcs`.
 */
export function buildLoad(exact: f32, share: f64, arcsAlike: bool): void {
  const count = <usize>hierarchyNodeCount();
  exactBelow = exact;
  prunedShare = share;
  sameArcs = arcsAlike;
  addresses = reallocate(0, 0, count << 3);
  groups = reallocate(0, 0, count << 3);
  dists = reallocate(0, 0, count << 2);
  found = reallocate(0, 0, count << 2);
  kept = reallocate(0, 0, count << 2);
  for (let i: usize = 0; i < count; i++) store<f32>(dists + (i << 2), Infinity);
  left = <u32>count;
  blockAt = blockEnd = 0;
  forwardBytes = backwardBytes = 0;
  sameLabels = true;
}

/** Makes the labels of the next `some` ranks, downwards. Returns the number of ranks left. */
export function buildSome(some: u32): u32 {
  const end = left - min(some, left);
  while (left > end) {
    left--;
    forwardBytes += label(left << 1);
    if (sameArcs) continue;
    backwardBytes += label((left << 1) | 1);
    shareLabel(left << 1);
  }
  return left;
}

/** Bytes of all labels so far: of one direction while both have equal labels, else of both. */
export function buildBytes(): f64 {
  return <f64>(sameLabels ? forwardBytes : forwardBytes + backwardBytes);
}

/** Whether the labels of both directions are the same, and so have the same addresses. */
export function buildSame(): bool {
  return sameLabels;
}

/** Per item the address of its label, u32; with equal directions only forward items have one. */
export function buildAddresses(): usize {
  return addresses;
}

/** Per item the number of groups of its label, u32. */
export function buildGroups(): usize {
  return groups;
}

/** The address of an item's label. */
function labelOf(item: u32): usize {
  const at = sameArcs ? item & ~1 : item;
  return <usize>load<u32>(addresses + ((<usize>at) << 2));
}

/** The first address behind an item's label. */
function labelEnd(item: u32): usize {
  const at = sameArcs ? item & ~1 : item;
  return labelOf(at) + ((<usize>load<u32>(groups + ((<usize>at) << 2))) << GROUP_SHIFT);
}

/** Frees the backward label written last if it equals the forward one: both get one address. */
function shareLabel(item: u32): void {
  const forward = labelOf(item);
  const backward = labelOf(item | 1);
  const bytes = labelEnd(item) - forward;
  let equal = labelEnd(item | 1) - backward == bytes;
  for (let at: usize = 0; equal && at < bytes; at += 16) {
    equal = !v128.any_true(v128.xor(load<v128>(forward + at), load<v128>(backward + at)));
  }
  if (!equal) {
    sameLabels = false;
    return;
  }
  store<u32>(addresses + ((<usize>(item | 1)) << 2), <u32>forward);
  blockAt = backward;
}

/** Makes the label of an item; returns its bytes. */
function label(item: u32): usize {
  const own = hierarchyNodeCount() - 1 - (item >> 1);
  const count = collect(item);
  let keptCount: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const hub = load<u32>(found + ((<usize>i) << 2));
    if (isPruned(item, hub)) continue;
    store<u32>(kept + ((<usize>keptCount) << 2), hub);
    keptCount++;
  }
  sortKept(keptCount);
  const bytes = write(item, own, keptCount);
  for (let i: u32 = 0; i < count; i++) {
    store<f32>(dists + ((<usize>load<u32>(found + ((<usize>i) << 2))) << 2), Infinity);
  }
  return bytes;
}

/** Collects the candidates of an item in `found` and `dists`; returns their number. */
function collect(item: u32): u32 {
  let count: u32 = 0;
  const arcsEnd = firstArcOf(item + 1);
  for (let a = firstArcOf(item); a < arcsEnd; a += 8) {
    const upper = (load<u32>(a) << 1) | (item & 1);
    const weight = load<f32>(a, WEIGHT);
    const end = labelEnd(upper);
    for (let entry = labelOf(upper); entry < end; entry = nextEntry(entry)) {
      if (isPadding(entry)) break;
      const hub = load<u32>(entry);
      const at = dists + ((<usize>hub) << 2);
      const sum = weight + load<f32>(entry, DISTS);
      const old = load<f32>(at);
      // an arc of weight Infinity leads nowhere
      if (sum >= old) continue;
      store<f32>(at, sum);
      if (old != Infinity) continue;
      store<u32>(found + ((<usize>count) << 2), hub);
      count++;
    }
  }
  return count;
}

/** Whether a path over a higher hub prunes the candidate `hub`: its length is at most `limit`. */
function isPruned(item: u32, hub: u32): bool {
  const dist = load<f32>(dists + ((<usize>hub) << 2));
  const limit = dist < exactBelow ? dist : <f32>(<f64>dist * prunedShare);
  const upper = ((hierarchyNodeCount() - 1 - hub) << 1) | (item & 1);
  let entry = labelOf(upper ^ 1);
  // the last entry of a label is its own hub
  for (let higher = load<u32>(entry); higher != hub; higher = load<u32>(entry)) {
    if (load<f32>(dists + ((<usize>higher) << 2)) + load<f32>(entry, DISTS) <= limit) return true;
    entry = nextEntry(entry);
  }
  return false;
}

/** Sorts the hubs that are kept by Shell's sort, with Knuth's gaps 1, 4, 13, 40 and so on. */
function sortKept(count: u32): void {
  let gap: u32 = 1;
  while (gap < count) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (let i = gap; i < count; i++) {
      const hub = load<u32>(kept + ((<usize>i) << 2));
      let j = i;
      for (; j >= gap; j -= gap) {
        const other = load<u32>(kept + ((<usize>(j - gap)) << 2));
        if (other <= hub) break;
        store<u32>(kept + ((<usize>j) << 2), other);
      }
      store<u32>(kept + ((<usize>j) << 2), hub);
    }
  }
}

/** Writes the label of an item: the hubs that are kept, and then its own. Returns its bytes. */
function write(item: u32, own: u32, count: u32): usize {
  const size = (count + 1 + 3) >> 2;
  const bytes = (<usize>size) << GROUP_SHIFT;
  if (blockAt + bytes > blockEnd) {
    const room = max(BLOCK, bytes);
    blockAt = reallocate(0, 0, room);
    blockEnd = blockAt + room;
  }
  store<u32>(addresses + ((<usize>item) << 2), <u32>blockAt);
  store<u32>(groups + ((<usize>item) << 2), size);
  let entry = blockAt;
  for (let i: u32 = 0; i < count; i++) {
    const hub = load<u32>(kept + ((<usize>i) << 2));
    store<u32>(entry, hub);
    store<f32>(entry, load<f32>(dists + ((<usize>hub) << 2)), DISTS);
    entry = nextEntry(entry);
  }
  store<u32>(entry, own);
  store<f32>(entry, 0, DISTS);
  blockAt += bytes;
  for (let padding = entry + WORD; padding & 15; padding += WORD) {
    store<u32>(padding, NONE);
    store<f32>(padding, Infinity, DISTS);
  }
  return bytes;
}
