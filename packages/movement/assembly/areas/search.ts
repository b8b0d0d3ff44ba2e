// A* (Hart, Nilsson and Raphael 1968) over the nodes of triangles. Arcs lead from every node of a
// triangle to every other node of it, and over links. The lower bound is the straight distance to
// the target times the least cost per unit of length of all areas and links, so it is consistent.
//
// The root of a node is the last turn of the path to it. As in Theta* (Daniel, Nash, Koenig and
// Felner 2010), a path may go straight from the root of a node to the next node, if all triangles
// on the line have one cost. The line stays in the triangles that the path has crossed if the next
// node lies in the cone in which the root sees over their sides. A straight line never costs more.
// So the path found costs at most what the cheapest path of the graph costs, but for the share of
// 2^-28 by which `heapKey` of navmesh rounds. Called by src/areas/find-path.ts.

import {
  heapClear,
  heapKey,
  heapPop,
  heapPush,
  heapSize,
  heapTop,
  ITEMS,
} from '@wayfield/navmesh/assembly/heap';
import { after, before, NONE } from '@wayfield/navmesh/assembly/sides';
import {
  clearCalls,
  costOf,
  entryOf,
  extraCount,
  extraLink,
  extraTriangle,
  firstExtra,
  firstExtraNode,
  goalCost,
  isBounded,
  leftX,
  leftY,
  linkCost,
  linkEnd,
  LINK_FLAG,
  linkNext,
  matrixOf,
  nodeSide,
  parentOf,
  pathCost,
  rateOf,
  rightX,
  rightY,
  rootCost,
  rootX,
  rootY,
  setCone,
  setGoal,
  setPath,
  setRoot,
  sideCount,
  sideFirst,
  sideNode,
  sideRoom,
  sideTwin,
  sideX,
  sideY,
  viaOf,
} from './layout';
import { nodeOf, nodeOn, nodeX, nodeY, pointCount } from './nodes';

/**
 * The number of the current search, from 1 on, written into the records of nodes, so that nothing
 * is cleared between searches. After 2^32 - 1 searches all numbers are cleared.
 */
let call: u32 = 0;
let sourceX: f64 = 0;
let sourceY: f64 = 0;
let targetX: f64 = 0;
let targetY: f64 = 0;
let targetTriangle: u32 = NONE;
/** The least cost per unit of length of all areas and links: `leastCost` of the host. */
let least: f64 = 0;
let expanded: u32 = 0;
/** Whether the search stopped at its limit of nodes. */
let wasCut: bool = false;
/** The cost of the best path to the target so far, and its last node. */
let bestCost: f64 = Infinity;
let bestNode: u32 = NONE;
/** The node of the path that `stepNode` returns. */
let step: u32 = NONE;

/** Begins a search from (sx, sy) to (tx, ty), which lies in triangle `t`. */
export function searchBegin(sx: f64, sy: f64, tx: f64, ty: f64, t: u32, leastCost: f64): void {
  if (++call == 0) {
    clearCalls();
    call = 1;
  }
  sourceX = sx;
  sourceY = sy;
  targetX = tx;
  targetY = ty;
  targetTriangle = t;
  least = leastCost;
  expanded = 0;
  bestCost = Infinity;
  bestNode = NONE;
  heapClear();
}
/** For tests: sets the number of the last search. */
export function searchSet(value: u32): void {
  call = value;
}

/** Reaches point i of a triangle that holds the source, at a cost from the source. */
export function searchStart(t: u32, i: u32, cost: f64): void {
  const node = nodeOf(t, i);
  if (!relax(node, cost, NONE, t)) return;
  setRoot(node, sourceX, sourceY, 0, matrixOf(t) == 0 ? costOf(t) : 0);
}

/** Notes the cost from point i of a triangle that holds the target to the target. */
export function searchGoal(t: u32, i: u32, cost: f64): void {
  const node = nodeOf(t, i);
  if (cost < goalCost(node, call)) setGoal(node, call, cost);
}

/**
 * Takes a path to a node if it is cheaper than the best known one. Returns whether it is taken; the
 * caller then sets the root of the node.
 */
function relax(node: u32, cost: f64, parent: u32, via: u32): bool {
  if (!(cost < pathCost(node, call))) return false;
  setPath(node, call, cost, parent, via);
  const dx = nodeX(node) - targetX;
  const dy = nodeY(node) - targetY;
  heapPush(cost + least * sqrt(dx * dx + dy * dy), node);
  return true;
}

