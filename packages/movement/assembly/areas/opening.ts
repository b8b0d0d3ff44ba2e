// Whether there is open ground beside a place of a triangle: ground of the triangle outside closed
// areas. Sides and borders through the place divide its surroundings into sectors, and in each
// sector a point near the place is tried. Called by nearest.ts.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';
import { borderAt, chosenAt, chosenCount, costAt, shapeAt, smallest } from './map';

/**
 * The distance from the place to the points that are tried, in units of `smallest`. A segment
 * within 1 such unit of the place counts as through the place, so TRIED must be larger. Chosen, not
 * measured.
 */
const TRIED: f64 = 8;

/** x and y of directions from the place, of length 1, in the order of their angles. */
let directions: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

/** The place. */
let placeX: f64 = 0;
let placeY: f64 = 0;
/** The direction from the place to open ground, of length 1; set where `isOpenBeside` is true. */
let openX: f64 = 0;
let openY: f64 = 0;

export function openingX(): f64 {
  return openX;
}
export function openingY(): f64 {
  return openY;
}

/** The distance by which a place lies to the left of the line of side `s` of a triangle. */
export function leftOf(p: u32, s: u32, x: f64, y: f64): f64 {
  const a = sideAt(s);
  const b = sideAt(s + 1 == endSide(p) ? firstSide(p) : s + 1);
  const ex = b.x - a.x;
  const ey = b.y - a.y;
  return (ex * (y - a.y) - ey * (x - a.x)) / sqrt(ex * ex + ey * ey);
}

/** A number from -2 to 2 that grows with the angle of a direction, without trigonometry. */
function pseudoAngle(dx: f64, dy: f64): f64 {
  const along = 1 - dx / (abs(dx) + abs(dy));
  return dy < 0 ? -along : along;
}

/** Puts a direction into the list, in the order of angles. */
function push(dx: f64, dy: f64): void {
  if (count == room) {
    const more = max<u32>(16, 2 * room);
    directions = reallocate(directions, (<usize>room) << 4, (<usize>more) << 4);
    room = more;
  }
  const angle = pseudoAngle(dx, dy);
  let i = count++;
  for (; i > 0; i--) {
    const x = number(directions, 2 * i - 2);
    const y = number(directions, 2 * i - 1);
    if (pseudoAngle(x, y) <= angle) break;
    putNumber(directions, 2 * i, x);
    putNumber(directions, 2 * i + 1, y);
  }
  putNumber(directions, 2 * i, dx);
  putNumber(directions, 2 * i + 1, dy);
}

/** Adds both directions of a segment if the place is within `smallest` of the segment. */
function pushOf(ax: f64, ay: f64, bx: f64, by: f64): void {
  const near = smallest();
  if (min(ax, bx) > placeX + near || max(ax, bx) < placeX - near) return;
  if (min(ay, by) > placeY + near || max(ay, by) < placeY - near) return;
  const length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (length == 0) return;
  const ex = (bx - ax) / length;
  const ey = (by - ay) / length;
  if (abs(ex * (placeY - ay) - ey * (placeX - ax)) > near) return;
  push(ex, ey);
  push(-ex, -ey);
}

/** Whether a point near the place, in a direction, lies in triangle `p` and on open ground. */
function isOpenTowards(p: u32, dx: f64, dy: f64): bool {
  const away = TRIED * smallest();
  const x = placeX + away * dx;
  const y = placeY + away * dy;
  for (let s = firstSide(p), end = endSide(p); s < end; s++)
    if (leftOf(p, s, x, y) <= 0) return false;
  if (!(costAt(x, y) < Infinity)) return false;
  openX = dx;
  openY = dy;
  return true;
}

/** Whether triangle `p` has open ground beside a place in it. */
export function isOpenBeside(p: u32, x: f64, y: f64): bool {
  placeX = x;
  placeY = y;
  count = 0;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    const a = sideAt(s);
    const b = sideAt(s + 1 == end ? firstSide(p) : s + 1);
    pushOf(a.x, a.y, b.x, b.y);
  }
  for (let k: u32 = 0, shapes = chosenCount(); k < shapes; k++) {
    const shape = shapeAt(chosenAt(k));
    for (let border = shape.first, end = shape.end; border < end; border++) {
      const side = borderAt(border);
      pushOf(side.ax, side.ay, side.bx, side.by);
    }
  }
  if (count == 0) return isOpenTowards(p, 1, 0);
  for (let i: u32 = 0; i < count; i++) {
    const ux = number(directions, 2 * i);
    const uy = number(directions, 2 * i + 1);
    const next: u32 = i + 1 == count ? 0 : i + 1;
    const vx = number(directions, 2 * next);
    const vy = number(directions, 2 * next + 1);
    // Each segment adds both its directions, so no sector is wider than half a turn. Two directions
    // with a sine below 1e-9 are opposite (a sector of half a turn) or equal (no sector).
    if (abs(ux * vy - uy * vx) < 1e-9) {
      if (ux * vx + uy * vy < 0 && isOpenTowards(p, -uy, ux)) return true;
      continue;
    }
    const length = sqrt((ux + vx) * (ux + vx) + (uy + vy) * (uy + vy));
    if (isOpenTowards(p, (ux + vx) / length, (uy + vy) / length)) return true;
  }
  return false;
}
