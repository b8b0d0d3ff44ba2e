// Polyanya (Cui, Harabor and Grastien 2017): exact any-angle search on convex polygons. A node is a side through which a polygon is
// entered, the part of the side that is seen from the root, the last turn of the path, and nothing of it is sampled.
// The seen part is kept as the two vertices that bound the view from the root, never as points on the side, so
// that all tests of who sees what are on given coordinates; where these are whole numbers they are exact.

import { reallocate } from './env';
import {
  BEYOND,
  boundX,
  boundY,
  epsilon,
  estimateAim,
  estimateBind,
  estimateOf,
  tx,
  ty,
} from './estimate';
import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, ITEMS } from './heap';
import {
  AFTER_LAST,
  DEAD_END,
  distance,
  END,
  exits,
  moveStart,
  numberOf,
  OVER,
  polygonAt,
  sideAt,
  START,
  TARGET,
  TWIN,
  WAY,
  X,
  Y,
} from './mesh';
import {
  isBeaten,
  LENGTH,
  mayTurnAt,
  rootAt,
  rootsBegin,
  rootsBind,
  search,
  turnAt,
  turnsTo,
  writeTurns,
} from './roots';
import { at, NONE } from './sides';

/** Nodes, 20 bytes: root entry, address of the side over which the polygon is left, left bound, right bound, the node before over this side. */
let nodes: usize = 0;
let nodeRoom: u32 = 0;
let nodeCount: u32 = 0;
let mostNodes: u32 = 0;
const NODE: usize = 20;
/** Per side, 8 bytes: the latest node that came over it, and the search that says so. */
let latest: usize = 0;
/** As many of the latest nodes over a side are compared. */
const COMPARED: u32 = 4;

let expanded: u32 = 0;
let bestCost: f64 = Infinity;
let bestRoot: u32 = NONE;

export function searchBind(
  node: usize,
  nodesRoom: u32,
  root: usize,
  rootsRoom: u32,
  vertex: usize,
  last: usize,
  heap: usize,
  heapRoom: u32,
  smallest: f64,
  most: u32,
): void {
  mostNodes = most;
  nodes = node;
  nodeRoom = nodesRoom;
  latest = last;
  rootsBind(root, rootsRoom, vertex);
  heapBind(heap, heapRoom);
  estimateBind(smallest);
}

export function searchBegin(startX: f64, startY: f64, targetX: f64, targetY: f64): void {
  // the start is a vertex behind the others, so that roots are vertices
  moveStart(startX, startY);
  estimateAim(targetX, targetY);
  rootsBegin();
  heapClear();
  nodeCount = 0;
  expanded = 0;
  bestCost = Infinity;
  bestRoot = NONE;
}

/** Marks a polygon that holds the start. All calls for one query come before `searchRun`, after `searchBegin`. */
export function searchStart(polygon: u32): void {
  store<u32>(polygonAt(polygon), search, START);
}

/** Marks a polygon that holds the target, and the dead ends that have to be gone down to reach it. */
export function searchTarget(polygon: u32): void {
  store<u32>(polygonAt(polygon), search, TARGET);
  for (let p = polygon; ;) {
    const exit = at(exits, p);
    if (exit == NONE) return;
    store<u32>(polygonAt(p), search, WAY);
    p = load<u32>(sideAt(exit), OVER) & ~DEAD_END;
  }
}

/** Found a way to the target: from root entry `root` straight. */
function arrive(root: u32): void {
  const entry = rootAt(root);
  const v = load<u32>(entry);
  const cost = load<f64>(entry, LENGTH) + distance(X(v), Y(v), tx, ty);
  if (cost < bestCost) {
    bestCost = cost;
    bestRoot = root;
  }
}

// successors of the node in hand: the first is kept back, where it stays the only one, no queue is needed
let found: u32 = 0;
let foundRoot: u32 = 0;
let foundSide: usize = 0;
let foundLeft: u32 = 0;
let foundRight: u32 = 0;

