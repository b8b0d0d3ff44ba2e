// A* on the tangent graph. A corner is come to by an arc that touches its walls and left by one that touches the same walls and bends
// around them.

import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { NONE } from '../sides';
import { climb } from './climb';
import {
  acrossFrom,
  AIMED,
  arcAt,
  arcDirection,
  arcHead,
  arcsBegin,
  arcsEnd,
  arcWalls,
  BEFORE,
  CAME_BY,
  DEAD_END,
  distanceTo,
  fourTurns,
  HEADS,
  LENGTH,
  nodeAt,
  REACHED,
  SLACK,
  TO_TARGET,
  touchArcs,
} from './graph';
import {
  landmarksAim,
  landmarksAimed,
  landmarksForget,
  landmarksPick,
  leastFrom,
  touchLengths,
} from './landmarks';
import { listAdd, listAt, listClear, listCount } from './lists';
import { touch } from './touch';
import { pointX, pointY, seen, seesTarget, viewAim, viewBegin, viewTriangle } from './view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT, wallsBeside } from './walls';

let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;

/** The dead ends that the start and the target lie in, NONE for no one: no shortest way goes down any other. MIXED where an end is in several. */
let startEnd: u32 = NONE;
let targetEnd: u32 = NONE;
export const MIXED: u32 = 0xfffffffe;

/** Number of the query, and of the search: a query takes up to two. */
let query: u32 = 0;
let search: u32 = 0;
/** Whether other dead ends are left out. */
let leavesOut: bool = false;
/** How much what remains of a way weighs: 1 for the shortest. */
let weight: f64 = 1;
const HASTE: f64 = 2;

/** Lists: the corners that the start sees along a tangent, those that the target sees so; that nearest to each. */
let starts: usize = 0;
let aims: usize = 0;
let nearStart: u32 = NONE;
let nearAim: u32 = NONE;
/** Ways from the corner at hand, 24 bytes: the arc, as in the graph; f64 its length from the start on; f64 what is left over it at least. */
let ways: usize = 0;
let wayCount: u32 = 0;
const MOST_WAYS: u32 = 64;
const WAY: usize = 24;
/** Whether the corner at hand is out of the queue. */
let isTaken: bool = false;
/** A corner that is no further than this from being the next may soon be it. */
const SOON: f64 = 1 + 1.0 / 512;
/** Whether the starts are in the queue. */
let isOpen: bool = false;
/** No way is shorter. */
let bound: f64 = 0;

let expanded: u32 = 0;
let queued: u32 = 0;
let tested: u32 = 0;
let bestCost: f64 = Infinity;
/** The last corner of the shortest way, where this search found it and its turns are not written yet. */
let bestCorner: u32 = NONE;
/** Lists: the corners where that way turns; room for half of one. */
let turns: usize = 0;
let half: usize = 0;

export function tangentsBind(
  startList: usize,
  aimList: usize,
  turnList: usize,
  halfList: usize,
  wayRoom: usize,
  heap: usize,
  heapRoom: u32,
): void {
  starts = startList;
  aims = aimList;
  turns = turnList;
  half = halfList;
  ways = wayRoom;
  heapBind(heap, heapRoom);
}

/** Starts over; then `tangentsTarget` for each triangle with the target and `tangentsStart` for each with the start. */
export function tangentsBegin(
  startX: f64,
  startY: f64,
  targetX: f64,
  targetY: f64,
  startIn: u32,
  targetIn: u32,
): void {
  query++;
  startEnd = startIn;
  targetEnd = targetIn;
  sx = startX;
  sy = startY;
  tx = targetX;
  ty = targetY;
  listClear(starts);
  listClear(aims);
  listClear(turns);
  nearStart = NONE;
  nearAim = NONE;
  expanded = 0;
  queued = 0;
  tested = 0;
  bestCost = Infinity;
  bestCorner = NONE;
  bound = 0;
  forget(1);
}

function forget(haste: f64): void {
  search++;
  leavesOut = startEnd != MIXED && targetEnd != MIXED;
  weight = haste;
  isOpen = false;
  heapClear();
}

/** A triangle that holds the target. */
export function tangentsTarget(triangle: u32): void {
  viewAim(triangle, query);
  viewBegin(tx, ty, 0, 0, 0);
  viewTriangle(triangle);
  for (let i: u32 = 0; i < listCount(seen); i++) {
    const corner = listAt(seen, i);
    const node = nodeAt(corner);
    // the points have just been read, unlike the nodes
    const dx = tx - pointX(corner);
    const dy = ty - pointY(corner);
    if (wallsBeside(corner, dx, dy) == 0 || load<u32>(node, AIMED) == query) continue;
    const length = sqrt(dx * dx + dy * dy);
    store<u32>(node, query, AIMED);
    store<f64>(node, length, TO_TARGET);
    listAdd(aims, corner);
    if (nearAim == NONE || length < load<f64>(nodeAt(nearAim), TO_TARGET)) nearAim = corner;
  }
}

