// The path through one channel, a sequence of sides, with all that is beside it kept clear of: the funnel goes around portal ends only, and
// near the ends of a path other vertices can be in its way. Those too near become circles to go around as well, until none is left.

import { reallocate } from '../env';
import { entryHand } from './entries';
import {
  addLeft,
  addRight,
  dropBeyond,
  dropNeedless,
  funnelBegin,
  head,
  rootsTo,
  setStrict,
} from './funnel';
import { endOf, startOf, twins, X, Y } from './mesh';
import {
  isBlocked,
  lookAround,
  nearBegin,
  nearest,
  nearestHand,
  nearestPiece,
  pastStart,
} from './near';
import { isPinched, kink, POINT, pathLength, rootCountTo, writePath, writeStraight } from './path';
import { firstTurn, rootBefore, rootEntry } from './roots';
import { at, NONE } from '../sides';

/** The sides crossed, as the triangles before them have them. */
let sides: usize = 0;
let sideRoom: u32 = 0;
let sideCount: u32 = 0;
/**
 * Circles to go around beside portal ends, 16 bytes: place, vertex, hand (1 = left). Place i: before the end that comes with portal i;
 * the last place: in place of the ends beyond, of which the target comes before.
 */
let extras: usize = 0;
let extraCount: u32 = 0;
const MOST_EXTRAS: u32 = 256;

let points: usize = 0;
let pointRoom: u32 = 0;
export let first: usize = 0;
export let count: u32 = 0;

/**
 * Whether its path is longer than the funnel said, because something is in the way of the first piece or the disc does not pass; and what
 * the first turn was before, NONE where it was straight.
 */
export let isLifted: bool = false;
export let lifted: u32 = NONE;

export function channelBind(
  side: usize,
  room: u32,
  extra: usize,
  point: usize,
  pointsRoom: u32,
): void {
  sides = side;
  sideRoom = room;
  extras = extra;
  lifts = extra + ((<usize>MOST_EXTRAS + 1) << 4);
  points = point;
  pointRoom = pointsRoom;
}

/** A channel without sides. */
export function channelBegin(): void {
  sideCount = 0;
  extraCount = 0;
  liftCount = 0;
  isLifted = false;
}

/** It goes on over a side. */
export function channelPush(side: u32): void {
  if (sideCount == sideRoom) {
    sides = reallocate(sides, (<usize>sideRoom) << 2, (<usize>sideRoom) << 3);
    sideRoom <<= 1;
  }
  store<u32>(sides + ((<usize>sideCount) << 2), side);
  sideCount++;
}

/** Circles that the path lifts off of: their vertices are left out of the funnel, and looked at again afterwards. */
let lifts: usize = 0;
let liftCount: u32 = 0;

function isLeftOut(v: u32): bool {
  for (let i: u32 = 0; i < liftCount; i++)
    if (load<u32>(lifts + ((<usize>i) << 2)) == v) return true;
  return false;
}

function addExtras(place: u32): void {
  for (let i: u32 = 0; i < extraCount; i++) {
    const extra = extras + ((<usize>i) << 4);
    if (load<u32>(extra) != place) continue;
    const v = load<u32>(extra, 4);
    if (load<u32>(extra, 8)) addLeft(X(v), Y(v), 1, v);
    else addRight(X(v), Y(v), v);
  }
}

/** The path around portal ends and extras; writes its points. */
function run(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  setStrict(false);
  funnelBegin(sx, sy, radius, sideCount + extraCount + 4);
  let left = NONE;
  let right = NONE;
  for (let i: u32 = 0; i < sideCount; i++) {
    addExtras(i);
    const side = at(sides, i);
    const l = endOf(side);
    const r = startOf(side);
    if (l != left && !isLeftOut(l)) addLeft(X(l), Y(l), 1, l);
    if (r != right && !isLeftOut(r)) addRight(X(r), Y(r), r);
    left = l;
    right = r;
  }
  addExtras(sideCount);
  let isLast = false;
  for (let i: u32 = 0; i < extraCount; i++) {
    const extra = extras + ((<usize>i) << 4);
    if (load<u32>(extra) <= sideCount) continue;
    if (!isLast) dropNeedless(tx, ty);
    isLast = true;
    const v = load<u32>(extra, 4);
    dropBeyond(X(v), Y(v), load<u32>(extra, 8) ? 1 : -1);
  }
  addExtras(sideCount + 1);
  return trace(tx, ty, radius);
}