function isWall(side: usize): bool {
  return load<u32>(side, TWIN) == NONE;
}

/** A way on over a side of the polygon at hand that is no wall, from root entry `root` between two bounds. */
function goOn(root: u32, side: usize, left: u32, right: u32): void {
  const over = load<u32>(side, OVER);
  const polygon = polygonAt(over & ~DEAD_END);
  if (load<u32>(polygon, START) == search) return;
  // down into a dead end only for a target inside
  if (over & DEAD_END && load<u32>(polygon, WAY) != search) return;
  if (found++ == 0) {
    foundRoot = root;
    foundSide = side;
    foundLeft = left;
    foundRight = right;
    return;
  }
  if (found == 2) queue(foundRoot, foundSide, foundLeft, foundRight);
  queue(root, side, left, right);
}

function queue(root: u32, side: usize, left: u32, right: u32): void {
  const estimate = estimateOf(root, side, left, right);
  if (estimate >= bestCost) return;
  const last = latest + (numberOf(side) << 3);
  const before = load<u32>(last, 4) == search ? load<u32>(last) : NONE;
  if (isRepeated(before, root, left, right)) return;
  if (nodeCount == nodeRoom) {
    if (nodeCount >= mostNodes) unreachable();
    nodes = reallocate(nodes, <usize>nodeRoom * NODE, <usize>nodeRoom * NODE * 2);
    nodeRoom <<= 1;
  }
  const node = nodes + <usize>nodeCount * NODE;
  store<u32>(node, root);
  store<u32>(node, <u32>side, 4);
  store<u32>(node, left, 8);
  store<u32>(node, right, 12);
  store<u32>(node, before, 16);
  store<u32>(last, nodeCount);
  store<u32>(last, search, 4);
  heapPush(estimate, nodeCount++);
}

/** Whether the same part of a side was seen from the same corner by a way that is no longer. Ways of the same length multiply in streets of blocks. */
function isRepeated(before: u32, root: u32, left: u32, right: u32): bool {
  let other = before;
  for (let i: u32 = 0; i < COMPARED && other != NONE; i++) {
    const node = nodes + <usize>other * NODE;
    other = load<u32>(node, 16);
    if (load<u32>(node, 8) != left || load<u32>(node, 12) != right) continue;
    const from = rootAt(load<u32>(node));
    const entry = rootAt(root);
    if (
      load<u32>(from) == load<u32>(entry) &&
      load<f64>(from, LENGTH) <= load<f64>(entry, LENGTH) * (1 + 1e-12)
    )
      return true;
  }
  return false;
}

/** All ways on from a start polygon: everything is seen. */
export function searchExpandStart(polygon: u32): void {
  found = 2;
  goOnAll(0, polygonAt(polygon), 0);
}

