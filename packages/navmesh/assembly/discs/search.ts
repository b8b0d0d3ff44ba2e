// The shortest path of a disc from point to point: TRA* (Demyen and Buro 2006) from gate to gate. A state is a gate that is about to be
// crossed with the funnel of the way there, and stands for all ways through one channel; states come in order of the least length that
// is possible. Where it is too narrow for the disc nothing is entered, and ways that another one is nowhere longer than end there.

import { heapKey, heapLeast, heapPop, heapSize, ITEMS } from '../heap';
import { bestBind, bestCost, bestForget, take } from './best';
import { channelLength, isLifted, lifted } from './channel';
import {
  corridorsForget,
  endOfCorridor,
  gateNumber,
  halfOf,
  markHalves,
  pieceAfter,
  walkHalf,
} from './corridors';
import {
  addLeft,
  addRight,
  firstRoot,
  funnelBegin,
  isBeaten,
  lengthTo,
  setPortal,
  setStrict,
} from './funnel';
import {
  addDoor,
  crossGate,
  gatesBegin,
  gatesForget,
  gateSide,
  isOutdone,
  isWide,
  hasCrossed,
  keepBest,
  leastOnOver,
  leastOver,
  measureGate,
  noteRows,
  placeOnGate,
  startX,
  startY,
  straightOver,
  toLeft,
  toRight,
  writeRow,
} from './gates';
import { markEnds, marksForget, markOf, markTarget, TARGET } from './marks';
import { corners, endOf, nodes, onwards, startOf, STRIDE, strides, twins, X, Y } from './mesh';
import {
  aheadOver,
  ALL,
  DOORS,
  isByTriangles,
  isOpen,
  isWay,
  mayEnter,
  SEEK,
  setTask,
  setWidth,
  task,
  width,
} from './openings';
import {
  doubt,
  doubtsForget,
  enough,
  floor,
  isDoubted,
  isDoubtful,
  isTrusted,
  reachForget,
  setFloor,
} from './reach';
import { rootsForget } from './roots';
import { followLegs } from './route';
import {
  addLeg,
  AT_GATE,
  ESTIMATE,
  GOES_LEFT,
  GOES_RIGHT,
  isAllAround,
  isFull,
  isLegRepeated,
  keptWays,
  leastSince,
  openState,
  popWay,
  pushWay,
  reopenState,
  resume,
  setLeg,
  stateEnd,
  stateGate,
  stateKind,
  stateLeast,
  statesForget,
} from './states';
import { isShortest, straightLength } from './straight';
import { after, at, before, NONE } from '../sides';

/** Per vertex, one byte: 1 = it is on no wall. */
let loose: usize = 0;

let search: u32 = 0;
let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
let radius: f64 = 0;
let most: u32 = 0;
let expanded: u32 = 0;
/** How many were looked into before this run. */
let expandedBefore: u32 = 0;
/** Room for one side of the funnel. */
let chain: u32 = 0;

/** The triangles that hold the target, in parts with decision points. */
let targets: usize = 0;
let targetCount: u32 = 0;
let hasDoors: bool = false;
/** Whether the target is in a part without decision points: then nothing but its legs ends a way that goes around a vertex for ever. */
let isRing: bool = false;
/** Whether states are only estimated, for as long as there are those from the source only. */
let isEarly: bool = false;

export function searchBind(
  path: usize,
  pathRoom: u32,
  chainRoom: u32,
  target: usize,
  looseVertices: usize,
): void {
  loose = looseVertices;
  targets = target;
  bestBind(path, pathRoom);
  chain = chainRoom;
}

export function searchBegin(sourceX: f64, sourceY: f64, targetX: f64, targetY: f64, r: f64): void {
  search++;
  sx = sourceX;
  sy = sourceY;
  tx = targetX;
  ty = targetY;
  radius = r;
  setWidth(2 * r * (1 - 1e-12));
  expanded = 0;
  targetCount = 0;
  hasDoors = false;
  isRing = false;
  bestForget();
  setTask(SEEK);
  doubtsForget();
  marksForget(search);
  corridorsForget(search);
  gatesBegin(search, tx, ty, r);
  forget();
}

