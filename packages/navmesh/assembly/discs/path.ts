// The path around the current turns: points, and how the path goes on from each, straight or
// around a circle.

import { reallocate } from '../env';
import { angleOf } from './angle';
import { isTangentOpen, sweepTo, swept, tangent, toX, toY } from '../channel/circle-chains';
import { entryHand, entryX, entryY } from '../channel/funnel';
import { Circle } from '../channel/layout';
import { pathPoint, POINT } from './layout';
import { goesAllAround, pieceOf, setPiece, turnAt, turnCount } from './path-turns';
import { SAME } from '../rounding';

/** Records `PathPoint`. */
let points: usize = 0;
let room: u32 = 0;
/** How many points the path has. */
let countValue: u32 = 0;
export function pointCount(): u32 {
  return countValue;
}
/** The length of the path; Infinity if the disc does not fit between two of its circles. */
let pathLengthValue: f64 = 0;
export function pathLength(): f64 {
  return pathLengthValue;
}

export function pathBind(point: usize, pointRoom: u32): void {
  points = point;
  room = pointRoom;
}

export function pointAddress(i: u32): usize {
  return points + <usize>i * POINT;
}

/** Begins a path of at most this many points. */
function pathBegin(most: u32): void {
  if (most > room) {
    points = reallocate(points, 0, ((<usize>most) << 1) * POINT);
    room = most << 1;
  }
  countValue = 0;
}

function addPoint(x: f64, y: f64, cx: f64, cy: f64, start: f64, sweep: f64): void {
  const point = pointAddress(countValue++);
  pathPoint(point).x = x;
  pathPoint(point).y = y;
  pathPoint(point).centreX = cx;
  pathPoint(point).centreY = cy;
  pathPoint(point).startAngle = start;
  pathPoint(point).sweep = sweep;
}

/**
 * Begins a straight piece in direction (dx, dy), where that direction touches the circle around
 * (cx, cy). `signedRadius`: the radius, below 0 for a circle on the right.
 */
function addStraight(cx: f64, cy: f64, dx: f64, dy: f64, signedRadius: f64): void {
  const offset = signedRadius / sqrt(dx * dx + dy * dy);
  addPoint(cx + offset * dy, cy - offset * dx, 0, 0, 0, 0);
}

/**
 * An arc of at most this angle, in radians, gets no point of its own. The path without the arc
 * comes nearer to the vertex by far less than the share TOUCH of the radius.
 */
const LISTED: f64 = 1e-12;

/** Writes the path around the current turns. */
export function writePath(radius: f64): void {
  pathBegin(turnCount() << 1);
  pathLengthValue = 0;
  const last = turnCount() - 1;
  for (let i: u32 = 0; i < last; i++) {
    const from = turnAt(i);
    const to = turnAt(i + 1);
    const straight = tangent(from, entryX(to), entryY(to), entryHand(to));
    if (!isTangentOpen()) pathLengthValue = Infinity;
    let sweep = sweepTo(from);
    if (swept() < -SAME && goesAllAround(from)) sweep = swept() + 2 * Math.PI;
    pathLengthValue += radius * sweep + straight;
    const hand = entryHand(from);
    const cx = entryX(from);
    const cy = entryY(from);
    setPiece(from, countValue);
    if (hand == 0 || radius == 0) addPoint(cx, cy, 0, 0, 0, 0);
    else if (sweep > LISTED) {
      const dx = changetype<Circle>(from).fromX;
      const dy = changetype<Circle>(from).fromY;
      const onX = toX();
      const onY = toY();
      // the circle's centre lies square to the direction, on the circle's hand
      const k = (hand * radius) / sqrt(dx * dx + dy * dy);
      addPoint(cx + k * dy, cy - k * dx, cx, cy, angleOf(-k * dx, k * dy), hand * sweep);
      if (straight > 0) addStraight(cx, cy, onX, onY, hand * radius);
    } else {
      // a circle that the path only touches is not listed
      const before = countValue - 1;
      setPiece(from, before);
      // The path can arrive here by an arc: if two circles coincide, or if the straight piece
      // between them has length 0 by rounding. The straight piece from here then needs a point of
      // its own.
      if (straight > 0 && pathPoint(pointAddress(before)).sweep != 0) {
        addStraight(cx, cy, toX(), toY(), hand * radius);
      }
    }
  }
  const target = turnAt(last);
  setPiece(target, countValue);
  addPoint(entryX(target), entryY(target), 0, 0, 0, 0);
}

/**
 * Where to add a circle around the vertex at (x, y), which is too near to a piece: the number of
 * the turn before which the circle comes.
 */
export function placeFor(piece: u32, x: f64, y: f64): u32 {
  let i: u32 = turnCount() - 1;
  while (pieceOf(turnAt(i)) > piece) i--;
  const a = pointAddress(piece);
  const sweep = pathPoint(a).sweep;
  if (sweep != 0) {
    // circles that are only touched have the piece of the turn before
    while (pieceOf(turnAt(i - 1)) == piece) i--;
    const middle = pathPoint(a).startAngle + 0.5 * sweep;
    const angle = angleOf(y - pathPoint(a).centreY, x - pathPoint(a).centreX) - middle;
    const around = angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
    return around * sweep < 0 ? i : i + 1;
  }
  const dx = pathPoint(a + POINT).x - pathPoint(a).x;
  const dy = pathPoint(a + POINT).y - pathPoint(a).y;
  for (; i > 0; i--) {
    const turn = turnAt(i);
    if (pieceOf(turn) != piece) break;
    if ((entryX(turn) - x) * dx + (entryY(turn) - y) * dy <= 0) break;
  }
  return i + 1;
}