/** Runs until the shortest path is proven. Returns its length, Infinity where there is none. */
export function searchRun(maxExpanded: u32): f64 {
  while (heapSize() > 0) {
    const entry = heapPop();
    if ((entry & ~ITEMS) > heapKey(bestCost)) break;
    const node = nodes + <usize>(entry & ITEMS) * NODE;
    let root = load<u32>(node);
    let side = <usize>load<u32>(node, 4);
    let left = load<u32>(node, 8);
    let right = load<u32>(node, 12);
    if (isBeaten(root)) continue;
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

/** What follows a node: over `from` into a polygon, of which `root` sees what lies between two bounds. */
function expand(root: u32, from: usize, left: u32, right: u32): void {
  const v = load<u32>(rootAt(root));
  const rx = X(v);
  const ry = Y(v);
  // as the polygon has the side, from a to b; all points relative to the root
  const a = load<u32>(from, END);
  const b = load<u32>(from);
  const ax = X(a) - rx;
  const ay = Y(a) - ry;
  const bx = X(b) - rx;
  const by = Y(b) - ry;
  const polygon = polygonAt(load<u32>(from, OVER) & ~DEAD_END);
  const isTarget = load<u32>(polygon, TARGET) == search;

  if (ax * by - ay * bx >= -epsilon) {
    // the root is in line with the side: it sees all of the polygon, or nothing but the nearer end
    let seer = root;
    if (ax * bx + ay * by > 0) {
      const near = ax * ax + ay * ay < bx * bx + by * by ? a : b;
      seer = mayTurnAt(near) ? turnAt(near, root) : NONE;
    }
    if (seer == NONE) return;
    if (isTarget) arrive(seer);
    else goOnAll(seer, polygon, sideAt(load<u32>(from, TWIN)));
    return;
  }

  const rightX = boundX(rx, right);
  const rightY = boundY(ry, right);
  const leftX = boundX(rx, left);
  const leftY = boundY(ry, left);
  const mayTurnRight = right == b && mayTurnAt(b);
  const mayTurnLeft = left == a && mayTurnAt(a);
  if (isTarget) {
    const px = tx - rx;
    const py = ty - ry;
    let seer = root;
    if (rightX * py - rightY * px < -epsilon) seer = mayTurnRight ? turnAt(b, root) : NONE;
    else if (leftX * py - leftY * px > epsilon) seer = mayTurnLeft ? turnAt(a, root) : NONE;
    if (seer != NONE) arrive(seer);
    return;
  }

  // over the sides from the right to the left: p is the right end of one, q the left; areas above 0 are on the left of a bound
  const side = sideAt(load<u32>(from, TWIN));
  const first = sideAt(load<u32>(polygon));
  const end = sideAt(load<u32>(polygon, AFTER_LAST));
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
    e += 16;
    if (e == end) e = first;
    if (e == side) return;
    q = load<u32>(e, END);
    qx = X(q) - rx;
    qy = Y(q) - ry;
    qRight = rightX * qy - rightY * qx;
    // some of it, or all, is to the right of what is seen
    if (mayTurnRight && (pRight < -epsilon || qRight <= epsilon) && !isWall(e)) {
      if (!isTried) seer = turnAt(b, root);
      isTried = true;
      if (seer != NONE) goOn(seer, e, qRight > epsilon ? v | BEYOND : q, p);
    }
  } while (qRight <= epsilon);
  // from here on nothing is to the right
  let pLeft = leftX * py - leftY * px;
  let qLeft = leftX * qy - leftY * qx;
  let seenRight = pRight >= -epsilon ? p : right;
  isTried = false;
  for (;;) {
    const isOpen = !isWall(e);
    if (pLeft < -epsilon && isOpen) goOn(root, e, qLeft <= epsilon ? q : left, seenRight);
    if (qLeft > epsilon || pLeft >= -epsilon) {
      // some of it, or all, is to the left, as are all others
      if (!mayTurnLeft) return;
      if (isOpen) {
        if (!isTried) seer = turnAt(a, root);
        isTried = true;
        if (seer == NONE) return;
        goOn(seer, e, q, pLeft < -epsilon ? v | BEYOND : p);
      }
    }
    e += 16;
    if (e == end) e = first;
    if (e == side) return;
    p = q;
    seenRight = p;
    pLeft = qLeft;
    q = load<u32>(e, END);
    qLeft = leftX * (Y(q) - ry) - leftY * (X(q) - rx);
  }
}

/** Over all sides of a polygon but one. */
function goOnAll(root: u32, polygon: usize, but: usize): void {
  const end = sideAt(load<u32>(polygon, AFTER_LAST));
  for (let e = sideAt(load<u32>(polygon)); e < end; e += 16)
    if (e != but && !isWall(e)) goOn(root, e, load<u32>(e, END), load<u32>(e));
}

export function searchExpanded(): u32 {
  return expanded;
}
export function pathTurns(): u32 {
  return turnsTo(bestRoot);
}
export function pathWrite(address: usize): void {
  writeTurns(bestRoot, address);
}
