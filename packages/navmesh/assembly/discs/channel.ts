// The path through one channel, a sequence of sides, with all that is beside it kept clear of. The funnel goes around ends of the sides only,
// and what it has put aside can get into the way again where a later circle juts back; near the ends of a path other vertices can be in its
// way, too. Those too near become circles to go around as well, until none is left.

import { besideBegin, CLEAR, lookBeside, LOST, place } from './beside';
import { isGate } from './corridors';
import { crossedForget, sideAt, sideCount } from './crossed';
import { entryHand } from './entries';
import { addLeft, addRight, funnelBegin, head, rootsTo, setStrict } from './funnel';
import { endOf, startOf, twins, X, Y } from './mesh';
import { isBlocked, lookAlong, nearBegin, nearest, nearestHand, nearestPiece } from './near';
import { count, P, pathLength, placeFor, POINT, writePath } from './path';
import { isBeyond } from './pieces';
import { firstTurn, rootBefore, rootEntry } from './roots';
import { goAround, isAround, tighten, turnsFrom } from './turns';
import { at, NONE } from '../sides';

/**
 * Whether its path is longer than the funnel said, because something is in the way before a gate that it crosses or the disc does not pass;
 * and what the first turn was before, NONE where it was straight.
 */
export let isLifted: bool = false;
export let lifted: u32 = NONE;

/** A channel without sides. */
export function channelBegin(): void {
  crossedForget();
  isLifted = false;
}

/** The way around the ends of the sides, as the funnel has it. */
function run(sx: f64, sy: f64, radius: f64): void {
  setStrict(false);
  funnelBegin(sx, sy, radius, sideCount + 4);
  let left = NONE;
  let right = NONE;
  for (let i: u32 = 0; i < sideCount; i++) {
    const side = sideAt(i);
    const l = endOf(side);
    const r = startOf(side);
    if (l != left) addLeft(X(l), Y(l), 1, l);
    if (r != right) addRight(X(r), Y(r), r);
    left = l;
    right = r;
  }
}

/** Whether a vertex is in the way: the most of all is in `nearest`. `source`: the triangle that the path starts in. */
function isInWay(source: u32, radius: f64): bool {
  nearBegin(radius);
  if (sideCount > 0 && lookAtChannel(radius)) return nearest != NONE;
  nearBegin(radius);
  let triangle = source;
  for (let i: u32 = 0; i + 1 < count; i++) triangle = lookAlong(i, triangle);
  return nearest != NONE;
}

/** Looks along those pieces of the path that its channel does not say to be clear. False where the path does not go through it in order. */
function lookAtChannel(radius: f64): bool {
  besideBegin(radius);
  for (let i: u32 = 0; i + 1 < count; i++) {
    const from = place;
    const found = lookBeside(i);
    if (found == LOST) return false;
    if (found != CLEAR)
      lookAlong(i, from < sideCount ? sideAt(from) / 3 : at(twins, sideAt(from - 1)) / 3);
  }
  return true;
}

/** How many of the sides a piece has passed at its end, of which `from` were passed at its start. */
function passedBy(piece: u32, from: u32): u32 {
  let i = from;
  for (; i < sideCount; i++) {
    const l = endOf(sideAt(i));
    const r = startOf(sideAt(i));
    if (!isBeyond(P(piece), X(l), Y(l), X(r), Y(r))) break;
  }
  return i;
}

/** The side that is crossed next, and how many were crossed before the vertex in the way. */
function placeOfNearest(): u32 {
  let i: u32 = 0;
  for (let piece: u32 = 0; piece < nearestPiece; piece++) i = passedBy(piece, i);
  const a = P(nearestPiece);
  if (load<f64>(a, 40) != 0) return i;
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const dx = load<f64>(a + POINT) - ax;
  const dy = load<f64>(a + POINT, 8) - ay;
  const t = min(1, ((X(nearest) - ax) * dx + (Y(nearest) - ay) * dy) / (dx * dx + dy * dy));
  const x = ax + t * dx;
  const y = ay + t * dy;
  for (; i < sideCount; i++) {
    const l = endOf(sideAt(i));
    const r = startOf(sideAt(i));
    if ((X(r) - X(l)) * (y - Y(l)) - (Y(r) - Y(l)) * (x - X(l)) < 0) break;
  }
  return i;
}

/** Whether the way crosses a gate after the vertex in the way: others are compared with it there by a length that it has not. */
function hasGateBehind(): bool {
  for (let i = placeOfNearest(); i < sideCount; i++) if (isGate(sideAt(i))) return true;
  return false;
}

/**
 * On which hand the vertex in the way is gone around: that of the sides that the piece crosses, and the next before and after, where it is
 * an end of one.
 */
function handOfNearest(): f64 {
  let from: u32 = 0;
  for (let piece: u32 = 0; piece < nearestPiece; piece++) from = passedBy(piece, from);
  const to = min(sideCount, passedBy(nearestPiece, from) + 1);
  for (let i = max(1, from) - 1; i < to; i++) {
    if (endOf(sideAt(i)) == nearest) return 1;
    if (startOf(sideAt(i)) == nearest) return -1;
  }
  return nearestHand;
}

/**
 * The length of the path through the channel, Infinity where the disc does not pass. `hasFunnel`: the funnel at hand is that of the
 * channel.
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
  if (!hasFunnel) run(sx, sy, radius);
  addLeft(tx, ty, 0, NONE);
  const last = rootsTo(head);
  turnsFrom(last);
  const length = clearLength(target, radius);
  if (length == Infinity) isLifted = true;
  if (isLifted) lifted = firstTurnOf(last);
  return length;
}

/** The most circles to put in before a channel is given up. */
const MOST_STEPS: u32 = 1024;

/** The same, from the turns at hand: goes around what is in its way until nothing is. */
function clearLength(target: u32, radius: f64): f64 {
  const source = sideCount == 0 ? target : sideAt(0) / 3;
  for (let i: u32 = 0; i < MOST_STEPS; i++) {
    tighten();
    writePath(radius);
    if (radius == 0 || pathLength == Infinity) return pathLength;
    if (!isInWay(source, radius)) return isBlocked ? Infinity : pathLength;
    // by turns after it others are ended, too
    if (!isLifted) isLifted = nearestPiece + 2 < count || hasGateBehind();
    const turn = placeFor(nearestPiece, X(nearest), Y(nearest));
    // it is gone around already: the disc does not fit
    if (isAround(turn, nearest)) return Infinity;
    goAround(turn, X(nearest), Y(nearest), handOfNearest(), nearest);
  }
  return Infinity;
}

/** The first turn on the way to a turn, NONE where it is straight. */
function firstTurnOf(last: u32): u32 {
  let turned = NONE;
  for (let i = last; i != NONE; i = rootBefore(i)) {
    const entry = rootEntry(i);
    if (entryHand(entry) != 0) turned = firstTurn(entry);
  }
  return turned;
}
