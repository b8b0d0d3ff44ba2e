// Polyanya (Cui, Harabor and Grastien 2017): exact any-angle search on convex polygons. A label is
// the paper's search node: a side to be crossed, the interval of the side that the root sees, and
// the root, which is the last turn of the path. Two bounds of the root's view, given by vertices,
// stand for the interval (estimate.ts). So tests of visibility use given coordinates only. If these
// are whole numbers below 2^24, the tests are exact: products have no rounding, and the tolerance
// (`epsilon` of estimate.ts) is below 1.

import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { reallocate } from '../env';
import { SUMS } from '../rounding';
import { NONE } from '../sides';
import {
  BEYOND,
  boundX,
  boundY,
  epsilon,
  estimateAim,
  estimateBind,
  estimateOf,
  targetX,
  targetY,
} from './estimate';
import {
  across,
  addLabel,
  clearLabels,
  distance,
  earlierOf,
  endOf,
  endSide,
  firstSide,
  holdsStart,
  holdsTarget,
  isCorner,
  isWall,
  labelAt,
  latestLabel,
  layoutBind,
  leadsDown,
  leadsToTarget,
  leftOf,
  lengthTo,
  markStart,
  markTarget,
  polygonAt,
  rightOf,
  rootOf,
  setLatestLabel,
  SIDE,
  sideOf,
  startOf,
  twinOf,
  vertexOf,
  X,
  Y,
} from './layout';
import {
  currentSearch,
  isDominated,
  rootsBegin,
  rootsBind,
  turnAt,
  turnsTo,
  writeTurns,
} from './roots';

/**
 * Labels over a side that a new label is compared with: the number has no part in the proof. More
 * comparisons cost more than they prune.
 */
const COMPARED: u32 = 4;
/** Entries of the open list that there is room for at first. */
const ROOM: u32 = 1024;

let mostLabels: u32 = 0;
let expanded: u32 = 0;
let bestCost: f64 = Infinity;
let bestRoot: u32 = NONE;

/**
 * Makes room for a mesh, which the host then writes, and for searches on it. `smallest`: as
 * `estimateBind` takes it. A search that needs more than `most` labels traps.
 */
export function searchBind(
  vertexCount: u32,
  sideCount: u32,
  polygonCount: u32,
  smallest: f64,
  most: u32,
): void {
  mostLabels = most;
  layoutBind(vertexCount, sideCount, polygonCount);
  rootsBind();
  heapBind(reallocate(0, 0, (<usize>ROOM) << 3), ROOM);
  estimateBind(smallest);
}

export function searchBegin(startX: f64, startY: f64, endX: f64, endY: f64): void {
  estimateAim(endX, endY);
  rootsBegin(startX, startY);
  heapClear();
  clearLabels();
  expanded = 0;
  bestCost = Infinity;
  bestRoot = NONE;
}

/**
 * Marks a polygon that holds the start. Called for each such polygon, between `searchBegin` and
 * `searchExpandStart`.
 */
export function searchStart(polygon: u32): void {
  markStart(polygon, currentSearch());
}

/**
 * Marks a polygon that holds the target, and the polygons of its dead end that lead down to it.
 * Called for each such polygon, between `searchBegin` and `searchExpandStart`.
 */
export function searchTarget(polygon: u32): void {
  markTarget(polygon, currentSearch());
}

/** A path to the target: straight from a root. */
function arrive(root: u32): void {
  const v = vertexOf(root);
  const cost = lengthTo(root) + distance(X(v), Y(v), targetX(), targetY());
  if (cost < bestCost) {
    bestCost = cost;
    bestRoot = root;
  }
}

// The number of successors of the expanded label, and the first of them, which is kept here. If no
// other follows, the search goes on with this successor and spares the open list, as the paper
// does. A second successor sends both to the open list.
let found: u32 = 0;
let foundRoot: u32 = 0;
let foundSide: usize = 0;
let foundLeft: u32 = 0;
let foundRight: u32 = 0;

