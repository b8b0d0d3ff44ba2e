// Where a disc's path may go, for walk.ts of ../channel: over which sides and through which
// corridors the disc fits.

import { holdsTarget } from '../channel/corridors';
import { isAtEnd } from '../channel/marks';
import { cornerOf, endOf, nodeOf, nodeSide, X, Y } from '../channel/mesh';
import { bottleneckSide } from '../channel/bottlenecks';
import { isSeeking, isFillingRow } from '../channel/task';
import { innerWidthAt, isForEnds, isHalfWide, widthAt } from './widths';
import { leastWidthOf } from '../rounding';
import { NONE } from '../sides';

/** The least width that the disc passes. */
let least: f64 = 0;
export function setRadiusOfWidths(radius: f64): void {
  least = leastWidthOf(radius);
}
export function leastWidth(): f64 {
  return least;
}

/** Whether the disc does not fit between the ends of a side. */
export function isNarrow(side: u32): bool {
  const dx = X(endOf(side)) - X(cornerOf(side));
  const dy = Y(endOf(side)) - Y(cornerOf(side));
  return dx * dx + dy * dy < least * least;
}

/**
 * Whether a half is walked triangle by triangle, because it holds the target, or is wide enough
 * only for paths that begin or end there.
 */
export function isByTriangles(half: u32): bool {
  return (isSeeking() && holdsTarget(half)) || isForEnds(half, least);
}

/**
 * Whether the corridor behind a side is wide enough up to its bottleneck, and for a search to a
 * target also behind it. Halves that are walked triangle by triangle are tested during that walk.
 */
export function isCorridorOpen(side: u32): bool {
  if (nodeOf(side / 3) == NONE) return true;
  const half = 2 * nodeSide(side);
  if (!isHalfWide(half, least) && !isByTriangles(half)) return false;
  return (
    !isSeeking() || isHalfWide(half + 1, least) || isByTriangles(half) || isByTriangles(half + 1)
  );
}

/**
 * Whether the disc gets around the corner where a side starts. The inner width counts for paths
 * that begin or end at the corner; rows of the table begin at a corner anywhere.
 */
export function isOpen(side: u32): bool {
  if (widthAt(side) >= least) return true;
  return innerWidthAt(side) >= least && (isFillingRow() || isAtEnd(cornerOf(side)));
}

/**
 * The bottleneck that every path over a side of a node crosses next; NONE where there is none, or
 * the target may come first.
 */
export function aheadOver(side: u32): u32 {
  if (nodeOf(side / 3) == NONE) return NONE;
  const number = nodeSide(side);
  return bottleneckSide(number) == NONE || holdsTarget(2 * number) ? NONE : number;
}
