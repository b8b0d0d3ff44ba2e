// Which portals the shortest path through a corridor crosses, where two polygons have several with
// walls between. Called by sleeve.ts, for corridors with such polygons only.
//
// *Place* i is where the path goes from polygon i - 1 to polygon i, over one of the portals there.
// The agent is at place 0, the target at the place after the last portal.
//
// A shortest path bends at ends of portals, so it is a shortest path among *bends*: the agent, all
// ends of all portals, and the target. From each bend, in the order of the corridor, the portals
// ahead are visited one after another, with the directions in which the bend sees through the
// portals before: *cones*, one or more per portal. An end inside a cone is reached in a straight
// line.
//
// A path turns left around the left end of a portal, and right around a right end, because the wall
// lies there. A bend therefore looks only to that side of the direction in which its shortest path
// comes. Without this rule n portals in line would take about n^2 / 2 looks.
//
// Of a disc the ends are moved inwards along the portal by the radius, and arcs do not count. So
// the portals chosen for a disc are those of a path that is nearly the shortest.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { Portal } from '@wayfield/navmesh/assembly/discs/layout';
import { BEND, Bend, CONE, Cone, Slot } from './layout';
import { choosePortal, portalChoices, readPortal } from './mesh';
import { polygonOf } from './slots';

/**
 * The sine of the angle by which a bend looks beyond the direction in which its path comes. Ends
 * straight ahead are reached although directions are rounded.
 */
const SLACK: f64 = 1e-6;

/**
 * The bends: the agent, then the right and the left end of every portal, then the target. Portals
 * are numbered along the corridor, those of one place side by side.
 */
let bends: usize = 0;
let bendRoom: u32 = 0;
/** Per place, from place 1 on: the number of its first portal; then the number of all portals. */
let first: usize = 0;
let firstRoom: u32 = 0;
/** The cones of the place before, and of the current place. */
let seen: usize = 0;
let seenCount: u32 = 0;
let made: usize = 0;
let madeCount: u32 = 0;
let coneRoom: u32 = 0;
/** The current bend, its number, and the direction of a bound of its view, if it has one. */
let source: Bend = changetype<Bend>(0);
let sourceNumber: u32 = 0;
let boundX: f64 = 0;
let boundY: f64 = 0;

function bendAt(i: u32): Bend {
  return changetype<Bend>(bends + <usize>i * BEND);
}
function coneAt(list: usize, i: u32): Cone {
  return changetype<Cone>(list + <usize>i * CONE);
}
/** The bend at the right end of a portal; the next one is at the left end. */
function rightOf(portal: u32): u32 {
  return 1 + 2 * portal;
}
function portalIn(sleeve: usize, place: u32): Portal {
  return changetype<Portal>(sleeve + <usize>(place - 1) * offsetof<Portal>());
}
/** The area that two directions span: above 0 if the second lies to the left of the first. */
function turn(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  return ax * by - ay * bx;
}

/**
 * Writes the portals of a slot, which has two polygons or more, all free neighbours, to `sleeve`:
 * where there are several between two polygons, those on the shortest path.
 */
export function choosePortals(slot: Slot, sleeve: usize): void {
  const places = slot.length - 1;
  readBends(slot, sleeve);
  const target = rightOf(get(first, places + 1));
  for (let i: u32 = 0; i < target; i++) look(i, places);
  for (let to = target; to != 0;) {
    const end = bendAt(to);
    // the target is always reached, but for overflow: then the path is taken for a straight line
    const from = end.parent == NONE ? 0 : end.parent;
    const begin = bendAt(from);
    for (let place = begin.place + 1; place <= min(end.place, places); place++) {
      if (get(first, place + 1) - get(first, place) < 2) continue;
      const p = polygonOf(slot, place - 1);
      const portal = portalIn(sleeve, place);
      const width = 2 * slot.radius;
      choosePortal(p, polygonOf(slot, place), width, portal, begin.x, begin.y, end.x, end.y);
    }
    to = from;
  }
}

/**
 * Writes the bends of a corridor, and makes room for their cones. In `sleeve` any portal of each
 * place is left.
 */
