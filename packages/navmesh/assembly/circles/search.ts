// The shortest way of a disc on the graph of arcs and the tangents between them (Chew 1985): A*. A state is a place on an arc that is gone around
// in one direction. What a way has cost there less the place is the same all along the arc: of two ways to one arc that one is of no use which comes to it
// later and has more of that.

import { keepOf } from '../discs/mesh';
import { isStripFree, stripBegin } from '../discs/strip';
import { pathBegin, pathEnd, pathLength, pathPoint } from '../discs/path';
import { bestCost, take } from '../discs/best';
import { heapClear, heapKey, heapLeast, heapPop, heapPush, heapSize, ITEMS } from '../heap';
import { reallocate } from '../env';
import { at, NONE } from '../sides';
import {
  DEAD_END,
  deadEndOf,
  ADDS,
  around,
  ARRIVES,
  firstOf,
  HEAD,
  handOf,
  headingX,
  headingY,
  isFull,
  joinCircles,
  LEAVES,
  lengthOf,
  nodeAt,
  partOf,
  radius,
  rounding,
  tangentAt,
  TWIN,
  X,
  Y,
} from './circles';
import {
  AIM_LENGTH,
  AIM_PLACE,
  AIM_X,
  AIM_Y,
  aimAt,
  aimCount,
  AIMED,
  endsBegin,
  endsOf,
  startAt,
  startCount,
} from './ends';
import { leastFrom } from '../tangents/landmarks';
import { landmarksAim } from './landmarks';
import { isPieceFree } from './piece';
import { seesTarget, viewFor, viewSource, viewTarget, viewTriangle } from './view';
import { angleOf } from '../discs/angle';

/** In nodes: the search that came to it, and that which went on from it; f64 the surplus and the place of the best way there, of the best that was gone on with. */
const REACHED: usize = 80;
const LEFT: usize = 84;
const BEST: usize = 88;
const BEST_AT: usize = 96;
const DONE: usize = 104;
const DONE_AT: usize = 112;

/**
 * States, 32 bytes: f64 the surplus, what a way has cost less the place; the place; u32 the node, NONE = the target; the state before, NONE = the source; the
 * tangent come by, of those from the source its number; the next on the way.
 */
let states: usize = 0;
let stateRoom: u32 = 0;
let stateCount: u32 = 0;
const STATE: usize = 32;
const MOST_STATES: u32 = 1 << 24;

/** A way that is shorter by less than this share is not: else ways could go around where circles touch, shorter by rounding each time. */
const LESS: f64 = 1e-13;

let search: u32 = 0;
let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
let sourceIn: u32 = 0;
let targetIn: u32 = 0;
/** The dead ends that the source and the target lie in, NONE for no one: no shortest way goes down any other. MIXED where an end is in several. */
let sourceEnd: u32 = NONE;
let targetEnd: u32 = NONE;
const MIXED: u32 = 0xfffffffe;
let leavesOut: bool = false;
let expanded: u32 = 0;
/** Whether there were more states than there are numbers for. */
let circlesFull: bool = false;

export function searchBind(state: usize, room: u32): void {
  states = state;
  stateRoom = room;
}

function stateAt(i: u32): usize {
  return states + <usize>i * STATE;
}