/** Everything but the best path and what is known of the ends. */
function forget(): void {
  expandedBefore = expanded;
  setFloor(0);
  statesForget();
  gatesForget();
  reachForget();
  rootsForget();
}

/** Marks a triangle that holds the target. `hasNodes`: whether its part has decision points. */
export function searchTarget(triangle: u32, hasNodes: bool): void {
  markHalves(triangle);
  markHalves(markTarget(triangle));
  if (!hasNodes) {
    isRing = true;
    return;
  }
  store<u32>(targets + ((<usize>targetCount) << 2), triangle);
  targetCount++;
}

/** The ways from the target out to the gates around it: only where the path is not found around the source. */
function findDoors(): void {
  if (hasDoors) return;
  hasDoors = true;
  setTask(DOORS);
  setStrict(false);
  crossGate(NONE);
  for (let i: u32 = 0; i < targetCount; i++) leaveFrom(tx, ty, at(targets, i));
  setTask(SEEK);
}

/** From a triangle that holds the source: a path that is found without a search. 1 where it is the shortest. */
export function searchStraight(triangle: u32): bool {
  take(straightLength(triangle, sx, sy, tx, ty, radius));
  return isShortest;
}

/** The first states, from a triangle that holds the source. */
export function searchSource(triangle: u32): void {
  markEnds(triangle);
  setStrict(true);
  isEarly = true;
  leaveFrom(sx, sy, triangle);
  isEarly = false;
}

function leaveFrom(x: f64, y: f64, triangle: u32): void {
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
    if (at(twins, side) == NONE || !mayEnter(side)) continue;
    const l = endOf(side);
    const r = startOf(side);
    const dx = X(l) - X(r);
    const dy = Y(l) - Y(r);
    if (dx * dx + dy * dy < width * width) continue;
    begin(x, y, l, r);
    addLeg(side, NONE, NONE);
    enter(over(side));
  }
}

/** The ways from a point over a side of its triangle, between two vertices. */
function begin(x: f64, y: f64, l: u32, r: u32): void {
  funnelBegin(x, y, radius, chain);
  // a point that is one of them has no direction to there
  if (X(l) != x || Y(l) != y) addLeft(X(l), Y(l), 1, l);
  if (X(r) != x || Y(r) != y) addRight(X(r), Y(r), r);
  setLeg(NONE);
}

/** On over a side as far as there is nothing to choose: the side over which the next triangle to look into is entered; NONE for an end. */
function over(side: u32): u32 {
  const node = at(nodes, side / 3);
  const number = node == NONE ? gateNumber(side) : 3 * node + (side % 3);
  if (number == NONE) return at(twins, side);
  if (node != NONE) {
    const half = 2 * number;
    if (isByTriangles(half)) {
      if (gateSide(number) == side) {
        come(number);
        return NONE;
      }
      return at(twins, side);
    }
    if (!walkHalf(half, width)) return NONE;
    // a corridor without a gate is one half
    if (gateSide(number) == NONE) return endOfCorridor(number);
  }
  come(number);
  return NONE;
}

/** On from a triangle that is entered over a side, wherever the disc passes: where ways part to the left first. */
function enter(from: u32): void {
  const kept = keptWays();
  for (let entry = from; ;) {
    while (entry != NONE) entry = through(entry);
    if (keptWays() == kept) return;
    entry = leave(popWay(), false);
  }
}

/** Through a triangle that is entered over a side; returns the next such side, NONE for an end. */
function through(entry: u32): u32 {
  const triangle = entry / 3;
  const m = task == SEEK ? markOf(triangle) : 0;
  const stride = strides + <usize>entry * STRIDE;
  const next = load<u32>(stride, 32);
  if (m == 0 && next != NONE && !isRing) {
    if (load<f64>(stride) < width && !isOpen(load<u32>(stride, 28) ? after(entry) : entry)) {
      return NONE;
    }
    if (!stepOn(stride, entry)) return NONE;
    const number = load<u32>(stride, 36);
    if (number != NONE) {
      come(number);
      return NONE;
    }
    const piece = load<u32>(stride, 40);
    return piece != NONE && !isByTriangles(halfOf(piece)) ? throughPieces(piece) : next;
  }
  if (task != DOORS && isAllAround(at(twins, entry))) return NONE;
  if ((m & TARGET) != 0) arriveAt();
  const left = after(entry);
  const right = before(entry);
  // around the corner where both sides meet
  const isLeft = at(twins, left) != NONE && isOpen(left) && mayEnter(left) && isWay(left);
  const isRight = at(twins, right) != NONE && isOpen(entry) && mayEnter(right) && isWay(right);
  if (!isLeft && !isRight) return NONE;
  if (!isLeft || !isRight) return leave(entry, isLeft);
  return leaveOverBoth(entry);
}

