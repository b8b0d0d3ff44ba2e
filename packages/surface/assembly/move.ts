// A disc that is pushed (`pushDisc` of rows.ts). The disc moves straight until it touches
// something, and slides along walls and around corners. It stops where every direction that leads
// into no wall makes at least a right angle with the push. The motion is a projected dynamical
// system (Nagurney and Zhang 1996): at each moment the velocity is the one nearest to the push that
// does not lead into a wall, and the push lasts for one unit of time. So a move in two halves ends
// where the whole move ends, and no move is longer than the push.

import { reallocate } from '@wayfield/wasm/assembly/env';
import {
  ARC_ENDS,
  ARC_HITS,
  ARC_LEAVES,
  ARC_STAYS,
  arcContact,
  arcNormalX,
  arcNormalY,
  arcTime,
  slideAround,
} from './arc';
import { Contact, CONTACT, MOST_CONTACTS } from './layout';
import { isClear } from './near';
import { sweep, sweepBeganNear, sweepContact, sweepKeep, sweepTime } from './sweep';
import { wallAt } from './world';

/** Contacts that the disc may have at one place: at the next one it counts as stuck. */
const MOST_HERE: u32 = 8;

/**
 * Records: `count` contacts at the current place, and at `MOST_HERE` the contact met last
 * (`fresh`). `current` is the record of the wall or corner that the disc slides on.
 */
let contacts: usize = 0;
let count: u32 = 0;
let current: Contact = changetype<Contact>(0);

/** The centre; the push, a velocity, and its length. */
let x: f64 = 0;
let y: f64 = 0;
let vx: f64 = 0;
let vy: f64 = 0;
let speed: f64 = 0;
let radius: f64 = 0;
/** A wall is a contact only if the disc would come nearer to it than the radius less this. */
let slop: f64 = 0;
/** The time that is left of the push, from 1 down; the contacts so far. */
let left: f64 = 0;
let touched: u32 = 0;

export function moveBind(): void {
  contacts = reallocate(0, 0, (MOST_HERE + 1) * <u32>CONTACT);
}
export function movedX(): f64 {
  return x;
}
export function movedY(): f64 {
  return y;
}
/** How many contacts the last move had; above `MOST_CONTACTS` the move ended early. */
export function moveContacts(): u32 {
  return touched;
}

function contactAt(i: u32): Contact {
  return changetype<Contact>(contacts + <usize>i * CONTACT);
}

/** What the disc does next: moves with the push, slides on the wall or corner `current`, stays. */
const FREE: u32 = 0;
const ON_WALL: u32 = 1;
const ON_CORNER: u32 = 2;
const STUCK: u32 = 3;

/**
 * Moves a disc. `tolerance` becomes the `slop`. Returns false if a wall is nearer to the start than
 * the radius less 3 * `tolerance`: `movedX` and `movedY` do not count then, and the caller has to
 * move the disc out (`fit`).
 */
export function move(fromX: f64, fromY: f64, dx: f64, dy: f64, r: f64, tolerance: f64): bool {
  x = fromX;
  y = fromY;
  vx = dx;
  vy = dy;
  speed = sqrt(dx * dx + dy * dy);
  radius = r;
  slop = tolerance;
  left = 1;
  touched = 0;
  count = 0;
  if (speed == 0) return isClear(x, y, r - 3 * slop);
  sweepKeep(r - 3 * slop);
  let mode = fly();
  if (sweepBeganNear()) return false;
  while (left > 0 && mode != STUCK && touched <= MOST_CONTACTS) {
    if (mode == FREE) mode = fly();
    else if (mode == ON_WALL) mode = slide();
    else mode = turn();
  }
  return true;
}

/** Where `sweepContact` and `arcContact` write the contact that ends a straight move or a slide. */
function fresh(): Contact {
  return contactAt(MOST_HERE);
}

/** Moves with the push until the disc touches something or the time ends. */
function fly(): u32 {
  const isHit = sweep(x, y, vx, vy, left, radius, slop);
  const time = sweepTime();
  x += vx * time;
  y += vy * time;
  left -= time;
  if (!isHit) {
    left = 0;
    return FREE;
  }
  sweepContact(fresh(), x, y);
  return touch(time * speed, false);
}

