// A* on the tangent graph. The arc by which a path comes to a corner has both walls of the corner
// on one side. The path leaves the corner by an arc that has the walls on the same side and bends
// around them. A wall in line with an arc counts for both sides.

import { heapBind, heapClear, heapKey, heapPop, heapPush, heapSize, heapTop, ITEMS } from '../heap';
import { NONE } from '../sides';
import { climb, climbBegin } from './climb';
import {
  acrossFrom,
  arcAt,
  arcDirection,
  arcHead,
  arcsBegin,
  arcsEnd,
  arcWalls,
  cornerCount,
  distanceTo,
  fourTurns,
  HEADS,
  nodeAt,
  SLACK,
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
import { Arc, Corner, Successor } from './layout';
import { listAdd, listAt, listClear, listCount } from './lists';
import { touch } from './touch';
import { pointX, pointY, seen, seesTarget, viewAim, viewBegin, viewTriangle } from './view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT, wallsBeside } from './walls';

let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;

/**
 * The dead ends that hold all triangles at the source, and at the target. NONE if all these
 * triangles lie outside of dead ends, MIXED otherwise. No shortest path enters a dead end that
 * holds neither end of the query.
 */
let startEnd: u32 = NONE;
let targetEnd: u32 = NONE;
export const MIXED: u32 = 0xfffffffe;

/**
 * Numbers of the query and of the search, from 1 on. A query takes up to four numbers of searches,
 * because each `forget` takes one, also where no search follows.
 */
let query: u32 = 0;
let search: u32 = 0;
/** Searches have numbers up to this: `Corner.reached` has 31 bits for one. */
const SEARCHES: u32 = NONE >> 1;
/**
 * Whether corners in dead ends other than `startEnd` and `targetEnd` are left out: if neither of
 * the two is MIXED.
 */
let leavesOut: bool = false;
/**
 * Weight of the lower bound on the remaining length: 1 for the shortest path, HASTE for a first
 * path if climb.ts gives none. HASTE was chosen: any weight above 1 finds a path sooner, and a
 * longer one.
 */
let weight: f64 = 1;
const HASTE: f64 = 2;

/**
 * Lists of the corners that the source sees along a tangent, and of those that the target sees;
 * the corner of each list that is nearest to that end.
 */
let sourceCorners: usize = 0;
let targetCorners: usize = 0;
let nearestToSource: u32 = NONE;
let nearestToTarget: u32 = NONE;
/** Records `Successor`, at most MOST_SUCCESSORS: arcs out of the corner that is expanded. */
let successors: usize = 0;
let successorCount: u32 = 0;
/** Successors that are collected before they are reached together; chosen. */
const MOST_SUCCESSORS: u32 = 64;
export const SUCCESSORS_BYTES: u32 = MOST_SUCCESSORS * <u32>offsetof<Successor>();
/** Whether the expanded corner has been taken from the open list. */
let isTaken: bool = false;
/**
 * The arcs of a corner are read in advance if its key is at most SOON times the least one. The
 * share was chosen; a wrong guess costs one read.
 */
const SOON: f64 = 1 + 1.0 / 512;
/** Whether the corners that the source sees are in the open list. */
let isOpen: bool = false;
/** The largest lower bound returned in this query: `tangentsLowerBound` never returns less. */
let bound: f64 = 0;

let expanded: u32 = 0;
let queued: u32 = 0;
let tested: u32 = 0;
let bestCost: f64 = Infinity;
/**
 * The last corner of the shortest path, if this search found it and its turns are not written yet.
 */
let bestCorner: u32 = NONE;
/** The list of the corners where that path turns, and a list as scratch. */
let turns: usize = 0;
let scratch: usize = 0;

export function tangentsBind(
  sourceList: usize,
  targetList: usize,
  turnList: usize,
  scratchList: usize,
  successorRoom: usize,
  heap: usize,
  heapRoom: u32,
): void {
  sourceCorners = sourceList;
  targetCorners = targetList;
  turns = turnList;
  scratch = scratchList;
  successors = successorRoom;
  heapBind(heap, heapRoom);
}

/**
 * Begins a query. The caller then calls `tangentsTarget` for each triangle that holds the target,
 * and after that `tangentsStart` for each triangle that holds the source.
 */
export function tangentsBegin(
  startX: f64,
  startY: f64,
  targetX: f64,
  targetY: f64,
  startIn: u32,
  targetIn: u32,
): void {
  if (search > SEARCHES - 4) restart();
  query++;
  startEnd = startIn;
  targetEnd = targetIn;
  sx = startX;
  sy = startY;
  tx = targetX;
  ty = targetY;
  listClear(sourceCorners);
  listClear(targetCorners);
  listClear(turns);
  nearestToSource = NONE;
  nearestToTarget = NONE;
  expanded = 0;
  queued = 0;
  tested = 0;
  bestCost = Infinity;
  bestCorner = NONE;
  bound = 0;
  forget(1);
}

/**
 * Begins the numbers again. All marks are cleared: without this, those of earlier queries with the
 * same numbers would count.
 */
function restart(): void {
  tangentsNumber(0);
  for (let corner: u32 = 0; corner < cornerCount(); corner++) {
    nodeAt(corner).reached = 0;
    nodeAt(corner).aimed = 0;
  }
}
/** Sets the numbers of the last query and search; tests begin near the end of the numbers. */
export function tangentsNumber(last: u32): void {
  query = last;
  search = last;
}

/** Begins another search of the same query, with this weight of the lower bound. */
function forget(haste: f64): void {
  search++;
  // successors are left if memory ended in the last search
  successorCount = 0;
  leavesOut = startEnd != MIXED && targetEnd != MIXED;
  weight = haste;
  isOpen = false;
  heapClear();
}

/** Lists the corners that the target sees, for one triangle that holds the target. */
export function tangentsTarget(triangle: u32): void {
  viewAim(triangle, query);
  viewBegin(tx, ty, 0, 0, 0);
  viewTriangle(triangle);
  for (let i: u32 = 0; i < listCount(seen()); i++) {
    const corner = listAt(seen(), i);
    const node = nodeAt(corner);
    // the points have just been read, unlike the nodes
    const dx = tx - pointX(corner);
    const dy = ty - pointY(corner);
    if (wallsBeside(corner, dx, dy) == 0 || node.aimed == query) continue;
    const length = sqrt(dx * dx + dy * dy);
    node.aimed = query;
    node.toTarget = length;
    listAdd(targetCorners, corner);
    if (nearestToTarget == NONE || length < nodeAt(nearestToTarget).toTarget)
      nearestToTarget = corner;
  }
}

/**
 * Lists the corners that the source sees, for one triangle that holds the source. All calls of
 * `tangentsTarget` come before.
 */
export function tangentsStart(triangle: u32): void {
  viewBegin(sx, sy, tx, ty, query);
  viewTriangle(triangle);
  if (seesTarget()) bestCost = sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy));
  let nearest = nearestToSource == NONE ? Infinity : distanceTo(nodeAt(nearestToSource), sx, sy);
  for (let i: u32 = 0; i < listCount(seen()); i++) {
    const corner = listAt(seen(), i);
    const dx = pointX(corner) - sx;
    const dy = pointY(corner) - sy;
    if (wallsBeside(corner, dx, dy) == 0) continue;
    listAdd(sourceCorners, corner);
    const length = sqrt(dx * dx + dy * dy);
    if (length >= nearest) continue;
    nearest = length;
    nearestToSource = corner;
  }
}

