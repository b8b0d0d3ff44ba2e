// What comes too near to a path: vertices of the mesh that a disc on the path would cover, beside the triangles that the path runs through.

import { angleOf } from './angle';
import { corners, endOf, slack, squareOf, squareToSegment, startOf, twins, X, Y } from './mesh';
import { POINT } from './path';
import { after, at, before, NONE } from '../sides';

/** Per triangle: the look around that came to it last. */
let seen: usize = 0;
let look: u32 = 0;
/** Sides or triangles to look at yet: no more than there are triangles. */
let stack: usize = 0;

export function nearBind(stamps: usize, waiting: usize): void {
  seen = stamps;
  stack = waiting;
}

/** The pieces to look around: points first to last - 1 of a path, and the way on from each. */
let path: usize = 0;
let first: u32 = 0;
let last: u32 = 0;
let square: f64 = 0;
let radius: f64 = 0;

/** The vertex that is nearest of those too near, and from which piece and on which hand of it; NONE = there is none. */
export let nearest: u32 = NONE;
export let nearestPiece: u32 = 0;
export let nearestHand: f64 = 0;
let least: f64 = 0;
/** Whether it was found in the look at hand. */
let isFound: bool = false;

/** Begins to look around the pieces of a path for what is nearer than the radius. */
export function nearBegin(points: usize, r: f64): void {
  path = points;
  radius = r;
  square = r * r;
  least = squareOf(r);
  nearest = NONE;
  isBlocked = false;
}

function P(i: u32): usize {
  return path + <usize>i * POINT;
}

/** By how much an arc goes around until it comes to a direction from its centre. */
export function pastStart(arc: usize, dx: f64, dy: f64): f64 {
  const angle = angleOf(dy, dx) - load<f64>(arc, 32);
  const turned = load<f64>(arc, 40) < 0 ? -angle : angle;
  return turned - 2 * Math.PI * Math.floor(turned / (2 * Math.PI));
}

/** The square of the distance of a point to a piece. */
function squareTo(i: u32, x: f64, y: f64): f64 {
  const a = P(i);
  const b = a + POINT;
  const sweep = load<f64>(a, 40);
  if (sweep == 0)
    return squareToSegment(x, y, load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8));
  const dx = x - load<f64>(a, 16);
  const dy = y - load<f64>(a, 24);
  if (pastStart(a, dx, dy) <= abs(sweep)) {
    const away = sqrt(dx * dx + dy * dy) - radius;
    return away * away;
  }
  const ax = x - load<f64>(a);
  const ay = y - load<f64>(a, 8);
  const bx = x - load<f64>(b);
  const by = y - load<f64>(b, 8);
  return min(ax * ax + ay * ay, bx * bx + by * by);
}

/** Whether a side can have something too near behind it. */
function isNearSide(side: u32): bool {
  const u = startOf(side);
  const v = endOf(side);
  const ux = X(u);
  const uy = Y(u);
  const vx = X(v);
  const vy = Y(v);
  for (let i = first; i < last; i++) {
    const a = P(i);
    if (load<f64>(a, 40) != 0) {
      if (squareToSegment(load<f64>(a, 16), load<f64>(a, 24), ux, uy, vx, vy) < 4 * square)
        return true;
      continue;
    }
    const b = a + POINT;
    const ax = load<f64>(a);
    const ay = load<f64>(a, 8);
    const bx = load<f64>(b);
    const by = load<f64>(b, 8);
    const dx = bx - ax;
    const dy = by - ay;
    const atU = dx * (uy - ay) - dy * (ux - ax);
    const atV = dx * (vy - ay) - dy * (vx - ax);
    // mostly both ends are further off the line of the piece than that, on the same hand
    const closer = min(abs(atU), abs(atV));
    if (atU * atV > 0 && closer * closer >= square * (dx * dx + dy * dy)) continue;
    if (
      squareToSegment(ax, ay, ux, uy, vx, vy) < square ||
      squareToSegment(bx, by, ux, uy, vx, vy) < square ||
      squareToSegment(ux, uy, ax, ay, bx, by) < square ||
      squareToSegment(vx, vy, ax, ay, bx, by) < square
    )
      return true;
    // or they cross
    const atA = (vx - ux) * (ay - uy) - (vy - uy) * (ax - ux);
    const atB = (vx - ux) * (by - uy) - (vy - uy) * (bx - ux);
    if (atU * atV < 0 && atA * atB < 0) return true;
  }
  return false;
}

