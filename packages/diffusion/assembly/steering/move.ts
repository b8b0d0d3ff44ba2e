// Moves discs in straight lines until they touch an obstacle, then along it; `runAgents` of
// src/steering/agent-job.ts calls `moveAlong`. A move goes from cell to cell. Within a cell the
// centre of the disc stops at lines, one radius from the sides towards blocked cells, and at
// circles of one radius around the free corners (place.ts).

import { f64At, setF64 } from '../layout';
import { agentRadius, agentX, agentY, answer } from './agents';
import {
  blockedAround,
  DOWN,
  freeCorners,
  isBlocked,
  LEFT,
  rows,
  columns,
  RIGHT,
  UP,
} from './ground';
import { cornerX, cornerY, distanceKept, fits, foundX, foundY, nearestPlace } from './place';

/** Answers of `moveAlong`: src/steering/types.ts has their texts. */
const NOT_RUN: i32 = 0;
const CLEAR: i32 = 1;
const HIT: i32 = 2;
const MOVED_OUT: i32 = 3;
const NO_PLACE: i32 = 4;

/** Most obstacles that a move slides along. */
const MOST_CONTACTS = 16;

/**
 * How far a disc may overlap a corner that it passes: one that just fits between a corner and a
 * wall must not stop there by rounding.
 */
const GRAZE: f64 = 1e-10;

let stepsX: usize = 0;
let stepsY: usize = 0;

export function stepsBind(dx: usize, dy: usize): void {
  stepsX = dx;
  stepsY = dy;
}

/** Where the current agent is, the rest of its step, and the normal of what it touched last. */
let x: f64 = 0;
let y: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let nx: f64 = 0;
let ny: f64 = 0;

/** Moves the agents `first` to `last` - 1; where they are then goes into two arrays of f64. */
export function moveAlong(first: i32, last: i32, outX: usize, outY: usize): void {
  for (let k = first; k < last; k++) {
    x = agentX(k);
    y = agentY(k);
    dx = f64At(stepsX, k);
    dy = f64At(stepsY, k);
    answer(k, move(agentRadius(k)));
    setF64(outX, k, x);
    setF64(outY, k, y);
  }
}

function move(radius: f64): i32 {
  // NaN - NaN and Infinity - Infinity are NaN
  if (x - x + (y - y) + (dx - dx) + (dy - dy) + radius != radius) return NOT_RUN;
  const r = distanceKept(radius);
  let status = CLEAR;
  const inside = x >= 0 && y >= 0 && x < <f64>columns() && y < <f64>rows();
  if (!inside || isBlocked(<i32>x, <i32>y) || !fits(x, y, <i32>x, <i32>y, r)) {
    if (!nearestPlace(x, y, r)) return NO_PLACE;
    x = foundX();
    y = foundY();
    status = MOVED_OUT;
  }
  const touched = run(openCellAt(x, columns(), y, true), openCellAt(y, rows(), x, false), r);
  return status == CLEAR && touched ? HIT : status;
}

/**
 * The column (`column`) or row of a place, by its coordinate `at` among `cells` columns or rows;
 * `other` is its other coordinate. On the side between two cells: the cell that is not blocked.
 */
function openCellAt(at: f64, cells: i32, other: f64, column: bool): i32 {
  const cell = <i32>at;
  if (<f64>cell != at || cell == 0) return cell;
  if (cell >= cells) return cell - 1;
  const across = <i32>other;
  return (column ? isBlocked(cell, across) : isBlocked(across, cell)) ? cell - 1 : cell;
}