/** Slides along the current wall until its end, the next contact, or the end of the time. */
function slide(): u32 {
  const wall = wallAt(current.wall);
  const pace = vx * wall.ex + vy * wall.ey;
  const along = wall.ex * (x - wall.ax) + wall.ey * (y - wall.ay);
  const rest = pace > 0 ? wall.length - along : along;
  if (pace == 0) return STUCK;
  const atEnd = max(0, rest / abs(pace));
  const end = min(left, atEnd);
  const isHit = sweep(x, y, pace * wall.ex, pace * wall.ey, end, radius, slop);
  const time = sweepTime();
  x += pace * wall.ex * time;
  y += pace * wall.ey * time;
  left -= time;
  if (isHit) {
    sweepContact(fresh(), x, y);
    return touch(time * abs(pace), true);
  }
  if (atEnd > left + time) {
    left = 0;
    return FREE;
  }
  current.isCorner = 1;
  current.cx = pace > 0 ? wall.bx : wall.ax;
  current.cy = pace > 0 ? wall.by : wall.ay;
  x = current.cx + radius * current.nx;
  y = current.cy + radius * current.ny;
  touched++;
  keepCurrent();
  return ON_CORNER;
}

/** Slides around the current corner until the push leads away, the next contact, or the end. */
function turn(): u32 {
  const how = slideAround(current, vx / speed, vy / speed, speed, left, radius, slop);
  if (how == ARC_STAYS) return STUCK;
  const moved = radius * (abs(arcNormalX() - current.nx) + abs(arcNormalY() - current.ny));
  current.nx = arcNormalX();
  current.ny = arcNormalY();
  x = current.cx + radius * current.nx;
  y = current.cy + radius * current.ny;
  left -= arcTime();
  if (how == ARC_ENDS) left = 0;
  if (how == ARC_LEAVES) count = 0;
  if (how != ARC_HITS) return FREE;
  arcContact(fresh(), x, y);
  return touch(moved, true);
}

/** Forgets all contacts but the one that the disc slides on: the disc has left the others. */
function keepCurrent(): void {
  const first = contactAt(0);
  if (changetype<usize>(current) != changetype<usize>(first))
    memory.copy(changetype<usize>(first), changetype<usize>(current), CONTACT);
  current = first;
  count = 1;
}

/**
 * Takes over the fresh contact, after a move of length `moved`, and chooses how to go on. `slides`:
 * the move was a slide, so the disc still touches the wall or corner that it slid along.
 */
function touch(moved: f64, slides: bool): u32 {
  touched++;
  const met = fresh();
  // put the centre exactly a radius away, so that rounding does not add up from contact to contact
  const wall = wallAt(met.wall);
  if (met.isCorner) {
    x = met.cx + radius * met.nx;
    y = met.cy + radius * met.ny;
  } else {
    const off = radius - (wall.ex * (y - wall.ay) - wall.ey * (x - wall.ax));
    x += off * met.nx;
    y += off * met.ny;
  }
  if (moved > slop) {
    if (slides) keepCurrent();
    else count = 0;
  }
  if (count == MOST_HERE) return STUCK;
  for (let i: u32 = 0; i < count; i++) {
    const old = contactAt(i);
    // The disc met this contact before, and has not moved since: to slide along one contact leads
    // into another and back, so no direction is feasible.
    if (old.wall == met.wall && old.isCorner == met.isCorner) return STUCK;
  }
  memory.copy(changetype<usize>(contactAt(count)), changetype<usize>(met), CONTACT);
  count++;
  return choose();
}

/**
 * Chooses the contact to slide on: the newest one along which the push, projected, leads into none
 * of the others. Without one, the disc is stuck.
 */
function choose(): u32 {
  for (let i = count; i > 0; i--) {
    const contact = contactAt(i - 1);
    const into = vx * contact.nx + vy * contact.ny;
    const ux = vx - min(0, into) * contact.nx;
    const uy = vy - min(0, into) * contact.ny;
    if (!isFeasible(ux, uy, i - 1)) continue;
    current = contact;
    return contact.isCorner ? ON_CORNER : ON_WALL;
  }
  return STUCK;
}

/** Whether a velocity leads into no contact but `except` by more than half the slop. */
function isFeasible(ux: f64, uy: f64, except: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    if (i == except) continue;
    const contact = contactAt(i);
    if ((ux * contact.nx + uy * contact.ny) * left < -0.5 * slop) return false;
  }
  return true;
}
