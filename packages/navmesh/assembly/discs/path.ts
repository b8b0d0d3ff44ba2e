// The path that turns describe: points, and how it goes on from each, straight or around a circle.

import { reallocate } from '../env';
import { angleOf } from './angle';
import { entryHand, entryX, entryY } from './entries';
import { isOpen, SAME, sweepTo, swept, tangent, toX, toY } from './funnel';
import { isWound, pieceOf, setPiece, turnAt, turnCount } from './turns';

/** Points of 48 bytes: x, y; the centre, start angle and sweep of the arc to the next point: 0 = straight, above 0 = to the left. */
export const POINT: usize = 48;
let points: usize = 0;
let room: u32 = 0;
/** How many points the path has. */
export let count: u32 = 0;
/** Its length; Infinity where the disc does not fit through. */
export let pathLength: f64 = 0;

export function pathBind(point: usize, pointRoom: u32): void {
  points = point;
  room = pointRoom;
}

export function P(i: u32): usize {
  return points + <usize>i * POINT;
}

/** A path of up to so many points that others describe, from one to the next by `pathPoint`. */
export function pathBegin(most: u32): void {
  if (most > room) {
    room = most << 1;
    points = reallocate(points, 0, <usize>room * POINT);
  }
  count = 0;
}

export function pathPoint(x: f64, y: f64, cx: f64, cy: f64, start: f64, sweep: f64): void {
  const point = P(count++);
  store<f64>(point, x);
  store<f64>(point, y, 8);
  store<f64>(point, cx, 16);
  store<f64>(point, cy, 24);
  store<f64>(point, start, 32);
  store<f64>(point, sweep, 40);
}

export function pathEnd(length: f64): void {
  pathLength = length;
}

/** Writes the path around the turns as they are. */
export function writePath(radius: f64): void {
  pathBegin(turnCount << 1);
  pathLength = 0;
  const last = turnCount - 1;
  for (let i: u32 = 0; i < last; i++) {
    const from = turnAt(i);
    const to = turnAt(i + 1);
    const straight = tangent(from, entryX(to), entryY(to), entryHand(to));
    if (!isOpen) pathLength = Infinity;
    let sweep = sweepTo(from);
    if (swept < -SAME && isWound(from)) sweep = swept + 2 * Math.PI;
    pathLength += radius * sweep + straight;
    const hand = entryHand(from);
    const cx = entryX(from);
    const cy = entryY(from);
    setPiece(from, count);
    if (hand == 0 || radius == 0) pathPoint(cx, cy, 0, 0, 0, 0);
    else if (sweep > 1e-12) {
      const dx = load<f64>(from, 24);
      const dy = load<f64>(from, 32);
      const onX = toX;
      const onY = toY;
      // the centre lies square to the direction, on the circle's hand
      const k = (hand * radius) / sqrt(dx * dx + dy * dy);
      pathPoint(cx + k * dy, cy - k * dx, cx, cy, angleOf(-k * dx, k * dy), hand * sweep);
      if (straight > 0) {
        const offset = (hand * radius) / sqrt(onX * onX + onY * onY);
        pathPoint(cx + offset * onY, cy - offset * onX, 0, 0, 0, 0);
      }
    }
    // a circle that is only touched is not listed
    else setPiece(from, count - 1);
  }
  const target = turnAt(last);
  setPiece(target, count);
  pathPoint(entryX(target), entryY(target), 0, 0, 0, 0);
}

/** Before which turn a circle at (x, y) comes that is in the way of a piece. */
export function placeFor(piece: u32, x: f64, y: f64): u32 {
  let i: u32 = turnCount - 1;
  while (pieceOf(turnAt(i)) > piece) i--;
  const a = P(piece);
  const sweep = load<f64>(a, 40);
  if (sweep != 0) {
    // those that are touched only have the piece of the turn before
    while (pieceOf(turnAt(i - 1)) == piece) i--;
    const middle = load<f64>(a, 32) + 0.5 * sweep;
    const angle = angleOf(y - load<f64>(a, 24), x - load<f64>(a, 16)) - middle;
    const around = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
    return around * sweep < 0 ? i : i + 1;
  }
  const dx = load<f64>(a + POINT) - load<f64>(a);
  const dy = load<f64>(a + POINT, 8) - load<f64>(a, 8);
  for (; i > 0; i--) {
    const turn = turnAt(i);
    if (pieceOf(turn) != piece) break;
    if ((entryX(turn) - x) * dx + (entryY(turn) - y) * dy <= 0) break;
  }
  return i + 1;
}
