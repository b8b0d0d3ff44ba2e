// The first wall or corner that a disc touches on a straight move: for moves (move.ts) and rays
// (rows.ts). Contacts are solved for, not searched by steps. A disc touches a wall between its ends
// where the centre meets the wall moved by the radius. It touches a corner where the centre meets
// the circle of the radius around the corner.

import { columnAt, inColumn, inRow, listAt, MOST_BITS, rowAt, wallIn } from './grid';
import { Contact, Grid, ListedWall } from './layout';
import { larger, smaller } from './least';
import { wallAt, wallGrid } from './world';

/** Where the centre starts, its velocity and speed, and the radius. */
let px: f64 = 0;
let py: f64 = 0;
let ux: f64 = 0;
let uy: f64 = 0;
let speed: f64 = 0;
let radius: f64 = 0;
/** The radius less the slop: a wall that the centre comes no nearer to than this is no contact. */
let keep: f64 = 0;

/**
 * The time of the first contact so far, or the whole time while there is none; the wall of that
 * contact, and whether the disc touches the start of the wall, a corner; whether there is a
 * contact.
 */
let best: f64 = 0;
let hitWall: u32 = 0;
let isCorner: bool = false;
let isHit: bool = false;
/** The square of the distance of `sweepKeep`, and whether a wall is nearer to the start. */
let nearSquare: f64 = 0;
let isNear: bool = false;

/**
 * Has later sweeps note whether a wall is nearer than `near` to their start. `near` must be at most
 * `r` - `slop` of the sweep: walls further away are not looked at. A sweep of speed 0 looks at
 * none.
 */
export function sweepKeep(near: f64): void {
  nearSquare = near * near;
}
/** Whether the last sweep began nearer to a wall than `sweepKeep` allows. */
export function sweepBeganNear(): bool {
  return isNear;
}

/** The time at which the last sweep ended: of the contact, or without one the whole time. */
export function sweepTime(): f64 {
  return best;
}

/**
 * Moves a disc from (x, y) with velocity (vx, vy) for a time. Returns whether the disc touches a
 * wall or corner that it would come nearer to than `r` - `slop`.
 */
export function sweep(x: f64, y: f64, vx: f64, vy: f64, time: f64, r: f64, slop: f64): bool {
  px = x;
  py = y;
  ux = vx;
  uy = vy;
  radius = r;
  keep = r - slop;
  run(time);
  return isHit;
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
  const c0 = columnAt(grid, smaller(x, endX) - r);
  const c1 = columnAt(grid, larger(x, endX) + r);
  const r0 = rowAt(grid, smaller(y, endY) - r);
  const r1 = rowAt(grid, larger(y, endY) + r);
  if (c1 - c0 < 3 && r1 - r0 < 3) {
    for (let row = r0; row <= r1; row++) {
      let bits = inRow(grid, row, c0, c1 - c0 + 1);
      for (; bits != 0; bits &= bits - 1) testCell(grid, c0 + <i32>ctz(bits), row);
    }
  } else if (abs(vx) >= abs(vy)) sweepColumns(grid, c0, c1);
  else sweepRows(grid, r0, r1);
}

/** Tests the cells of each column near the disc, in the order of the move, up to a contact. */
function sweepColumns(grid: Grid, c0: i32, c1: i32): void {
  const isUp = ux > 0;
  const inverse = 1 / ux;
  for (let i = 0, count = c1 - c0; i <= count; i++) {
    const column = isUp ? c0 + i : c1 - i;
    // the first and the last column take what lies off the grid
    const low = column == 0 ? -Infinity : grid.minX + <f64>column * grid.cell - radius;
    const high =
      column == grid.columns - 1 ? Infinity : grid.minX + <f64>(column + 1) * grid.cell + radius;
    const enter = larger(0, ((isUp ? low : high) - px) * inverse);
    if (enter > best) return;
    const leave = smaller(best, ((isUp ? high : low) - px) * inverse);
    const a = py + enter * uy;
    const b = py + larger(enter, leave) * uy;
    const last = rowAt(grid, larger(a, b) + radius);
    for (let row = rowAt(grid, smaller(a, b) - radius); row <= last; row += MOST_BITS) {
      let bits = inColumn(grid, column, row, min(MOST_BITS, last - row + 1));
      for (; bits != 0; bits &= bits - 1) testCell(grid, column, row + <i32>ctz(bits));
    }
  }
}

/** `sweepColumns` with x and y exchanged. */
function sweepRows(grid: Grid, r0: i32, r1: i32): void {
  const isUp = uy > 0;
  const inverse = 1 / uy;
  for (let i = 0, count = r1 - r0; i <= count; i++) {
    const row = isUp ? r0 + i : r1 - i;
    const low = row == 0 ? -Infinity : grid.minY + <f64>row * grid.cell - radius;
    const high = row == grid.rows - 1 ? Infinity : grid.minY + <f64>(row + 1) * grid.cell + radius;
    const enter = larger(0, ((isUp ? low : high) - py) * inverse);
    if (enter > best) return;
    const leave = smaller(best, ((isUp ? high : low) - py) * inverse);
    const a = px + enter * ux;
    const b = px + larger(enter, leave) * ux;
    const last = columnAt(grid, larger(a, b) + radius);
    for (let column = columnAt(grid, smaller(a, b) - radius); column <= last; column += MOST_BITS) {
      let bits = inRow(grid, row, column, min(MOST_BITS, last - column + 1));
      for (; bits != 0; bits &= bits - 1) testCell(grid, column + <i32>ctz(bits), row);
    }
  }
}

function testCell(grid: Grid, column: i32, row: i32): void {
  const list = listAt(grid, column, row);
  for (let i: u32 = 0, count = list.count; i < count; i++) testWall(wallIn(list, i));
}

/**
 * Takes the contacts with a wall between its ends, and with its start, if earlier than the best.
 * The end of a wall is the start of another one.
 */
function testWall(wall: ListedWall): void {
  const dx = px - wall.ax;
  const dy = py - wall.ay;
  // how far to the left of the wall the centre is at the start, and at the time of the best contact
  const across = wall.ex * dy - wall.ey * dx;
  const rate = wall.ex * uy - wall.ey * ux;
  const atEnd = across + rate * best;
  if (<i32>(smaller(across, atEnd) >= keep) | <i32>(larger(across, atEnd) <= -radius)) return;
  const along = wall.ex * dx + wall.ey * dy;
  const square = dx * dx + dy * dy;
  // the start of the move
  if ((along <= 0 ? square : across * across) < nearSquare && along <= wall.length) isNear = true;
  if (rate < 0 && across > 0 && atEnd < keep) {
    const time = max(0, (radius - across) / rate);
    const place = along + (wall.ex * ux + wall.ey * uy) * time;
    if (place >= 0 && place <= wall.length && time < best) take(time, wall.wall, false);
  }
  // the corner: only if the centre comes nearer to it, and passes nearer than `keep`
  const towards = dx * ux + dy * uy;
  if (towards >= 0) return;
  const aside = dx * uy - dy * ux;
  if (abs(aside) >= keep * speed) return;
  const pace = speed * speed;
  const time = max(0, (-towards - sqrt(pace * radius * radius - aside * aside)) / pace);
  if (time < best) take(time, wall.wall, true);
}

function take(time: f64, wall: u32, corner: bool): void {
  best = time;
  hitWall = wall;
  isCorner = corner;
  isHit = true;
}

/**
 * Writes what the last sweep touched, for the disc whose centre came to (x, y). The centre of a
 * move is put exactly a radius away by `touch` of move.ts.
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