/** Does the step, which begins in cell (i, j). Returns whether the disc touched an obstacle. */
function run(i: i32, j: i32, r: f64): bool {
  nx = 0;
  ny = 0;
  let contacts = 0;
  // A straight line crosses at most columns() + rows() sides. Twice as many leave room for slides.
  // A step that needs more ends early.
  for (let left = 2 * (columns() + rows()) + 64; left > 0; left--) {
    if (dx == 0 && dy == 0) break;
    const around = blockedAround(i, j);
    const shutX = dx > 0 ? (around & RIGHT) != 0 : (around & LEFT) != 0;
    const shutY = dy > 0 ? (around & DOWN) != 0 : (around & UP) != 0;
    const timeX = timeTo(x, dx, i, shutX ? r : 0);
    const timeY = timeTo(y, dy, j, shutY ? r : 0);
    const corner = firstCorner(x - <f64>i, y - <f64>j, r, around);
    const time = corner == 0 ? Infinity : timeToCorner(x - <f64>i, y - <f64>j, r, corner);
    const first = min(timeX, timeY);
    if (min(first, time) >= 1) {
      x += dx;
      y += dy;
      break;
    }
    if (time < first) {
      advance(time);
      touchCorner(<f64>i + cornerX(corner), <f64>j + cornerY(corner), r);
      contacts++;
    } else if (timeX <= timeY) {
      advance(timeX);
      x = dx > 0 ? <f64>(i + 1) - (shutX ? r : 0) : <f64>i + (shutX ? r : 0);
      if (shutX) {
        touch(dx > 0 ? -1 : 1, 0);
        contacts++;
      } else i += dx > 0 ? 1 : -1;
    } else {
      advance(timeY);
      y = dy > 0 ? <f64>(j + 1) - (shutY ? r : 0) : <f64>j + (shutY ? r : 0);
      if (shutY) {
        touch(0, dy > 0 ? -1 : 1);
        contacts++;
      } else j += dy > 0 ? 1 : -1;
    }
    if (contacts == MOST_CONTACTS) break;
  }
  return contacts > 0;
}

/**
 * The part of the step after which the centre of the disc is at distance `kept` from the side of
 * its cell that it moves towards, on one axis. Above 1: the step ends before that.
 */
function timeTo(at: f64, d: f64, cell: i32, kept: f64): f64 {
  if (d > 0) return max((<f64>(cell + 1) - kept - at) / d, 0);
  if (d < 0) return max((<f64>cell + kept - at) / d, 0);
  return Infinity;
}

/** The free corner of a cell that the step touches first, 0 for none. */
function firstCorner(fx: f64, fy: f64, r: f64, around: u32): u32 {
  let best: f64 = Infinity;
  let found: u32 = 0;
  for (let corners = freeCorners(around); corners != 0; corners &= corners - 1) {
    const bit = corners & -corners;
    const time = timeToCorner(fx, fy, r, bit);
    if (time >= best) continue;
    best = time;
    found = bit;
  }
  return found;
}

/** The part of the step after which the disc is within `r` of a corner; `Infinity`: never. */
function timeToCorner(fx: f64, fy: f64, r: f64, bit: u32): f64 {
  const ex = fx - cornerX(bit);
  const ey = fy - cornerY(bit);
  const approach = ex * dx + ey * dy;
  if (approach >= 0) return Infinity;
  const length = Math.sqrt(dx * dx + dy * dy);
  // the distance of the corner from the line of the step
  const beside = abs(ex * dy - ey * dx) / length;
  if (beside >= r - GRAZE) return Infinity;
  return max((-approach / length - Math.sqrt(r * r - beside * beside)) / length, 0);
}

/** Moves by the part `time` of the step; the rest of the step remains. */
function advance(time: f64): void {
  if (time > 1e-12) {
    // the disc has left what it touched last
    nx = 0;
    ny = 0;
  }
  x += time * dx;
  y += time * dy;
  dx *= 1 - time;
  dy *= 1 - time;
}

function touchCorner(cx: f64, cy: f64, r: f64): void {
  const ex = x - cx;
  const ey = y - cy;
  const length = Math.sqrt(ex * ex + ey * ey);
  x = cx + (r * ex) / length;
  y = cy + (r * ey) / length;
  touch(ex / length, ey / length);
}

/**
 * Takes the part against a normal out of the rest of the step. If the step then leads against the
 * obstacle touched before, the disc is wedged between both, and the step ends.
 */
function touch(normalX: f64, normalY: f64): void {
  const against = dx * normalX + dy * normalY;
  dx -= against * normalX;
  dy -= against * normalY;
  if (dx * nx + dy * ny < -1e-9 * Math.sqrt(dx * dx + dy * dy)) {
    dx = 0;
    dy = 0;
  }
  nx = normalX;
  ny = normalY;
}
