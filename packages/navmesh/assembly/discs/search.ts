// The shortest path of a disc from point to point. A state is a side that is entered with the funnel of the way there, and stands for all ways
// through one channel; states come in order of the least length that is possible. Channels too narrow for the disc are not
// entered, and those that turn around a corner that another one got around shorter end there.

import { reallocate } from '../env';
import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, ITEMS } from '../heap';
import { channelBegin, channelLength, count, first, lifted, sides } from './channel';
import {
  addLeft,
  addRight,
  doubt,
  doubtsForget,
  funnelBegin,
  funnelBytes,
  funnelLoad,
  funnelSave,
  isBeaten,
  isDoubtful,
  leftBytes,
  lengthTo,
  reachForget,
  root,
  rootsForget,
  setPortal,
  setStrict,
} from './funnel';
import { corners, endOf, exits, isDown, startOf, twins, widths, X, Y } from './mesh';
import { POINT } from './path';
import { after, at, before, NONE } from '../sides';

/** States: a header of 32 bytes and the funnel: turn, side (NONE = at the target), last leg, bytes of the left chain, of all, f64 least length. */
let states: usize = 0;
let stateRoom: usize = 0;
let stateEnd: usize = 0;
const HEADER: usize = 32;

/**
 * The sides crossed, 16 bytes: side, leg before, the vertex that the way turns around between the two, the side where it began to turn
 * around that.
 */
let legs: usize = 0;
let legRoom: u32 = 0;
let legCount: u32 = 0;

/** Per triangle: the search that marked it, times 4, and what it is in there. */
let marks: usize = 0;
/** Per triangle marked WAY: the side that goes down to the target. */
let ways: usize = 0;
const TARGET: u32 = 1;
const WAY: u32 = 2;
let search: u32 = 0;

/** The points of the shortest path so far. */
let best: usize = 0;
let bestRoom: u32 = 0;
let bestCount: u32 = 0;
let bestCost: f64 = Infinity;

let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
let radius: f64 = 0;
/** The least width that the disc passes. */
let width: f64 = 0;
let most: u32 = 0;
let expanded: u32 = 0;
let isAgain: bool = false;
/** Room for one side of the funnel. */
let chain: u32 = 0;

export function searchBind(
  state: usize,
  stateBytes: u32,
  leg: usize,
  legsRoom: u32,
  markWords: usize,
  way: usize,
  heap: usize,
  heapRoom: u32,
  path: usize,
  pathRoom: u32,
  chainRoom: u32,
): void {
  states = state;
  stateRoom = stateBytes;
  legs = leg;
  legRoom = legsRoom;
  marks = markWords;
  ways = way;
  heapBind(heap, heapRoom);
  best = path;
  bestRoom = pathRoom;
  chain = chainRoom;
}

export function searchBegin(
  sourceX: f64,
  sourceY: f64,
  targetX: f64,
  targetY: f64,
  r: f64,
  maxExpanded: u32,
): void {
  search++;
  sx = sourceX;
  sy = sourceY;
  tx = targetX;
  ty = targetY;
  radius = r;
  width = 2 * r * (1 - 1e-12);
  most = maxExpanded;
  expanded = 0;
  bestCost = Infinity;
  bestCount = 0;
  doubtsForget();
  forget();
}

/** Everything but the best path and what is known of the ends. */
function forget(): void {
  heapClear();
  stateEnd = 0;
  legCount = 0;
  isAgain = false;
  reachForget();
  rootsForget();
}

function markOf(triangle: u32): u32 {
  const m = at(marks, triangle);
  return m >> 2 == search ? m & 3 : 0;
}
function mark(triangle: u32, what: u32): void {
  store<u32>(marks + ((<usize>triangle) << 2), (search << 2) | markOf(triangle) | what);
}

/** Marks a triangle that holds the target, and the way down to it where it is in a dead end. */
export function searchTarget(triangle: u32): void {
  mark(triangle, TARGET);
  for (let t = triangle; ;) {
    const exit = at(exits, t);
    if (exit == NONE) return;
    const down = at(twins, exit);
    t = down / 3;
    mark(t, WAY);
    store<u32>(ways + ((<usize>t) << 2), down);
  }
}

/** The first states, from a triangle that holds the source. */
export function searchSource(triangle: u32): void {
  if (markOf(triangle) & TARGET) {
    // the straight path, and what is in its way
    channelBegin(0);
    take(channelLength(triangle, sx, sy, tx, ty, radius, false));
  }
  setStrict(true);
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
    if (at(twins, side) == NONE || !mayDescend(side)) continue;
    const l = endOf(side);
    const r = startOf(side);
    const dx = X(l) - X(r);
    const dy = Y(l) - Y(r);
    if (dx * dx + dy * dy < width * width) continue;
    funnelBegin(sx, sy, radius, chain);
    addLeft(X(l), Y(l), 1, l);
    addRight(X(r), Y(r), r);
    goOn(addLeg(side, NONE, NONE));
  }
}

/** Down into a dead end only to the target. */
function mayDescend(side: u32): bool {
  if (!isDown(side)) return true;
  const triangle = side / 3;
  return (markOf(triangle) & WAY) != 0 && at(ways, triangle) == side;
}

function legAt(i: u32): usize {
  return legs + ((<usize>i) << 4);
}