/** Takes a path to the target if it is the cheapest so far; `node` is its last node. */
function arrive(cost: f64, node: u32): void {
  if (!(cost < bestCost)) return;
  bestCost = cost;
  bestNode = node;
}

/**
 * Searches, expanding at most `most` nodes. Returns the cost of the best path found; Infinity
 * without one. `searchWasCut` tells whether the limit ended the search.
 */
export function searchRun(most: u32): f64 {
  wasCut = false;
  while (heapSize() > 0) {
    const entry = heapTop();
    if ((entry & ~ITEMS) >= heapKey(bestCost)) break;
    heapPop();
    const node = <u32>(entry & ITEMS);
    const cost = pathCost(node, call);
    const dx = nodeX(node) - targetX;
    const dy = nodeY(node) - targetY;
    // a stale entry: the node has since been reached at a smaller cost, and has an entry for that
    if (heapKey(cost + least * sqrt(dx * dx + dy * dy)) < (entry & ~ITEMS)) continue;
    wasCut = expanded >= most;
    if (wasCut) break;
    expanded++;
    arrive(cost + goalCost(node, call), node);
    expand(node, cost);
  }
  step = bestNode;
  return bestCost;
}
export function searchExpanded(): u32 {
  return expanded;
}
export function searchWasCut(): bool {
  return wasCut;
}

function expand(node: u32, cost: f64): void {
  if (node >= firstExtraNode()) expandExtra(node - firstExtraNode(), node, cost);
  else if (node >= sideRoom()) {
    const side = nodeSide(node);
    expandOver(side, node, cost);
    const twin = sideTwin(side);
    if (twin != NONE) expandOver(twin, node, cost);
  } else {
    // all triangles of the sector around the vertex, counterclockwise from the first side
    for (let side = node; ;) {
      expandIn(side / 3, side % 3, NONE, node, cost);
      const twin = sideTwin(before(side));
      if (twin == NONE || twin == node) break;
      side = twin;
    }
  }
}

/** Expands a node on a side into the triangle of the side. */
function expandOver(side: u32, node: u32, cost: f64): void {
  const t: u32 = side / 3;
  let i: u32 = 3 + (node - sideFirst(side));
  if (side > sideTwin(side)) i = 3 + sideCount(side) - 1 - (node - sideFirst(side));
  for (let s: u32 = 3 * t; s < side; s++) i += sideCount(s);
  expandIn(t, i, side, node, cost);
}

/** Expands an extra point: into its triangle, and over its links. */
function expandExtra(extra: u32, node: u32, cost: f64): void {
  const t = extraTriangle(extra);
  expandIn(t, pointCount(t) + (extra - firstExtra(t)), NONE, node, cost);
  for (let link = extraLink(extra); link != NONE; link = linkNext(link)) {
    const end = firstExtraNode() + linkEnd(link);
    if (relax(end, cost + linkCost(link), node, LINK_FLAG | link)) setRoot(end, 0, 0, 0, 0);
  }
}

/**
 * Expands point i of a triangle to all other points of the triangle. `side`: the side of the
 * triangle that the point is on, NONE for corners and extra points.
 */
function expandIn(t: u32, i: u32, side: u32, node: u32, cost: f64): void {
  const matrix = matrixOf(t);
  const each = costOf(t);
  if (matrix) {
    const count: u32 = pointCount(t) + extraCount(t);
    for (let k: u32 = 0; k < count; k++) {
      if (k == i) continue;
      const other = nodeOf(t, k);
      if (relax(other, cost + entryOf(matrix, count, i, k), node, t)) setRoot(other, 0, 0, 0, 0);
    }
    return;
  }
  if (each == Infinity) return;
  aim(t, side, node, cost, each);
  for (let s: u32 = 3 * t; s < 3 * t + 3; s++) {
    const ax = sideX(s);
    const ay = sideY(s);
    walkTo(sideNode(s), ax, ay);
    const count = sideCount(s);
    const dx = (sideX(after(s)) - ax) / <f64>(count + 1);
    const dy = (sideY(after(s)) - ay) / <f64>(count + 1);
    for (let k: u32 = 0; k < count; k++)
      walkTo(nodeOn(s, k), ax + <f64>(k + 1) * dx, ay + <f64>(k + 1) * dy);
  }
  for (let k: u32 = 0, end = extraCount(t); k < end; k++) {
    const other = firstExtraNode() + firstExtra(t) + k;
    walkTo(other, nodeX(other), nodeY(other));
  }
  if (t != targetTriangle) return;
  if (sees(targetX, targetY)) arrive(costTo(targetX, targetY, true), parentOf(node));
}

