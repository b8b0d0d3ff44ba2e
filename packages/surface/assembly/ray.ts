// The line of sight of a point, by exact signs: from polygon to polygon, until the line leaves the
// mesh through a wall. A line may run along walls and touch corners. It does not pass through a
// corner at which two obstacles touch. Rows of rays (rows.ts) use this walk where look.ts is not
// sure, moves of points (move-point.ts) always.

import { NONE } from '@wayfield/wasm/assembly/words';
import { Side } from './layout';
import { sideOfLine } from './orient';
import { polygonAt, sideAfter, sideAt, sideBefore, theWorld } from './world';

/** The line. If rounding made it run along a wall, it starts again at the end of that wall. */
let ax: f64 = 0;
let ay: f64 = 0;
let bx: f64 = 0;
let by: f64 = 0;

let polygon: u32 = 0;
/** The wall that ends the line, and whether the line ends at a corner of that wall. */
let hit: u32 = NONE;
let isAtCorner: bool = false;
/**
 * Whether the walk ended without a wall, because polygons are concave or overlap. `hit` is then
 * NONE, or a side with a twin.
 */
let isAstray: bool = false;
/** Whether `step` allows for polygons that are concave at corners, by rounding. */
let isCareful: bool = false;
let cornerX: f64 = 0;
let cornerY: f64 = 0;
let fraction: f64 = 1;

/**
 * Of a line that ends at a corner: the wall that starts at the corner, on the right of the line,
 * and the wall that ends at the corner, on its left.
 */
let rightWall: u32 = NONE;
let leftWall: u32 = NONE;

/** Whether the line ends at a corner, not between the ends of a wall. */
export function rayEndsAtCorner(): bool {
  return isAtCorner;
}
export function rayCornerX(): f64 {
  return cornerX;
}
export function rayCornerY(): f64 {
  return cornerY;
}
/** The wall that starts at the corner where the line ends. */
export function rayRightWall(): u32 {
  return rightWall;
}
/** The wall that ends at the corner where the line ends. */
export function rayLeftWall(): u32 {
  return leftWall;
}
/** The polygon that the line ends in. */
export function rayPolygon(): i32 {
  return <i32>polygon;
}
/** Whether the last line ended without a wall: the results of the other functions are not set. */
export function rayIsAstray(): bool {
  return isAstray;
}
/** The wall that ends the line. */
export function raySide(): u32 {
  return hit;
}
/**
 * The share of the whole line, from its first start, that lies before the wall; 1 without a wall.
 */
export function rayFraction(): f64 {
  return fraction;
}

/** Results of a step: the line goes on in `polygon`, ends inside the mesh, or ends at a wall. */
const ON: u32 = 0;
const ENDS: u32 = 1;
const HITS: u32 = 2;

/**
 * Looks from a point in polygon `start`. Returns whether a wall is in the way, or the walk was led
 * astray (`rayIsAstray`).
 */
export function ray(fromX: f64, fromY: f64, toX: f64, toY: f64, start: u32): bool {
  isCareful = false;
  let isHit = walk(fromX, fromY, toX, toY, start);
  if (isAstray) {
    isCareful = true;
    isHit = walk(fromX, fromY, toX, toY, start);
  }
  if (isHit && !isAstray) fraction = fractionAt(fromX, fromY, toX, toY);
  return isHit;
}

/** Follows the line. Returns false if the line ends inside the mesh. */
function walk(fromX: f64, fromY: f64, toX: f64, toY: f64, start: u32): bool {
  ax = fromX;
  ay = fromY;
  bx = toX;
  by = toY;
  polygon = start;
  hit = NONE;
  fraction = 1;
  isAtCorner = false;
  isAstray = false;
  if (ax == bx && ay == by) return false;
  // a line enters each polygon once and passes at most as many corners: the bound ends walks in a
  // circle, in polygons that are concave or overlap
  for (let i: u32 = 0, most: u32 = 4 * theWorld().polygonCount + 64; i < most; i++) {
    const found = step();
    if (found == ENDS) return false;
    if (found == HITS) break;
  }
  isAstray = hit == NONE || sideAt(hit).twin != NONE;
  return true;
}

