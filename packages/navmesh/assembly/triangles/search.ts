// Searches for channels, which are sequences of triangles. TA* (Demyen and Buro 2006) stops in every triangle, TRA* where ways part only.
// States are looked at in order of the least length that is possible, so that the shortest way known is proven when it is no
// longer than what remains.

import { addDoor, boundsForget, boundsRow, gateOf, leastOverGate, leastOverSide } from './bounds';
import {
  corridorsForget,
  endOf,
  holdsTarget,
  isPassFree,
  markHalves,
  nodeSide,
  passEnd,
  walkBranch,
  walkHalf,
  walkStem,
} from './corridors';
import {
  addLeft,
  addRight,
  BARE,
  entryLength,
  entryX,
  entryY,
  funnelBack,
  funnelBegin,
  funnelForget,
  funnelKeep,
  isApexBeaten,
  lastTurn,
  rootsTo,
  setMode,
  STRICT,
} from './funnel';
import { mark, markOf, marksForget, markWays, mouthOf, START, TARGET, WAY, wayDown } from './marks';
import {
  cornerOf,
  distance,
  exitOf,
  gateNumber,
  moveVertex,
  NODE,
  nodeIn,
  onwardOf,
  twinOf,
  vertexCount,
  X,
  Y,
} from './mesh';
import {
  addLatest,
  clearOpen,
  isNext,
  isRepeated,
  newState,
  open,
  openBound,
  queued,
  resume,
  saveState,
  stateLeast,
  stateSide,
  statesForget,
  takeOpen,
} from './states';
import { after, before, NONE } from '../sides';

let search: u32 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
/** A state per triangle. */
export let isPlain: bool = false;

/** The best of the states that follow the one at hand, so far: often the next one, for which it need not be put into the queue. */
let better: u32 = NONE;

/** The least length of the state at hand: what comes after it cannot be less. */
let floor: f64 = 0;
/** Where the target's dead end opens. */
let targetMouth: u32 = NONE;

let expanded: u32 = 0;
let tested: u32 = 0;
let bestCost: f64 = Infinity;
/** The last turn of the shortest way found. */
export let bestRoot: u32 = NONE;

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
  forget(startX, startY, targetX, targetY, false);
  bestCost = bound;
  if (hasNodes) findDoors(target);
  setMode(STRICT);
  mark(target, TARGET);
  targetMouth = isPlain ? target : markWays(target);
}

function forget(startX: f64, startY: f64, targetX: f64, targetY: f64, aimless: bool): void {
  search++;
  // the start and the target are vertices behind the others
  moveVertex(vertexCount, startX, startY);
  moveVertex(vertexCount + 1, targetX, targetY);
  tx = targetX;
  ty = targetY;
  statesForget();
  funnelForget(search);
  marksForget(search);
  corridorsForget(search);
  boundsForget(search, tx, ty, aimless);
  expanded = 0;
  tested = 0;
  bestCost = Infinity;
  bestRoot = NONE;
  better = NONE;
  floor = 0;
  targetMouth = NONE;
}

/**
 * Row of the table of bounds: the lengths of the shortest ways from the vertex where a gate's side starts to all ends of gates. False, and
 * no row, where that takes more than `most` states.
 */
export function searchRow(row: u32, side: u32, vertices: usize, most: u32): bool {
  const v = cornerOf(side);
  forget(X(v), Y(v), 0, 0, true);
  setMode(STRICT);
  searchStart(side / 3);
  searchOpen(side / 3);
  if (!searchRun(most)) return false;
  boundsRow(row, vertices);
  return true;
}

/** The ways from the target out to the gates around it. */
function findDoors(target: u32): void {
  setMode(BARE);
  for (let side = 3 * target; side < 3 * target + 3; side++) {
    if (!isWayOut(target, side)) continue;
    setOut(vertexCount + 1, side);
    walkOut(side);
  }
}

/** From the target on over a side to the next gates. */
function walkOut(from: u32): void {
  let side = from;
  while (nodeIn(side / 3) == NONE && gateNumber(side) == NONE) {
    const entry = twinOf(side);
    const next = onwardOf(entry);
    if (next == NODE) {
      const state = saveState();
      if (addLeft(cornerOf(before(entry)))) walkOut(after(entry));
      resume(state);
      if (addRight(cornerOf(before(entry)))) walkOut(before(entry));
      return;
    }
    pass(entry, next);
    side = next;
  }
  if (nodeIn(side / 3) != NONE) {
    const number = nodeSide(side);
    walkHalf(2 * number);
    addDoor(number);
  } else addDoor(gateNumber(side));
}

/** Whether a side of the start's or target's triangle leads anywhere but down a dead end. */
function isWayOut(triangle: u32, side: u32): bool {
  const twin = twinOf(side);
  if (twin == NONE) return false;
  if (isPlain) return true;
  const exit = exitOf(triangle);
  return exit == NONE ? exitOf(twin / 3) != twin : exit == side;
}

/** The funnel from vertex v through a side of its triangle. */
function setOut(v: u32, side: u32): void {
  funnelBegin(v);
  addLeft(cornerOf(after(side)));
  addRight(cornerOf(side));
}

/** Marks a triangle that holds the start. All of them before `searchOpen`. */
export function searchStart(triangle: u32): void {
  mark(triangle, START);
  if (isPlain) return;
  markHalves(mouthOf(triangle), false);
  if (targetMouth != NONE) markHalves(targetMouth, true);
}

