// The shortest way of a disc through given portals, from point to point.

import { reallocate } from '../env';
import { addLeft, addRight, funnelBegin, head, rootsTo, setStrict } from './funnel';
import { POINT, pathLength, rootCountTo, writePath } from './path';
import { rootsForget } from './roots';
import { NONE } from '../sides';

let points: usize = 0;
let room: u32 = 0;
let first: usize = 0;
let count: u32 = 0;

export function pointsBind(address: usize, entries: u32): void {
  points = address;
  room = entries;
}

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
  const last = rootsTo(head);
  const most: u32 = 2 * rootCountTo(last);
  if (most > room) {
    points = reallocate(points, 0, <usize>most * POINT * 2);
    room = 2 * most;
  }
  const end = points + <usize>room * POINT;
  first = writePath(last, end, radius);
  count = <u32>((end - first) / POINT);
  return fits ? pathLength : Infinity;
}

/** The points of the last path. */
export function funnelPoints(): usize {
  return first;
}
export function funnelPointCount(): u32 {
  return count;
}
