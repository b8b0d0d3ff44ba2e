// A* (Hart, Nilsson and Raphael 1968) over the nodes of triangles: from every node of a triangle to
// every other one, and over links. The lower bound is the straight distance to the target times
// the least cost per unit of length that any area or link has, so it is consistent.

import { heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { before, NONE } from '../sides';
import {
  costOf,
  entryOf,
  extraCount,
  extraLink,
  extraTriangle,
  firstExtra,
  goalCost,
  IS_LINK,
  linkCost,
  linkEnd,
  linkNext,
  matrixOf,
  parentOf,
  pathCost,
  perSide,
  setGoal,
  setPath,
  sideRoom,
  sideTwin,
  viaOf,
} from './layout';
import { firstExtraNode, nodeOf, nodeX, nodeY } from './nodes';

/** The number of the search, which marks what it has written. */
let call: u32 = 0;
let targetX: f64 = 0;
let targetY: f64 = 0;
/** The least cost per unit of length. */
let least: f64 = 0;
let expanded: u32 = 0;
/** Whether the search stopped at its limit of nodes. */
let wasCut: bool = false;
let bestCost: f64 = Infinity;
let bestNode: u32 = NONE;
/** The node that `stepNode` is at. */
let step: u32 = NONE;

export function searchBegin(tx: f64, ty: f64, leastCost: f64): void {
  call++;
  targetX = tx;
  targetY = ty;
  least = leastCost;
  expanded = 0;
  bestCost = Infinity;
  bestNode = NONE;
  heapClear();
}

/** The source reaches point i of a triangle, in which the source lies. */
export function searchStart(t: u32, i: u32, cost: f64): void {
  const node = nodeOf(t, i);
  if (node != NONE) relax(node, cost, NONE, t);
}

/** The target can be reached from point i of a triangle, in which the target lies. */
export function searchGoal(t: u32, i: u32, cost: f64): void {
  const node = nodeOf(t, i);
  if (node != NONE && cost < goalCost(node, call)) setGoal(node, call, cost);
}

function relax(node: u32, cost: f64, parent: u32, via: u32): void {
  if (!(cost < pathCost(node, call))) return;
  setPath(node, call, cost, parent, via);
  const dx = nodeX(node) - targetX;
  const dy = nodeY(node) - targetY;
  heapPush(cost + least * sqrt(dx * dx + dy * dy), node);
}

/** The cost of the best path that is found within `most` nodes; Infinity without one. */
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
    // an entry that a better path has overtaken
    if (heapKey(cost + least * sqrt(dx * dx + dy * dy)) < (entry & ~ITEMS)) continue;
    wasCut = expanded >= most;
    if (wasCut) break;
    expanded++;
    const total = cost + goalCost(node, call);
    if (total < bestCost) {
      bestCost = total;
      bestNode = node;
    }
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
  const count = perSide();
  if (node >= firstExtraNode()) expandExtra(node - firstExtraNode(), node, cost);
  else if (node >= sideRoom()) {
    const side = (node - sideRoom()) / count;
    const k = (node - sideRoom()) % count;
    expandIn(side / 3, 3 + (side % 3) * count + k, node, cost);
    const twin = sideTwin(side);
    if (twin != NONE) expandIn(twin / 3, 3 + (twin % 3) * count + (count - 1 - k), node, cost);
  } else {
    // the sector of triangles around the vertex, to the left
    for (let side = node; ;) {
      expandIn(side / 3, side % 3, node, cost);
      const twin = sideTwin(before(side));
      if (twin == NONE || twin == node) break;
      side = twin;
    }
  }
}

function expandExtra(extra: u32, node: u32, cost: f64): void {
  const t = extraTriangle(extra);
  expandIn(t, 3 + 3 * perSide() + (extra - firstExtra(t)), node, cost);
  for (let link = extraLink(extra); link != NONE; link = linkNext(link))
    relax(firstExtraNode() + linkEnd(link), cost + linkCost(link), node, IS_LINK | link);
}

/** From point i of a triangle to all its other points. */
function expandIn(t: u32, i: u32, node: u32, cost: f64): void {
  const count: u32 = 3 + 3 * perSide() + extraCount(t);
  const matrix = matrixOf(t);
  const each = costOf(t);
  if (matrix == 0 && each == Infinity) return;
  const x = nodeX(node);
  const y = nodeY(node);
  for (let k: u32 = 0; k < count; k++) {
    if (k == i) continue;
    const other = nodeOf(t, k);
    if (other == NONE) continue;
    let between: f64;
    if (matrix) between = entryOf(matrix, count, i, k);
    else {
      const dx = nodeX(other) - x;
      const dy = nodeY(other) - y;
      between = each * sqrt(dx * dx + dy * dy);
    }
    relax(other, cost + between, node, t);
  }
}

/** The node of the path that the walk from the target to the source is at; NONE at its end. */
export function stepNode(): u32 {
  return step;
}
/** What led to that node. */
export function stepVia(): u32 {
  return viaOf(step);
}
/** Goes on to the node before. */
export function stepBack(): void {
  step = parentOf(step);
}