/** The first states, from a triangle that holds the start. */
export function searchOpen(triangle: u32): void {
  if (markOf(triangle) & WAY) {
    const side = wayDown(triangle);
    setOut(vertexCount, side);
    setOff(side);
  } else
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      if (!isWayOut(triangle, side)) continue;
      setOut(vertexCount, side);
      setOff(side);
    }
}

/** From the start over a side, to the next gates. */
function setOff(from: u32): void {
  if (isPlain || nodeIn(from / 3) != NONE) {
    leave(from);
    return;
  }
  let side = from;
  while (side != NONE) {
    const number = gateNumber(side);
    if (number != NONE) {
      come(number);
      break;
    }
    const entry = twinOf(side);
    side = walkOn(entry);
    if (side == NODE) {
      // of a corridor both ways, up out of a dead end
      if (nodeIn(entry / 3) != NONE) fork(entry);
      else {
        const state = saveState();
        if (addLeft(cornerOf(before(entry)))) setOff(after(entry));
        resume(state);
        if (addRight(cornerOf(before(entry)))) setOff(before(entry));
      }
      break;
    }
  }
}

/** In a triangle that was entered over a side: over both others. */
function fork(entry: u32): void {
  const v = cornerOf(before(entry));
  const left = after(entry);
  const right = before(entry);
  if (twinOf(left) != NONE) {
    funnelKeep();
    if (addLeft(v)) leave(left);
    funnelBack();
  }
  if (twinOf(right) != NONE && addRight(v)) leave(right);
}

/** Out of a triangle where ways part, to the gate of the corridor there. */
function leave(side: u32): void {
  if (isPlain) come(side);
  else {
    const number = nodeSide(side);
    if (holdsTarget(2 * number)) walk(side);
    else if (walkHalf(2 * number)) come(number);
  }
}

/** The way at hand has come to a gate, or a side: to be crossed later, if it can lead to a way that is shorter. */
function come(number: u32): void {
  const here = isPlain ? leastOverSide(twinOf(number)) : leastOverGate(number);
  const least = max(here, floor);
  if (least >= bestCost) return;
  if (isRepeated(number, search)) return;
  let state = newState(number, least);
  addLatest(number, state);
  if (better == NONE || least < stateLeast(better)) {
    const other = better;
    better = state;
    state = other;
  }
  if (state != NONE) open(state);
}

/** Through the gate of a state to the next node, or over its side, and on from there; the best of what follows is kept back. */
function expand(state: u32): void {
  better = NONE;
  resume(state);
  if (isApexBeaten()) return;
  expanded++;
  floor = stateLeast(state);
  const number = stateSide(state);
  if (isPlain) {
    const entry = twinOf(number);
    if (walkOn(entry) == NODE) fork(entry);
  } else if (isPassFree(number)) {
    if (!walkStem(number)) return;
    funnelKeep();
    if (walkBranch(number, true)) come(passEnd(number, true));
    funnelBack();
    if (walkBranch(number, false)) come(passEnd(number, false));
  } else if (holdsTarget(2 * number + 1)) walk(gateOf(number));
  else if (walkHalf(2 * number + 1)) {
    const entry = endOf(number);
    if (walkOn(entry) == NODE) fork(entry);
  }
}

/** On over a side to the target, which lies that way. */
function walk(from: u32): void {
  let side = from;
  while (side < NODE) side = walkOn(twinOf(side));
}

/** Through the triangle behind a side, where that is the only way: the side over which it is left, NODE where there are two, NONE for an end. */
function walkOn(entry: u32): u32 {
  const triangle = entry / 3;
  const m = markOf(triangle);
  if (m & TARGET) {
    arrive();
    return NONE;
  }
  if (m & START) return NONE;
  if (isPlain) return NODE;
  const next = m & WAY ? wayDown(triangle) : onwardOf(entry);
  return next >= NODE || pass(entry, next) ? next : NONE;
}

/** Through a triangle: the funnel gets its third vertex. */
function pass(entry: u32, side: u32): bool {
  const v = cornerOf(before(entry));
  return side == after(entry) ? addLeft(v) : addRight(v);
}

function arrive(): void {
  tested++;
  const last = lastTurn(tx, ty);
  const cost = entryLength(last) + distance(entryX(last), entryY(last), tx, ty);
  if (cost < bestCost) {
    bestCost = cost;
    bestRoot = rootsTo(last);
  }
}

/** The best of the first states is kept back no longer. */
function openBetter(): void {
  if (better != NONE) open(better);
  better = NONE;
}

/** A first way, right after `searchOpen`: always on over the better of two sides; from the best that is open where that ends. */
export function searchFirst(): void {
  const found = tested;
  openBetter();
  while (tested == found) {
    let state = takeOpen(bestCost);
    if (state == NONE) break;
    while (state != NONE) {
      expand(state);
      if (tested > found) break;
      state = better;
    }
  }
  openBetter();
}

/** Runs until the shortest way is proven, or after this many states. Returns whether it is proven. */
export function searchRun(most: u32): bool {
  openBetter();
  for (let count: u32 = 0; openBound() < bestCost;) {
    let state = takeOpen(bestCost);
    if (state == NONE) break;
    while (state != NONE) {
      if (count == most) {
        open(state);
        return false;
      }
      expand(state);
      count++;
      state = better;
      if (state != NONE && !isNext(state, bestCost)) {
        openBetter();
        state = NONE;
      }
    }
  }
  better = NONE;
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
