// The way that a list of turns describes: points, and how it goes on from each, straight or around a circle.

import {
  entryHand,
  entryVertex,
  isKink,
  entryLength,
  entryX,
  entryY,
  isOpen,
  rootBefore,
  rootEntry,
  sweepTo,
  tangent,
  toX,
  toY,
} from './funnel';
import { NONE } from '../sides';

/**
 * Points of 48 bytes: x, y; the centre, start angle and sweep of the arc to the next point: 0 = straight, above 0 = to the left. Written
 * from the end of the buffer backwards.
 */
export const POINT: usize = 48;
/** The length of the path that was written last; Infinity where the disc does not fit through. */
export let pathLength: f64 = 0;
/** A circle that the path would lift off of, NONE where there is none. */
export let kink: u32 = NONE;
/** Whether the path goes more than half around a circle, which no path along walls does. */
export let isHook: bool = false;
let out: usize = 0;

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

/** Writes the path to a turn into the bytes before `end`, two points per turn at most; returns the address of its first point. */
export function writePath(last: u32, end: usize, radius: f64): usize {
  out = end;
  kink = NONE;
  isHook = false;
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
    if (sweep > 3.15) isHook = true;
    const size = sqrt(toX * toX + toY * toY);
    const hand = entryHand(from);
    if (isKink && hand != 0 && radius > 0) kink = entryVertex(from);
    const cx = entryX(from);
    const cy = entryY(from);
    // a circle that is only touched is not listed
    if (hand == 0 || radius == 0) write(cx, cy, 0, 0, 0, 0);
    else if (sweep > 1e-12) {
      // the centre lies square to the direction, on the circle's hand
      if (straight > 0) {
        const k = (hand * radius) / size;
        write(cx + k * toY, cy - k * toX, 0, 0, 0, 0);
      }
      const dx = load<f64>(from, 24);
      const dy = load<f64>(from, 32);
      const k = (hand * radius) / sqrt(dx * dx + dy * dy);
      write(cx + k * dy, cy - k * dx, cx, cy, Math.atan2(-k * dx, k * dy), hand * sweep);
    }
    i = j;
  }
  return out;
}
