// Searches for channels, which are sequences of triangles. TA* (Demyen and Buro 2006) stops in every triangle, TRA* where ways part only.
// States are looked at in order of the least length that is possible, so that the shortest way known is proven when it is no
// longer than what remains.

import { addDoor, boundSides, boundsTarget, doorCount, leastOver, promise } from './bounds';
import {
  addLeft,
  addRight,
  BARE,
  entryLength,
  entryX,
  entryY,
  funnelBegin,
  funnelForget,
  isApexBeaten,
  KEEP,
  lastTurn,
  rootsTo,
  setMode,
  STRICT,
} from './funnel';
import { mark, markOf, marksForget, markWays, START, TARGET, WAY, wayDown } from './marks';
import {
  after,
  at,
  before,
  corners,
  distance,
  exits,
  NODE,
  nodeOf,
  NONE,
  onwards,
  twins,
  vertexCount,
  xs,
  ys,
} from './mesh';
import {
  addLeg,
  clearOpen,
  leastOpen,
  leg,
  open,
  openBound,
  queued,
  resume,
  saveState,
  setLeg,
  stateSide,
  statesForget,
  takeOpen,
} from './states';

let search: u32 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
/** A state per triangle. */
export let isPlain: bool = false;

let expanded: u32 = 0;
let tested: u32 = 0;
let bestCost: f64 = Infinity;
/** The last turn of the shortest way found, its last leg. */
export let bestRoot: u32 = NONE;
export let bestLeg: u32 = NONE;

export function searchBind(plain: bool): void {
  isPlain = plain;
  search = 0;
}

/** Starts over: from s to t, which lies in one triangle; then `searchStart` for each triangle with s, and `searchOpen`. */
export function searchBegin(
  startX: f64,
  startY: f64,
  targetX: f64,
  targetY: f64,
  target: u32,
  bound: f64,
  hasNodes: bool,
): void {
  search++;
  // the start and the target are vertices behind the others
  store<f64>(xs + ((<usize>vertexCount) << 3), startX);
  store<f64>(ys + ((<usize>vertexCount) << 3), startY);
  store<f64>(xs + ((<usize>vertexCount + 1) << 3), targetX);
  store<f64>(ys + ((<usize>vertexCount + 1) << 3), targetY);
  tx = targetX;
  ty = targetY;
  statesForget();
  funnelForget(search);
  marksForget(search);
  boundsTarget(tx, ty);
  expanded = 0;
  tested = 0;
  bestCost = bound;
  bestRoot = NONE;
  bestLeg = NONE;
  if (hasNodes) findDoors(target);
  setMode(STRICT);
  mark(target, TARGET);
  if (!isPlain) markWays(target);
}

/** The ways from the target out to the nodes around it. */
function findDoors(target: u32): void {
  setMode(BARE);
  for (let side = 3 * target; side < 3 * target + 3; side++) {
    if (!isWayOut(target, side)) continue;
    setOut(vertexCount + 1, side);
    const entry = walkOut(side);
    if (at(nodeOf, entry / 3) != NONE) {
      addDoor(entry);
      continue;
    }
    // up out of a dead end into a corridor: both ways
    const saved = saveState();
    addLeft(at(corners, before(entry)));
    addDoor(walkOut(after(entry)));
    resume(saved);
    addRight(at(corners, before(entry)));
    addDoor(walkOut(before(entry)));
    statesForget();
  }
}

/** Whether a side of the start's or target's triangle leads anywhere but down a dead end. */
function isWayOut(triangle: u32, side: u32): bool {
  const twin = at(twins, side);
  if (twin == NONE) return false;
  if (isPlain) return true;
  const exit = at(exits, triangle);
  return exit == NONE ? at(exits, twin / 3) != twin : exit == side;
}

/** The funnel from vertex v through a side of its triangle. */
function setOut(v: u32, side: u32): void {
  funnelBegin(v);
  addLeft(at(corners, after(side)));
  addRight(at(corners, side));
}

/** From the target on to the next triangle where ways part. */
function walkOut(side: u32): u32 {
  let entry = at(twins, side);
  for (let next = at(onwards, entry); next != NODE; next = at(onwards, entry)) {
    cross(entry, next);
    entry = at(twins, next);
  }
  return entry;
}

