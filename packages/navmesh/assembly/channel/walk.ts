// The walk of the current path from a side to the next bottlenecks, for `expand` of search.ts.
// Halves of corridors are walked in one go, other triangles one by one. Where two sides of a
// triangle lead on, the walk takes one side first. For the other side the path is kept
// (kept-paths.ts), or for discs it may become a label.
//
// A path that enters a triangle over side `entry` leaves it on the right over `after(entry)`,
// around the end of `entry`: the third vertex becomes the left end of the portal. On the left the
// path leaves over `before(entry)`, around the start of `entry`: the third vertex becomes the right
// end.

import { bottleneckSide, boundOnOver, hasCrossed } from './bottlenecks';
import { addLeft, addRight, enterOver } from './chains';
import { corridorEnd, holdsEnd, holdsTarget, walkSteps } from './corridors';
import { addBranch, branch, isAllAround, isBranchRepeated, setBranch } from '../discs/branches';
import { isTrusted } from '../discs/dominance';
import {
  aheadOver,
  isByTriangles,
  isCorridorOpen,
  isNarrow,
  isOpen,
  leastWidth,
} from '../discs/openings';
import { halfOf, isHalfWide, isLoose, sectionAfter, strideAt } from '../discs/widths';
import { firstTurn } from './circle-chains';
import { funnelBegin } from './funnel';
import { branchTaken, KeptPaths, keptNow } from './kept-paths';
import { TURNS_LEFT, TURNS_RIGHT } from './labels';
import { HAS_RADIUS } from './layout';
import { markOf, START, TARGET, TO_TARGET, sideToTarget } from './marks';
import {
  bottleneckAt,
  cornerOf,
  endOf,
  NODE,
  nodeOf,
  nodeSide,
  onwardOf,
  twinOf,
  X,
  Y,
} from './mesh';
import { arrive, Successors, isOnTriangles, openLabel } from './successors';
import { isFindingEntrances, isSeeking, mayEnter } from './task';
import { expandedBound, upperBound } from './bounds';
import { after, before, NONE } from '../sides';

/**
 * Of discs: whether the target's part of the mesh has no nodes, and so no bottlenecks at which a
 * path could be pruned. Every choice of a side is then a branch: only `isAllAround` and
 * `isBranchRepeated` end a path that goes around a vertex again and again.
 */
let isRing: bool = false;
export function setRing(ring: bool): void {
  isRing = ring;
}

/**
 * Walks from a point of a triangle out over each of its sides. `vertex`: the vertex that stands for
 * the point in the funnel, NONE for none.
 */
export function leaveFrom(x: f64, y: f64, vertex: u32, triangle: u32): void {
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++)
    if (mayLeaveOver(triangle, side)) {
      setOut(x, y, vertex, side);
      enter(over(side));
    }
}

function mayLeaveOver(triangle: u32, side: u32): bool {
  if (twinOf(side) == NONE) return false;
  if (isOnTriangles()) return true;
  if (HAS_RADIUS) return mayEnter(side) && !isNarrow(side);
  // above the target in a dead end, the path goes down towards the target only
  if (isSeeking() && (markOf(triangle) & TO_TARGET) != 0) return side == sideToTarget(triangle);
  return mayEnter(side);
}

/** Begins the funnel of a path from a point through a side of the point's triangle. */
export function setOut(x: f64, y: f64, vertex: u32, side: u32): void {
  funnelBegin(x, y, vertex);
  const l = endOf(side);
  const r = cornerOf(side);
  // For discs: a point at an end of the side has no direction to this end.
  if (!HAS_RADIUS || X(l) != x || Y(l) != y) addLeft(X(l), Y(l), l);
  if (!HAS_RADIUS || X(r) != x || Y(r) != y) addRight(X(r), Y(r), r);
  if (!HAS_RADIUS) return;
  setBranch(NONE);
  addBranch(side, NONE, NONE);
}

/** Whether a half of a corridor is walked triangle by triangle. */
export function isWalkedByTriangles(half: u32): bool {
  return HAS_RADIUS ? isByTriangles(half) : isSeeking() && holdsTarget(half);
}