/** The leg over a side after another, around a vertex; NONE once it has gone all around that. */
function addLeg(side: u32, previous: u32, hub: u32): u32 {
  if (legCount == legRoom) {
    legs = reallocate(legs, (<usize>legRoom) << 4, (<usize>legRoom) << 5);
    legRoom <<= 1;
  }
  let start = NONE;
  if (previous != NONE) {
    const other = legAt(previous);
    start = load<u32>(other, 8) == hub ? load<u32>(other, 12) : load<u32>(other);
    if (side == start) return NONE;
  }
  const leg = legAt(legCount);
  store<u32>(leg, side);
  store<u32>(leg, previous, 4);
  store<u32>(leg, hub, 8);
  store<u32>(leg, start, 12);
  return legCount++;
}

/** On over a side and wherever there is one way on, until ways part. */
function goOn(from: u32): void {
  let leg = from;
  while (leg != NONE) {
    const entry = at(twins, load<u32>(legAt(leg)));
    if (markOf(entry / 3) & TARGET) queue(NONE, leg, lengthTo(tx, ty));
    const left = after(entry);
    const right = before(entry);
    // around the corner where both sides meet
    const isLeft = at(twins, left) != NONE && widthAt(left) >= width && mayDescend(left);
    const isRight = at(twins, right) != NONE && widthAt(entry) >= width && mayDescend(right);
    if (isLeft && isRight) {
      queue(entry, leg, least(entry));
      return;
    }
    if (!isLeft && !isRight) return;
    if (!cross(entry, isLeft)) return;
    leg = step(entry, isLeft, leg);
  }
}

/** Over the left or right side of the triangle that is entered. */
function step(entry: u32, isLeft: bool, leg: u32): u32 {
  return isLeft
    ? addLeg(after(entry), leg, endOf(entry))
    : addLeg(before(entry), leg, startOf(entry));
}

function widthAt(side: u32): f64 {
  return load<f64>(widths + ((<usize>side) << 3));
}

/** Through a triangle: the funnel gets its third vertex. */
function cross(entry: u32, isLeft: bool): bool {
  const v = at(corners, before(entry));
  setPortal(entry);
  return isLeft ? addLeft(X(v), Y(v), 1, v) : addRight(X(v), Y(v), v);
}

/** No way through the channel so far is shorter. */
function least(entry: u32): f64 {
  const a = startOf(entry);
  const b = endOf(entry);
  const ax = X(a);
  const ay = Y(a);
  const dx = X(b) - ax;
  const dy = Y(b) - ay;
  const ahead = dx * (ty - ay) - dy * (tx - ax);
  if (ahead >= 0) return lengthTo(tx, ty);
  // over the side and back: as long as straight on to the mirror image
  const k = (2 * ahead) / (dx * dx + dy * dy);
  return lengthTo(tx + k * dy, ty - k * dx);
}

function queue(entry: u32, leg: u32, length: f64): void {
  if (!(length < bestCost)) return;
  const bytes = funnelBytes();
  const end = stateEnd + HEADER + bytes;
  while (end > stateRoom) {
    states = reallocate(states, stateEnd, stateRoom << 1);
    stateRoom <<= 1;
  }
  const state = states + stateEnd;
  store<u32>(state, root);
  store<u32>(state, entry, 4);
  store<u32>(state, leg, 8);
  store<u32>(state, <u32>leftBytes(), 12);
  store<u32>(state, <u32>bytes, 16);
  funnelSave(state + HEADER);
  heapPush(length, <u32>(stateEnd >> 5));
  stateEnd = end;
}

/** Runs until the shortest path is proven. Returns its length, Infinity where there is none. */
export function searchRun(): f64 {
  while (heapSize() > 0) {
    const item = heapPop();
    if ((item & ~ITEMS) > heapKey(bestCost)) break;
    if (expanded >= most) break;
    const number = <usize>(item & ITEMS);
    const state = states + (number << 5);
    const entry = load<u32>(state, 4);
    const leg = load<u32>(state, 8);
    if (entry == NONE) {
      arrive(number, leg);
      continue;
    }
    expanded++;
    resume(number);
    if (isBeaten()) continue;
    if (cross(entry, true)) goOn(step(entry, true, leg));
    resume(number);
    if (cross(entry, false)) goOn(step(entry, false, leg));
  }
  return bestCost;
}

/** Whether the search has to be run again: a way that ended others early is longer than it seemed. */
export function searchIsOpen(): bool {
  if (!isAgain || expanded >= most) return false;
  forget();
  return true;
}

function resume(number: usize): void {
  setStrict(true);
  const state = states + (number << 5);
  funnelLoad(state + HEADER, load<u32>(state, 12), load<u32>(state, 16), load<u32>(state));
}

/** A channel leads to the target: its path, clear of everything. */
function arrive(number: usize, leg: u32): void {
  let length: u32 = 0;
  for (let i = leg; i != NONE; i = load<u32>(legAt(i), 4)) length++;
  channelBegin(length);
  let place = sides + ((<usize>length) << 2);
  for (let i = leg; i != NONE; i = load<u32>(legAt(i), 4)) {
    place -= 4;
    store<u32>(place, load<u32>(legAt(i)));
  }
  const lastSide = load<u32>(legAt(leg));
  resume(number);
  setStrict(false);
  take(channelLength(at(twins, lastSide) / 3, sx, sy, tx, ty, radius, true));
  // it may have ended others that are shorter, by a first piece that is not free
  if (lifted != NONE && !isDoubtful(lifted) && doubt(lifted)) isAgain = true;
}

function take(cost: f64): void {
  if (cost >= bestCost) return;
  bestCost = cost;
  if (count > bestRoom) {
    best = reallocate(best, 0, <usize>count * POINT * 2);
    bestRoom = 2 * count;
  }
  memory.copy(best, first, <usize>count * POINT);
  bestCount = count;
}

export function searchExpanded(): u32 {
  return expanded;
}
export function searchPoints(): usize {
  return best;
}
export function searchPointCount(): u32 {
  return bestCount;
}