/** Marks a triangle that holds the start. All of them before `searchOpen`. */
export function searchStart(triangle: u32): void {
  mark(triangle, START);
}

/** The first states, from a triangle that holds the start. */
export function searchOpen(triangle: u32): void {
  setLeg(NONE);
  if (markOf(triangle) & WAY) {
    const side = wayDown(triangle);
    setOut(vertexCount, side);
    goOn(side);
    return;
  }
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
    if (!isWayOut(triangle, side)) continue;
    setOut(vertexCount, side);
    goOn(side);
  }
}

/** On over a side until ways part: a state to be looked at later. */
function goOn(side: u32): void {
  const old = addLeg(side);
  const entry = walk(side);
  if (entry != NONE) {
    if (isPlain || at(nodeOf, entry / 3) != NONE) {
      const least = leastOver(entry, bestCost);
      if (least < bestCost) open(entry, least);
    } else {
      // up out of a dead end into a corridor: both ways
      const saved = saveState();
      fork(saved, entry);
    }
  }
  setLeg(old);
}

/** From a state on over both other sides of its triangle. */
function fork(state: u32, entry: u32): void {
  const v = at(corners, before(entry));
  if (addLeft(v)) goOn(after(entry));
  resume(state);
  if (addRight(v)) goOn(before(entry));
}

/** Follows the only way on over a side of the triangle at hand. The side by which a node is entered; NONE = it ended, or arrived. */
function walk(side: u32): u32 {
  let entry = at(twins, side);
  while (entry != NONE) {
    const triangle = entry / 3;
    const m = markOf(triangle);
    if (m & TARGET) {
      arrive();
      return NONE;
    }
    if (m & START) return NONE;
    if (isPlain) return entry;
    const next = m & WAY ? wayDown(triangle) : at(onwards, entry);
    if (next == NODE) return entry;
    if (next == NONE || !cross(entry, next)) return NONE;
    entry = at(twins, next);
  }
  return NONE;
}

/** Through a triangle: the funnel gets its third vertex. */
function cross(entry: u32, side: u32): bool {
  const v = at(corners, before(entry));
  return side == after(entry) ? addLeft(v) : addRight(v);
}

function arrive(): void {
  tested++;
  const last = lastTurn(tx, ty);
  const cost = entryLength(last) + distance(entryX(last), entryY(last), tx, ty);
  if (cost < bestCost) {
    bestCost = cost;
    bestRoot = rootsTo(last);
    bestLeg = leg;
  }
}

/**
 * A first way, right after `searchOpen`: at each node over the exit for which the bounds promise the shortest. It may find none.
 */
export function searchFirst(): void {
  const first = leastOpen();
  if (first == NONE || doorCount == 0) return;
  resume(first);
  let entry = stateSide(first);
  setMode(KEEP);
  // at most as many nodes as there are, and not around and around
  for (let i: u32 = 0; i < boundSides && entry != NONE; i++) {
    const v = at(corners, before(entry));
    const isLeft = promise(entry, after(entry), 0) <= promise(entry, before(entry), 1);
    if (isLeft) addLeft(v);
    else addRight(v);
    const side = isLeft ? after(entry) : before(entry);
    addLeg(side);
    entry = walk(side);
  }
  setMode(STRICT);
}

/** Runs until the shortest way is proven, or after this many states. Returns whether it is proven. */
export function searchRun(most: u32): bool {
  for (let count: u32 = 0; openBound() < bestCost; count++) {
    if (count == most) return false;
    const state = takeOpen(bestCost);
    if (state == NONE) break;
    resume(state);
    if (isApexBeaten()) continue;
    expanded++;
    fork(state, stateSide(state));
  }
  clearOpen();
  return true;
}

export function searchCost(): f64 {
  return bestCost;
}
/** No way is shorter than this. */
export function searchLowerBound(): f64 {
  return min(openBound(), bestCost);
}
export function searchExpanded(): u32 {
  return expanded;
}
export function searchQueued(): u32 {
  return queued;
}
export function searchTested(): u32 {
  return tested;
}