function readBends(slot: Slot, sleeve: usize): void {
  const places = slot.length - 1;
  if (firstRoom < places + 2) {
    first = reallocate(first, 0, (<usize>(places + 2)) << 3);
    firstRoom = 2 * (places + 2);
  }
  const width = 2 * slot.radius;
  writeBend(0, slot.x, slot.y, 0);
  let portals: u32 = 0;
  for (let place: u32 = 1; place <= places; place++) {
    const p = polygonOf(slot, place - 1);
    const q = polygonOf(slot, place);
    set(first, place, portals);
    const portal = portalIn(sleeve, place);
    let k: u32 = 0;
    do {
      readPortal(p, q, width, k, portal);
      writeEnds(rightOf(portals++), portal, slot.radius, place);
    } while (++k < portalChoices());
  }
  set(first, places + 1, portals);
  writeBend(rightOf(portals), slot.targetX, slot.targetY, places + 1);
  bendAt(0).length = 0;
  if (coneRoom >= portals) return;
  seen = reallocate(seen, 0, <usize>(2 * portals) * CONE);
  made = reallocate(made, 0, <usize>(2 * portals) * CONE);
  coneRoom = 2 * portals;
}

function writeEnds(number: u32, portal: Portal, radius: f64, place: u32): void {
  const dx = portal.leftX - portal.rightX;
  const dy = portal.leftY - portal.rightY;
  const share = radius == 0 ? 0 : min<f64>(0.5, radius / sqrt(dx * dx + dy * dy));
  writeBend(number, portal.rightX + share * dx, portal.rightY + share * dy, place);
  writeBend(number + 1, portal.leftX - share * dx, portal.leftY - share * dy, place);
}

/** Writes a bend to which no path is known yet. */
function writeBend(number: u32, x: f64, y: f64, place: u32): void {
  if (number >= bendRoom) {
    bends = reallocate(bends, <usize>bendRoom * BEND, <usize>(2 * number + 64) * BEND);
    bendRoom = 2 * number + 64;
  }
  const bend = bendAt(number);
  bend.x = x;
  bend.y = y;
  bend.length = Infinity;
  bend.parent = NONE;
  bend.place = place;
}

/** Reaches a bend in a straight line from the source. */
function reach(number: u32): void {
  const bend = bendAt(number);
  const dx = bend.x - source.x;
  const dy = bend.y - source.y;
  const length = source.length + sqrt(dx * dx + dy * dy);
  if (length >= bend.length) return;
  bend.length = length;
  bend.parent = sourceNumber;
}

/** Reaches all bends that bend `number` sees. */
function look(number: u32, places: u32): void {
  source = bendAt(number);
  sourceNumber = number;
  if (source.length == Infinity) return;
  setBound(number);
  // portals that the source lies on bound nothing: behind them it sees a whole polygon again
  let place = source.place + 1;
  while (place <= places && lookNear(place)) place++;
  if (place > places) return reach(rightOf(get(first, places + 1)));
  for (place++; madeCount > 0; place++) {
    const other = seen;
    seen = made;
    seenCount = madeCount;
    made = other;
    madeCount = 0;
    if (place > places) {
      const target = rightOf(get(first, places + 1));
      const end = bendAt(target);
      if (isSeen(end.x - source.x, end.y - source.y)) reach(target);
      return;
    }
    for (let g = get(first, place), end = get(first, place + 1); g < end; g++) lookThrough(g);
  }
}

/** Finds the bound of the view of a bend: the direction of its path, beyond by SLACK. */
function setBound(number: u32): void {
  boundX = boundY = 0;
  let dx: f64 = 0;
  let dy: f64 = 0;
  for (let i = source.parent; dx == 0 && dy == 0; i = bendAt(i).parent) {
    if (i == NONE) return;
    dx = source.x - bendAt(i).x;
    dy = source.y - bendAt(i).y;
  }
  const slack = isLeftEnd(number) ? SLACK : -SLACK;
  boundX = dx + slack * dy;
  boundY = dy - slack * dx;
}