function fractionAt(fromX: f64, fromY: f64, toX: f64, toY: f64): f64 {
  const dx = toX - fromX;
  const dy = toY - fromY;
  if (isAtCorner) {
    const share = (cornerX - fromX) * dx + (cornerY - fromY) * dy;
    return max(0, min(1, share / (dx * dx + dy * dy)));
  }
  const a = sideAt(hit);
  const b = sideAt(sideAfter(hit, polygonAt(a.owner)));
  const from = (b.x - a.x) * (fromY - a.y) - (b.y - a.y) * (fromX - a.x);
  const rate = (b.x - a.x) * dy - (b.y - a.y) * dx;
  return from > 0 && rate < 0 ? min(1, -from / rate) : 0;
}

/** On which side of the line a point is: 1 = left. */
function sideOf(x: f64, y: f64): i32 {
  return sideOfLine(ax, ay, bx, by, x, y);
}

/** Finds where the line leaves the current polygon, and enters the next one. */
function step(): u32 {
  const record = polygonAt(polygon);
  const last = sideAt(record.end - 1);
  const atLast = sideOf(last.x, last.y);
  let before = atLast;
  // the corner on the line that is the furthest along
  let touched: u32 = NONE;
  let furthest = -Infinity;
  // if careful: of the sides by which the line leaves, the one furthest along the line; `exit` is
  // the corner after that side
  let exit: u32 = NONE;
  let furthestExit = -Infinity;
  let isThroughCorner = false;
  for (let s = record.first; s < record.end; s++) {
    const corner = sideAt(s);
    const at = s + 1 == record.end ? atLast : sideOf(corner.x, corner.y);
    // the line leaves by the side from a corner on its right to a corner on its left, or on it
    if (before < 0 && at >= 0) {
      if (!isCareful) return leave(sideBefore(s, record), s, at == 0);
      const there = at == 0 ? along(corner.x, corner.y) : crossing(sideBefore(s, record), s);
      if (there > furthestExit) {
        furthestExit = there;
        exit = s;
        isThroughCorner = at == 0;
      }
    }
    before = at;
    if (at != 0) continue;
    const there = along(corner.x, corner.y);
    if (there <= furthest) continue;
    furthest = there;
    touched = s;
  }
  if (exit != NONE) return leave(sideBefore(exit, record), exit, isThroughCorner);
  if (touched == NONE) return enter();
  // the polygon lies to the left of the line, and touches it with a side or a corner
  const square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
  if (square <= furthest) return ENDS;
  return pass(touched, NONE);
}

/** How far along the line a point is, times the length of the line. */
function along(x: f64, y: f64): f64 {
  return (x - ax) * (bx - ax) + (y - ay) * (by - ay);
}

/** `along` of the point where the line crosses the side from the start of `s` to that of `next`. */
function crossing(s: u32, next: u32): f64 {
  const a = sideAt(s);
  const b = sideAt(next);
  const atA = (bx - ax) * (a.y - ay) - (by - ay) * (a.x - ax);
  const atB = (bx - ax) * (b.y - ay) - (by - ay) * (b.x - ax);
  const share = atA < atB ? max(0, min(1, atA / (atA - atB))) : 1;
  return along(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y));
}

/** Leaves over side `exit`, unless the line ends before that side; `next` is the side after it. */
function leave(exit: u32, next: u32, isThroughCorner: bool): u32 {
  const a = sideAt(exit);
  const b = sideAt(next);
  if (sideOfLine(a.x, a.y, b.x, b.y, bx, by) >= 0) return ENDS;
  if (a.twin != NONE) {
    polygon = sideAt(a.twin).owner;
    return ON;
  }
  if (isThroughCorner) return pass(next, exit);
  return alongWall(exit);
}

/**
 * Ends the line at a wall. If the end of the line lies behind the wall by at most the slack, that
 * is rounding: the line then ends on the wall, or goes on from the end of the wall.
 */
function alongWall(wall: u32): u32 {
  const record = polygonAt(sideAt(wall).owner);
  const next = sideAfter(wall, record);
  const a = sideAt(wall);
  const b = sideAt(next);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = sqrt(dx * dx + dy * dy);
  hit = wall;
  const off = dx * (by - a.y) - dy * (bx - a.x);
  if (off < -theWorld().slack * length) return HITS;
  // a line that leads away from the wall passes the end of the wall that is nearest to its start
  const isAway = off > theWorld().slack * length;
  const share = isAway
    ? (ax - a.x) * dx + (ay - a.y) * dy - 0.5 * length * length
    : (bx - a.x) * dx + (by - a.y) * dy;
  if (!isAway && share >= 0 && share <= length * length) {
    hit = NONE;
    return ENDS;
  }
  const corner = share > 0 ? next : wall;
  ax = sideAt(corner).x;
  ay = sideAt(corner).y;
  hit = NONE;
  return pass(corner, wall);
}

