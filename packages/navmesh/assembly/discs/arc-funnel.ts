// The shortest path of a disc through given portals, from point to point. `openDiscFunnel` in
// src/discs/disc-funnel.ts calls `funnelAnswer`, for `createDiscFunnel` and the study of
// Klaffenböck (src/study).

import { addLeft, addRight } from '../channel/chains';
import { addTarget, setRadius, turnOnPortal, turnsTo } from '../channel/circle-chains';
import { entryX, entryY, funnelBegin, funnelRoom, head, setPruning } from '../channel/funnel';
import { turnsForget } from '../channel/turns';
import { FunnelQuery, Portal } from './layout';
import { pointCount, pointAddress, pathLength, placeFor, writePath } from './path';
import { isBeyond, squareTo } from './pieces';
import { addTurnAround, dropStraight, tighten, turnAt, turnsFrom } from './path-turns';
import { TOUCH } from '../rounding';
import { NONE } from '../sides';

/**
 * Twice the area of the triangle left end, right end, point: below 0 if the point lies before the
 * portal; 0 within rounding.
 */
function side(portal: usize, x: f64, y: f64): f64 {
  const ends = changetype<Portal>(portal);
  const one = (ends.rightX - ends.leftX) * (y - ends.leftY);
  const other = (ends.rightY - ends.leftY) * (x - ends.leftX);
  // The sign is certain if the difference exceeds (3 + 16 2^-53) 2^-53 = 3.4e-16 of the sum of both
  // products (Shewchuk 1997).
  return abs(one - other) <= 4e-16 * (abs(one) + abs(other)) ? 0 : one - other;
}

/**
 * Whether a path from a point has yet to cross a portal, in direction `forward` (1 or -1): the
 * point lies before the portal, or on the line of the portal beside both ends.
 */
function isCrossed(portal: usize, x: f64, y: f64, forward: f64): bool {
  const ends = changetype<Portal>(portal);
  const past = forward * side(portal, x, y);
  if (past != 0) return past < 0;
  return (x - ends.leftX) * (x - ends.rightX) + (y - ends.leftY) * (y - ends.rightY) > 0;
}

/**
 * `funnelToPoint` with its arguments in a record `FunnelQuery`: engines of JavaScript allocate
 * memory for each fraction that they pass as an argument.
 */
export function funnelAnswer(portals: usize, portalCount: u32, query: usize): void {
  const ask = changetype<FunnelQuery>(query);
  ask.length = funnelToPoint(
    portals,
    portalCount,
    ask.sourceX,
    ask.sourceY,
    ask.targetX,
    ask.targetY,
    ask.radius,
  );
}

/**
 * Finds the path. `portals`: records `Portal`. Returns the length; Infinity if the disc does not
 * fit between the ends of a portal. The path then leads through this portal all the same.
 */
function funnelToPoint(
  portals: usize,
  portalCount: u32,
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
): f64 {
  let from = portals;
  let to = portals + ((<usize>portalCount) << 5);
  // leave out the first portals that the source lies on or beyond, and the last portals that the
  // target lies on or before
  while (from < to && !isCrossed(from, sx, sy, 1)) from += 32;
  while (to > from && !isCrossed(to - 32, tx, ty, -1)) to -= 32;
  setPruning(false);
  turnsForget();
  setRadius(radius);
  funnelRoom(<u32>((to - from) >> 5) + 2);
  funnelBegin(sx, sy, NONE);
  let lx: f64 = NaN;
  let ly: f64 = NaN;
  let rx: f64 = NaN;
  let ry: f64 = NaN;
  let fits = true;
  let hasTurned = false;
  for (let p = from; p < to; p += 32) {
    const ends = changetype<Portal>(p);
    const ax = ends.leftX;
    const ay = ends.leftY;
    const bx = ends.rightX;
    const by = ends.rightY;
    const square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    if (square < 4 * radius * radius * (1 - 2 * TOUCH)) fits = false;
    if (ax != lx || ay != ly) addLeft(ax, ay, NONE);
    if (bx != rx || by != ry) addRight(bx, by, NONE);
    lx = ax;
    ly = ay;
    rx = bx;
    ry = by;
    if (radius == 0 && turnOnPortal()) hasTurned = true;
  }
  addTarget(tx, ty);
  turnsFrom(turnsTo(head()));
  if (hasTurned) dropStraight();
  settle(from, to, radius);
  return fits ? pathLength() : Infinity;
}

/**
 * Adds turns around portal ends that the funnel dropped and that the path comes too near to,
 * because a later circle reaches back.
 */
function settle(from: usize, to: usize, radius: f64): void {
  for (let most = ((to - from) >> 4) + 1; most > 0; most--) {
    tighten();
    writePath(radius);
    if (radius == 0 || !findEnd(from, to, radius)) return;
    const turn = placeFor(endPiece, endX, endY);
    if (isAt(turn) || (turn > 0 && isAt(turn - 1))) return;
    addTurnAround(turn, endX, endY, endHand, NONE);
  }
}

/**
 * Results of `findEnd`: the portal end nearest to the path, its hand, the piece that it is near.
 */
let endX: f64 = 0;
let endY: f64 = 0;
let endHand: f64 = 0;
let endPiece: u32 = 0;

function isAt(turn: u32): bool {
  const entry = turnAt(turn);
  return entryX(entry) == endX && entryY(entry) == endY;
}

/** Finds the nearest of the portal ends that are too near to the path. False if there is none. */
function findEnd(from: usize, to: usize, radius: f64): bool {
  let least = radius * (1 - TOUCH) * radius * (1 - TOUCH);
  let isFound = false;
  let piece: u32 = 0;
  for (let p = from; p < to; p += 32) {
    const start = piece;
    while (piece + 2 < pointCount() && !isPast(p, piece)) piece++;
    for (let i = start; i <= piece; i++)
      for (let end = 0; end < 2; end++) {
        const ends = changetype<Portal>(p);
        const x = end == 0 ? ends.leftX : ends.rightX;
        const y = end == 0 ? ends.leftY : ends.rightY;
        const square = squareTo(pointAddress(i), x, y, radius);
        if (square >= least) continue;
        least = square;
        isFound = true;
        endX = x;
        endY = y;
        endHand = end == 0 ? 1 : -1;
        endPiece = i;
      }
  }
  return isFound;
}

/** Whether the end of a piece lies beyond a portal. */
function isPast(portal: usize, piece: u32): bool {
  return isBeyond(
    pointAddress(piece),
    changetype<Portal>(portal).leftX,
    changetype<Portal>(portal).leftY,
    changetype<Portal>(portal).rightX,
    changetype<Portal>(portal).rightY,
  );
}

/** The address and number of the points of the last path. */
export function funnelPoints(): usize {
  return pointAddress(0);
}
export function funnelPointCount(): u32 {
  return pointCount();
}
