// Rows of batches. `runRows` of src/calls/batch.ts, and each single call, call these kernels: each
// answers the rows `first` to `end` - 1 of columns that the host has filled, and writes the answers
// into other columns. A single call is a batch of one row. The columns are described in layout.ts.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import {
  columns,
  columnsBind,
  hintOf,
  number,
  putNumber,
  putPlace,
  putPolygon,
  putStatus,
} from './columns';
import { fit, fitAway, FITS, FITS_NOWHERE, fitPolygon, fitX, fitY } from './fit';
import { Contact, CONTACT, Line, MOST_CONTACTS, Wall } from './layout';
import { guess, locate, locateFrom } from './locate';
import {
  lineAt,
  linesBind,
  linesTest,
  lineSee,
  lineSet,
  MOST_LINES,
  SEES_UNSURE,
  SEES_WALL,
} from './look';
import { move, moveBind, moveContacts, movedX, movedY } from './move';
import { isClear, nearestSquare } from './near';
import { movePoint, pointContacts, pointPolygon, pointX, pointY } from './move-point';
import { orientBind } from './orient';
import { ray, rayFraction, rayIsAstray, raySide } from './ray';
import { CLEAR, CONTACT_LIMIT, HIT, MORE, MOVED_OUT, NO_PLACE, START_BLOCKED } from './status';
import { sweep, sweepBeganNear, sweepContact, sweepKeep, sweepTime } from './sweep';
import { findWalls, nearList } from './walls-near';
import { marginOf, sideAt, theWorld, wallAt } from './world';
import { reallocate } from '@wayfield/wasm/assembly/env';

let contact: Contact = changetype<Contact>(0);

/**
 * Pushes and rays are shortened to this times `World.point`: to 1e30 c, where c is the largest
 * absolute value of a coordinate.
 */
const LONGEST: f64 = 1e42;

/**
 * The factor that shortens a push, or the vector of a ray; 1 up to a length of 1e30 c. Squares of
 * longer ones overflow. A push of 1e30 c ends where every longer push in its direction ends: even
 * along a wall almost at a right angle to the push, at least 1e-15 of its length is left, which is
 * longer than any wall.
 */
function shortening(dx: f64, dy: f64): f64 {
  const size = max(abs(dx), abs(dy));
  const most = LONGEST * theWorld().point;
  return size > most ? most / size : 1;
}

/** Allocates the scratch of the instance; called once. `address`: of the record `Columns`. */
export function rowsBind(address: usize): void {
  columnsBind(address);
  contact = changetype<Contact>(reallocate(0, 0, CONTACT));
  moveBind();
  orientBind();
  linesBind();
}

/**
 * The polygon at each place, or -1, in the column `at`, which held hints before. All rows but those
 * of walls and of random places begin with this: in a loop of its own, the memory reads of several
 * rows overlap.
 */
export function locateRows(first: u32, end: u32): void {
  for (let i = first; i < end; i++)
    if (hintOf(i) < 0) putPolygon(i, guess(number(columns().x, i), number(columns().y, i)));
  for (let i = first; i < end; i++)
    putPolygon(i, locate(number(columns().x, i), number(columns().y, i), hintOf(i)));
}

/** The nearest place, at most `limit` away, where the disc of each row fits. */
export function closestRows(first: u32, end: u32, limit: f64): void {
  const point = theWorld().point;
  locateRows(first, end);
  for (let i = first; i < end; i++) {
    const x = number(columns().x, i);
    const y = number(columns().y, i);
    const radius = number(columns().radius, i);
    const how = fit(x, y, radius < point ? 0 : radius, limit, hintOf(i));
    if (how == FITS_NOWHERE) {
      putPlace(i, x, y);
      putNumber(columns().value, i, Infinity);
      putPolygon(i, -1);
      putStatus(i, NO_PLACE);
      continue;
    }
    putPlace(i, fitX(), fitY());
    putNumber(columns().value, i, fitAway());
    putPolygon(i, fitPolygon());
    putStatus(i, how == FITS ? CLEAR : MOVED_OUT);
  }
}

/**
 * The distance from each place to the nearest wall, negative in obstacles and off the mesh;
 * -Infinity if the mesh is empty, or the square of the distance overflows.
 */
export function clearanceRows(first: u32, end: u32): void {
  locateRows(first, end);
  for (let i = first; i < end; i++) {
    const x = number(columns().x, i);
    const y = number(columns().y, i);
    const away = sqrt(nearestSquare(x, y, Infinity));
    putNumber(columns().value, i, hintOf(i) >= 0 ? away : -away);
  }
}