/**
 * Goes into the polygon across the side that the start is furthest outside of. Called if the line
 * misses its first polygon: the start lies outside that polygon by rounding.
 */
function enter(): u32 {
  const record = polygonAt(polygon);
  let worst = Infinity;
  let over: u32 = record.first;
  for (let s = record.first; s < record.end; s++) {
    const a = sideAt(s);
    const b = sideAt(sideAfter(s, record));
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const depth = (dx * (ay - a.y) - dy * (ax - a.x)) / sqrt(dx * dx + dy * dy);
    if (depth >= worst) continue;
    worst = depth;
    over = s;
  }
  const twin = sideAt(over).twin;
  if (twin == NONE) return alongWall(over);
  polygon = sideAt(twin).owner;
  return ON;
}

/**
 * Passes the corner where side `start` begins: looks around the corner for the polygon that the
 * line leads into, to the right and to the left as far as a wall. If there is none, the line ends
 * at the corner. `wall`: the wall to report then, or NONE for one of the walls at the corner.
 *
 * A side that is not the twin of its twin counts as a wall: over such sides of a wrong mesh, the
 * loops might never come back to `start`.
 */
function pass(start: u32, wall: u32): u32 {
  if (leadsInto(start)) return ON;
  rightWall = NONE;
  leftWall = NONE;
  // to the right: over the sides that start at the corner
  let side = start;
  for (;;) {
    const twin = sideAt(side).twin;
    if (twin == NONE || sideAt(twin).twin != side) {
      rightWall = side;
      break;
    }
    side = sideAfter(twin, polygonAt(sideAt(twin).owner));
    if (side == start) break;
    if (leadsInto(side)) return ON;
  }
  // to the left: over the sides that end at the corner
  for (side = start; ;) {
    const into = sideBefore(side, polygonAt(sideAt(side).owner));
    const twin = sideAt(into).twin;
    if (twin == NONE || sideAt(twin).twin != into) {
      leftWall = into;
      break;
    }
    side = twin;
    if (side == start) break;
    if (leadsInto(side)) return ON;
  }
  hit = wall != NONE ? wall : rightWall != NONE ? rightWall : start;
  isAtCorner = true;
  cornerX = sideAt(start).x;
  cornerY = sideAt(start).y;
  return HITS;
}

/** Whether the line leads from the start of a side into its polygon; if so, goes there. */
function leadsInto(side: u32): bool {
  const owner = sideAt(side).owner;
  const record = polygonAt(owner);
  const next = sideAt(sideAfter(side, record));
  const before = sideAt(sideBefore(side, record));
  const toNext = sideOf(next.x, next.y);
  const toBefore = sideOf(before.x, before.y);
  if (toNext > 0 && toBefore < 0) return false;
  const corner = sideAt(side);
  // rounding may have made the polygon concave at the corner: all other directions lead into it
  if (
    !isBetween(corner, next, before, toNext, toBefore) &&
    sideOfLine(before.x, before.y, corner.x, corner.y, next.x, next.y) >= 0
  )
    return false;
  polygon = owner;
  return true;
}

/**
 * Whether the line leads between two sides of a corner that is convex: to `next` on its right, or
 * on the line, and to `before` on its left. If one or both sides are on the line, at least one of
 * them must lie ahead.
 */
function isBetween(corner: Side, next: Side, before: Side, toNext: i32, toBefore: i32): bool {
  if (toNext > 0 || toBefore < 0) return false;
  if (toNext < 0 && toBefore > 0) return true;
  const dx = bx - ax;
  const dy = by - ay;
  const isNextAhead = (next.x - corner.x) * dx + (next.y - corner.y) * dy > 0;
  const isBeforeAhead = (before.x - corner.x) * dx + (before.y - corner.y) * dy > 0;
  return (toNext == 0 && isNextAhead) || (toBefore == 0 && isBeforeAhead);
}
