// The path of a disc through one channel, a sequence of sides, clear of everything beside it:
// complete.ts and straight.ts call `channelLength`. The funnel goes around ends of the sides only.
// Two things can still be too near: a portal end that the funnel dropped, where a later circle
// reaches back, and other vertices near the ends of the path. Each vertex that is too near becomes
// one more circle to go around, until none is left.

import { besideBegin, CLEAR, lookBeside, LOST, place } from './beside';
import { bottleneckSide } from '../channel/bottlenecks';
import { addLeft, addRight } from '../channel/chains';
import { addTarget, turnsTo } from '../channel/circle-chains';
import { entryHand, funnelBegin, funnelRoom, head, setPruning } from '../channel/funnel';
import { bottleneckAt, cornerOf, endOf, nodeOf, nodeSide, twinOf, X, Y } from '../channel/mesh';
import { nameOf, turnBefore, turnEntry } from '../channel/turns';
import { crossedForget, sideAt, sideCount } from './crossed';
import { isBlocked, lookAlong, nearBegin, nearest, nearestHand, nearestPiece } from './near';
import { pathPoint, POINT } from './layout';
import { pointCount, pointAddress, pathLength, placeFor, writePath } from './path';
import { isBeyond } from './pieces';
import { addTurnAround, isAround, tighten, turnsFrom } from './path-turns';
import { NONE } from '../sides';

/**
 * Whether the path is blocked, or its length by the funnel was too small already at a bottleneck or
 * turn. There the label may have pruned others by this length: see dominance.ts.
 */
let isUnderestimatedValue: bool = false;
export function isUnderestimated(): bool {
  return isUnderestimatedValue;
}
/**
 * If `isUnderestimated`: the name (`nameOf`) of the path's first turn as the funnel had it; NONE if
 * the funnel's path was straight.
 */
let assumedFirstTurnValue: u32 = NONE;
export function assumedFirstTurn(): u32 {
  return assumedFirstTurnValue;
}

/** Begins a channel without sides. */
export function channelBegin(): void {
  crossedForget();
  isUnderestimatedValue = false;
}

/** Makes the funnel through the sides of the channel the current one. */
function buildFunnel(sx: f64, sy: f64): void {
  setPruning(false);
  funnelRoom(sideCount() + 4);
  funnelBegin(sx, sy, NONE);
  let left = NONE;
  let right = NONE;
  for (let i: u32 = 0; i < sideCount(); i++) {
    const side = sideAt(i);
    const l = endOf(side);
    const r = cornerOf(side);
    if (l != left) addLeft(X(l), Y(l), l);
    if (r != right) addRight(X(r), Y(r), r);
    left = l;
    right = r;
  }
}

/**
 * Whether a vertex is too near to the path: `nearest` is then the nearest one. Also finds whether a
 * wall is too near (`isBlocked`). `source`: the triangle in which the path starts.
 */
function isInWay(source: u32, radius: f64): bool {
  nearBegin(radius);
  if (sideCount() > 0 && lookAtChannel(radius)) return nearest() != NONE;
  nearBegin(radius);
  let triangle = source;
  for (let i: u32 = 0; i + 1 < pointCount(); i++) triangle = lookAlong(i, triangle);
  return nearest() != NONE;
}

/**
 * Looks along the pieces of the path that are not clear by the channel alone. False where the path
 * does not lead through the channel in order.
 */
function lookAtChannel(radius: f64): bool {
  besideBegin(radius);
  for (let i: u32 = 0; i + 1 < pointCount(); i++) {
    const from = place();
    const found = lookBeside(i);
    if (found == LOST) return false;
    if (found != CLEAR)
      lookAlong(i, from < sideCount() ? sideAt(from) / 3 : twinOf(sideAt(from - 1)) / 3);
  }
  return true;
}

/**
 * How many sides of the channel the path has crossed at the end of a piece. `from`: how many it has
 * crossed at the start of the piece.
 */
function passedBy(piece: u32, from: u32): u32 {
  let i = from;
  for (; i < sideCount(); i++) {
    const l = endOf(sideAt(i));
    const r = cornerOf(sideAt(i));
    if (!isBeyond(pointAddress(piece), X(l), Y(l), X(r), Y(r))) break;
  }
  return i;
}