/**
 * Where the disc of each row ends after a push by (a, b). A disc that does not fit is moved out
 * first, by at most `limit`.
 */
export function moveRows(first: u32, end: u32, limit: f64): void {
  const point = theWorld().point;
  locateRows(first, end);
  for (let i = first; i < end; i++) {
    if (number(columns().radius, i) < point) pushPoint(i, limit);
    else pushDisc(i, limit);
  }
}

function pushDisc(row: u32, limit: f64): void {
  const x = number(columns().x, row);
  const y = number(columns().y, row);
  const share = shortening(number(columns().a, row), number(columns().b, row));
  const dx = share * number(columns().a, row);
  const dy = share * number(columns().b, row);
  const radius = number(columns().radius, row);
  const margin = marginOf(radius);
  let polygon = hintOf(row);
  let status = CLEAR;
  if (polygon < 0 || !move(x, y, dx, dy, radius, 0.25 * margin)) {
    if (fit(x, y, radius, limit, polygon) == FITS_NOWHERE) {
      putStay(row, x, y, polygon);
      return;
    }
    polygon = fitPolygon();
    status = MOVED_OUT;
    move(fitX(), fitY(), dx, dy, radius, 0.25 * margin);
  }
  putMove(row, status, moveContacts());
  putPlace(row, movedX(), movedY());
  putPolygon(row, locateFrom(movedX(), movedY(), polygon));
}

function pushPoint(row: u32, limit: f64): void {
  let x = number(columns().x, row);
  let y = number(columns().y, row);
  let polygon = hintOf(row);
  let status = CLEAR;
  if (polygon < 0) {
    if (fit(x, y, 0, limit, polygon) == FITS_NOWHERE) {
      putStay(row, x, y, polygon);
      return;
    }
    x = fitX();
    y = fitY();
    polygon = fitPolygon();
    status = MOVED_OUT;
  }
  const dx = number(columns().a, row);
  const dy = number(columns().b, row);
  const share = shortening(dx, dy);
  movePoint(x, y, share * dx, share * dy, <u32>polygon);
  putMove(row, status, pointContacts());
  putPlace(row, pointX(), pointY());
  putPolygon(row, pointPolygon());
}

/** Writes a row whose disc fits nowhere within the limit: the disc stays, with NO_PLACE. */
function putStay(row: u32, x: f64, y: f64, polygon: i32): void {
  putPlace(row, x, y);
  putPolygon(row, polygon);
  set(columns().contacts, row, 0);
  putStatus(row, NO_PLACE);
}

/** Writes the status of a move: CONTACT_LIMIT before MOVED_OUT, and MOVED_OUT before HIT. */
function putMove(row: u32, status: u32, count: u32): void {
  set(columns().contacts, row, count);
  if (count > MOST_CONTACTS) putStatus(row, CONTACT_LIMIT);
  else putStatus(row, count > 0 && status == CLEAR ? HIT : status);
}

/**
 * The wall that the disc of each row meets first on the straight move to (a, b). The lines of up to
 * 64 points are looked along together (look.ts); `answerRay` finishes each row.
 */
export function rayRows(first: u32, end: u32): void {
  const point = theWorld().point;
  locateRows(first, end);
  for (let from = first; from < end; from += MOST_LINES) {
    const to = min(end, from + MOST_LINES);
    for (let i = from; i < to; i++) {
      if (hintOf(i) < 0 || number(columns().radius, i) >= point) continue;
      const x = number(columns().x, i);
      const y = number(columns().y, i);
      const vx = number(columns().a, i) - x;
      const vy = number(columns().b, i) - y;
      const share = shortening(vx, vy);
      lineSet(i - from, x, y, share * vx, share * vy);
    }
    linesTest(to - from);
    for (let i = from; i < to; i++) answerRay(i, lineAt(i - from), point);
  }
}

function answerRay(i: u32, line: Line, point: f64): void {
  const x = number(columns().x, i);
  const y = number(columns().y, i);
  const radius = number(columns().radius, i);
  const start = hintOf(i);
  const vx = number(columns().a, i) - x;
  const vy = number(columns().b, i) - y;
  // a sweep of length 0, also by underflow, looks at no wall
  const isStill = radius >= point && vx * vx + vy * vy == 0;
  if (start < 0 || (isStill && !isClear(x, y, radius - marginOf(radius))))
    putFree(i, x, y, 0, START_BLOCKED);
  else if (radius >= point) discRay(i, x, y, radius);
  else pointRay(i, line, x, y, start);
}

