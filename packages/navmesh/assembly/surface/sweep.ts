// A disc that moves in a straight line: the first wall or corner that it touches. Contacts are
// solved for, not searched by steps: a disc touches a wall between its ends where the centre meets
// the wall moved by the radius, and a corner where the centre meets the circle around the corner.

import { get } from '@wayfield/wasm/assembly/words';
import { cellAt, columnAt, entriesOf, inColumn, inRow, MOST_BITS, rowAt } from './grid';
import { Contact, Grid } from './layout';
import { wallAt, wallGrid } from './world';

/** The start of the centre, its velocity and speed, the radius, and what counts as rounding. */
let px: f64 = 0;
let py: f64 = 0;
let ux: f64 = 0;
let uy: f64 = 0;
let speed: f64 = 0;
let radius: f64 = 0;
/** A contact counts only if the disc would come closer than this without it. */
let keep: f64 = 0;

/** The time of the first contact so far; the wall, and whether its start is what is touched. */
let best: f64 = 0;
let hitWall: u32 = 0;
let isCorner: bool = false;
let isHit: bool = false;
/** The square of the distance that walls have to keep from the start, and whether one is nearer. */
let nearSquare: f64 = 0;
/** Whether a line is swept, not a disc, and from where on rounding may decide. */
let isThin: bool = false;
let unsureFrom: f64 = Infinity;
let isNear: bool = false;

/**
 * Walls may be as near as `near` to the start of the next sweep. `near` is at most the `radius` -
 * `slop` of that sweep.
 */
export function sweepKeep(near: f64): void {
  nearSquare = near * near;
}
/** Whether the last sweep began nearer to a wall than `sweepKeep` allows. */
export function sweepBeganNear(): bool {
  return isNear;
}

/** The time at which the last sweep ended: that of the contact, or all of it. */
export function sweepTime(): f64 {
  return best;
}

/**
 * Moves a disc from (x, y) with velocity (vx, vy) for a time. Returns whether it touches anything
 * that it would come closer to than `radius` - `slop`.
 */
export function sweep(x: f64, y: f64, vx: f64, vy: f64, time: f64, r: f64, slop: f64): bool {
  px = x;
  py = y;
  ux = vx;
  uy = vy;
  radius = r;
  keep = r - slop;
  isThin = false;
  run(time);
  return isHit;
}

/** Nothing is in the way. */
export const SEES: u32 = 0;
/** A wall is in the way, for certain. */
export const SEES_WALL: u32 = 1;
/** Rounding may decide. */
export const SEES_UNSURE: u32 = 2;

/**
 * Looks along the line from (x, y), a place in free space, as far as (vx, vy), wherever plain
 * arithmetic is sure of the answer: no corner is nearly on the line, and no end of the line nearly
 * on a wall. Most lines are like that, and the cells along a line are fewer than its polygons.
 */
export function look(x: f64, y: f64, vx: f64, vy: f64, slack: f64): u32 {
  px = x;
  py = y;
  ux = vx;
  uy = vy;
  radius = 0;
  keep = slack;
  isThin = true;
  unsureFrom = Infinity;
  run(1);
  // what is unsure behind the wall does not matter
  if (unsureFrom <= best) return SEES_UNSURE;
  return isHit ? SEES_WALL : SEES;
}

/** The wall that ends the line of the last `look`. */
export function lookWall(): u32 {
  return hitWall;
}

/** Finds the first contact within a time. */
function run(time: f64): void {
  speed = sqrt(ux * ux + uy * uy);
  best = time;
  isHit = false;
  isNear = false;
  if (speed == 0) return;
  const x = px;
  const y = py;
  const vx = ux;
  const vy = uy;
  const r = radius;
  const grid = wallGrid();
  const endX = x + vx * time;
  const endY = y + vy * time;
  const c0 = columnAt(grid, min(x, endX) - r);
  const c1 = columnAt(grid, max(x, endX) + r);
  const r0 = rowAt(grid, min(y, endY) - r);
  const r1 = rowAt(grid, max(y, endY) + r);
  if (c1 - c0 < 3 && r1 - r0 < 3) {
    for (let row = r0; row <= r1; row++) {
      let bits = inRow(grid, row, c0, c1 - c0 + 1);
      for (; bits != 0; bits &= bits - 1) testCell(grid, c0 + <i32>ctz(bits), row);
    }
  } else if (abs(vx) >= abs(vy)) sweepColumns(grid, c0, c1);
  else sweepRows(grid, r0, r1);
}

/** Looks at columns in the order in which the disc comes to them, until one is too late. */
function sweepColumns(grid: Grid, c0: i32, c1: i32): void {
  const isUp = ux > 0;
  const inverse = 1 / ux;
  for (let i = 0, count = c1 - c0; i <= count; i++) {
    const column = isUp ? c0 + i : c1 - i;
    // the first and the last column take what lies off the grid
    const low = column == 0 ? -Infinity : grid.minX + <f64>column * grid.cell - radius;
    const high =
      column == grid.columns - 1 ? Infinity : grid.minX + <f64>(column + 1) * grid.cell + radius;
    const enter = max(0, ((isUp ? low : high) - px) * inverse);
    if (enter > best) return;
    const leave = min(best, ((isUp ? high : low) - px) * inverse);
    const a = py + enter * uy;
    const b = py + max(enter, leave) * uy;
    const last = rowAt(grid, max(a, b) + radius);
    for (let row = rowAt(grid, min(a, b) - radius); row <= last; row += MOST_BITS) {
      let bits = inColumn(grid, column, row, min(MOST_BITS, last - row + 1));
      for (; bits != 0; bits &= bits - 1) testCell(grid, column, row + <i32>ctz(bits));
    }
  }
}