/** Whether a piece is straight and its line too far off: most are, and that takes no division. */
function isFarFromLine(i: u32, x: f64, y: f64): bool {
  const a = P(i);
  if (load<f64>(a, 40) != 0) return false;
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const dx = load<f64>(a + POINT) - ax;
  const dy = load<f64>(a + POINT, 8) - ay;
  const across = dx * (y - ay) - dy * (x - ax);
  return across * across > least * (dx * dx + dy * dy) * (1 + 1e-12);
}

/** Whether a piece is an arc and its circle too far off, or around just that point. */
function isFarFromArc(i: u32, x: f64, y: f64): bool {
  const a = P(i);
  if (load<f64>(a, 40) == 0) return false;
  const dx = x - load<f64>(a, 16);
  const dy = y - load<f64>(a, 24);
  const away = dx * dx + dy * dy;
  return away == 0 || away >= 4 * square;
}

function lookAt(v: u32): void {
  const x = X(v);
  const y = Y(v);
  for (let i = first; i < last; i++) {
    if (isFarFromLine(i, x, y) || isFarFromArc(i, x, y)) continue;
    const away = squareTo(i, x, y);
    if (away >= least) continue;
    least = away;
    nearest = v;
    nearestPiece = i;
    isFound = true;
    const a = P(i);
    const sweep = load<f64>(a, 40);
    if (sweep == 0) {
      const dx = load<f64>(a + POINT) - load<f64>(a);
      const dy = load<f64>(a + POINT, 8) - load<f64>(a, 8);
      nearestHand = dx * (y - load<f64>(a, 8)) - dy * (x - load<f64>(a)) > 0 ? 1 : -1;
    } else {
      const dx = x - load<f64>(a, 16);
      const dy = y - load<f64>(a, 24);
      nearestHand = dx * dx + dy * dy < square == sweep > 0 ? 1 : -1;
    }
  }
}

/** Whether the path comes too near to a wall, or crosses one, between its ends: a gap between a circle and the wall is too narrow. */
export let isBlocked: bool = false;

/** Wall by wall: vertices are looked at for themselves. */
function lookAtWall(side: u32): void {
  const ux = X(startOf(side));
  const uy = Y(startOf(side));
  const vx = X(endOf(side));
  const vy = Y(endOf(side));
  const dx = vx - ux;
  const dy = vy - uy;
  const room = squareOf(radius);
  const line = room * (dx * dx + dy * dy);
  for (let i = first; i < last; i++) {
    const a = P(i);
    const b = a + POINT;
    const ax = load<f64>(a);
    const ay = load<f64>(a, 8);
    const bx = load<f64>(b);
    const by = load<f64>(b, 8);
    // how far to the left of the wall, times its length
    const atA = dx * (ay - uy) - dy * (ax - ux);
    const atB = dx * (by - uy) - dy * (bx - ux);
    if (load<f64>(a, 40) != 0) {
      if (isArcNear(a, ux, uy, vx, vy)) isBlocked = true;
    } else if (atA > 0 && atB > 0 && min(atA * atA, atB * atB) >= line) continue;
    else if (atA * atB < 0) {
      const atU = (bx - ax) * (uy - ay) - (by - ay) * (ux - ax);
      const atV = (bx - ax) * (vy - ay) - (by - ay) * (vx - ax);
      if (atU * atV < 0) isBlocked = true;
    }
    if (atA * atA < line && squareToSegment(ax, ay, ux, uy, vx, vy) < room) isBlocked = true;
    if (atB * atB < line && squareToSegment(bx, by, ux, uy, vx, vy) < room) isBlocked = true;
  }
}