/** A triangle that holds the start. All calls of `tangentsTarget` come before. */
export function tangentsStart(triangle: u32): void {
  viewBegin(sx, sy, tx, ty, query);
  viewTriangle(triangle);
  if (seesTarget) bestCost = sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy));
  let nearest = nearStart == NONE ? Infinity : distanceTo(nodeAt(nearStart), sx, sy);
  for (let i: u32 = 0; i < listCount(seen); i++) {
    const corner = listAt(seen, i);
    const dx = pointX(corner) - sx;
    const dy = pointY(corner) - sy;
    if (wallsBeside(corner, dx, dy) == 0) continue;
    listAdd(starts, corner);
    const length = sqrt(dx * dx + dy * dy);
    if (length >= nearest) continue;
    nearest = length;
    nearStart = corner;
  }
}

/** The starts are put into the queue, in the light of landmarks. */
function openStarts(): void {
  if (isOpen) return;
  isOpen = true;
  landmarksForget();
  for (let i: u32 = 0; i < listCount(aims); i++) {
    const corner = listAt(aims, i);
    landmarksAim(corner, load<f64>(nodeAt(corner), TO_TARGET));
  }
  landmarksAimed();
  for (let i: u32 = 0; i < listCount(starts); i++) {
    const corner = listAt(starts, i);
    const way = wayAt(wayCount++);
    store<u32>(way, corner);
    store<f64>(way, distanceTo(nodeAt(corner), sx, sy), 8);
    if (wayCount == MOST_WAYS) reach(NONE);
  }
  reach(NONE);
}

function wayAt(i: u32): usize {
  return ways + <usize>i * WAY;
}

/** Expands the first in the queue: all arcs out of it that bend around the walls that the way there touches. */
function expandFirst(): void {
  isTaken = false;
  const corner = <u32>(heapTop() & ITEMS);
  const node = nodeAt(corner);
  const stamp = load<u32>(node, REACHED);
  // the lowest bit says that it was expanded
  if (stamp & 1) {
    heapPop();
    return;
  }
  store<u32>(node, stamp | 1, REACHED);
  expanded++;
  const before = load<u32>(node, BEFORE);
  const isStart = before == NONE;
  const walls = isStart
    ? wallsBeside(corner, load<f64>(node) - sx, load<f64>(node, 8) - sy)
    : before >> HEAD_BITS;
  // the start may be as near as rounding
  const mostLeft = i32x4.splat(isStart || walls & WALL_LEFT ? i32.MAX_VALUE : SLACK);
  const mostRight = i32x4.splat(isStart || walls & WALL_RIGHT ? i32.MIN_VALUE : -SLACK);
  const across = acrossFrom(load<u32>(node, CAME_BY));
  const end = arcsEnd(corner, walls);
  for (let i = arcsBegin(corner, walls); i < end; i += 4) {
    if (wayCount > MOST_WAYS - 4) goOn(corner);
    const four = fourTurns(across, i);
    const fits = v128.and(i32x4.le_s(four, mostLeft), i32x4.ge_s(four, mostRight));
    const mask = end - i < 4 ? (1 << (end - i)) - 1 : 15;
    const hits = i32x4.bitmask(fits) & mask;
    // without branches, which could not be foreseen
    for (let k: u32 = 0; k < 4; k++) {
      store<u64>(wayAt(wayCount), load<u64>(arcAt(i + k)));
      wayCount += (hits >> k) & 1;
    }
  }
  goOn(corner);
}

/** Along arcs. What depends on what their heads are comes after all have been read: memory is waited for together, not one after the other. */
function goOn(corner: u32): void {
  const all = wayCount;
  for (let i: u32 = 0; i < all; i++) {
    const head = arcHead(wayAt(i));
    touch(nodeAt(head) + REACHED);
    touchLengths(head);
  }
  // now, as it takes a while
  if (!isTaken) {
    heapPop();
    isTaken = true;
    if (heapSize() > 0) touchArcs(<u32>(heapTop() & ITEMS));
  }
  const node = nodeAt(corner);
  const x = load<f64>(node);
  const y = load<f64>(node, 8);
  const before = load<f64>(node, LENGTH);
  wayCount = 0;
  for (let i: u32 = 0; i < all; i++) {
    const arc = wayAt(i);
    const to = nodeAt(arcHead(arc));
    const length = before + distanceTo(to, x, y);
    const end = load<u32>(to, DEAD_END);
    const isOut =
      <u32>leavesOut & <u32>(end != NONE) & <u32>(end != targetEnd) & <u32>(end != startEnd);
    const isKnown =
      <u32>(load<u32>(to, REACHED) >> 1 == search) & <u32>(load<f64>(to, LENGTH) <= length);
    const way = wayAt(wayCount);
    store<u64>(way, load<u64>(arc));
    store<f64>(way, length, 8);
    wayCount += (isOut | isKnown) ^ 1;
  }
  reach(corner);
}