/** Walks through half a corridor in one go. False if no shortest path leads through. */
export function walkHalf(half: u32): bool {
  if (HAS_RADIUS ? !isHalfWide(half, leastWidth()) : holdsEnd(half)) return false;
  return walkSteps(half);
}

/**
 * Goes on over a side, and through a half of a corridor behind it. Returns the side over which the
 * next triangle is entered. NONE if the walk ends here: at a bottleneck, or as no path leads on.
 */
export function over(side: u32): u32 {
  let number = side;
  if (!isOnTriangles()) {
    if (nodeOf(side / 3) == NONE) {
      number = bottleneckAt(side);
      if (number == NONE) return twinOf(side);
    } else {
      number = nodeSide(side);
      if (isWalkedByTriangles(2 * number)) {
        if (!HAS_RADIUS || bottleneckSide(number) != side) return twinOf(side);
      } else {
        if (!walkHalf(2 * number)) return NONE;
        // a corridor without a bottleneck is one half
        if (HAS_RADIUS && bottleneckSide(number) == NONE) return corridorEnd(number);
      }
    }
  }
  Successors.come(number);
  return NONE;
}

/** Walks on from a triangle that is entered over a side, over all sides that lead on. */
export function enter(from: u32): void {
  if (HAS_RADIUS) enterWithRadius(from);
  else enterAsPoint(from);
}

/**
 * `enter` for points. Paths part at the mouth of a dead end that holds the source, and then at one
 * node before the next bottleneck: the recursion is at most three deep.
 */
function enterAsPoint(from: u32): void {
  if (from == NONE) return;
  const seeks = isSeeking();
  let entry = from;
  for (;;) {
    const triangle = entry / 3;
    const m = seeks ? markOf(triangle) : 0;
    if (m & (TARGET | START)) {
      if (m & TARGET) arrive();
      return;
    }
    const next = isOnTriangles() ? NODE : m & TO_TARGET ? sideToTarget(triangle) : onwardOf(entry);
    if (next == NONE) return;
    if (next == NODE) break;
    if (!cross(entry, next == after(entry))) return;
    // the second case is `over` inlined for triangles of corridors, by far the most frequent
    if (isOnTriangles() || nodeOf(triangle) != NONE) entry = over(next);
    else {
      const number = bottleneckAt(next);
      if (number != NONE) {
        Successors.come(number);
        return;
      }
      entry = twinOf(next);
    }
    if (entry == NONE) return;
  }
  const right = after(entry);
  const left = before(entry);
  if (twinOf(left) == NONE) {
    if (twinOf(right) != NONE && cross(entry, true)) enterAsPoint(over(right));
    return;
  }
  if (twinOf(right) != NONE) {
    KeptPaths.keep(entry, NONE);
    if (cross(entry, true)) enterAsPoint(over(right));
    KeptPaths.take();
  }
  if (cross(entry, false)) enterAsPoint(over(left));
}

function enterWithRadius(from: u32): void {
  const kept = keptNow();
  for (let entry = from; ;) {
    while (entry != NONE) entry = Walk.through(entry);
    if (keptNow() == kept) return;
    const back = KeptPaths.take();
    setBranch(branchTaken());
    entry = leave(back, false);
  }
}

class Walk {
  /**
   * Of discs: walks through one triangle, entered over a side. Returns the side over which the next
   * one is entered, NONE if the walk ends here.
   */
  // @ts-ignore: decorator
  @inline
  static through(entry: u32): u32 {
    const m = isSeeking() ? markOf(entry / 3) : 0;
    if (m == 0 && !isRing && strideAt(entry).next != NONE) return stride(entry);
    if (!isFindingEntrances() && isAllAround(twinOf(entry))) return NONE;
    if ((m & TARGET) != 0) arrive();
    const onRight = leadsOn(entry, true);
    const onLeft = leadsOn(entry, false);
    if (!onRight && !onLeft) return NONE;
    if (!onRight || !onLeft) return leave(entry, onRight);
    if (hasCrossed()) return leaveOverBetter(entry);
    KeptPaths.keep(entry, branch());
    return leave(entry, true);
  }
}

