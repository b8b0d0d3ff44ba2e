// Nested dissection (George 1973) by inertial flow (Schild and Sommer 2015). The separator of a
// part comes last in the part's order, and the sides that it separates are dissected in the same
// way. In each of some directions the nodes at the two ends of the part (keys.ts) become sources
// and sinks, and a minimum cut between them (flow.ts) is a separator. So it has at most as many
// nodes as the best straight cut between the two ends. The best cut of all directions is taken.
// Orders by minimum degree give more arcs: 19.3 a node against 14.7 on graph_ballard
// (docs/lab-notes/cpu-wasm.md).
//
// The order is one array, divided in place; a part is a range of it. A cut is a separator with its
// two sides. All arrays have a word per node of the core, unless their comment says otherwise, and
// stay until the build ends. Order of calls: dissectBegin, dissectSome until it returns the number
// of core nodes, dissectEnd.

import { coreNodeCount, coreRows, coreHeads, coreNodes, corePart } from './core';
import { flowBind, maximumFlow, sideOf, turnRound } from './flow';
import { keysAt, keysBind, writeKeys } from './keys';
import { selectSmallest } from './select';
import { doubled, get, NONE, set, words } from '@wayfield/wasm/assembly/words';

/** The order of the core nodes. */
let order: usize = 0;
/** The largest part number used so far; the first is 1. */
let parts: u32 = 0;
/** The parts still to be dissected: two words each, where it begins and ends in the order. */
let stack: usize = 0;
/** Parts that the stack has room for, and parts on it. */
let stackRoom: u32 = 0;
let waiting: u32 = 0;
/** Room for the nodes of a part in another order. */
let scratch: usize = 0;
/** The sources and the sinks of the current flow. */
let sources: usize = 0;
let sinks: usize = 0;
/** A byte per node, of the best cut so far: 0 first side, 1 separator, 2 second side. */
let bestSide: usize = 0;
/** Directions tried for each part; the share of its nodes that are sources: dissectBegin. */
let directions: u32 = 0;
let share: f64 = 0;
/** Nodes whose place in the order is final. */
let done: u32 = 0;
/** The part for which a separator is sought, 0 for none; where it begins in the order, its size. */
let cutting: u32 = 0;
let cutBegin: u32 = 0;
let cutSize: u32 = 0;
/** The next direction to try, and the score of the best cut so far. */
let cutDirection: u32 = 0;
let cutBest: f64 = Infinity;

/**
 * Begins the dissection of the core; `x` and `y` are coordinates of the graph's nodes, or 0. In
 * each direction the share `shareApart` of the nodes at one end are the sources of a flow, and as
 * many at the other end are its sinks. So a side has at least that share, less the nodes of the
 * separator.
 */
export function dissectBegin(x: usize, y: usize, inDirections: u32, shareApart: f64): void {
  order = words(coreNodeCount());
  scratch = words(coreNodeCount());
  sources = words(coreNodeCount());
  sinks = words(coreNodeCount());
  bestSide = words(coreNodeCount());
  stackRoom = 64;
  stack = words(2 * 64);
  waiting = 0;
  parts = 0;
  done = 0;
  cutting = 0;
  directions = inDirections;
  share = shareApart;
  flowBind(coreNodeCount());
  keysBind(x, y);
  for (let v: u32 = 0; v < coreNodeCount(); v++) set(order, v, v);
  push(0, coreNodeCount());
}

/**
 * Goes on until it has looked at `work` nodes; a node counts once per direction. Returns how many
 * nodes of the core have their place.
 */
export function dissectSome(work: u32): u32 {
  let used: u32 = 0;
  while ((cutting || waiting > 0) && used < work) {
    if (cutting) {
      used += cutSize;
      tryDirection();
    } else {
      waiting--;
      const begin = get(stack, 2 * waiting),
        end = get(stack, 2 * waiting + 1);
      used += end - begin;
      beginPart(begin, end);
    }
  }
  return cutting || waiting > 0 ? done : coreNodeCount();
}

/** Writes the nodes of the graph in the order of their contraction at `out`. */
export function dissectEnd(out: usize): void {
  for (let i: u32 = 0; i < coreNodeCount(); i++) set(out, i, get(coreNodes(), get(order, i)));
}

/** Puts a part on the stack, unless it is empty. */
function push(begin: u32, end: u32): void {
  if (end == begin) return;
  if (waiting == stackRoom) {
    stack = doubled(stack, stackRoom << 1);
    stackRoom <<= 1;
  }
  set(stack, 2 * waiting, begin);
  set(stack, 2 * waiting + 1, end);
  waiting++;
}

/** Makes the places `begin` to `end` - 1 of the order final. */
function fixPlaces(begin: u32, end: u32): void {
  for (let i = begin; i < end; i++) set(corePart(), get(order, i), NONE);
  done += end - begin;
}

/** Fixes the order of a small or complete part, splits it into components, or begins to cut it. */
function beginPart(begin: u32, end: u32): void {
  const size = end - begin;
  const list = order + ((<usize>begin) << 2);
  if (size <= 2) return fixPlaces(begin, end);
  const own = ++parts;
  for (let i: u32 = 0; i < size; i++) set(corePart(), get(list, i), own);
  const arcs = gather(own, list, size);
  if (arcs == NONE) return pushComponents(begin, size);
  // a complete part: all orders are equally good
  if (<u64>arcs == <u64>size * <u64>(size - 1)) return fixPlaces(begin, end);
  cutting = own;
  cutBegin = begin;
  cutSize = size;
  cutDirection = 0;
  cutBest = Infinity;
}