/** From a point to a point, by lists of the triangles that hold them. */
export function circlesBegin(
  sourceX: f64,
  sourceY: f64,
  targetX: f64,
  targetY: f64,
  sources: usize,
  sourceCount: u32,
  targets: usize,
  targetCount: u32,
): void {
  search++;
  sx = sourceX;
  sy = sourceY;
  tx = targetX;
  ty = targetY;
  expanded = 0;
  stateCount = 0;
  circlesFull = false;
  heapClear();
  endsBegin(search);
  sourceIn = at(sources, 0);
  targetIn = at(targets, 0);
  sourceEnd = commonEnd(sources, sourceCount);
  targetEnd = commonEnd(targets, targetCount);
  leavesOut = sourceEnd != MIXED && targetEnd != MIXED;
  endsOf(true);
  viewTarget(tx, ty);
  for (let i: u32 = 0; i < sourceCount; i++) viewFor(at(sources, i));
  for (let i: u32 = 0; i < targetCount; i++) viewTriangle(at(targets, i));
  endsOf(false);
  viewSource(sx, sy, tx, ty, targetIn);
  for (let i: u32 = 0; i < targetCount; i++) viewFor(at(targets, i));
  for (let i: u32 = 0; i < sourceCount; i++) viewTriangle(at(sources, i));
  if (seesTarget) push(0, 0, NONE, NONE, NONE, sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy)));
  landmarksAim();
  for (let i: u32 = 0; i < startCount; i++) {
    const start = startAt(i);
    const place = load<f64>(start, 24);
    const node = load<u32>(start, 32);
    if (!isPartAimed(node)) continue;
    const dx = tx - load<f64>(start);
    const dy = ty - load<f64>(start, 8);
    push(load<f64>(start, 16) - place, place, node, NONE, i, sqrt(dx * dx + dy * dy));
  }
}

/** Whether the target is seen from some arc of the part of the graph that a node is in. */
function isPartAimed(node: u32): bool {
  const part = partOf(node);
  for (let i: u32 = 0; i < aimCount; i++) if (partOf(aimAt(i)) == part) return true;
  return false;
}

function commonEnd(list: usize, count: u32): u32 {
  const end = deadEndOf(at(list, 0));
  for (let i: u32 = 1; i < count; i++) if (deadEndOf(at(list, i)) != end) return MIXED;
  return end;
}

/** Whether no shortest way turns on an arc. */
function isAside(data: usize): bool {
  const end = load<u32>(data, DEAD_END);
  return leavesOut && end != NONE && end != targetEnd && end != sourceEnd;
}

/** No way on from a place on an arc to the target is shorter: the least over all tangents that leave it later. */
function restFrom(node: u32, place: f64): f64 {
  const data = nodeAt(node);
  const full = isFull(data);
  let least = Infinity;
  if (load<u32>(data, AIMED) == search) {
    const more = load<f64>(data, AIM_PLACE) - place;
    if (full || more >= -rounding) least = max(0, more) + load<f64>(data, AIM_LENGTH);
  }
  const end = firstOf(node + 1);
  for (
    let k = full ? firstOf(node) : firstFrom(firstOf(node), end, place - rounding);
    k < end;
    k++
  ) {
    const tangent = tangentAt(k);
    const more = max(0, load<f64>(tangent, LEAVES) - place);
    if (more + lengthOf(tangent) < least)
      least = min(least, more + lengthOf(tangent) + restOver(k, tangent));
  }
  return least;
}

/** From where a tangent arrives. */
function restOver(k: u32, tangent: usize): f64 {
  const dx = tx - load<f64>(tangent, X);
  const dy = ty - load<f64>(tangent, Y);
  return max(sqrt(dx * dx + dy * dy), leastFrom(load<u32>(tangent, TWIN)));
}

function push(surplus: f64, place: f64, node: u32, before: u32, by: u32, rest: f64): void {
  const key = max(0, surplus + place + rest);
  if (key >= bestCost) return;
  if (stateCount == MOST_STATES) {
    circlesFull = true;
    return;
  }
  if (stateCount == stateRoom) {
    states = reallocate(states, <usize>stateRoom * STATE, <usize>stateRoom * STATE * 2);
    stateRoom <<= 1;
  }
  const state = stateAt(stateCount);
  store<f64>(state, surplus);
  store<f64>(state, place, 8);
  store<u32>(state, node, 16);
  store<u32>(state, before, 20);
  store<u32>(state, by, 24);
  heapPush(key, stateCount++);
}

