// What the chains of a funnel do, for points or for discs: the switch between vertex-chains.ts and
// circle-chains.ts.

import {
  CircleChains,
  isApexDominated as isCircleDominated,
  lengthTo as lengthAroundCircles,
  setPortal,
} from './circle-chains';
import { HAS_RADIUS } from './layout';
import { VertexChains, isApexDominated as isVertexDominated, VertexLengths } from './vertex-chains';

/**
 * Whether another path has meanwhile come to dominate the current one: for points at the apex, for
 * discs at the turn before the apex.
 */
export function isApexDominated(): bool {
  return HAS_RADIUS ? isCircleDominated() : isVertexDominated();
}

/** Inlined for points. */
export class Lengths {
  /** The length of the current path on to a point ahead, or on the last portal. */
  // @ts-ignore: decorator
  @inline
  static to(x: f64, y: f64): f64 {
    return HAS_RADIUS ? lengthAroundCircles(x, y) : VertexLengths.to(x, y);
  }
}

/**
 * The portal that was crossed last gets a new left end, vertex `v` at (x, y). False if no shortest
 * path leads through: the caller gives the path up.
 */
export function addLeft(x: f64, y: f64, v: u32): bool {
  return HAS_RADIUS ? CircleChains.add(x, y, 1, v, true) : VertexChains.add(x, y, v, true);
}
/** The portal that was crossed last gets a new right end: see `addLeft`. */
export function addRight(x: f64, y: f64, v: u32): bool {
  return HAS_RADIUS ? CircleChains.add(x, y, -1, v, false) : VertexChains.add(x, y, v, false);
}

export class Ends {
  /**
   * `addLeft` or `addRight`, by `isLeft`. Points have one computation for both hands, inlined,
   * because no processor predicts which hand comes next in a corridor.
   */
  // @ts-ignore: decorator
  @inline
  static add(x: f64, y: f64, v: u32, isLeft: bool): bool {
    if (!HAS_RADIUS) return VertexChains.add(x, y, v, isLeft);
    return isLeft ? addLeft(x, y, v) : addRight(x, y, v);
  }
}

/**
 * Notes the side over which a triangle is entered. For discs this call comes before `addLeft` and
 * `addRight`. While paths are pruned, `addLeft` and `addRight` write this side into `Circle.portal`
 * of the end that they replace. The side is the last portal with that end.
 */
export function enterOver(side: u32): void {
  if (HAS_RADIUS) setPortal(side);
}
