// A point that is pushed: the motion of move.ts for a radius of 0. The point goes straight from
// polygon to polygon until a wall, slides along the wall to its end, and goes on from there. It may
// touch walls and corners. Its polygon says on which side of a wall it is, not its rounded place.

import { MOST_CONTACTS, Side } from './layout';
import {
  ray,
  rayCornerX,
  rayCornerY,
  rayEndsAtCorner,
  rayFraction,
  rayIsAstray,
  rayLeftWall,
  rayPolygon,
  rayRightWall,
  raySide,
} from './ray';
import { lengthOf, polygonAt, sideAfter, sideAt, theWorld } from './world';

let x: f64 = 0;
let y: f64 = 0;
let polygon: u32 = 0;
let touched: u32 = 0;

export function pointX(): f64 {
  return x;
}
export function pointY(): f64 {
  return y;
}
export function pointPolygon(): i32 {
  return <i32>polygon;
}
/** How many walls and corners the last move touched; above `MOST_CONTACTS` the move ended early. */
export function pointContacts(): u32 {
  return touched;
}

/** The push, a velocity for one unit of time; the time that is left; the length of the push. */
let dx: f64 = 0;
let dy: f64 = 0;
let left: f64 = 0;
let speed: f64 = 0;
/**
 * A push whose part along a wall is at most this share of its length is at a right angle to the
 * wall, but for rounding.
 */
const STILL: f64 = 1e-15;

/** Moves a point that is in polygon `start`; the functions above give the result. */
export function movePoint(fromX: f64, fromY: f64, pushX: f64, pushY: f64, start: u32): void {
  x = fromX;
  y = fromY;
  dx = pushX;
  dy = pushY;
  polygon = start;
  left = 1;
  speed = sqrt(dx * dx + dy * dy);
  touched = 0;
  while (left > 0 && touched <= MOST_CONTACTS) {
    const toX = x + left * dx;
    const toY = y + left * dy;
    const isHit = ray(x, y, toX, toY, polygon);
    if (isHit && rayIsAstray()) {
      // polygons overlap: the point stays where the last step led
      touched++;
      return;
    }
    polygon = <u32>rayPolygon();
    if (!isHit) {
      x = toX;
      y = toY;
      return;
    }
    touched++;
    const fraction = rayFraction();
    if (!rayEndsAtCorner()) {
      x += fraction * left * dx;
      y += fraction * left * dy;
      left *= 1 - fraction;
      slide(raySide());
      continue;
    }
    x = rayCornerX();
    y = rayCornerY();
    left *= 1 - fraction;
    const right = rayRightWall();
    const other = rayLeftWall();
    const rightPace = along(endOf(right));
    const leftPace = along(sideAt(other));
    if (max(rightPace, leftPace) <= STILL * speed) {
      stepOff(right);
      stepOff(other);
      return;
    }
    slide(rightPace >= leftPace ? right : other);
  }
}

/** The part of the push in the direction from the point, at a corner, to the start of side `to`. */
function along(to: Side): f64 {
  const ex = to.x - x;
  const ey = to.y - y;
  return (dx * ex + dy * ey) / lengthOf(ex, ey);
}

/** The side after a wall, which starts where the wall ends. */
function endOf(wall: u32): Side {
  return sideAt(sideAfter(wall, polygonAt(sideAt(wall).owner)));
}

/** Slides along the wall that the point is on, to its end or as far as the push leads. */
function slide(wall: u32): void {
  const a = sideAt(wall);
  const b = endOf(wall);
  const wx = b.x - a.x;
  const wy = b.y - a.y;
  const length = lengthOf(wx, wy);
  const ex = wx / length;
  const ey = wy / length;
  polygon = a.owner;
  const place = max(0, min(length, ex * (x - a.x) + ey * (y - a.y)));
  const pace = dx * ex + dy * ey;
  const needed = (pace > 0 ? length - place : place) / abs(pace);
  if (abs(pace) > STILL * speed && needed <= left) {
    const end = pace > 0 ? b : a;
    x = end.x;
    y = end.y;
    left -= needed;
    if (left <= 0) stepOff(wall);
    return;
  }
  const to = abs(pace) > STILL * speed ? place + pace * left : place;
  x = a.x + to * ex;
  y = a.y + to * ey;
  left = 0;
  stepOff(wall);
}

/**
 * Moves a point that ends on a wall half a `slack` into free space. An open chain has free space on
 * both sides: a place exactly on its wall would not tell the next call on which side the point is.
 */
function stepOff(wall: u32): void {
  const a = sideAt(wall);
  const b = endOf(wall);
  const wx = b.x - a.x;
  const wy = b.y - a.y;
  const off = (0.5 * theWorld().slack) / lengthOf(wx, wy);
  x -= off * wy;
  y += off * wx;
}
