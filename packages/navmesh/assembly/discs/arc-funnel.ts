// The shortest way of a disc through given portals, from point to point.

import { entryX, entryY } from './entries';
import { addLeft, addRight, funnelBegin, head, rootsTo, setStrict } from './funnel';
import { count, P, pathLength, placeFor, writePath } from './path';
import { isBeyond, squareTo } from './pieces';
import { rootsForget } from './roots';
import { goAround, tighten, turnAt, turnsFrom } from './turns';
import { NONE } from '../sides';

/** Twice the area of left, right, point: below 0 where the point lies before the portal; 0 within rounding. */
function side(portal: usize, x: f64, y: f64): f64 {
  const lx = load<f64>(portal);
  const ly = load<f64>(portal, 8);
  const one = (load<f64>(portal, 16) - lx) * (y - ly);
  const other = (load<f64>(portal, 24) - ly) * (x - lx);
  // Shewchuk 1997: the sign is certain beyond
  return abs(one - other) <= 4e-16 * (abs(one) + abs(other)) ? 0 : one - other;
}

/**
 * Portals of 32 bytes: left x, y, right x, y. Returns the length, Infinity where the disc does not fit between a left and a right end; the
 * path is then that of a disc that squeezes through.
 */
export function funnelToPoint(
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
  // portals that an end lies on are passed already
  while (from < to && side(from, sx, sy) >= 0) from += 32;
  while (to > from && side(to - 32, tx, ty) <= 0) to -= 32;
  setStrict(false);
  rootsForget();
  funnelBegin(sx, sy, radius, <u32>((to - from) >> 5) + 2);
  let lx: f64 = NaN;
  let ly: f64 = NaN;
  let rx: f64 = NaN;
  let ry: f64 = NaN;
  let fits = true;
  for (let p = from; p < to; p += 32) {
    const ax = load<f64>(p);
    const ay = load<f64>(p, 8);
    const bx = load<f64>(p, 16);
    const by = load<f64>(p, 24);
    const square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    if (square < 4 * radius * radius * (1 - 1e-9)) fits = false;
    if (ax != lx || ay != ly) addLeft(ax, ay, 1, NONE);
    if (bx != rx || by != ry) addRight(bx, by, NONE);
    lx = ax;
    ly = ay;
    rx = bx;
    ry = by;
  }
  addLeft(tx, ty, 0, NONE);
  turnsFrom(rootsTo(head));
  settle(from, to, radius);
  return fits ? pathLength : Infinity;
}

/** Goes around portal ends that the funnel has put aside and that get into the way again, where a later circle juts back. */
function settle(from: usize, to: usize, radius: f64): void {
  for (let most = ((to - from) >> 4) + 1; most > 0; most--) {
    tighten();
    writePath(radius);
    if (radius == 0 || !findEnd(from, to, radius)) return;
    const turn = placeFor(endPiece, endX, endY);
    if (isAt(turn) || (turn > 0 && isAt(turn - 1))) return;
    goAround(turn, endX, endY, endHand, NONE);
  }
}

/** The portal end that the path is too near to, the most of all. */
let endX: f64 = 0;
let endY: f64 = 0;
let endHand: f64 = 0;
let endPiece: u32 = 0;

function isAt(turn: u32): bool {
  const entry = turnAt(turn);
  return entryX(entry) == endX && entryY(entry) == endY;
}

function findEnd(from: usize, to: usize, radius: f64): bool {
  let least = radius * (1 - 5e-10) * radius * (1 - 5e-10);
  let isFound = false;
  let piece: u32 = 0;
  for (let p = from; p < to; p += 32) {
    const start = piece;
    while (piece + 2 < count && !isPast(p, piece)) piece++;
    for (let i = start; i <= piece; i++)
      for (let end: usize = 0; end < 32; end += 16) {
        const x = load<f64>(p + end);
        const y = load<f64>(p + end, 8);
        const square = squareTo(P(i), x, y, radius);
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
    P(piece),
    load<f64>(portal),
    load<f64>(portal, 8),
    load<f64>(portal, 16),
    load<f64>(portal, 24),
  );
}

/** The points of the last path. */
export function funnelPoints(): usize {
  return P(0);
}
export function funnelPointCount(): u32 {
  return count;
}
