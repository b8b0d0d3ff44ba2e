// Polyanya (Cui, Harabor and Grastien 2017): exact any-angle search on convex polygons. A node is a side through which a polygon is
// entered, the part of the side that is seen from the root, the last turn of the path, and nothing of it is sampled.
// The seen part is kept as the two vertices that bound the view from the root, never as points on the side, so
// that all tests of who sees what are on given coordinates; where these are whole numbers they are exact.

import { reallocate } from './env';
import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, ITEMS } from './heap';
import { corners, exits, firstSide, owners, turns, twins, vertexCount, X, xs, Y, ys } from './mesh';
import { at, NONE } from './sides';

/** Nodes, 16 bytes: root entry, side (NONE = the target), left bound, right bound. */
let nodes: usize = 0;
let nodeRoom: u32 = 0;
let nodeCount: u32 = 0;
/** Root entries, 16 bytes: vertex, entry before, f64 length so far. */
let roots: usize = 0;
let rootRoom: u32 = 0;
let rootCount: u32 = 0;
/** Per vertex: the shortest length by which it was a root, and the search that says so. */
let bestLength: usize = 0;
let bestSearch: usize = 0;
let search: u32 = 0;
/** Per polygon: the search in which it holds the start, or the target. */
let startOf: usize = 0;
let targetOf: usize = 0;
/** Per polygon of a dead end: the search whose target lies in it or behind it. */
let wayOf: usize = 0;

/** Per side, 20 bytes: the latest four nodes that came over it, and the search that says so. */
let latest: usize = 0;
const LATEST: usize = 20;

let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
let epsilon: f64 = 0;

let pushed: u32 = 0;
let expanded: u32 = 0;
let bestCost: f64 = Infinity;
let bestRoot: u32 = NONE;

/** A bound that is not a vertex seen from the root, but the way on from the root before: that root's vertex with this bit. */
const BEYOND: u32 = 0x80000000;

export function searchBind(
  node: usize,
  nodesRoom: u32,
  root: usize,
  rootsRoom: u32,
  length: usize,
  stamp: usize,
  start: usize,
  target: usize,
  way: usize,
  last: usize,
  heap: usize,
  heapRoom: u32,
  smallest: f64,
): void {
  nodes = node;
  nodeRoom = nodesRoom;
  roots = root;
  rootRoom = rootsRoom;
  bestLength = length;
  bestSearch = stamp;
  startOf = start;
  targetOf = target;
  wayOf = way;
  latest = last;
  heapBind(heap, heapRoom);
  epsilon = smallest;
  search = 0;
}

/** Twice the area of a, b, c: above 0 where they turn left; 0 within rounding. */
function area(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  const twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return abs(twice) <= epsilon ? 0 : twice;
}

function distance(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}

/** Marks a polygon that holds the start. All calls for one query come before `searchRun`, after `searchBegin`. */
export function searchStart(polygon: u32): void {
  store<u32>(startOf + ((<usize>polygon) << 2), search);
}

/** Marks a polygon that holds the target, and the dead ends that have to be gone down to reach it. */
export function searchTarget(polygon: u32): void {
  store<u32>(targetOf + ((<usize>polygon) << 2), search);
  for (let p = polygon; ;) {
    const exit = at(exits, p);
    if (exit == NONE) return;
    store<u32>(wayOf + ((<usize>p) << 2), search);
    p = at(owners, at(twins, exit));
  }
}

export function searchBegin(startX: f64, startY: f64, targetX: f64, targetY: f64): void {
  search++;
  sx = startX;
  sy = startY;
  tx = targetX;
  ty = targetY;
  // the start is a vertex behind the others, so that roots are vertices
  store<f64>(xs + ((<usize>vertexCount) << 3), sx);
  store<f64>(ys + ((<usize>vertexCount) << 3), sy);
  heapClear();
  nodeCount = 0;
  rootCount = 0;
  pushed = 0;
  expanded = 0;
  bestCost = Infinity;
  bestRoot = NONE;
  addRoot(vertexCount, NONE, 0);
}

function addRoot(vertex: u32, before: u32, length: f64): u32 {
  if (rootCount == rootRoom) {
    roots = reallocate(roots, (<usize>rootRoom) << 4, (<usize>rootRoom) << 5);
    rootRoom <<= 1;
  }
  const entry = roots + ((<usize>rootCount) << 4);
  store<u32>(entry, vertex);
  store<u32>(entry, before, 4);
  store<f64>(entry, length, 8);
  return rootCount++;
}

