// Labels that wait to be expanded: a priority queue by lower bound, or, in Fringe search, two
// unsorted lists (Björnsson, Enzenberger, Holte and Schaeffer 2005).

import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { boundOf, linkOf, setLink } from './labels';
import { HAS_RADIUS } from './layout';
import { NONE } from '../sides';

let isFringe: bool = false;
// Fringe search expands, in each round, the labels whose lower bound is at most the limit of the
// round. The others are left for the next round, whose limit is the least bound among them.
/** The first label of this round's list, which `Label.link` continues; NONE = the round is done. */
let now: u32 = NONE;
/** The first and the last label of the next round's list. */
let later: u32 = NONE;
let laterTail: u32 = NONE;
let limit: f64 = 0;
let nextLimit: f64 = Infinity;

export function openBind(heap: usize, entries: u32, fringe: bool): void {
  heapBind(heap, entries);
  isFringe = fringe;
}

export function openForget(): void {
  limit = 0;
  nextLimit = Infinity;
  openClear();
}
export function openClear(): void {
  heapClear();
  now = NONE;
  later = NONE;
}

/** Puts a label into the open list. */
export function open(label: u32): void {
  if (!HAS_RADIUS && isFringe) {
    // to the front: the search is depth first
    setLink(label, now);
    now = label;
  } else heapPush(boundOf(label), label);
}

/**
 * Whether the first label of the heap can lead to a path below an upper bound. Keys are rounded
 * down, so a label whose key equals that of the upper bound may still lead to one.
 */
export function isOpenBelow(upperBound: f64): bool {
  return heapSize() > 0 && (heapTop() & ~ITEMS) <= heapKey(upperBound);
}

/**
 * Takes the next label whose lower bound is below an upper bound; NONE where there is none. The
 * bound of a label from the heap may also equal the upper bound (`isOpenBelow`).
 */
export function takeOpen(upperBound: f64): u32 {
  if (!HAS_RADIUS && isFringe) return takeFringe(upperBound);
  if (!isOpenBelow(upperBound)) return NONE;
  return <u32>(heapPop() & ITEMS);
}

/**
 * Whether a label may be expanded next, without a place in the open list: its lower bound is below
 * the upper bound, and no open label has a smaller key. Always false in Fringe search.
 */
export function isNext(label: u32, upperBound: f64): bool {
  const bound = boundOf(label);
  if (isFringe || bound >= upperBound) return false;
  return heapSize() == 0 || heapKey(bound) <= heapTop();
}

/** `takeOpen` of Fringe search. */
function takeFringe(upperBound: f64): u32 {
  let label: u32 = NONE;
  while (label == NONE) {
    if (now == NONE) {
      if (later == NONE || nextLimit >= upperBound) break;
      now = later;
      later = NONE;
      limit = nextLimit;
      nextLimit = Infinity;
    }
    const bound = boundOf(now);
    const next = linkOf(now);
    if (bound <= limit && bound < upperBound) label = now;
    else if (bound < upperBound) {
      if (later == NONE) later = now;
      else setLink(laterTail, now);
      laterTail = now;
      setLink(now, NONE);
      nextLimit = min(nextLimit, bound);
    }
    now = next;
  }
  return label;
}

/** A lower bound on the bounds of all open labels; Infinity if there is none. */
export function openBound(): f64 {
  if (!HAS_RADIUS && isFringe)
    return now == NONE && later == NONE ? Infinity : now == NONE ? nextLimit : limit;
  return heapSize() == 0 ? Infinity : reinterpret<f64>(heapTop() & ~ITEMS);
}