function sweepRows(grid: Grid, r0: i32, r1: i32): void {
  const isUp = uy > 0;
  const inverse = 1 / uy;
  for (let i = 0, count = r1 - r0; i <= count; i++) {
    const row = isUp ? r0 + i : r1 - i;
    const low = row == 0 ? -Infinity : grid.minY + <f64>row * grid.cell - radius;
    const high = row == grid.rows - 1 ? Infinity : grid.minY + <f64>(row + 1) * grid.cell + radius;
    const enter = max(0, ((isUp ? low : high) - py) * inverse);
    if (enter > best) return;
    const leave = min(best, ((isUp ? high : low) - py) * inverse);
    const a = px + enter * ux;
    const b = px + max(enter, leave) * ux;
    const last = columnAt(grid, max(a, b) + radius);
    for (let column = columnAt(grid, min(a, b) - radius); column <= last; column += MOST_BITS) {
      let bits = inRow(grid, row, column, min(MOST_BITS, last - column + 1));
      for (; bits != 0; bits &= bits - 1) testCell(grid, column + <i32>ctz(bits), row);
    }
  }
}

function testCell(grid: Grid, column: i32, row: i32): void {
  const cell = cellAt(grid, column, row);
  const list = entriesOf(grid, cell);
  const count = cell.count;
  if (isThin) for (let i: u32 = 0; i < count; i++) testLine(get(list, i));
  else for (let i: u32 = 0; i < count; i++) testWall(get(list, i));
}

/** Whether a line without width comes from the front of a wall to its back. */
function testLine(w: u32): void {
  const wall = wallAt(w);
  const dx = px - wall.ax;
  const dy = py - wall.ay;
  const across = wall.ex * dy - wall.ey * dx;
  const rate = wall.ex * uy - wall.ey * ux;
  if (across + rate >= keep || across <= -keep) return;
  // nearly along the wall, or rounding moves the crossing by slack / sine
  const sure = rate < 0 ? (4 * keep * speed) / -rate : Infinity;
  const time = rate < 0 ? max(0, across / -rate) : 0;
  const place = wall.ex * dx + wall.ey * dy + (wall.ex * ux + wall.ey * uy) * time;
  if (place < -sure || place > wall.length + sure) return;
  const isSure = place > sure && place < wall.length - sure && across > keep;
  if (!isSure || across + rate > -keep) unsureFrom = min(unsureFrom, time);
  else if (time < best) take(time, w, false);
}

function testWall(w: u32): void {
  const wall = wallAt(w);
  const dx = px - wall.ax;
  const dy = py - wall.ay;
  // the distance to the left of the wall, now and at the end
  const across = wall.ex * dy - wall.ey * dx;
  const rate = wall.ex * uy - wall.ey * ux;
  const atEnd = across + rate * best;
  if (min(across, atEnd) >= keep || max(across, atEnd) <= -radius) return;
  const along = wall.ex * dx + wall.ey * dy;
  const square = dx * dx + dy * dy;
  if ((along <= 0 ? square : across * across) < nearSquare && along <= wall.length) isNear = true;
  if (rate < 0 && across > 0 && atEnd < keep) {
    const time = max(0, (radius - across) / rate);
    const place = along + (wall.ex * ux + wall.ey * uy) * time;
    if (place >= 0 && place <= wall.length && time < best) take(time, w, false);
  }
  const towards = dx * ux + dy * uy;
  if (towards >= 0) return;
  const aside = dx * uy - dy * ux;
  if (abs(aside) >= keep * speed) return;
  const pace = speed * speed;
  const time = max(0, (-towards - sqrt(pace * radius * radius - aside * aside)) / pace);
  if (time < best) take(time, w, true);
}

function take(time: f64, wall: u32, corner: bool): void {
  best = time;
  hitWall = wall;
  isCorner = corner;
  isHit = true;
}

/**
 * Writes what the last sweep touched, for the disc whose centre came to (x, y). The centre belongs
 * exactly a radius away, at (footX + radius nx, footY + radius ny).
 */
export function sweepContact(contact: Contact, x: f64, y: f64): void {
  const wall = wallAt(hitWall);
  contact.wall = hitWall;
  contact.isCorner = isCorner ? 1 : 0;
  if (!isCorner) {
    contact.nx = -wall.ey;
    contact.ny = wall.ex;
    return;
  }
  contact.cx = wall.ax;
  contact.cy = wall.ay;
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const away = sqrt(dx * dx + dy * dy);
  contact.nx = away > 0 ? dx / away : -wall.ey;
  contact.ny = away > 0 ? dy / away : wall.ex;
}