/** The entry for a turn at `vertex` after `before`; NONE where it was reached shorter already. */
function turnAt(vertex: u32, before: u32): u32 {
  const old = roots + ((<usize>before) << 4);
  const oldVertex = load<u32>(old);
  const length = load<f64>(old, 8) + distance(X(oldVertex), Y(oldVertex), X(vertex), Y(vertex));
  const best = bestLength + ((<usize>vertex) << 3);
  const stamp = bestSearch + ((<usize>vertex) << 2);
  if (load<u32>(stamp) == search) {
    if (load<f64>(best) < length * (1 - 1e-12)) return NONE;
    if (length < load<f64>(best)) store<f64>(best, length);
  } else {
    store<u32>(stamp, search);
    store<f64>(best, length);
  }
  return addRoot(vertex, before, length);
}

/** Found a way to the target: from root entry `root` straight. */
function arrive(root: u32): void {
  const entry = roots + ((<usize>root) << 4);
  const v = load<u32>(entry);
  const cost = load<f64>(entry, 8) + distance(X(v), Y(v), tx, ty);
  if (cost < bestCost) {
    bestCost = cost;
    bestRoot = root;
  }
}

// successors of the node in hand, up to one per side
let foundRoot: u32 = 0;
let foundSide: u32 = 0;
let foundLeft: u32 = 0;
let foundRight: u32 = 0;
let found: u32 = 0;

/** A way on through side `side` of the polygon at hand, from root entry `root` between two bounds. */
function goOn(root: u32, side: u32, left: u32, right: u32): void {
  const twin = at(twins, side);
  if (twin == NONE) return;
  const polygon = at(owners, twin);
  const mark = (<usize>polygon) << 2;
  if (load<u32>(startOf + mark) == search) return;
  // down into a dead end only for a target inside
  if (at(exits, polygon) == twin && load<u32>(wayOf + mark) != search) return;
  // the first is kept back: where it stays the only one, no queue is needed
  if (found++ == 0) {
    foundRoot = root;
    foundSide = twin;
    foundLeft = left;
    foundRight = right;
    return;
  }
  if (found == 2) queue(foundRoot, foundSide, foundLeft, foundRight);
  queue(root, twin, left, right);
}

function queue(root: u32, side: u32, left: u32, right: u32): void {
  const estimate = estimateOf(root, side, left, right);
  if (estimate >= bestCost || isRepeated(root, side, left, right)) return;
  if (nodeCount == nodeRoom) {
    nodes = reallocate(nodes, (<usize>nodeRoom) << 4, (<usize>nodeRoom) << 5);
    nodeRoom <<= 1;
  }
  const node = nodes + ((<usize>nodeCount) << 4);
  store<u32>(node, root);
  store<u32>(node, side, 4);
  store<u32>(node, left, 8);
  store<u32>(node, right, 12);
  addLatest(side, nodeCount);
  heapPush(estimate, nodeCount++);
  pushed++;
}

/** Whether the same part of a side was seen from the same corner by a way that is no longer. Ways of the same length multiply in streets of blocks. */
function isRepeated(root: u32, side: u32, left: u32, right: u32): bool {
  const slots = latest + <usize>side * LATEST;
  if (load<u32>(slots, 16) != search) {
    store<u32>(slots, search, 16);
    for (let i: usize = 0; i < 16; i += 4) store<u32>(slots + i, NONE);
    return false;
  }
  const entry = roots + ((<usize>root) << 4);
  for (let i: usize = 0; i < 16; i += 4) {
    const other = load<u32>(slots + i);
    if (other == NONE) break;
    const node = nodes + ((<usize>other) << 4);
    if (load<u32>(node, 8) != left || load<u32>(node, 12) != right) continue;
    const from = roots + ((<usize>load<u32>(node)) << 4);
    if (
      load<u32>(from) == load<u32>(entry) &&
      load<f64>(from, 8) <= load<f64>(entry, 8) * (1 + 1e-12)
    )
      return true;
  }
  return false;
}