function isLeftEnd(number: u32): bool {
  return (number & 1) == 0;
}

/**
 * Looks at the portals of a place from the polygon before, in which the source lies. Returns
 * whether the source lies on one of them.
 */
function lookNear(place: u32): bool {
  madeCount = 0;
  let isOn = false;
  for (let g = get(first, place), last = get(first, place + 1); g < last; g++) {
    const right = bendAt(rightOf(g));
    const left = bendAt(rightOf(g) + 1);
    let rx = right.x - source.x;
    let ry = right.y - source.y;
    let lx = left.x - source.x;
    let ly = left.y - source.y;
    if (turn(rx, ry, lx, ly) <= 0) {
      // in line with the portal: on it, or beside it, where the path leads to the nearer end
      const isBetween = rx * lx + ry * ly <= 0;
      const isRightNear = rx * rx + ry * ry < lx * lx + ly * ly;
      if (isBetween) isOn = true;
      if ((rx == 0 && ry == 0) || (!isBetween && isRightNear)) reach(rightOf(g));
      if ((lx == 0 && ly == 0) || (!isBetween && !isRightNear)) reach(rightOf(g) + 1);
      continue;
    }
    const isBound = boundX != 0 || boundY != 0;
    const isRightIn = !isBound || isInBound(rx, ry);
    const isLeftIn = !isBound || isInBound(lx, ly);
    if (isRightIn) reach(rightOf(g));
    if (isLeftIn) reach(rightOf(g) + 1);
    if (!isRightIn && !isLeftIn) continue;
    if (!isRightIn) {
      rx = boundX;
      ry = boundY;
    }
    if (!isLeftIn) {
      lx = boundX;
      ly = boundY;
    }
    addCone(rx, ry, lx, ly);
  }
  return isOn;
}

/** Whether a direction lies on the side of the bound to which the source looks. */
function isInBound(x: f64, y: f64): bool {
  const side = turn(boundX, boundY, x, y);
  return isLeftEnd(sourceNumber) ? side >= 0 : side <= 0;
}

/** Looks through the cones of the place before at portal `g`. */
function lookThrough(g: u32): void {
  const right = bendAt(rightOf(g));
  const left = bendAt(rightOf(g) + 1);
  const rx = right.x - source.x;
  const ry = right.y - source.y;
  const lx = left.x - source.x;
  const ly = left.y - source.y;
  // the source lies beyond the portal, or in line with it
  if (turn(rx, ry, lx, ly) <= 0) return;
  if (isSeen(rx, ry)) reach(rightOf(g));
  if (isSeen(lx, ly)) reach(rightOf(g) + 1);
  for (let i: u32 = 0; i < seenCount; i++) {
    const cone = coneAt(seen, i);
    const isRightIn = turn(cone.rightX, cone.rightY, rx, ry) >= 0;
    const isLeftIn = turn(cone.leftX, cone.leftY, lx, ly) <= 0;
    addCone(
      isRightIn ? rx : cone.rightX,
      isRightIn ? ry : cone.rightY,
      isLeftIn ? lx : cone.leftX,
      isLeftIn ? ly : cone.leftY,
    );
  }
}

/** Whether a direction lies in a cone of the place before. */
function isSeen(x: f64, y: f64): bool {
  for (let i: u32 = 0; i < seenCount; i++) {
    const cone = coneAt(seen, i);
    if (turn(cone.rightX, cone.rightY, x, y) >= 0 && turn(cone.leftX, cone.leftY, x, y) <= 0)
      return true;
  }
  return false;
}

/**
 * Adds a cone of the current place unless it is empty. Cones do not overlap, so each place has at
 * most as many as there are portals up to there; the test of room is for cones that overlap by
 * rounding.
 */
function addCone(rx: f64, ry: f64, lx: f64, ly: f64): void {
  if (!(turn(rx, ry, lx, ly) > 0) || madeCount == coneRoom) return;
  const cone = coneAt(made, madeCount++);
  cone.rightX = rx;
  cone.rightY = ry;
  cone.leftX = lx;
  cone.leftY = ly;
}