/** A successor over a side that is no wall: `root` sees the side between two bounds. */
function addSuccessor(root: u32, side: usize, left: u32, right: u32): void {
  const search = currentSearch();
  const polygon = across(side);
  if (holdsStart(polygon, search)) return;
  // dead ends are entered only for a target inside
  if (leadsDown(side) && !leadsToTarget(polygon, search)) return;
  if (found++ == 0) {
    foundRoot = root;
    foundSide = side;
    foundLeft = left;
    foundRight = right;
    return;
  }
  if (found == 2) open(foundRoot, foundSide, foundLeft, foundRight);
  open(root, side, left, right);
}

/**
 * Puts a label into the open list, unless an earlier label dominates it or its lower bound is not
 * below the best length.
 */
function open(root: u32, side: usize, left: u32, right: u32): void {
  const estimate = estimateOf(root, side, left, right);
  if (estimate >= bestCost) return;
  const search = currentSearch();
  const earlier = latestLabel(side, search);
  if (isRepeated(earlier, root, left, right)) return;
  const label = addLabel(root, side, left, right, earlier, mostLabels);
  setLatestLabel(side, search, label);
  heapPush(estimate, label);
}

/**
 * Whether one of the last COMPARED labels over the side has the same interval, from the same
 * corner, and is not longer by more than the share SUMS. Between the blocks of a regular town,
 * equally long paths multiply without this test.
 */
function isRepeated(earlier: u32, root: u32, left: u32, right: u32): bool {
  let other = earlier;
  for (let i: u32 = 0; i < COMPARED && other != NONE; i++) {
    const label = labelAt(other);
    other = earlierOf(label);
    if (leftOf(label) != left || rightOf(label) != right) continue;
    const from = rootOf(label);
    if (vertexOf(from) == vertexOf(root) && lengthTo(from) <= lengthTo(root) * (1 + SUMS))
      return true;
  }
  return false;
}

/**
 * Opens labels over all sides of a polygon that holds the start: the start sees each whole side.
 */
export function searchExpandStart(polygon: u32): void {
  // as if two successors were found: every label over a side goes to the open list
  found = 2;
  addAllSides(0, polygonAt(polygon), 0);
}

/**
 * Runs until the shortest path is proven, or until more than `maxExpanded` polygons were entered
 * since `searchBegin`. The limit is tested only between labels of the open list, so chains of
 * single successors may exceed it. Returns the length of the best path, Infinity without one.
 */
export function searchRun(maxExpanded: u32): f64 {
  while (heapSize() > 0) {
    const entry = heapPop();
    if ((entry & ~ITEMS) > heapKey(bestCost)) break;
    const label = labelAt(<u32>(entry & ITEMS));
    let root = rootOf(label);
    let side = sideOf(label);
    let left = leftOf(label);
    let right = rightOf(label);
    if (isDominated(root)) continue;
    for (;;) {
      expanded++;
      found = 0;
      expand(root, side, left, right);
      if (found != 1) break;
      root = foundRoot;
      side = foundSide;
      left = foundLeft;
      right = foundRight;
    }
    if (expanded > maxExpanded) break;
  }
  return bestCost;
}
/**
 * Lower bound on the length of all paths: the least key of the open list, rounded down, but at most
 * the best length; the best length if the open list is empty.
 */
export function searchLowerBound(): f64 {
  if (heapSize() == 0) return bestCost;
  const key = heapTop() & ~ITEMS;
  return key > heapKey(bestCost) ? bestCost : min(bestCost, reinterpret<f64>(key));
}