/** The node that `isRepeated` has found to be new. */
function addLatest(side: u32, node: u32): void {
  const slots = latest + <usize>side * LATEST;
  store<u32>(slots, load<u32>(slots, 8), 12);
  store<u32>(slots, load<u32>(slots, 4), 8);
  store<u32>(slots, load<u32>(slots), 4);
  store<u32>(slots, node);
}

/** Which side of the bound's ray from root r a point lies on: above 0 = left. */
function beside(rx: f64, ry: f64, bound: u32, px: f64, py: f64): f64 {
  if (bound & BEYOND) {
    const v = bound & ~BEYOND;
    return area(X(v), Y(v), rx, ry, px, py);
  }
  return area(rx, ry, X(bound), Y(bound), px, py);
}

/** The length so far and the least that can follow: straight to the target, or its mirror image, through what is seen of the side. */
function estimateOf(root: u32, side: u32, left: u32, right: u32): f64 {
  const entry = roots + ((<usize>root) << 4);
  const v = load<u32>(entry);
  const g = load<f64>(entry, 8);
  const rx = X(v);
  const ry = Y(v);
  const a = at(corners, side);
  const b = at(corners, nextSide(side));
  const ax = X(a);
  const ay = Y(a);
  const bx = X(b);
  const by = Y(b);
  const rootSide = area(ax, ay, bx, by, rx, ry);
  if (rootSide == 0) return g + distance(rx, ry, tx, ty);
  let px = tx;
  let py = ty;
  const dx = bx - ax;
  const dy = by - ay;
  const targetSide = dx * (ty - ay) - dy * (tx - ax);
  // the polygon lies on the left of a -> b, the root on the right
  if (targetSide < 0) {
    const k = (2 * targetSide) / (dx * dx + dy * dy);
    px = tx + k * dy;
    py = ty - k * dx;
  }
  if (beside(rx, ry, right, px, py) < 0) {
    return g + around(rx, ry, right, b, ax, ay, dx, dy, px, py);
  }
  if (beside(rx, ry, left, px, py) > 0) {
    return g + around(rx, ry, left, a, ax, ay, dx, dy, px, py);
  }
  return g + distance(rx, ry, px, py);
}

/** From the root over the point where the bound's ray meets the side to p. */
function around(
  rx: f64,
  ry: f64,
  bound: u32,
  end: u32,
  ax: f64,
  ay: f64,
  dx: f64,
  dy: f64,
  px: f64,
  py: f64,
): f64 {
  let mx = X(end);
  let my = Y(end);
  if (bound != end) {
    let ux: f64;
    let uy: f64;
    if (bound & BEYOND) {
      const v = bound & ~BEYOND;
      ux = rx - X(v);
      uy = ry - Y(v);
    } else {
      ux = X(bound) - rx;
      uy = Y(bound) - ry;
    }
    // a + t d on the ray
    const along = dx * uy - dy * ux;
    if (along != 0) {
      const t = ((rx - ax) * uy - (ry - ay) * ux) / along;
      mx = ax + t * dx;
      my = ay + t * dy;
    }
  }
  return distance(rx, ry, mx, my) + distance(mx, my, px, py);
}

function nextSide(side: u32): u32 {
  const polygon = at(owners, side);
  const next = side + 1;
  return next == at(firstSide, polygon + 1) ? at(firstSide, polygon) : next;
}

/** All ways on from a start polygon: everything is seen. */
export function searchExpandStart(polygon: u32): void {
  const first = at(firstSide, polygon);
  const end = at(firstSide, polygon + 1);
  found = 2;
  for (let side = first; side < end; side++) {
    const after = side + 1 == end ? first : side + 1;
    goOn(0, side, at(corners, after), at(corners, side));
  }
}