/** Whether an arc comes too near to a wall, or crosses it, where that is nearest to its centre. */
function isArcNear(arc: usize, ux: f64, uy: f64, vx: f64, vy: f64): bool {
  const cx = load<f64>(arc, 16);
  const cy = load<f64>(arc, 24);
  const dx = vx - ux;
  const dy = vy - uy;
  const along = ((cx - ux) * dx + (cy - uy) * dy) / (dx * dx + dy * dy);
  if (!(along > 0 && along < 1)) return false;
  const footX = ux + along * dx - cx;
  const footY = uy + along * dy - cy;
  if (footX * footX + footY * footY >= squareOf(2 * radius)) return false;
  return pastStart(arc, footX, footY) <= abs(load<f64>(arc, 40));
}

/** Behind a side, and on behind the sides of the triangles there as far as something there can be near. */
function lookBehind(from: u32): void {
  let end = stack;
  for (let side = from; ;) {
    const twin = at(twins, side);
    if (twin == NONE) lookAtWall(side);
    else if (isNearSide(side)) {
      const stamp = seen + ((<usize>(twin / 3)) << 2);
      if (load<u32>(stamp) != look) {
        store<u32>(stamp, look);
        lookAt(at(corners, before(twin)));
        store<u32>(end, before(twin));
        end += 4;
        side = after(twin);
        continue;
      }
    }
    if (end == stack) return;
    end -= 4;
    side = load<u32>(end);
  }
}

/**
 * Looks at the corners of a triangle that the pieces from one to another run through, and at what is beside it. Returns whether a
 * nearest one is there. `known`: a side both ends of which have been looked at already, NONE = there is none.
 */
export function lookAround(
  triangle: u32,
  from: u32,
  to: u32,
  entry: u32,
  exit: u32,
  known: u32,
): bool {
  first = from;
  last = to;
  isFound = false;
  look++;
  store<u32>(seen + ((<usize>triangle) << 2), look);
  if (known != NONE) lookAt(at(corners, before(known)));
  else for (let side = 3 * triangle; side < 3 * triangle + 3; side++) lookAt(startOf(side));
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++)
    if (side != entry && side != exit) lookBehind(side);
  return isFound;
}

/** Whether a point in a triangle is at least the radius away from all walls and vertices. */
export function isClear(triangle: u32, x: f64, y: f64, r: f64): bool {
  look++;
  // an end may be nearer than the radius by less than a path may
  const sure = max(0, r * (1 - 1e-12) - 0.25 * slack);
  const room = sure * sure;
  let end = stack;
  store<u32>(seen + ((<usize>triangle) << 2), look);
  store<u32>(end, triangle);
  end += 4;
  while (end > stack) {
    end -= 4;
    const t = load<u32>(end);
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      if (!isNear(side, x, y, room)) continue;
      const u = startOf(side);
      const dx = X(u) - x;
      const dy = Y(u) - y;
      const twin = at(twins, side);
      if (dx * dx + dy * dy < room || twin == NONE) return false;
      const stamp = seen + ((<usize>(twin / 3)) << 2);
      if (load<u32>(stamp) == look) continue;
      store<u32>(stamp, look);
      store<u32>(end, twin / 3);
      end += 4;
    }
  }
  return true;
}

/** Whether a side is nearer to a point than the root of `room`. */
function isNear(side: u32, x: f64, y: f64, room: f64): bool {
  const u = startOf(side);
  const v = endOf(side);
  const sx = X(v) - X(u);
  const sy = Y(v) - Y(u);
  const across = sx * (Y(u) - y) - sy * (X(u) - x);
  if (across * across > room * (sx * sx + sy * sy) * (1 + 1e-12)) return false;
  return squareToSegment(x, y, X(u), Y(u), X(v), Y(v)) < room;
}
