// A* on the tangent graph. A corner is come to by an arc that touches its walls and left by one that touches the same walls and bends
// around them.

import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { NONE } from '../sides';
import { climb } from './climb';
import {
  AIMED,
  arcAt,
  arcHead,
  arcsBegin,
  arcsEnd,
  arcTurn,
  arcWalls,
  BEFORE,
  CAME_BY,
  DEAD_END,
  distanceTo,
  LENGTH,
  nodeAt,
  REACHED,
  SLACK,
  TO_TARGET,
} from './graph';
import { landmarksAim, landmarksForget, landmarksPick, leastFrom } from './landmarks';
import { listAdd, listAt, listClear, listCount } from './lists';
import { pointX, pointY, seen, seesTarget, viewAim, viewBegin, viewTriangle } from './view';
import { WALL_LEFT, WALL_RIGHT, wallsBeside } from './walls';

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
/** The row of the best landmark, 0 = none. */
let landmark: usize = 0;
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
  heap: usize,
  heapRoom: u32,
): void {
  starts = startList;
  aims = aimList;
  turns = turnList;
  half = halfList;
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
  pickLandmarks();
  for (let i: u32 = 0; i < listCount(aims); i++) {
    const corner = listAt(aims, i);
    landmarksAim(corner, load<f64>(nodeAt(corner), TO_TARGET));
  }
  for (let i: u32 = 0; i < listCount(starts); i++) {
    const corner = listAt(starts, i);
    const node = nodeAt(corner);
    reach(corner, node, distanceTo(node, sx, sy), NONE, NONE);
  }
}

/** Those that say the most about the ends; the best is `landmark`. */
function pickLandmarks(): void {
  landmark = 0;
  landmarksForget();
  if (nearStart != NONE && nearAim != NONE) landmark = landmarksPick(nearStart, nearAim);
}

/** A way to a corner. It is of interest where it is shorter than those before. */
function reach(corner: u32, node: usize, length: f64, before: u32, arc: u32): void {
  if (load<u32>(node, REACHED) >> 1 == search && load<f64>(node, LENGTH) <= length) return;
  store<u32>(node, search << 1, REACHED);
  store<f64>(node, length, LENGTH);
  store<u32>(node, before, BEFORE);
  store<u32>(node, arc, CAME_BY);
  if (load<u32>(node, AIMED) == query) {
    tested++;
    const cost = length + load<f64>(node, TO_TARGET);
    if (cost < bestCost) {
      bestCost = cost;
      bestCorner = corner;
    }
  }
  const straight = distanceTo(node, tx, ty);
  if (length + straight >= bestCost) return;
  const rest = max(straight, leastFrom(corner));
  if (length + rest >= bestCost) return;
  queued++;
  heapPush(length + weight * rest, corner);
}

/** All arcs out of a corner that bend around the walls that the way there touches. */
function expand(corner: u32): void {
  const node = nodeAt(corner);
  const stamp = load<u32>(node, REACHED);
  // the lowest bit says that it was expanded
  if (stamp & 1) return;
  store<u32>(node, stamp | 1, REACHED);
  expanded++;
  const x = load<f64>(node);
  const y = load<f64>(node, 8);
  const length = load<f64>(node, LENGTH);
  const by = load<u32>(node, CAME_BY);
  const walls = by == NONE ? wallsBeside(corner, x - sx, y - sy) : arcWalls(arcAt(by));
  const end = arcsEnd(corner, walls);
  let i = arcsBegin(corner, walls);
  if (by == NONE) {
    // the start may be as near as rounding
    for (; i < end; i++) goOn(corner, i, x, y, length);
    return;
  }
  const mostLeft = walls & WALL_LEFT ? i32.MAX_VALUE : SLACK;
  const mostRight = walls & WALL_RIGHT ? i32.MIN_VALUE : -SLACK;
  for (; i < end; i++) {
    const turn = arcTurn(arcAt(by), arcAt(i));
    if (turn <= mostLeft && turn >= mostRight) goOn(corner, i, x, y, length);
  }
}

function goOn(corner: u32, arc: u32, x: f64, y: f64, length: f64): void {
  const head = arcHead(arcAt(arc));
  const node = nodeAt(head);
  const end = load<u32>(node, DEAD_END);
  if (leavesOut && end != NONE && end != targetEnd && end != startEnd) return;
  reach(head, node, length + distanceTo(node, x, y), corner, arc);
}

/** A first way, right after `tangentsStart`: along the shortest ways to a landmark, or by a search in haste where there is none. */
export function tangentsFirst(): void {
  if (bestCost < Infinity) return;
  pickLandmarks();
  if (landmark != 0) {
    tested++;
    bestCost = climb(landmark, starts, aims, sx, sy, query, search << 1, turns, half);
    // corners keep no mark of it
    forget(1);
  }
  if (bestCost < Infinity) return;
  forget(HASTE);
  openStarts();
  while (heapSize() > 0 && bestCost == Infinity) expand(<u32>(heapPop() & ITEMS));
  keepTurns();
  forget(1);
}

/** Runs until the shortest way is proven, or after this many corners. Returns whether it is proven. */
export function tangentsRun(most: u32): bool {
  openStarts();
  for (let count: u32 = 0; heapSize() > 0; count++) {
    if ((heapTop() & ~ITEMS) > heapKey(bestCost)) break;
    if (count == most) return false;
    expand(<u32>(heapPop() & ITEMS));
  }
  heapClear();
  return true;
}

/** Writes the turns of the shortest way found in this search. */
function keepTurns(): void {
  if (bestCorner == NONE) return;
  listClear(half);
  for (let c = bestCorner; c != NONE; c = load<u32>(nodeAt(c), BEFORE)) listAdd(half, c);
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