/** Runs until the shortest path is proven. Returns its length, Infinity where there is none. */
export function searchRun(maxExpanded: u32): f64 {
  while (heapSize() > 0) {
    const entry = heapPop();
    if ((entry & ~ITEMS) > heapKey(bestCost)) break;
    const node = nodes + ((<usize>(entry & ITEMS)) << 4);
    let root = load<u32>(node);
    let side = load<u32>(node, 4);
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

function isBeaten(root: u32): bool {
  const entry = roots + ((<usize>root) << 4);
  const v = load<u32>(entry);
  if (v == vertexCount) return false;
  return load<f64>(bestLength + ((<usize>v) << 3)) < load<f64>(entry, 8) * (1 - 1e-12);
}

function expand(root: u32, side: u32, left: u32, right: u32): void {
  const v = load<u32>(roots + ((<usize>root) << 4));
  const rx = X(v);
  const ry = Y(v);
  const polygon = at(owners, side);
  const first = at(firstSide, polygon);
  const end = at(firstSide, polygon + 1);
  const sideAfter = side + 1 == end ? first : side + 1;
  const a = at(corners, side);
  const b = at(corners, sideAfter);
  const ax = X(a);
  const ay = Y(a);
  const bx = X(b);
  const by = Y(b);
  const isTarget = load<u32>(targetOf + ((<usize>polygon) << 2)) == search;

  if (area(ax, ay, bx, by, rx, ry) >= 0) {
    // the root is in line with the side: it sees all of the polygon, or nothing but the nearer end
    let seer = root;
    if ((ax - rx) * (bx - rx) + (ay - ry) * (by - ry) > 0) {
      const near = distance(rx, ry, ax, ay) < distance(rx, ry, bx, by) ? a : b;
      if (!load<u8>(turns + near)) return;
      seer = turnAt(near, root);
      if (seer == NONE) return;
    }
    if (isTarget) return arrive(seer);
    for (let e = sideAfter; e != side;) {
      const after = e + 1 == end ? first : e + 1;
      goOn(seer, e, at(corners, after), at(corners, e));
      e = after;
    }
    return;
  }

  const mayTurnRight = right == b && load<u8>(turns + b) != 0;
  const mayTurnLeft = left == a && load<u8>(turns + a) != 0;
  if (isTarget) {
    if (beside(rx, ry, right, tx, ty) < 0) {
      if (!mayTurnRight) return;
      const seer = turnAt(b, root);
      if (seer != NONE) arrive(seer);
    } else if (beside(rx, ry, left, tx, ty) > 0) {
      if (!mayTurnLeft) return;
      const seer = turnAt(a, root);
      if (seer != NONE) arrive(seer);
    } else arrive(root);
    return;
  }

  let rightRoot: u32 = NONE;
  let leftRoot: u32 = NONE;
  let rightTried = false;
  let leftTried = false;
  // from the right to the left: p is the right end of a side, q the left
  let p = b;
  let pRight = beside(rx, ry, right, bx, by);
  let pLeft = beside(rx, ry, left, bx, by);
  for (let e = sideAfter; e != side;) {
    const after = e + 1 == end ? first : e + 1;
    const q = at(corners, after);
    const qx = X(q);
    const qy = Y(q);
    const qRight = beside(rx, ry, right, qx, qy);
    const qLeft = beside(rx, ry, left, qx, qy);
    if (pRight < 0 || qRight <= 0) {
      // some of it, or all, is to the right of what is seen
      if (mayTurnRight) {
        if (!rightTried) {
          rightTried = true;
          rightRoot = turnAt(b, root);
        }
        if (rightRoot != NONE) goOn(rightRoot, e, qRight > 0 ? v | BEYOND : q, p);
      }
    }
    if (qRight > 0 && pLeft < 0) {
      goOn(root, e, qLeft <= 0 ? q : left, pRight >= 0 ? p : right);
    }
    if (qLeft > 0 || pLeft >= 0) {
      if (mayTurnLeft) {
        if (!leftTried) {
          leftTried = true;
          leftRoot = turnAt(a, root);
        }
        if (leftRoot != NONE) goOn(leftRoot, e, q, pLeft < 0 ? v | BEYOND : p);
      }
    }
    p = q;
    pRight = qRight;
    pLeft = qLeft;
    e = after;
  }
}

export function searchPushed(): u32 {
  return pushed;
}

export function searchExpanded(): u32 {
  return expanded;
}

/** The number of turns of the path found, and after that each from the target back. */
export function pathTurns(): u32 {
  let count: u32 = 0;
  for (let root = bestRoot; root != NONE; root = load<u32>(roots + ((<usize>root) << 4), 4))
    count++;
  return count - 1;
}

/** Writes the vertices of the turns from the start on. */
export function pathWrite(address: usize): void {
  let i = pathTurns();
  for (let root = bestRoot; i > 0; root = load<u32>(roots + ((<usize>root) << 4), 4)) {
    i--;
    store<u32>(address + ((<usize>i) << 2), load<u32>(roots + ((<usize>root) << 4)));
  }
}