function pointRay(row: u32, line: Line, x: f64, y: f64, start: i32): void {
  const toX = number(columns().a, row);
  const toY = number(columns().b, row);
  const share = shortening(toX - x, toY - y);
  const vx = share * (toX - x);
  const vy = share * (toY - y);
  const endX = share == 1 ? toX : x + vx;
  const endY = share == 1 ? toY : y + vy;
  const seen = lineSee(line);
  let t = line.best;
  let w = seen == SEES_WALL ? line.wall : NONE;
  if (seen == SEES_UNSURE && ray(x, y, endX, endY, <u32>start)) {
    if (!rayIsAstray()) {
      t = rayFraction();
      w = sideAt(raySide()).wall;
    } else {
      // polygons that overlap have led `ray` astray: plain arithmetic decides
      t = min(line.best, line.unsureAt);
      w = line.unsureAt < line.best ? line.unsureWall : line.wall;
    }
  }
  if (w == NONE) {
    putFree(row, toX, toY, 1, CLEAR);
    return;
  }
  const wall = wallAt(w);
  putHit(row, x + t * vx, y + t * vy, share * t, wall);
  putNormal(row, -wall.ey, wall.ex);
}

function discRay(row: u32, x: f64, y: f64, radius: f64): void {
  const toX = number(columns().a, row);
  const toY = number(columns().b, row);
  const margin = marginOf(radius);
  const share = shortening(toX - x, toY - y);
  const vx = share * (toX - x);
  const vy = share * (toY - y);
  sweepKeep(radius - margin);
  const isHit = sweep(x, y, vx, vy, 1, radius, 0.25 * margin);
  if (sweepBeganNear()) {
    putFree(row, x, y, 0, START_BLOCKED);
    return;
  }
  if (!isHit) {
    putFree(row, toX, toY, 1, CLEAR);
    return;
  }
  const t = sweepTime();
  const endX = x + t * vx;
  const endY = y + t * vy;
  sweepContact(contact, endX, endY);
  putHit(row, endX, endY, share * t, wallAt(contact.wall));
  putNormal(row, contact.nx, contact.ny);
}

/** Writes a row of rays without a wall: CLEAR or START_BLOCKED. */
function putFree(row: u32, x: f64, y: f64, t: f64, status: u32): void {
  putPlace(row, x, y);
  putNumber(columns().value, row, t);
  putStatus(row, status);
  set(columns().wallSide, row, NONE);
  putNormal(row, 0, 0);
  putWall(row, NaN, NaN, NaN, NaN);
}

/** Writes a row of rays that ends at a wall. */
function putHit(row: u32, x: f64, y: f64, t: f64, wall: Wall): void {
  putPlace(row, x, y);
  putNumber(columns().value, row, t);
  putStatus(row, HIT);
  set(columns().wallSide, row, wall.side);
  putWall(row, wall.ax, wall.ay, wall.bx, wall.by);
}

function putWall(row: u32, ax: f64, ay: f64, bx: f64, by: f64): void {
  putNumber(columns().wallAX, row, ax);
  putNumber(columns().wallAY, row, ay);
  putNumber(columns().wallBX, row, bx);
  putNumber(columns().wallBY, row, by);
}

function putNormal(row: u32, x: f64, y: f64): void {
  putNumber(columns().normalX, row, x);
  putNumber(columns().normalY, row, y);
}

/**
 * The nearest walls of each row, at most `most`, within `radius` (a column) of its place. Those of
 * row i are the entries of the columns of walls from i * `most` on. `contacts` becomes the number
 * of all walls within `radius`.
 */
export function wallsRows(first: u32, end: u32, most: u32): void {
  for (let i = first; i < end; i++) {
    const x = number(columns().x, i);
    const y = number(columns().y, i);
    const found = findWalls(x, y, number(columns().radius, i), most);
    set(columns().contacts, i, found);
    putStatus(i, found > most ? MORE : CLEAR);
    const base = i * most;
    const count = min(found, most);
    for (let k: u32 = 0; k < count; k++) {
      const wall = wallAt(get(nearList(), k));
      putWall(base + k, wall.ax, wall.ay, wall.bx, wall.by);
      set(columns().wallSide, base + k, wall.side);
    }
    for (let k = count; k < most; k++) {
      putWall(base + k, NaN, NaN, NaN, NaN);
      set(columns().wallSide, base + k, NONE);
    }
  }
}