/** Looks for a separator in the next direction; after the last one, divides the part. */
function tryDirection(): void {
  const list = order + ((<usize>cutBegin) << 2);
  const apart = max<u32>(1, <u32>(<f64>cutSize * share));
  writeKeys(cutting, list, cutSize, cutDirection, directions);
  chooseEnds(cutSize, apart);
  // a separator with more nodes than this could not be better, even if it halved the part
  const limit = <u32>min(cutBest * <f64>(cutSize >> 1), <f64>cutSize);
  if (maximumFlow(cutting, list, cutSize, sources, sinks, apart, limit) <= limit) {
    cutBest = keepIfBetterScore(list, cutSize, cutBest);
    turnRound(cutting, sources, sinks, apart);
    cutBest = keepIfBetterScore(list, cutSize, cutBest);
  }
  if (++cutDirection < directions) return;
  cutting = 0;
  divide(cutBegin, cutSize);
}

/** The nodes with the smallest keys become sources, those with the largest sinks. */
function chooseEnds(size: u32, apart: u32): void {
  const end = keysAt() + ((<usize>size) << 3);
  selectSmallest(keysAt(), end, apart);
  const rest = keysAt() + ((<usize>apart) << 3);
  selectSmallest(rest, end, size - 2 * apart);
  const last = end - ((<usize>apart) << 3);
  for (let i: u32 = 0; i < apart; i++) {
    set(sources, i, load<u32>(keysAt() + ((<usize>i) << 3)));
    set(sinks, i, load<u32>(last + ((<usize>i) << 3)));
  }
}

/**
 * Keeps the cut that was found last if its score is below `best`: nodes of the separator per node
 * of the smaller side. Returns the smaller of both scores.
 */
function keepIfBetterScore(list: usize, size: u32, best: f64): f64 {
  let near: u32 = 0,
    cut: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const side = sideOf(get(list, i));
    near += <u32>(side == 0);
    cut += <u32>(side == 1);
  }
  const smaller = min(near, size - near - cut);
  // one half more: a cut without nodes, or without a side, has a score too
  const score = (<f64>cut + 0.5) / (<f64>smaller + 0.5);
  if (score >= best) return best;
  for (let i: u32 = 0; i < size; i++) {
    const v = get(list, i);
    store<u8>(bestSide + v, <u8>sideOf(v));
  }
  return score;
}

/** Puts one side first, then the other, then the separator, and dissects the sides. */
function divide(begin: u32, size: u32): void {
  const list = order + ((<usize>begin) << 2);
  let place: u32 = 0;
  let firstEnd: u32 = 0,
    secondEnd: u32 = 0;
  for (let side: u32 = 0; side < 3; side++) {
    const wanted: u8 = side == 0 ? 0 : side == 1 ? 2 : 1;
    for (let i: u32 = 0; i < size; i++) {
      const v = get(list, i);
      if (load<u8>(bestSide + v) == wanted) set(scratch, place++, v);
    }
    if (side == 0) firstEnd = place;
    else if (side == 1) secondEnd = place;
  }
  memory.copy(list, scratch, (<usize>size) << 2);
  fixPlaces(begin + secondEnd, begin + size);
  push(begin, begin + firstEnd);
  push(begin + firstEnd, begin + secondEnd);
}

/**
 * Lists the nodes of a part in `scratch`, one component after another. Returns the number of arcs
 * inside, both directions of a pair counted, or NONE where there are several components: then
 * `sources`, used as scratch, holds where each component ends in the list, for `pushComponents`.
 */
function gather(own: u32, list: usize, size: u32): u32 {
  let tail: u32 = 0,
    arcs: u32 = 0,
    components: u32 = 0;
  const reached = ++parts;
  for (let k: u32 = 0; k < size; k++) {
    const from = get(list, k);
    if (get(corePart(), from) != own) continue;
    components++;
    set(corePart(), from, reached);
    const first = tail;
    set(scratch, tail++, from);
    for (let at = first; at < tail; at++) {
      const v = get(scratch, at);
      for (let i = get(coreRows(), v), end = get(coreRows(), v + 1); i < end; i++) {
        const w = get(coreHeads(), i);
        const there = get(corePart(), w);
        arcs += <u32>(there == own || there == reached);
        if (there != own) continue;
        set(corePart(), w, reached);
        set(scratch, tail++, w);
      }
    }
    set(sources, components - 1, tail);
  }
  for (let k: u32 = 0; k < size; k++) set(corePart(), get(list, k), own);
  if (components == 1) return arcs;
  componentCount = components;
  return NONE;
}

/** How many components `gather` found last. */
let componentCount: u32 = 0;

/** Makes each component that `gather` found a part of its own. */
function pushComponents(begin: u32, size: u32): void {
  memory.copy(order + ((<usize>begin) << 2), scratch, (<usize>size) << 2);
  for (let i: u32 = 0; i < componentCount; i++) {
    push(begin + (i > 0 ? get(sources, i - 1) : 0), begin + get(sources, i));
  }
}
