// Paths that are straight, or nearly so: found, and mostly proven to be the shortest, without a search.
//
// Ways no longer than a path lie in the ellipse around both ends that the length of the path says. Where the triangles that have a part in
// a strip around that ellipse are a tree, by the sides that have one, nothing stands by itself in there: one way is like any other, bent over what
// juts in from outside. Of such ways that one is the shortest which cannot be drawn tighter; so a path that is clear and turns to what it goes
// around at each of its turns is shorter than all others. That is so for discs as for points, whatever is too narrow for them.

import { channelBegin, channelLength } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from './marks';
import { corners, endOf, keepOf, startOf, twins } from './mesh';
import { isNew, lookBegin } from './near';
import { count, P, pathLength, writePath } from './path';
import { along, isApart, isStripFree, measure, off, stripAround, stripBegin } from './strip';
import { turnsStraight } from './turns';
import { after, at, before, NONE } from '../sides';

/** Whether no path is shorter than that which was found last. */
export let isShortest: bool = false;

/** The length of a path from a triangle as straight as it may be, which is at hand then; Infinity where none is found without a search. */
export function straightLength(
  triangle: u32,
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
): f64 {
  channelBegin();
  isShortest = false;
  let target = triangle;
  if (!(markOf(triangle) & TARGET)) {
    stripBegin(sx, sy, tx, ty, keepOf(radius));
    if (isStripFree(triangle)) {
      turnsStraight(sx, sy, tx, ty);
      writePath(radius);
      isShortest = true;
      return pathLength;
    }
    if (radius == 0) return Infinity;
    target = goStraight(triangle, sx, sy, tx, ty);
    if (target == NONE) return Infinity;
  }
  const length = channelLength(target, sx, sy, tx, ty, radius, false);
  if (length == Infinity) return length;
  stripAround(sx, sy, tx, ty, length);
  isShortest = isOneWay(triangle);
  return length;
}

/**
 * Writes all sides that the straight way of a point from a triangle to the target crosses to the channel, and returns the triangle that it ends
 * in; NONE where it meets a wall, or the end of a side.
 */
function goStraight(from: u32, x: f64, y: f64, tx: f64, ty: f64): u32 {
  // of a strip without width
  stripBegin(x, y, tx, ty, 0);
  let side = 3 * from;
  const end = side + 3;
  while (side < end && !(offOf(startOf(side)) < 0 && offOf(endOf(side)) > 0)) side++;
  if (side == end) return NONE;
  while (at(twins, side) != NONE) {
    const entry = at(twins, side);
    crossedPush(side);
    if ((markOf(entry / 3) & TARGET) != 0) return entry / 3;
    const across = offOf(at(corners, before(entry)));
    if (across == 0) return NONE;
    side = across > 0 ? after(entry) : before(entry);
  }
  return NONE;
}

function offOf(v: u32): f64 {
  measure(v);
  return off;
}

/** In more triangles than this there is likely more than one way. */
const MOST: u32 = 64;
let looked: u32 = 0;

/** Whether there is one way only through the strip, from a triangle, which the path at hand goes without going around anything. */
function isOneWay(triangle: u32): bool {
  for (let i: u32 = 0; i < count; i++) if (abs(load<f64>(P(i), 40)) > 3) return false;
  lookBegin();
  looked = 0;
  const side = 3 * triangle;
  measure(startOf(side));
  const alongR = along;
  const offR = off;
  measure(endOf(side));
  const alongL = along;
  const offL = off;
  return (
    isNew(triangle) &&
    isTree(side, alongR, offR, alongL, offL) &&
    isTreeAt(side, alongL, offL, alongR, offR)
  );
}

/** Whether the triangles behind a side that have a part in the strip are a tree. A: where the side starts, B: where it ends. */
function isTree(side: u32, alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  const entry = at(twins, side);
  if (entry == NONE || isApart(alongA, offA, alongB, offB)) return true;
  if (!isNew(entry / 3) || ++looked == MOST) return false;
  return isTreeAt(entry, alongA, offA, alongB, offB);
}

/** The same behind both other sides of its triangle. A: where the side ends, B: where it starts. */
function isTreeAt(side: u32, alongA: f64, offA: f64, alongB: f64, offB: f64): bool {
  measure(startOf(before(side)));
  const alongC = along;
  const offC = off;
  return (
    isTree(after(side), alongA, offA, alongC, offC) &&
    isTree(before(side), alongC, offC, alongB, offB)
  );
}