/** The path to the target, from the funnel at hand; writes its points and returns its last turn. */
function trace(tx: f64, ty: f64, radius: f64): u32 {
  addLeft(tx, ty, 0, NONE);
  const last = rootsTo(head);
  const most: u32 = 2 * rootCountTo(last);
  if (most > pointRoom) {
    points = reallocate(points, 0, <usize>most * POINT * 2);
    pointRoom = 2 * most;
  }
  const end = points + <usize>pointRoom * POINT;
  first = writePath(last, end, radius);
  count = <u32>((end - first) / POINT);
  return last;
}

/** Whether the end of a piece lies beyond a portal. */
function isPast(side: u32, piece: u32): bool {
  const a = first + <usize>piece * POINT;
  const sweep = abs(load<f64>(a, 40));
  if (sweep > 0) {
    const cx = load<f64>(a, 16);
    const cy = load<f64>(a, 24);
    const l = endOf(side);
    const r = startOf(side);
    const isLeft = X(l) == cx && Y(l) == cy;
    // half a turn behind is beyond, too, where the arc goes around an end of the portal
    if (isLeft || (X(r) == cx && Y(r) == cy)) {
      const v = isLeft ? r : l;
      const ahead = pastStart(a, X(v) - cx, Y(v) - cy);
      return ahead <= sweep || ahead > Math.PI + 0.5 * sweep;
    }
  }
  return beyond(side, a + POINT) >= 0;
}

/** Looks around triangle i of the channel, which pieces run through. */
function lookIn(i: u32, target: u32, from: u32, to: u32): bool {
  const entry = i == 0 ? NONE : at(twins, at(sides, i - 1));
  const exit = i == sideCount ? NONE : at(sides, i);
  // the triangle before had the last piece to look at, too
  const known = from == to ? entry : NONE;
  return lookAround(i == sideCount ? target : exit / 3, from, to + 1, entry, exit, known);
}

/** The place of the vertex that is in the way the most, NONE where none is; in `nearest`. */
function findPlace(target: u32, radius: f64): u32 {
  nearBegin(first, radius);
  const lastPiece = count - 2;
  let place = NONE;
  let from: u32 = 0;
  for (let i: u32 = 0; i <= sideCount; i++) {
    let to = from;
    if (i == sideCount) to = lastPiece;
    else while (to < lastPiece && !isPast(at(sides, i), to)) to++;
    if (lookIn(i, target, from, to)) place = i;
    from = to;
  }
  // a corner that a circle further on has made needless, which juts back to where the path is at its end already
  if (nearestPiece + 2 == count && place != NONE && isPortalEnd(nearest)) return sideCount;
  return place;
}

function isPortalEnd(v: u32): bool {
  for (let i: u32 = 0; i < sideCount; i++)
    if (startOf(at(sides, i)) == v || endOf(at(sides, i)) == v) return true;
  return false;
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
  const last = hasFunnel ? trace(tx, ty, radius) : run(sx, sy, tx, ty, radius);
  const turned = firstTurnOf(last);
  const length = clearLength(target, sx, sy, tx, ty, radius);
  if (length == Infinity) isLifted = true;
  if (isLifted) lifted = turned;
  return length;
}

