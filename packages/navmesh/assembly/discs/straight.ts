// Paths that are straight, or nearly so: found, and mostly proven to be the shortest, without a
// search.
//
// All paths that are no longer than a given path lie in an ellipse around both ends. A strip
// around that ellipse meets some triangles. If these triangles form a tree, by their sides inside
// the strip, no obstacle stands alone in the strip, and all paths through it can be bent into each
// other. The shortest of such paths is the one that cannot be pulled tighter. So a path that is
// clear, and at each turn bends towards what it goes around, is shorter than all others. That
// holds for discs as for points, also where gaps are too narrow for the disc.

import { channelBegin, channelLength } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from '../channel/marks';
import { cornerOf, endOf, twinOf } from '../channel/mesh';
import { keepOf } from './widths';
import { isNew, lookBegin } from './near';
import { pathPoint } from './layout';
import { count, P, pathLength, writePath } from './path';
import { along, isApart, isStripFree, measure, off, stripAround, stripBegin } from './strip';
import { turnsStraight } from './path-turns';
import { after, before, NONE } from '../sides';

/** Whether the path that was found last is proven to be the shortest. */
let isShortestValue: bool = false;
export function isShortest(): bool {
  return isShortestValue;
}

/**
 * The length of a path that is as straight as possible, which becomes the current path. Infinity
 * where none is found without a search.
 */
export function straightLength(
  triangle: u32,
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
): f64 {
  channelBegin();
  isShortestValue = false;
  let target = triangle;
  if (!(markOf(triangle) & TARGET)) {
    stripBegin(sx, sy, tx, ty, keepOf(radius));
    if (isStripFree(triangle)) {
      turnsStraight(sx, sy, tx, ty);
      writePath(radius);
      isShortestValue = true;
      return pathLength();
    }
    if (radius == 0) return Infinity;
    target = goStraight(triangle, sx, sy, tx, ty);
    if (target == NONE) return Infinity;
  }
  const length = channelLength(target, sx, sy, tx, ty, radius, false);
  if (length == Infinity) return length;
  stripAround(sx, sy, tx, ty, length);
  isShortestValue = isOnlyPath(triangle);
  return length;
}

/**
 * Adds all sides that the straight segment from source to target crosses to the channel. Returns
 * the triangle in which it ends; NONE where it meets a wall, or the end of a side.
 */
function goStraight(from: u32, x: f64, y: f64, tx: f64, ty: f64): u32 {
  // a strip without width
  stripBegin(x, y, tx, ty, 0);
  let side = 3 * from;
  const end = side + 3;
  while (side < end && !(offOf(cornerOf(side)) < 0 && offOf(endOf(side)) > 0)) side++;
  if (side == end) return NONE;
  while (twinOf(side) != NONE) {
    const entry = twinOf(side);
    crossedPush(side);
    if ((markOf(entry / 3) & TARGET) != 0) return entry / 3;
    const across = offOf(cornerOf(before(entry)));
    if (across == 0) return NONE;
    side = across > 0 ? after(entry) : before(entry);
  }
  return NONE;
}

function offOf(v: u32): f64 {
  measure(v);
  return off();
}

/** With more triangles than this in the strip they are likely no tree. Chosen. */
const MOST: u32 = 64;
let looked: u32 = 0;

/**
 * Whether the triangles in the strip form a tree, and the current path does not wind around
 * anything.
 */
function isOnlyPath(triangle: u32): bool {
  for (let i: u32 = 0; i < count(); i++) if (abs(pathPoint(P(i)).sweep) > 3) return false;
  lookBegin();
  looked = 0;
  const side = 3 * triangle;
  measure(cornerOf(side));
  const alongR = along();
  const offR = off();
  measure(endOf(side));
  const alongL = along();
  const offL = off();
  return (
    isNew(triangle) &&
    isTree(side, alongR, offR, alongL, offL) &&
    isTreeAt(side, alongL, offL, alongR, offR)
  );
}

/**
 * Whether the triangles behind a side, as far as the strip meets them, form a tree. A: where the
 * side starts, B: where it ends.
 */
function isTree(side: u32, alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  const entry = twinOf(side);
  if (entry == NONE || isApart(alongA, offA, alongB, offB)) return true;
  if (!isNew(entry / 3) || ++looked == MOST) return false;
  return isTreeAt(entry, alongA, offA, alongB, offB);
}

/**
 * `isTree` behind the other two sides of the side's triangle. A: where the side ends, B: where it
 * starts.
 */
function isTreeAt(side: u32, alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  measure(cornerOf(before(side)));
  const alongC = along();
  const offC = off();
  return (
    isTree(after(side), alongA, offA, alongC, offC) &&
    isTree(before(side), alongC, offC, alongB, offB)
  );
}