/** Ways to corners, shorter than those before. */
function reach(before: u32): void {
  const soon = heapSize() > 0 ? reinterpret<f64>(heapTop() & ~ITEMS) * SOON : Infinity;
  for (let i: u32 = 0; i < wayCount; i++) {
    const way = wayAt(i);
    const corner = arcHead(way);
    const length = load<f64>(way, 8);
    const node = nodeAt(corner);
    store<u32>(node, search << 1, REACHED);
    store<f64>(node, length, LENGTH);
    store<u32>(node, before | (load<u32>(way) & ~HEADS), BEFORE);
    store<u32>(node, arcDirection(way), CAME_BY);
    if (load<u32>(node, AIMED) == query) {
      tested++;
      const cost = length + load<f64>(node, TO_TARGET);
      if (cost < bestCost) {
        bestCost = cost;
        bestCorner = corner;
      }
    }
    const rest = max(distanceTo(node, tx, ty), leastFrom(corner));
    store<f64>(way, rest, 16);
    const first = arcAt(arcsBegin(corner, arcWalls(way)));
    touch(length + rest < soon ? first : node);
  }
  for (let i: u32 = 0; i < wayCount; i++) {
    const way = wayAt(i);
    const length = load<f64>(way, 8);
    const rest = load<f64>(way, 16);
    if (length + rest >= bestCost) continue;
    queued++;
    heapPush(length + weight * rest, arcHead(way));
  }
  wayCount = 0;
}

/** A first way, right after `tangentsStart`: along the shortest ways to a landmark, or by a search in haste where there is none. */
export function tangentsFirst(): void {
  if (bestCost < Infinity) return;
  const landmark = nearStart != NONE && nearAim != NONE ? landmarksPick(nearStart, nearAim) : NONE;
  if (landmark != NONE) {
    tested++;
    bestCost = climb(landmark, nearStart, nearAim, starts, sx, sy, query, search << 1, turns, half);
    // corners keep no mark of it
    forget(1);
  }
  if (bestCost < Infinity) return;
  forget(HASTE);
  openStarts();
  while (heapSize() > 0 && bestCost == Infinity) expandFirst();
  keepTurns();
  forget(1);
}

/** Runs until the shortest way is proven, or after this many corners. Returns whether it is proven. */
export function tangentsRun(most: u32): bool {
  openStarts();
  for (let count: u32 = 0; heapSize() > 0; count++) {
    if ((heapTop() & ~ITEMS) > heapKey(bestCost)) break;
    if (count == most) return false;
    expandFirst();
  }
  heapClear();
  return true;
}

/** Writes the turns of the shortest way found in this search. */
function keepTurns(): void {
  if (bestCorner == NONE) return;
  listClear(half);
  for (let c = bestCorner; ;) {
    listAdd(half, c);
    const before = load<u32>(nodeAt(c), BEFORE);
    if (before == NONE) break;
    c = before & HEADS;
  }
  bestCorner = NONE;
  listClear(turns);
  for (let i = listCount(half); i > 0; i--) listAdd(turns, listAt(half, i - 1));
}

/** The number of turns of the shortest way found. */
export function tangentsTurns(): u32 {
  keepTurns();
  return listCount(turns);
}
/** Writes them from the start on, f64 x and y each. */
export function tangentsWrite(address: usize): void {
  for (let i: u32 = 0; i < listCount(turns); i++)
    v128.store(address + ((<usize>i) << 4), v128.load(nodeAt(listAt(turns, i))));
}
export function tangentsCost(): f64 {
  return bestCost;
}
/** No way is shorter than this. */
export function tangentsLowerBound(): f64 {
  let top = sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy));
  if (isOpen) top = heapSize() == 0 ? Infinity : reinterpret<f64>(heapTop() & ~ITEMS);
  bound = min(max(bound, top), bestCost);
  return bound;
}
export function tangentsExpanded(): u32 {
  return expanded;
}
export function tangentsQueued(): u32 {
  return queued;
}
export function tangentsTested(): u32 {
  return tested;
}