/** Of discs: whether the right, or left, side of a triangle entered over a side leads on. */
function leadsOn(entry: u32, onRight: bool): bool {
  const side = onRight ? after(entry) : before(entry);
  if (twinOf(side) == NONE) return false;
  // around the corner where both sides meet
  return isOpen(onRight ? side : entry) && mayEnter(side) && isCorridorOpen(side);
}

/**
 * Of discs: leaves a triangle in which both sides lead on. The path goes over the side with the
 * smaller lower bound; for the other side a label is opened.
 */
function leaveOverBetter(entry: u32): u32 {
  const right = aheadOver(after(entry));
  const left = right == NONE ? NONE : aheadOver(before(entry));
  if (left == NONE) {
    KeptPaths.keep(entry, branch());
    return leave(entry, true);
  }
  const overRight = max(expandedBound(), boundOnOver(right));
  const overLeft = max(expandedBound(), boundOnOver(left));
  const turnsRight = overRight <= overLeft;
  if (min(overLeft, overRight) >= upperBound()) return NONE;
  const other = max(overLeft, overRight);
  if (other < upperBound()) openLabel(entry, other, turnsRight ? TURNS_LEFT : TURNS_RIGHT);
  return leave(entry, turnsRight);
}

/**
 * Leaves a triangle, entered over a side, over its right or its left side. Returns what `over`
 * returns.
 */
export function leave(entry: u32, onRight: bool): u32 {
  if (!cross(entry, onRight)) return NONE;
  const side = onRight ? after(entry) : before(entry);
  if (HAS_RADIUS) {
    const isTarget = isSeeking() && (markOf(entry / 3) & TARGET) != 0;
    const isChoice = isTarget || isRing || onwardOf(entry) != side;
    if (isChoice && !choose(entry, side, onRight ? endOf(entry) : cornerOf(entry))) return NONE;
  }
  return over(side);
}

/**
 * Of discs: adds the branch of a path that leaves a triangle, entered over `entry`, over `side`
 * around the vertex `pivot`. False if the path goes around in circles.
 */
function choose(entry: u32, side: u32, pivot: u32): bool {
  if (isFindingEntrances()) return true;
  addBranch(side, pivot, twinOf(entry));
  // Dominance ends most paths that go around in circles, but not two kinds. First, paths around a
  // vertex on no wall, because the funnel does not count full turns around the vertex. Second,
  // paths in doubt, because earlier labels with their first turn prune nothing. Both kinds end
  // where they cross a side again.
  return (isTrusted(firstTurn()) && !isLoose(pivot)) || !isBranchRepeated();
}

/**
 * Crosses a triangle, entered over a side: its third vertex becomes the left end of the portal if
 * the path leaves on the right, else the right end. False if no shortest path leads through.
 */
function cross(entry: u32, onRight: bool): bool {
  const v = cornerOf(before(entry));
  enterOver(entry);
  return onRight ? addLeft(X(v), Y(v), v) : addRight(X(v), Y(v), v);
}

/**
 * Of discs: walks through a triangle in which only one side leads on, by its record `Stride`, and
 * through the sections of a corridor that begin behind. Returns what `over` returns.
 */
function stride(entry: u32): u32 {
  const step = strideAt(entry);
  if (step.width < leastWidth() && !isOpen(step.isLeft ? after(entry) : entry)) return NONE;
  enterOver(entry);
  const goesOn = step.isLeft
    ? addLeft(step.x, step.y, step.vertex)
    : addRight(step.x, step.y, step.vertex);
  if (!goesOn) return NONE;
  if (step.bottleneck != NONE) {
    Successors.come(step.bottleneck);
    return NONE;
  }
  return step.section != NONE && !isByTriangles(halfOf(step.section))
    ? walkSections(step.section)
    : step.next;
}

/**
 * Of discs: walks from a section of a half on to the end of the half. Returns the side over which
 * the next node is entered, NONE at a bottleneck or if no path leads through.
 */
function walkSections(from: u32): u32 {
  const half = halfOf(from);
  for (let section = from; section != NONE; section = sectionAfter(section))
    if (!walkHalf(section)) return NONE;
  const number = half >> 1;
  if ((half & 1) != 0 || bottleneckSide(number) == NONE) return corridorEnd(number);
  Successors.come(number);
  return NONE;
}