/** Runs until the shortest way is proven, or so many states were gone on from. Returns whether it is proven, or that there is none. */
export function circlesRun(until: u32): bool {
  while (heapSize() > 0) {
    if (expanded >= until || circlesFull) return false;
    const i = <u32>(heapPop() & ITEMS);
    const state = stateAt(i);
    const before = load<u32>(state, 20);
    const node = load<u32>(state, 16);
    if (node == NONE) {
      if (before == NONE) {
        if (!isFree(sx, sy, tx, ty, sourceIn)) continue;
        pathBegin(2);
        pathPoint(sx, sy, 0, 0, 0, 0);
        pathPoint(tx, ty, 0, 0, 0, 0);
        pathEnd(sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy)));
        take(pathLength);
        return true;
      }
      const last = nodeAt(load<u32>(stateAt(before), 16));
      if (!isFree(tx, ty, load<f64>(last, AIM_X), load<f64>(last, AIM_Y), targetIn)) {
        store<u32>(last, 0, AIMED);
        continue;
      }
      writeWay(i);
      return true;
    }
    if (before == NONE) {
      const start = startAt(load<u32>(state, 24));
      if (!load<u32>(start, 36)) {
        // it comes again when all that goes on from it may be the best
        store<u32>(start, 1, 36);
        if (isLater(i, load<f64>(start, 16) + restFrom(node, load<f64>(start, 24)))) continue;
      }
      if (!isFree(sx, sy, load<f64>(start), load<f64>(start, 8), sourceIn)) continue;
    }
    expand(i, state, node);
  }
  return true;
}

/** Puts a state back into the queue that is known to need more than another; drops it where that is more than the best path. */
function isLater(i: u32, key: f64): bool {
  if (key >= bestCost) return true;
  if (heapSize() == 0 || heapKey(key) <= heapLeast()) return false;
  heapPush(key, i);
  return true;
}

/** Whether the straight way from a point that lies in a triangle to another is free; both are clear. */
function isFree(ax: f64, ay: f64, bx: f64, by: f64, triangle: u32): bool {
  stripBegin(ax, ay, bx, by, keepOf(radius));
  return isStripFree(triangle) || isPieceFree(ax, ay, bx, by, triangle);
}

function expand(i: u32, state: usize, node: u32): void {
  const surplus = load<f64>(state);
  const place = load<f64>(state, 8);
  const data = nodeAt(node);
  let end = Infinity;
  if (
    load<u32>(data, REACHED) == search &&
    load<f64>(data, BEST) < surplus &&
    load<f64>(data, BEST_AT) <= place + rounding
  )
    return;
  if (load<u32>(data, LEFT) == search && load<f64>(data, DONE) <= surplus) {
    end = load<f64>(data, DONE_AT);
    if (end <= place) return;
  } else {
    store<u32>(data, search, LEFT);
    store<f64>(data, surplus, DONE);
    store<f64>(data, place, DONE_AT);
  }
  expanded++;
  if (!isFull(data)) {
    leave(i, node, data, surplus, place, place - rounding, end);
    return;
  }
  // no shortest way goes around by more than half a turn where all is free
  const half = 0.5 * around + rounding;
  leave(i, node, data, surplus, place, place - rounding, min(end, place + half));
  const behind = place - around;
  leave(i, node, data, surplus + around, behind, -Infinity, behind + half);
  const ahead = place + around;
  leave(i, node, data, surplus - around, ahead, ahead - rounding, Infinity);
}

/** On from an arc, between two places. */
function leave(i: u32, node: u32, data: usize, surplus: f64, place: f64, from: f64, to: f64): void {
  if (load<u32>(data, AIMED) == search) {
    const leaves = load<f64>(data, AIM_PLACE);
    if (leaves >= from && leaves <= to)
      push(surplus + max(place, leaves), 0, NONE, i, 0, load<f64>(data, AIM_LENGTH));
  }
  const last = firstOf(node + 1);
  for (let k = firstFrom(firstOf(node), last, from); k < last; k++) {
    const tangent = tangentAt(k);
    const leaves = load<f64>(tangent, LEAVES);
    if (leaves > to) break;
    reach(
      load<u32>(tangent, HEAD),
      // nothing is gained by what rounding lets go back
      surplus + max(0, place - leaves) + load<f64>(tangent, ADDS),
      load<f64>(tangent, ARRIVES),
      i,
      k,
      tangent,
    );
  }
}