/** How many sides of the channel the path crosses before it passes the vertex that is too near. */
function placeOfNearest(): u32 {
  let i: u32 = 0;
  for (let piece: u32 = 0; piece < nearestPiece(); piece++) i = passedBy(piece, i);
  const a = pointAddress(nearestPiece());
  if (pathPoint(a).sweep != 0) return i;
  const ax = pathPoint(a).x;
  const ay = pathPoint(a).y;
  const dx = pathPoint(a + POINT).x - ax;
  const dy = pathPoint(a + POINT).y - ay;
  const t = min(1, ((X(nearest()) - ax) * dx + (Y(nearest()) - ay) * dy) / (dx * dx + dy * dy));
  const x = ax + t * dx;
  const y = ay + t * dy;
  for (; i < sideCount(); i++) {
    const l = endOf(sideAt(i));
    const r = cornerOf(sideAt(i));
    if ((X(r) - X(l)) * (y - Y(l)) - (Y(r) - Y(l)) * (x - X(l)) < 0) break;
  }
  return i;
}

/** Whether a side is the bottleneck of its corridor. */
function isBottleneck(side: u32): bool {
  const number = nodeOf(side / 3) == NONE ? bottleneckAt(side) : nodeSide(side);
  return number != NONE && bottleneckSide(number) == side;
}

/**
 * Whether the path crosses a bottleneck after the vertex that is too near: there other labels were
 * compared with a length that was too small.
 */
function hasBottleneckBehind(): bool {
  for (let i = placeOfNearest(); i < sideCount(); i++) if (isBottleneck(sideAt(i))) return true;
  return false;
}

/**
 * On which hand the path passes the vertex that is too near. If the vertex is an end of a side that
 * the piece crosses, or of the side before or after, the hand is that of this end. Otherwise the
 * hand is the side of the piece on which the vertex lies.
 */
function handOfNearest(): f64 {
  let from: u32 = 0;
  for (let piece: u32 = 0; piece < nearestPiece(); piece++) from = passedBy(piece, from);
  const to = min(sideCount(), passedBy(nearestPiece(), from) + 1);
  for (let i = max(1, from) - 1; i < to; i++) {
    if (endOf(sideAt(i)) == nearest()) return 1;
    if (cornerOf(sideAt(i)) == nearest()) return -1;
  }
  return nearestHand();
}

/**
 * The length of the path through the channel, Infinity where the disc does not pass. `hasFunnel`:
 * the current funnel is the one of the channel.
 */
export function channelLength(
  target: u32,
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
  hasFunnel: bool,
): f64 {
  if (!hasFunnel) buildFunnel(sx, sy);
  addTarget(tx, ty);
  const last = turnsTo(head());
  turnsFrom(last);
  const length = clearLength(target, radius);
  if (length == Infinity) isUnderestimatedValue = true;
  if (isUnderestimatedValue) assumedFirstTurnValue = firstTurnOf(last);
  return length;
}

/** A channel is given up as blocked after this many circles were added. Chosen, not measured. */
const MOST_STEPS: u32 = 1024;

/**
 * The length of the path around the current turns, with circles added around all vertices that are
 * too near. Infinity if the path is blocked: a wall is too near, or the disc does not fit between
 * two circles.
 */
function clearLength(target: u32, radius: f64): f64 {
  const source = sideCount() == 0 ? target : sideAt(0) / 3;
  for (let i: u32 = 0; i < MOST_STEPS; i++) {
    tighten();
    writePath(radius);
    if (radius == 0 || pathLength() == Infinity) return pathLength();
    if (!isInWay(source, radius)) return isBlocked() ? Infinity : pathLength();
    // From this vertex on the length by the funnel is too small. That matters if a turn or a
    // bottleneck follows, where other labels may have been pruned by this length. No turn follows
    // the last piece.
    if (!isUnderestimatedValue)
      isUnderestimatedValue = nearestPiece() + 2 < pointCount() || hasBottleneckBehind();
    const turn = placeFor(nearestPiece(), X(nearest()), Y(nearest()));
    // the path goes around the vertex already, and still is too near: the disc does not fit
    if (isAround(turn, nearest())) return Infinity;
    addTurnAround(turn, X(nearest()), Y(nearest()), handOfNearest(), nearest());
  }
  return Infinity;
}

/** The name of the first turn of the path whose last turn is `last`, NONE if it is straight. */
function firstTurnOf(last: u32): u32 {
  let turned = NONE;
  for (let i = last; i != NONE; i = turnBefore(i)) {
    const entry = turnEntry(i);
    if (entryHand(entry) != 0) turned = nameOf(entry);
  }
  return turned;
}