/** Set by `aim`: the node that is expanded, its cost, its triangle, the cost per length there. */
let fromNode: u32 = 0;
let fromX: f64 = 0;
let fromY: f64 = 0;
let fromCost: f64 = 0;
let inTriangle: u32 = 0;
let rate: f64 = 0;
/**
 * Set by `aim`: whether the root of the node sees over the side of the node into the triangle; the
 * root, its cost, and the cone in which it sees.
 */
let isOpen: bool = false;
let apexX: f64 = 0;
let apexY: f64 = 0;
let apexCost: f64 = 0;
let coneRightX: f64 = 0;
let coneRightY: f64 = 0;
let coneLeftX: f64 = 0;
let coneLeftY: f64 = 0;

/** Above 0 if point b is left of the line from the root to point a, below 0 if right of it. */
function turn(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  return (ax - apexX) * (by - apexY) - (ay - apexY) * (bx - apexX);
}

/**
 * Prepares the expansion of a node into triangle `t`, whose cost per unit of length is `each`:
 * finds the cone in which the root of the node sees over `side` into the triangle.
 */
function aim(t: u32, side: u32, node: u32, cost: f64, each: f64): void {
  fromNode = node;
  fromX = nodeX(node);
  fromY = nodeY(node);
  fromCost = cost;
  inTriangle = t;
  rate = each;
  isOpen = side != NONE && rateOf(node) == each && viaOf(node) != t;
  if (!isOpen) return;
  apexX = rootX(node);
  apexY = rootY(node);
  apexCost = rootCost(node);
  // seen from the root, which lies outside the triangle, the side starts on the left
  coneLeftX = sideX(side);
  coneLeftY = sideY(side);
  coneRightX = sideX(after(side));
  coneRightY = sideY(after(side));
  isOpen = turn(coneRightX, coneRightY, coneLeftX, coneLeftY) > 0;
  if (!isOpen || !isBounded(node)) return;
  if (turn(rightX(node), rightY(node), coneRightX, coneRightY) < 0) {
    coneRightX = rightX(node);
    coneRightY = rightY(node);
  }
  if (turn(leftX(node), leftY(node), coneLeftX, coneLeftY) > 0) {
    coneLeftX = leftX(node);
    coneLeftY = leftY(node);
  }
}

/** Whether the root sees a point of the triangle. */
function sees(x: f64, y: f64): bool {
  return isOpen && turn(coneRightX, coneRightY, x, y) >= 0 && turn(coneLeftX, coneLeftY, x, y) <= 0;
}

/** The cost of a path to a point of the triangle: straight from the root, or else from the node. */
function costTo(x: f64, y: f64, isStraight: bool): f64 {
  const dx = x - (isStraight ? apexX : fromX);
  const dy = y - (isStraight ? apexY : fromY);
  return (isStraight ? apexCost : fromCost) + rate * sqrt(dx * dx + dy * dy);
}

/**
 * Tries a path to a node of the triangle: straight from the root if the root sees that node, else
 * via the node that is expanded.
 */
function walkTo(other: u32, x: f64, y: f64): void {
  if (other == fromNode) return;
  if (sees(x, y)) {
    if (!relax(other, costTo(x, y, true), parentOf(fromNode), inTriangle)) return;
    setRoot(other, apexX, apexY, apexCost, rate);
    setCone(other, coneRightX, coneRightY, coneLeftX, coneLeftY);
  } else if (relax(other, costTo(x, y, false), fromNode, inTriangle))
    setRoot(other, fromX, fromY, fromCost, rate);
}

/** Whether the search has reached point i of a triangle. */
export function isReached(t: u32, i: u32): bool {
  return pathCost(nodeOf(t, i), call) < Infinity;
}
/** Writes a byte per triangle: 1 if the search has reached one of its points, else 0. */
export function reachedRows(count: u32, out: usize): void {
  for (let t: u32 = 0; t < count; t++) {
    let found = false;
    for (let i: u32 = 0, end = pointCount(t) + extraCount(t); i < end && !found; i++)
      found = isReached(t, i);
    store<u8>(out + t, found ? 1 : 0);
  }
}

// The host reads the path found from its last node to its first one.

/** The current node; NONE after the first node of the path. */
export function stepNode(): u32 {
  return step;
}
/** How the path leads to the current node: the triangle, or LINK_FLAG and a link. */
export function stepVia(): u32 {
  return viaOf(step);
}
/** Goes on to the node before on the path. */
export function stepBack(): void {
  step = parentOf(step);
}