/** Opens the corners that the source sees, with lower bounds by landmarks. */
function openStarts(): void {
  if (isOpen) return;
  isOpen = true;
  landmarksForget();
  for (let i: u32 = 0; i < listCount(targetCorners); i++) {
    const corner = listAt(targetCorners, i);
    landmarksAim(corner, nodeAt(corner).toTarget);
  }
  landmarksAimed();
  for (let i: u32 = 0; i < listCount(sourceCorners); i++) {
    const corner = listAt(sourceCorners, i);
    const successor = successorAt(successorCount++);
    successor.head = corner;
    successor.length = distanceTo(nodeAt(corner), sx, sy);
    if (successorCount == MOST_SUCCESSORS) reach(NONE);
  }
  reach(NONE);
}

function successorAt(i: u32): Successor {
  return changetype<Successor>(successors + <usize>i * offsetof<Successor>());
}
/** The arc that a successor begins with. */
function arcOf(successor: Successor): Arc {
  return changetype<Arc>(successor);
}
/** Copies the eight bytes of an arc into a successor. */
function setArc(successor: Successor, arc: Arc): void {
  store<u64>(changetype<usize>(successor), load<u64>(changetype<usize>(arc)));
}

/**
 * Expands the first corner of the open list: all arcs out of the corner that bend around the walls
 * which the path touches there.
 */