/** The first of some tangents that leaves no earlier than at a place. */
function firstFrom(begin: u32, end: u32, place: f64): u32 {
  let low = begin;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(tangentAt(middle), LEAVES) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reach(node: u32, surplus: f64, place: f64, before: u32, by: u32, tangent: usize): void {
  const data = nodeAt(node);
  if (isAside(data)) return;
  if (load<u32>(data, REACHED) == search) {
    const best = load<f64>(data, BEST);
    if (
      best <= surplus + LESS * (radius + surplus + place) &&
      load<f64>(data, BEST_AT) <= place + rounding
    )
      return;
    if (surplus < best) {
      store<f64>(data, surplus, BEST);
      store<f64>(data, place, BEST_AT);
    }
  } else {
    store<u32>(data, search, REACHED);
    store<f64>(data, surplus, BEST);
    store<f64>(data, place, BEST_AT);
  }
  push(surplus, place, node, before, by, restOver(by, tangent));
}

/** The way to a state of the target becomes the path. */
function writeWay(end: u32): void {
  let count: u32 = 0;
  let first = end;
  for (let i = load<u32>(stateAt(end), 20), next = end; i != NONE; i = load<u32>(stateAt(i), 20)) {
    store<u32>(stateAt(i), next, 28);
    next = i;
    first = i;
    count++;
  }
  pathBegin(2 * count + 2);
  pathPoint(sx, sy, 0, 0, 0, 0);
  const start = startAt(load<u32>(stateAt(first), 24));
  let x = load<f64>(start);
  let y = load<f64>(start, 8);
  let length = load<f64>(start, 16);
  for (let i = first; i != end; i = load<u32>(stateAt(i), 28)) {
    const state = stateAt(i);
    const node = load<u32>(state, 16);
    const data = nodeAt(node);
    const next = stateAt(load<u32>(state, 28));
    const goes = load<u32>(next, 16) != NONE;
    const tangent = goes ? tangentAt(load<u32>(next, 24)) : data;
    let arc = load<f64>(tangent + (goes ? LEAVES : AIM_PLACE)) - load<f64>(state, 8);
    if (arc > around - rounding) arc -= around;
    else if (arc < -rounding) arc += around;
    let straight = load<f64>(data, AIM_LENGTH);
    let onX = load<f64>(data, AIM_X);
    let onY = load<f64>(data, AIM_Y);
    if (goes) {
      straight = joinCircles(
        data,
        handOf(node),
        nodeAt(load<u32>(next, 16)),
        handOf(load<u32>(next, 16)),
      );
      onX = load<f64>(data) + handOf(node) * radius * headingY;
      onY = load<f64>(data, 8) - handOf(node) * radius * headingX;
    }
    // a circle that is only touched is not listed
    if (arc > 1e-12 * radius) {
      const cx = load<f64>(data);
      const cy = load<f64>(data, 8);
      pathPoint(x, y, cx, cy, angleOf(y - cy, x - cx), (handOf(node) * arc) / radius);
      length += arc;
      if (straight > 0) pathPoint(onX, onY, 0, 0, 0, 0);
    }
    length += straight;
    if (goes) {
      x = load<f64>(tangent, X);
      y = load<f64>(tangent, Y);
    }
  }
  pathPoint(tx, ty, 0, 0, 0, 0);
  pathEnd(length);
  take(length);
}

export function circlesLowerBound(): f64 {
  return heapSize() > 0 ? reinterpret<f64>(heapLeast()) : Infinity;
}
export function circlesIsFull(): bool {
  return circlesFull;
}
export function circlesExpanded(): u32 {
  return expanded;
}