/** The same, from the path at hand: goes around what is in its way until nothing is. */
function clearLength(target: u32, sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): f64 {
  while (radius > 0 && pathLength < Infinity) {
    if (kink != NONE && liftCount < MOST_EXTRAS && !isLeftOut(kink)) {
      store<u32>(lifts + ((<usize>liftCount) << 2), kink);
      liftCount++;
      run(sx, sy, tx, ty, radius);
      continue;
    }
    let place = findPlace(target, radius);
    if (place == NONE) {
      if (isBlocked) return Infinity;
      break;
    }
    if (nearestPiece == 0) isLifted = true;
    const known = takeOut(nearest);
    // one that does not help there either is in the way already: the disc does not fit
    if (extraCount == MOST_EXTRAS || known == sideCount + 1) return Infinity;
    if (known != NONE) place = sideCount + 1;
    insert(place, nearest, nearestHand > 0 ? 1 : 0);
    run(sx, sy, tx, ty, radius);
  }
  return isPinched || (liftCount > 0 && !isInside()) ? Infinity : pathLength;
}

/** Whether nothing is in the way of the straight path through the channel, which is the path at hand then. */
export function isStraightFree(target: u32, sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): bool {
  first = writeStraight(points + <usize>pointRoom * POINT, sx, sy, tx, ty);
  count = 2;
  return radius == 0 || findPlace(target, radius) == NONE;
}

/** How far beyond a portal a point is, times its length. */
function beyond(side: u32, point: usize): f64 {
  const l = endOf(side);
  const r = startOf(side);
  const lx = X(l);
  const ly = Y(l);
  return (X(r) - lx) * (load<f64>(point, 8) - ly) - (Y(r) - ly) * (load<f64>(point) - lx);
}

/** Whether the path, with circles left out, crosses all sides between their ends. */
function isInside(): bool {
  let piece: u32 = 0;
  for (let i: u32 = 0; i < sideCount; i++) {
    const side = at(sides, i);
    while (piece < count - 2 && !isPast(side, piece)) piece++;
    const a = first + <usize>piece * POINT;
    const before = beyond(side, a);
    const after = beyond(side, a + POINT);
    // arcs are around ends of sides
    if (load<f64>(a, 40) != 0 || before >= 0 || after <= before) continue;
    const share = before / (before - after);
    const x = load<f64>(a) + share * (load<f64>(a + POINT) - load<f64>(a));
    const y = load<f64>(a, 8) + share * (load<f64>(a + POINT, 8) - load<f64>(a, 8));
    const l = endOf(side);
    const dx = X(startOf(side)) - X(l);
    const dy = Y(startOf(side)) - Y(l);
    const along = (x - X(l)) * dx + (y - Y(l)) * dy;
    const square = dx * dx + dy * dy;
    if (along < -1e-9 * square || along > (1 + 1e-9) * square) return false;
  }
  return true;
}

/** Takes a vertex out of the extras; returns the place that it was at, NONE where it is none. */
function takeOut(v: u32): u32 {
  for (let i: u32 = 0; i < extraCount; i++) {
    const extra = extras + ((<usize>i) << 4);
    if (load<u32>(extra, 4) != v) continue;
    const place = load<u32>(extra);
    extraCount--;
    memory.copy(extra, extra + 16, (<usize>(extraCount - i)) << 4);
    return place;
  }
  return NONE;
}

/** Extras of one place in the order in which they lie along the way. */
function insert(place: u32, v: u32, hand: u32): void {
  const a = first + <usize>nearestPiece * POINT;
  const dx = load<f64>(a + POINT) - load<f64>(a);
  const dy = load<f64>(a + POINT, 8) - load<f64>(a, 8);
  let i = extraCount;
  for (; i > 0; i--) {
    const other = extras + ((<usize>(i - 1)) << 4);
    const w = load<u32>(other, 4);
    const isBefore =
      load<u32>(other) != place ||
      load<u32>(other, 8) != hand ||
      (X(w) - X(v)) * dx + (Y(w) - Y(v)) * dy <= 0;
    if (isBefore) break;
    memory.copy(other + 16, other, 16);
  }
  const extra = extras + ((<usize>i) << 4);
  store<u32>(extra, place);
  store<u32>(extra, v, 4);
  store<u32>(extra, hand, 8);
  extraCount++;
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
