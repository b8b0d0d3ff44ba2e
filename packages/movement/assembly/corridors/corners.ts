// The next corners of a path through the portals of a sleeve. Called by path.ts, mend.ts and
// walks.ts. Corners are written to the rows of a batch (`cornersTo`), or to a scratch here.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { Portal } from '@wayfield/navmesh/assembly/discs/layout';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { Slot } from './layout';
import { epsilon } from './mesh';
import { ALL, fillSleeve, sleeveAt, sleeveCount } from './sleeve';

/** Addresses to which x and y of corners are written, and the number of corners written. */
let toX: usize = 0;
let toY: usize = 0;
let countValue: u32 = 0;

/** The scratch: x of up to `scratchRoom` corners, then y of as many. */
let scratch: usize = 0;
let scratchRoom: u32 = 0;

/** Corners are written to these addresses from now on. */
export function cornersTo(x: usize, y: usize): void {
  toX = x;
  toY = y;
  countValue = 0;
}
/** The addresses that `cornersTo` has set. */
export function cornersX(): usize {
  return toX;
}
export function cornersY(): usize {
  return toY;
}
export function cornerCount(): u32 {
  return countValue;
}
export function cornerX(i: u32): f64 {
  return number(toX, i);
}
export function cornerY(i: u32): f64 {
  return number(toY, i);
}
export function addCorner(x: f64, y: f64): void {
  putNumber(toX, countValue, x);
  putNumber(toY, countValue, y);
  countValue++;
}

/** Adds a corner unless it equals the corner added last. */
function put(x: f64, y: f64): void {
  if (countValue > 0 && cornerX(countValue - 1) == x && cornerY(countValue - 1) == y) return;
  addCorner(x, y);
}

/**
 * Writes the next corners of the shortest path through the sleeve, at most `most`. If the path has
 * fewer corners, the target is written after them. Returns whether the target is among the corners.
 * Without `hasTarget` the sleeve is only the beginning of the corridor. Then only those corners are
 * written that no later portal can change.
 *
 * This is the funnel algorithm (Lee and Preparata 1984) in the form that begins again at each
 * corner (Mononen 2010): it stops as soon as the corners are known. Its time is quadratic in the
 * number of portals in the worst case. The agent, or the target, counts as on a portal if it is
 * within epsilon of the line of the portal, and at most epsilon beyond an end of the portal. A
 * product ax * by - ay * bx is above 0 where direction b lies to the left of direction a.
 */
export function nextCorners(slot: Slot, hasTarget: bool, most: u32): bool {
  const tx = slot.targetX;
  const ty = slot.targetY;
  // leaves out the portals that the agent or the target lies on: the path does not cross them
  let from = 0;
  let count = <i32>sleeveCount();
  while (from < count && !isCrossed(sleeveAt(from), slot.x, slot.y, 1)) from++;
  if (hasTarget) while (count > from && !isCrossed(sleeveAt(count - 1), tx, ty, -1)) count--;
  countValue = 0;
  let apexX = slot.x;
  let apexY = slot.y;
  let lx = apexX;
  let ly = apexY;
  let rx = apexX;
  let ry = apexY;
  let left = -1;
  let right = -1;
  const last = hasTarget ? count : count - 1;
  for (let i = from; i <= last && countValue < most; i++) {
    const portal = sleeveAt(i);
    const isEnd = i == count;
    const nlx = isEnd ? tx : portal.leftX;
    const nly = isEnd ? ty : portal.leftY;
    const nrx = isEnd ? tx : portal.rightX;
    const nry = isEnd ? ty : portal.rightY;
    const toRightX = nrx - apexX;
    const toRightY = nry - apexY;
    if ((rx - apexX) * toRightY - (ry - apexY) * toRightX >= 0) {
      const isApex = rx == apexX && ry == apexY;
      if (isApex || (lx - apexX) * toRightY - (ly - apexY) * toRightX < 0) {
        rx = nrx;
        ry = nry;
        right = i;
      } else {
        // the right side of the funnel crosses the left one: the left end is a corner
        if (lx != apexX || ly != apexY) put(lx, ly);
        apexX = rx = lx;
        apexY = ry = ly;
        i = right = left;
        continue;
      }
    }
    const toLeftX = nlx - apexX;
    const toLeftY = nly - apexY;
    if ((lx - apexX) * toLeftY - (ly - apexY) * toLeftX > 0) continue;
    const isApex = lx == apexX && ly == apexY;
    if (!isEnd && right == i && isBeside(portal, apexX, apexY)) {
      // the path leads along the line of the portal: the nearer end is a corner
      const isLeft = abs(toLeftX) + abs(toLeftY) < abs(toRightX) + abs(toRightY);
      apexX = lx = rx = isLeft ? nlx : nrx;
      apexY = ly = ry = isLeft ? nly : nry;
      put(apexX, apexY);
      left = right = i;
    } else if (isApex || (rx - apexX) * toLeftY - (ry - apexY) * toLeftX > 0) {
      lx = nlx;
      ly = nly;
      left = i;
    } else {
      if (rx != apexX || ry != apexY) put(rx, ry);
      apexX = lx = rx;
      apexY = ly = ry;
      i = left = right;
    }
  }
  if (countValue >= most || !hasTarget) return false;
  put(tx, ty);
  return true;
}

/**
 * Whether a path from a point has yet to cross a portal, in direction `forward` (1 or -1): the
 * point lies before the portal, or on the line of the portal beyond one of its ends.
 */
function isCrossed(portal: Portal, x: f64, y: f64, forward: f64): bool {
  const dx = portal.leftX - portal.rightX;
  const dy = portal.leftY - portal.rightY;
  // seen from the right end to the left one, the ground before the portal lies on the left
  const before = forward * (dx * (y - portal.rightY) - dy * (x - portal.rightX));
  const isOff = before * before > epsilon() * epsilon() * (dx * dx + dy * dy);
  return isOff ? before > 0 : isBeside(portal, x, y);
}

/** Whether a point lies on the line of a portal, beyond one of its ends by more than epsilon. */
function isBeside(portal: Portal, x: f64, y: f64): bool {
  const ax = portal.leftX - x;
  const ay = portal.leftY - y;
  const bx = portal.rightX - x;
  const by = portal.rightY - y;
  const dx = ax - bx;
  const dy = ay - by;
  const square = epsilon() * epsilon();
  const across = ax * by - ay * bx;
  if (across * across > square * (dx * dx + dy * dy)) return false;
  return ax * bx + ay * by > 0 && ax * ax + ay * ay > square && bx * bx + by * by > square;
}

/** Makes room for `room` corners in the scratch. Corners are written there from now on. */
export function cornersToScratch(room: u32): void {
  if (room > scratchRoom) {
    scratch = reallocate(scratch, 0, (<usize>room) << 5);
    scratchRoom = 2 * room;
  }
  cornersTo(scratch, scratch + ((<usize>scratchRoom) << 3));
}

/**
 * Writes all corners of the path of a point to the scratch, the target as the last one. False if
 * the slot is empty, or if polygons of it are no longer free or no longer neighbours.
 */
export function allCorners(slot: Slot): bool {
  if (slot.length == 0 || !fillSleeve(slot, ALL, 0)) return false;
  cornersToScratch(sleeveCount() + 2);
  nextCorners(slot, true, sleeveCount() + 2);
  return true;
}