function expandFirst(): void {
  isTaken = false;
  const corner = <u32>(heapTop() & ITEMS);
  const node = nodeAt(corner);
  const stamp = node.reached;
  // the lowest bit says that the corner was expanded in this search
  if (stamp & 1) {
    heapPop();
    return;
  }
  node.reached = stamp | 1;
  expanded++;
  const before = node.before;
  const isStart = before == NONE;
  const walls = isStart ? wallsBeside(corner, node.x - sx, node.y - sy) : before >> HEAD_BITS;
  // The source may coincide with the corner within rounding, so from the source no arc is left out.
  const mostLeft = i32x4.splat(isStart || walls & WALL_LEFT ? i32.MAX_VALUE : SLACK);
  const mostRight = i32x4.splat(isStart || walls & WALL_RIGHT ? i32.MIN_VALUE : -SLACK);
  const across = acrossFrom(node.cameBy);
  const end = arcsEnd(corner, walls);
  for (let i = arcsBegin(corner, walls); i < end; i += 4) {
    if (successorCount > MOST_SUCCESSORS - 4) goOn(corner);
    const four = fourTurns(across, i);
    const fits = v128.and(i32x4.le_s(four, mostLeft), i32x4.ge_s(four, mostRight));
    const mask = end - i < 4 ? (1 << (end - i)) - 1 : 15;
    const hits = i32x4.bitmask(fits) & mask;
    // without branches, which no processor predicts
    for (let k: u32 = 0; k < 4; k++) {
      setArc(successorAt(successorCount), arcAt(i + k));
      successorCount += (hits >> k) & 1;
    }
  }
  goOn(corner);
}

/**
 * Computes the lengths over the collected arcs, keeps those arcs that lead to shorter paths, and
 * reaches their heads. All heads are read first, before anything that depends on them: the
 * processor waits for memory once instead of once per arc.
 */
function goOn(corner: u32): void {
  const all = successorCount;
  for (let i: u32 = 0; i < all; i++) {
    const head = arcHead(arcOf(successorAt(i)));
    touch(changetype<usize>(nodeAt(head)) + offsetof<Corner>('reached'));
    touchLengths(head);
  }
  // the heap is popped only now, while the reads above wait for memory
  if (!isTaken) {
    heapPop();
    isTaken = true;
    if (heapSize() > 0) touchArcs(<u32>(heapTop() & ITEMS));
  }
  const node = nodeAt(corner);
  const x = node.x;
  const y = node.y;
  const before = node.length;
  successorCount = 0;
  for (let i: u32 = 0; i < all; i++) {
    const arc = arcOf(successorAt(i));
    const to = nodeAt(arcHead(arc));
    const length = before + distanceTo(to, x, y);
    const end = to.deadEnd;
    const isOut =
      <u32>leavesOut & <u32>(end != NONE) & <u32>(end != targetEnd) & <u32>(end != startEnd);
    const isKnown = <u32>(to.reached >> 1 == search) & <u32>(to.length <= length);
    const successor = successorAt(successorCount);
    setArc(successor, arc);
    successor.length = length;
    successorCount += (isOut | isKnown) ^ 1;
  }
  reach(corner);
}