/** Out of a triangle over two sides: where lengths tell, over that which promises more, and the other one waits. */
function leaveOverBoth(entry: u32): u32 {
  const left = hasCrossed() ? aheadOver(after(entry)) : NONE;
  const right = left == NONE ? NONE : aheadOver(before(entry));
  if (right == NONE) {
    pushWay(entry);
    return leave(entry, true);
  }
  const overLeft = max(floor, leastOnOver(left));
  const overRight = max(floor, leastOnOver(right));
  const goesLeft = overLeft <= overRight;
  if (min(overLeft, overRight) >= bestCost) return NONE;
  const other = max(overLeft, overRight);
  if (other < bestCost) openState(entry, other, goesLeft ? GOES_RIGHT : GOES_LEFT);
  return leave(entry, goesLeft);
}

/** Out of a triangle that is entered over a side, over its left or its right side. */
function leave(entry: u32, isLeft: bool): u32 {
  if (!cross(entry, isLeft)) return NONE;
  const side = isLeft ? after(entry) : before(entry);
  const isTarget = task == SEEK && (markOf(entry / 3) & TARGET) != 0;
  if (isTarget || isRing || at(onwards, entry) != side) {
    if (!choose(entry, side, isLeft ? endOf(entry) : startOf(entry))) return NONE;
  }
  return over(side);
}

/** From a piece of a corridor on to its gate, or to the next node: as `over`. */
function throughPieces(from: u32): u32 {
  const half = halfOf(from);
  for (let piece = from; piece != NONE; piece = pieceAfter(piece))
    if (!walkHalf(piece, width)) return NONE;
  const number = half >> 1;
  if ((half & 1) != 0 || gateSide(number) == NONE) return endOfCorridor(number);
  come(number);
  return NONE;
}

/** In a triangle that is entered over a side, over another around a vertex. */
function choose(entry: u32, side: u32, hub: u32): bool {
  if (task == DOORS) return true;
  addLeg(side, hub, at(twins, entry));
  // a funnel loses count of turns around a vertex by itself, and a way in doubt is compared with no other: they end where they repeat
  return (isTrusted(firstRoot()) && !load<u8>(loose + hub)) || !isLegRepeated();
}

/** Through a triangle: the funnel gets its third vertex. */
function cross(entry: u32, isLeft: bool): bool {
  const v = at(corners, before(entry));
  setPortal(entry);
  return isLeft ? addLeft(X(v), Y(v), 1, v) : addRight(X(v), Y(v), v);
}

/** The same where it is left over the only side that leads on. */
function stepOn(stride: usize, entry: u32): bool {
  const v = load<u32>(stride, 24);
  const x = load<f64>(stride, 8);
  const y = load<f64>(stride, 16);
  setPortal(entry);
  return load<u32>(stride, 28) ? addLeft(x, y, 1, v) : addRight(x, y, v);
}

/** The way at hand has come to a gate: to be crossed later, if it can lead to a path that is shorter. */
function come(number: u32): void {
  if (task == DOORS) {
    addDoor(number);
    return;
  }
  if (isEarly) {
    openState(number, straightOver(number), ESTIMATE);
    return;
  }
  let least = floor;
  if (task == SEEK) {
    least = max(leastOver(number), floor);
    if (!(least < bestCost) || isOutdone(number, least)) return;
  } else {
    measureGate(number);
    noteRows(number);
    least = max(floor, min(toLeft, toRight));
  }
  openState(number, least);
}

/** What an early state is good for, now that there may be others. */
function reconsider(state: u32, number: u32): void {
  const least = max(leastOver(number), stateLeast(state));
  if (least < bestCost) reopenState(state, least);
}

