// The way that a list of turns describes: points, and how it goes on from each, straight or around a circle.

import { angleOf } from './angle';
import { entryHand, entryVertex, entryLength, entryX, entryY } from './entries';
import { isKink, isOpen, sweepTo, tangent, toX, toY } from './funnel';
import { squareOf, squareToSegment, X, Y } from './mesh';
import { rootBefore, rootEntry } from './roots';
import { at, NONE } from '../sides';

/**
 * Points of 48 bytes: x, y; the centre, start angle and sweep of the arc to the next point: 0 = straight, above 0 = to the left. Written
 * from the end of the buffer backwards.
 */
export const POINT: usize = 48;
/** The length of the path that was written last; Infinity where the disc does not fit through. */
export let pathLength: f64 = 0;
/** A circle that the path would lift off of, NONE where there is none. */
export let kink: u32 = NONE;
/** Whether the path comes too near to a wall on its way from a circle on one hand to one on the other. */
export let isPinched: bool = false;
let out: usize = 0;

/** Per vertex and one more, where its walls start; and their other ends. */
let firstWalls: usize = 0;
let wallEnds: usize = 0;

export function wallsBind(first: usize, end: usize): void {
  firstWalls = first;
  wallEnds = end;
}

/**
 * Whether a point is too near to a wall at a vertex. What passes between this vertex and another clear of both can be too wide
 * for what is between the other and a wall that begins here, where they make less than a right angle.
 */
function isNearWall(v: u32, x: f64, y: f64, radius: f64): bool {
  const last = at(firstWalls, v + 1);
  const room = squareOf(radius);
  for (let i = at(firstWalls, v); i < last; i++) {
    const w = at(wallEnds, i);
    if (squareToSegment(x, y, X(v), Y(v), X(w), Y(w)) < room) return true;
  }
  return false;
}

/** The number of turns up to a turn, ends included. */
export function rootCountTo(last: u32): u32 {
  let count: u32 = 0;
  for (let i = last; i != NONE; i = rootBefore(i)) count++;
  return count;
}

function write(x: f64, y: f64, cx: f64, cy: f64, start: f64, sweep: f64): void {
  out -= POINT;
  store<f64>(out, x);
  store<f64>(out, y, 8);
  store<f64>(out, cx, 16);
  store<f64>(out, cy, 24);
  store<f64>(out, start, 32);
  store<f64>(out, sweep, 40);
}

/** Writes a straight path into the bytes before `end`; returns the address of its first point. */
export function writeStraight(end: usize, sx: f64, sy: f64, tx: f64, ty: f64): usize {
  out = end;
  write(tx, ty, 0, 0, 0, 0);
  write(sx, sy, 0, 0, 0, 0);
  pathLength = sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy));
  return out;
}

/** Writes the path to a turn into the bytes before `end`, two points per turn at most; returns the address of its first point. */
export function writePath(last: u32, end: usize, radius: f64): usize {
  out = end;
  kink = NONE;
  isPinched = false;
  const target = rootEntry(last);
  pathLength = entryLength(target);
  write(entryX(target), entryY(target), 0, 0, 0, 0);
  for (let i = last; ;) {
    const j = rootBefore(i);
    if (j == NONE) break;
    const from = rootEntry(j);
    const to = rootEntry(i);
    const straight = tangent(from, entryX(to), entryY(to), entryHand(to));
    if (!isOpen) pathLength = Infinity;
    const sweep = sweepTo(from);
    const size = sqrt(toX * toX + toY * toY);
    const hand = entryHand(from);
    if (isKink && hand != 0 && radius > 0) kink = entryVertex(from);
    const cx = entryX(from);
    const cy = entryY(from);
    const offset = (hand * radius) / size;
    if (hand * entryHand(to) < 0 && firstWalls != 0 && size > 0) {
      const nx = offset * toY;
      const ny = -offset * toX;
      isPinched =
        isPinched ||
        isNearWall(entryVertex(to), cx + nx, cy + ny, radius) ||
        isNearWall(entryVertex(from), entryX(to) - nx, entryY(to) - ny, radius);
    }
    // a circle that is only touched is not listed
    if (hand == 0 || radius == 0) write(cx, cy, 0, 0, 0, 0);
    else if (sweep > 1e-12) {
      // the centre lies square to the direction, on the circle's hand
      if (straight > 0) {
        write(cx + offset * toY, cy - offset * toX, 0, 0, 0, 0);
      }
      const dx = load<f64>(from, 24);
      const dy = load<f64>(from, 32);
      const k = (hand * radius) / sqrt(dx * dx + dy * dy);
      write(cx + k * dy, cy - k * dx, cx, cy, angleOf(-k * dx, k * dy), hand * sweep);
    }
    i = j;
  }
  return out;
}