/**
 * Writes the shorter paths to the heads of the successors, and opens these heads. A head that was
 * expanded before is opened again, since lower bounds need not be consistent (landmarks.ts).
 */
function reach(before: u32): void {
  const soon = heapSize() > 0 ? reinterpret<f64>(heapTop() & ~ITEMS) * SOON : Infinity;
  for (let i: u32 = 0; i < successorCount; i++) {
    const successor = successorAt(i);
    const arc = arcOf(successor);
    const corner = arcHead(arc);
    const length = successor.length;
    const node = nodeAt(corner);
    node.reached = search << 1;
    node.length = length;
    node.before = before | (successor.head & ~HEADS);
    node.cameBy = arcDirection(arc);
    if (node.aimed == query) {
      tested++;
      const cost = length + node.toTarget;
      if (cost < bestCost) {
        bestCost = cost;
        bestCorner = corner;
      }
    }
    const rest = max(distanceTo(node, tx, ty), leastFrom(corner));
    successor.rest = rest;
    const first = arcAt(arcsBegin(corner, arcWalls(arc)));
    touch(length + rest < soon ? changetype<usize>(first) : changetype<usize>(node));
  }
  for (let i: u32 = 0; i < successorCount; i++) {
    const successor = successorAt(i);
    const length = successor.length;
    const rest = successor.rest;
    if (length + rest >= bestCost) continue;
    queued++;
    heapPush(length + weight * rest, arcHead(arcOf(successor)));
  }
  successorCount = 0;
}

/**
 * Finds a first path, right after `tangentsStart`: along the shortest paths to a landmark
 * (climb.ts), or, if that gives no path, by a search with the lower bound times HASTE.
 */
export function tangentsFirst(): void {
  if (bestCost < Infinity) return;
  const landmark =
    nearestToSource != NONE && nearestToTarget != NONE
      ? landmarksPick(nearestToSource, nearestToTarget)
      : NONE;
  if (landmark != NONE) {
    tested++;
    climbBegin(sourceCorners, sx, sy, query, search << 1);
    bestCost = climb(landmark, nearestToSource, nearestToTarget, turns, scratch);
    // a new search number makes the marks of `climbBegin` void
    forget(1);
  }
  if (bestCost < Infinity) return;
  forget(HASTE);
  openStarts();
  while (heapSize() > 0 && bestCost == Infinity) expandFirst();
  keepTurns();
  forget(1);
}

/** Expands up to `most` corners. Returns true once the shortest path is proven. */
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

/** Writes the turns of the shortest path found in this search. */
function keepTurns(): void {
  if (bestCorner == NONE) return;
  listClear(scratch);
  for (let c = bestCorner; ;) {
    listAdd(scratch, c);
    const before = nodeAt(c).before;
    if (before == NONE) break;
    c = before & HEADS;
  }
  bestCorner = NONE;
  listClear(turns);
  for (let i = listCount(scratch); i > 0; i--) listAdd(turns, listAt(scratch, i - 1));
}

/** The number of turns of the shortest path found. */
export function tangentsTurns(): u32 {
  keepTurns();
  return listCount(turns);
}
/** Writes the turns from the start on, f64 x and y each. */
export function tangentsWrite(address: usize): void {
  for (let i: u32 = 0; i < listCount(turns); i++)
    v128.store(address + ((<usize>i) << 4), v128.load(changetype<usize>(nodeAt(listAt(turns, i)))));
}
export function tangentsCost(): f64 {
  return bestCost;
}
/** Lower bound on the length of all paths. */
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
