// Paths that are straight: found, and proven to be the shortest, without a search.

import { channelBegin, channelLength } from './channel';
import { markOf, TARGET } from '../channel/marks';
import { keepOf } from './widths';
import { pathLength, writePath } from './path';
import { isStripFree, stripBegin } from './strip';
import { turnsStraight } from './path-turns';

/** Whether the path that was found last is straight, and so the shortest. */
let isShortestValue: bool = false;
export function isShortest(): bool {
  return isShortestValue;
}

/**
 * The length of a path that is straight, or in one triangle, which becomes the current path.
 * Infinity where none is found without a search. A path in one triangle, around something near to
 * both ends, need not be the shortest.
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
