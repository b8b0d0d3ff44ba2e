// Paths that are straight: found, and proven to be the shortest, without a search.

import { channelBegin, channelLength } from './channel';
import { markOf, TARGET } from '../channel/marks';
import { keepOf } from './widths';
import { pathLength, writePath } from './path';
import { isStripFree, stripBegin } from './strip';
import { turnsStraight } from './path-turns';

/** Whether the last `straightLength` found the straight path free, which is then the shortest. */
let isShortestValue: bool = false;
export function isShortest(): bool {
  return isShortestValue;
}

/**
 * Finds a path without a search and makes it the current path. That is the straight path if it is
 * free. Else, if both ends lie in `triangle`, it is the path that crosses no portal and goes around
 * what is too near; it need not be the shortest. Returns the length, Infinity if there is no such
 * path.
 */
export function straightLength(
  triangle: u32,
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
): f64 {
  stripBegin(sx, sy, tx, ty, keepOf(radius));
  isShortestValue = isStripFree(triangle);
  if (isShortestValue) {
    turnsStraight(sx, sy, tx, ty);
    writePath(radius);
    return pathLength();
  }
  if ((markOf(triangle) & TARGET) == 0) return Infinity;
  channelBegin();
  return channelLength(triangle, sx, sy, tx, ty, radius, false);
}