/** The way at hand has come to the target: a path, if nothing is in its way. */
function arriveAt(): void {
  if (task != SEEK) return;
  const length = lengthTo(tx, ty);
  if (length < bestCost) openState(NONE, length);
}

/** Runs until that many states in all have been looked into, or until the shortest path is proven, or it has to be run again: whether it is one of these. */
export function searchRun(until: u32): bool {
  most = until;
  while (heapSize() > 0) {
    if (heapLeast() > heapKey(bestCost) || expanded >= enough) break;
    if (expanded >= most || isFull) return false;
    lookInto(<u32>(heapPop() & ITEMS));
  }
  return true;
}

/**
 * Goes for a first path, from each state to the most promising of those that it leads to, as long as that needs little more than what waits first: until
 * there is one, nothing is left or that many states have been looked into. These states wait all the same: they are found outdone by themselves.
 */
export function searchFirst(until: u32): void {
  while (bestCost == Infinity && heapSize() > 0 && !isFull && expanded < min(until, enough))
    for (let state = <u32>(heapPop() & ITEMS); state != NONE;) {
      const from = stateEnd;
      const isFirstLook = stateKind(state) == ESTIMATE;
      lookInto(state);
      if (isFirstLook || bestCost < Infinity || expanded >= until) break;
      state = leastSince(from);
      if (state != NONE && stateLeast(state) > 1.1 * reinterpret<f64>(heapLeast())) break;
    }
}

function lookInto(state: u32): void {
  const number = stateGate(state);
  const kind = stateKind(state);
  if (kind == ESTIMATE) findDoors();
  resume(state);
  setFloor(stateLeast(state));
  if (kind == ESTIMATE) reconsider(state, number);
  else if (number == NONE) arrive();
  else if (kind == AT_GATE) expand(state, number);
  else goOn(number, kind == GOES_LEFT);
}

/** Out of a triangle that was entered over a side, over that of its other sides that had to wait. */
function goOn(entry: u32, isLeft: bool): void {
  setStrict(true);
  if (isBeaten()) return;
  crossGate(NONE);
  enter(leave(entry, isLeft));
}

/** Through the gate of a state to the next node, or triangle by triangle where the target is near. */
function expand(state: u32, number: u32): void {
  setStrict(true);
  if (isBeaten() || isOutdone(number, floor)) return;
  keepBest(number, state);
  expanded++;
  crossGate(number);
  const half = 2 * number + 1;
  if (isByTriangles(half)) enter(at(twins, gateSide(number)));
  else if (walkHalf(half, width)) enter(endOfCorridor(number));
}

/** Whether the search has to be run again: a way that ended others early is longer than it seemed. */
export function searchIsOpen(): bool {
  if (!isDoubted) return false;
  forget();
  return true;
}

/** A channel leads to the target: its path, clear of everything. */
function arrive(): void {
  const target = followLegs();
  if (target == NONE) return;
  setStrict(false);
  take(channelLength(target, sx, sy, tx, ty, radius, true));
  // it may have ended others that are shorter, by a first piece that is not free, or by a turn beside the source that is too narrow
  if (isLifted && !isDoubtful(lifted)) doubt(lifted, 2 * expanded - expandedBefore);
}

/**
 * A row of the table: the lengths of the shortest ways from the left end of what is open of a gate to those of all gates. False, and no row,
 * where that takes more than so many states.
 */
export function searchRow(number: u32, r: f64, address: usize, rows: u32, mostStates: u32): bool {
  searchBegin(0, 0, 0, 0, r);
  if (isWide(number)) {
    setTask(ALL);
    setStrict(true);
    placeOnGate(number);
    const side = gateSide(number);
    startAt(side, number);
    startAt(at(twins, side), gateNumber(at(twins, side)));
    const isDone = searchRun(mostStates);
    setTask(SEEK);
    if (!isDone) return false;
  }
  writeRow(address, rows);
  return true;
}

/** From the place on a gate over it, as who crosses it over a side. */
function startAt(side: u32, number: u32): void {
  begin(startX, startY, endOf(side), startOf(side));
  come(number);
}

export function searchExpanded(): u32 {
  return expanded;
}
