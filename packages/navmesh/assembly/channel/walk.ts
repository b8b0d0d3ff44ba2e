// The walk of the current path from a side to the next bottlenecks: through halves of corridors in
// one go, through other triangles one by one, and wherever two sides lead on over both, the left
// one first.

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
import { GOES_LEFT, GOES_RIGHT } from './labels';
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
 * Whether the part of the target has no nodes: then only branches end a path that goes around a
 * vertex for ever.
 */
let isRing: bool = false;
export function setRing(ring: bool): void {
  isRing = ring;
}

/** The paths from a point, also a vertex or NONE, in a triangle, out of the triangle. */
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
  // a point above the target in a dead end goes nowhere but down
  if (isSeeking() && (markOf(triangle) & TO_TARGET) != 0) return side == sideToTarget(triangle);
  return mayEnter(side);
}

/** The funnel from a point through a side of its triangle. */
export function setOut(x: f64, y: f64, vertex: u32, side: u32): void {
  funnelBegin(x, y, vertex);
  const l = endOf(side);
  const r = cornerOf(side);
  // of discs a point that is one of the ends has no direction to there
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

/** Through half a corridor in one go. False where no shortest path leads through. */
export function walkHalf(half: u32): bool {
  if (HAS_RADIUS ? !isHalfWide(half, leastWidth()) : holdsEnd(half)) return false;
  return walkSteps(half);
}

/**
 * On over a side as far as there is nothing to choose: the side over which the next triangle is
 * entered, NONE for an end.
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

/** On from a triangle that is entered over a side, wherever the path can go. */
export function enter(from: u32): void {
  if (HAS_RADIUS) enterWithRadius(from);
  else enterAsPoint(from);
}

/**
 * Paths of points part at the mouth of a dead end, behind which they part at nodes: the recursion
 * is at most three deep.
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
    // the second branch is `over` inlined for triangles of corridors, which are the most
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
  const left = after(entry);
  const right = before(entry);
  if (twinOf(right) == NONE) {
    if (twinOf(left) != NONE && cross(entry, true)) enterAsPoint(over(left));
    return;
  }
  if (twinOf(left) != NONE) {
    KeptPaths.keep(entry, NONE);
    if (cross(entry, true)) enterAsPoint(over(left));
    KeptPaths.take();
  }
  if (cross(entry, false)) enterAsPoint(over(right));
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
   * Through a triangle that is entered over a side; returns the next such side, NONE for an end.
   */
  // @ts-ignore: decorator
  @inline
  static through(entry: u32): u32 {
    const m = isSeeking() ? markOf(entry / 3) : 0;
    if (HAS_RADIUS) {
      if (m == 0 && !isRing && strideAt(entry).next != NONE) return stride(entry);
      if (!isFindingEntrances() && isAllAround(twinOf(entry))) return NONE;
      if ((m & TARGET) != 0) arrive();
    } else {
      if ((m & TARGET) != 0) arrive();
      if ((m & (TARGET | START)) != 0) return NONE;
      const next = isOnTriangles()
        ? NODE
        : m & TO_TARGET
          ? sideToTarget(entry / 3)
          : onwardOf(entry);
      if (next == NONE) return NONE;
      if (next != NODE) return cross(entry, next == after(entry)) ? over(next) : NONE;
    }
    const goesLeft = leadsOn(entry, true);
    const goesRight = leadsOn(entry, false);
    if (!goesLeft && !goesRight) return NONE;
    if (!goesLeft || !goesRight) return leave(entry, goesLeft);
    if (hasCrossed()) return leaveOverBetter(entry);
    KeptPaths.keep(entry, branch());
    return leave(entry, true);
  }
}

/** Whether the left, or right, side of a triangle that is entered over a side leads on. */
function leadsOn(entry: u32, isLeft: bool): bool {
  const side = isLeft ? after(entry) : before(entry);
  if (twinOf(side) == NONE) return false;
  // around the corner where both sides meet
  return isOpen(isLeft ? side : entry) && mayEnter(side) && isCorridorOpen(side);
}

/**
 * Of discs: out of a triangle over two sides, over the one that promises more; the other one waits
 * as a label.
 */
function leaveOverBetter(entry: u32): u32 {
  const left = aheadOver(after(entry));
  const right = left == NONE ? NONE : aheadOver(before(entry));
  if (right == NONE) {
    KeptPaths.keep(entry, branch());
    return leave(entry, true);
  }
  const overLeft = max(expandedBound(), boundOnOver(left));
  const overRight = max(expandedBound(), boundOnOver(right));
  const goesLeft = overLeft <= overRight;
  if (min(overLeft, overRight) >= upperBound()) return NONE;
  const other = max(overLeft, overRight);
  if (other < upperBound()) openLabel(entry, other, goesLeft ? GOES_RIGHT : GOES_LEFT);
  return leave(entry, goesLeft);
}

/** Out of a triangle that is entered over a side, over its left or its right side. */
export function leave(entry: u32, isLeft: bool): u32 {
  if (!cross(entry, isLeft)) return NONE;
  const side = isLeft ? after(entry) : before(entry);
  if (HAS_RADIUS) {
    const isTarget = isSeeking() && (markOf(entry / 3) & TARGET) != 0;
    const isChoice = isTarget || isRing || onwardOf(entry) != side;
    if (isChoice && !choose(entry, side, isLeft ? endOf(entry) : cornerOf(entry))) return NONE;
  }
  return over(side);
}

/** Of discs: in a triangle that is entered over a side, over another side around a vertex. */
function choose(entry: u32, side: u32, pivot: u32): bool {
  if (isFindingEntrances()) return true;
  addBranch(side, pivot, twinOf(entry));
  // Dominance ends most paths that go around in circles. Two kinds it does not, and they end where
  // they cross a side again: paths around a vertex on no wall, around which the funnel loses count
  // of turns, and paths in doubt, which are compared with no other.
  return (isTrusted(firstTurn()) && !isLoose(pivot)) || !isBranchRepeated();
}

/** Through a triangle: the portal gets its third vertex as an end. */
function cross(entry: u32, isLeft: bool): bool {
  const v = cornerOf(before(entry));
  enterOver(entry);
  return isLeft ? addLeft(X(v), Y(v), v) : addRight(X(v), Y(v), v);
}

/**
 * Of discs: through a triangle, or as far as a section of a corridor goes, where only one side
 * leads on.
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

/** Of discs: from a section of a corridor on to its bottleneck, or to the next node: as `over`. */
function walkSections(from: u32): u32 {
  const half = halfOf(from);
  for (let section = from; section != NONE; section = sectionAfter(section))
    if (!walkHalf(section)) return NONE;
  const number = half >> 1;
  if ((half & 1) != 0 || bottleneckSide(number) == NONE) return corridorEnd(number);
  Successors.come(number);
  return NONE;
}