/** Expands a label: over side `from` into a polygon that `root` sees between two bounds. */
function expand(root: u32, from: usize, left: u32, right: u32): void {
  const v = vertexOf(root);
  const rx = X(v);
  const ry = Y(v);
  // the side as the entered polygon has it, from a to b; all points relative to the root
  const a = endOf(from);
  const b = startOf(from);
  const ax = X(a) - rx;
  const ay = Y(a) - ry;
  const bx = X(b) - rx;
  const by = Y(b) - ry;
  const polygon = across(from);
  const isTarget = holdsTarget(polygon, currentSearch());

  if (ax * by - ay * bx >= -epsilon()) {
    // The root is in line with the side. A root at an end of the side sees the whole polygon. From
    // beyond an end a root sees only the nearer end, which becomes the root and sees the polygon.
    let seer = root;
    if (ax * bx + ay * by > 0) {
      const near = ax * ax + ay * ay < bx * bx + by * by ? a : b;
      seer = isCorner(near) ? turnAt(near, root) : NONE;
    }
    if (seer == NONE) return;
    if (isTarget) arrive(seer);
    else addAllSides(seer, polygon, twinOf(from));
    return;
  }

  const rightX = boundX(rx, right);
  const rightY = boundY(ry, right);
  const leftX = boundX(rx, left);
  const leftY = boundY(ry, left);
  const mayTurnRight = right == b && isCorner(b);
  const mayTurnLeft = left == a && isCorner(a);
  if (isTarget) {
    const px = targetX() - rx;
    const py = targetY() - ry;
    let seer = root;
    if (rightX * py - rightY * px < -epsilon()) seer = mayTurnRight ? turnAt(b, root) : NONE;
    else if (leftX * py - leftY * px > epsilon()) seer = mayTurnLeft ? turnAt(a, root) : NONE;
    if (seer != NONE) arrive(seer);
    return;
  }

  // over the sides of the polygon from the right to the left: p is the right end of a side, q the
  // left end; an area above 0 is on the left of a bound
  const side = twinOf(from);
  const first = firstSide(polygon);
  const end = endSide(polygon);
  let e = side;
  let p = b;
  let px = bx;
  let py = by;
  let q = b;
  let qx = bx;
  let qy = by;
  let pRight: f64 = 0;
  let qRight = rightX * by - rightY * bx;
  let seer: u32 = NONE;
  let isTried = false;
  do {
    p = q;
    px = qx;
    py = qy;
    pRight = qRight;
    e += SIDE;
    if (e == end) e = first;
    if (e == side) return;
    q = endOf(e);
    qx = X(q) - rx;
    qy = Y(q) - ry;
    qRight = rightX * qy - rightY * qx;
    // right of the view, wholly or partly: reached by a turn around b (non-observable successors)
    if (mayTurnRight && (pRight < -epsilon() || qRight <= epsilon()) && !isWall(e)) {
      if (!isTried) seer = turnAt(b, root);
      isTried = true;
      if (seer != NONE) addSuccessor(seer, e, qRight > epsilon() ? v | BEYOND : q, p);
    }
  } while (qRight <= epsilon());
  // all further sides are in view (observable successors), or left of the view
  let pLeft = leftX * py - leftY * px;
  let qLeft = leftX * qy - leftY * qx;
  let seenRight = pRight >= -epsilon() ? p : right;
  isTried = false;
  for (;;) {
    const isOpen = !isWall(e);
    if (pLeft < -epsilon() && isOpen)
      addSuccessor(root, e, qLeft <= epsilon() ? q : left, seenRight);
    if (qLeft > epsilon() || pLeft >= -epsilon()) {
      // left of the view, wholly or partly, as are all further sides: reached by a turn around a
      if (!mayTurnLeft) return;
      if (isOpen) {
        if (!isTried) seer = turnAt(a, root);
        isTried = true;
        if (seer == NONE) return;
        addSuccessor(seer, e, q, pLeft < -epsilon() ? v | BEYOND : p);
      }
    }
    e += SIDE;
    if (e == end) e = first;
    if (e == side) return;
    p = q;
    seenRight = p;
    pLeft = qLeft;
    q = endOf(e);
    qLeft = leftX * (Y(q) - ry) - leftY * (X(q) - rx);
  }
}

/** Adds successors over all sides of a polygon but one, each seen from end to end. */
function addAllSides(root: u32, polygon: usize, but: usize): void {
  const end = endSide(polygon);
  for (let e = firstSide(polygon); e < end; e += SIDE)
    if (e != but && !isWall(e)) addSuccessor(root, e, endOf(e), startOf(e));
}

export function searchExpanded(): u32 {
  return expanded;
}
/** The number of turns of the best path. Only called if there is a path. */
export function pathTurns(): u32 {
  return turnsTo(bestRoot);
}
/** Writes the vertices where the best path turns, u32 each, and returns their address. */
export function pathWrite(): usize {
  return writeTurns(bestRoot);
}
