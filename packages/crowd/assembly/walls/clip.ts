// The move of a disc, clipped at walls: whatever the linear program answered, no disc crosses a
// wall.
//
// A disc of radius r keeps the distance min(r, d) from each wall, where d is its distance before
// the move. A disc that overlaps a wall may thus only move away from the wall or along it.
//
// If the disc overlaps the nearest wall, a push away from that wall is added to the move. The disc
// then advances to the first wall that the move meets and slides along this wall, up to `SLIDES`
// times; the rest of the move is dropped. After a push or a slide, all distances are checked. If
// rounding has violated one of them, the whole move is dropped: the agent stays.
//
// Discs stop at the distance r (1 + GAP). Rounding errors of a slide are about 1e-9 of the move, so
// they do not bring a disc nearer than r. A disc that is nearer than r (1 + GAP) counts as one that
// overlaps the wall.

import { u32At } from '../columns';
import { lineOf } from '../grid/sort';
import { Place, Wall, World } from '../layout-world';
import { motionOf, wallAt } from '../world';
import { awayX, awayY, serves, wallSquare } from './distance';

/** Discs stop at a distance from walls of their radius times 1 + GAP: see the head of this file. */
const GAP: f64 = 1e-6;
/** Walls along which one move slides, at most. A corner needs two. */
const SLIDES: u32 = 4;
/** A move counts as parallel to a wall if less than this part of it leads towards the wall. */
const ALONG: f64 = 1e-9;
/** `keepsDistances` accepts distances that are less by this part of the radius: rounding. */
const SHRINK: f64 = 1e-9;
/** A push out of a wall is at most this share of what the largest speed covers in the tick. */
const PUSH: f64 = 0.5;

// the current move: position, remaining move, the distance from walls at which the disc stops
let atX: f64, atY: f64, moveX: f64, moveY: f64, kept: f64;
// cells of the wall grid around the whole move
let firstColumn: u32, lastColumn: u32, firstRow: u32, lastRow: u32;
let crowd: World = changetype<World>(0);
/** The storey of the agent. */
let storey: u32;
// the first wall that the move meets: the part of the move before the disc meets the wall (1: there
// is no such wall), and the unit vector away from the wall
let hitTime: f64, hitX: f64, hitY: f64;

export function clippedX(): f64 {
  return atX;
}
export function clippedY(): f64 {
  return atY;
}

/**
 * Moves the disc of an agent by (dx, dy), plus a push if the disc overlaps the nearest wall, in all
 * at most `farthest`. `nearest` is that wall and `square` its squared distance. Returns whether the
 * move was changed; `clippedX` and `clippedY` say where it ends.
 */
export function clip(
  w: World,
  self: Place,
  dx: f64,
  dy: f64,
  farthest: f64,
  nearest: u32,
  square: f64,
): bool {
  crowd = w;
  storey = self.storey;
  atX = self.x;
  atY = self.y;
  moveX = dx;
  moveY = dy;
  kept = <f64>motionOf(self).radius * (1 + GAP);
  const pushed = square < kept * kept;
  if (pushed) push(wallAt(nearest), sqrt(square), farthest);
  cover(farthest + kept);
  let slid = false;
  for (let slide: u32 = 0; slide < SLIDES; slide++) {
    findHit();
    atX += moveX * hitTime;
    atY += moveY * hitTime;
    if (hitTime >= 1) break;
    slid = true;
    const left = 1 - hitTime;
    const towards = min(0, moveX * hitX + moveY * hitY);
    moveX = left * (moveX - towards * hitX);
    moveY = left * (moveY - towards * hitY);
  }
  if ((slid || pushed) && !keepsDistances(self)) {
    atX = self.x;
    atY = self.y;
  }
  return slid || pushed;
}

/** Adds a push out of the nearest wall to the move, and shortens the move to `farthest`. */
function push(wall: Wall, distance: f64, farthest: f64): void {
  // a centre exactly on the wall is pushed to the right side of the wall
  const nx = distance > 0 ? awayX(wall, atX, atY) / distance : wall.uy;
  const ny = distance > 0 ? awayY(wall, atX, atY) / distance : -wall.ux;
  const out = min(kept - distance, PUSH * farthest);
  moveX += out * nx;
  moveY += out * ny;
  const square = moveX * moveX + moveY * moveY;
  if (square > farthest * farthest) {
    const shorter = farthest / sqrt(square);
    moveX *= shorter;
    moveY *= shorter;
  }
}

/** Sets the cells within `range` of the agent. */
function cover(range: f64): void {
  const w = crowd;
  firstColumn = lineOf(atX - range, w.wallOriginX, w.wallPerUnit, w.wallColumns);
  lastColumn = lineOf(atX + range, w.wallOriginX, w.wallPerUnit, w.wallColumns);
  firstRow = lineOf(atY - range, w.wallOriginY, w.wallPerUnit, w.wallRows);
  lastRow = lineOf(atY + range, w.wallOriginY, w.wallPerUnit, w.wallRows);
}

/** Finds the first wall that the rest of the move meets; `hitTime` 1: none. */
function findHit(): void {
  const w = crowd;
  hitTime = 1;
  for (let row = firstRow; row <= lastRow; row++) {
    const cell = row * w.wallColumns;
    const end = u32At(w.wallCells, cell + lastColumn + 1);
    for (let entry = u32At(w.wallCells, cell + firstColumn); entry < end; entry++) {
      const wall = wallAt(u32At(w.wallEntries, entry));
      if (serves(wall, storey)) meet(wall);
    }
  }
}

/** Notes the wall if the move meets it before `hitTime`. */
function meet(wall: Wall): void {
  const square = wallSquare(wall, atX, atY);
  if (square <= kept * kept) {
    // The disc is nearer than `kept` already. The distance to a wall is a convex function along a
    // straight move, so a move that does not come nearer at its start never does.
    const distance = sqrt(square);
    if (distance == 0) return;
    const nx = awayX(wall, atX, atY) / distance;
    const ny = awayY(wall, atX, atY) / distance;
    const towards = moveX * nx + moveY * ny;
    if (towards >= 0 || towards * towards < ALONG * ALONG * (moveX * moveX + moveY * moveY)) return;
    hitTime = 0;
    hitX = nx;
    hitY = ny;
    return;
  }
  const px = atX - wall.ax;
  const py = atY - wall.ay;
  const off = wall.ux * py - wall.uy * px;
  const drift = wall.ux * moveY - wall.uy * moveX;
  const side: f64 = off > 0 ? 1 : -1;
  if (side * drift < 0 && side * off >= kept) {
    const t = (side * off - kept) / (-side * drift);
    const along = px * wall.ux + py * wall.uy + t * (moveX * wall.ux + moveY * wall.uy);
    if (along >= 0 && along <= wall.length) {
      note(t, -side * wall.uy, side * wall.ux);
      return;
    }
  }
  meetEnd(px, py);
  meetEnd(atX - wall.bx, atY - wall.by);
}

/** Notes the end of a wall if the move meets it; (px, py) leads from the end to the agent. */
function meetEnd(px: f64, py: f64): void {
  const towards = px * moveX + py * moveY;
  if (towards >= 0) return;
  const room = px * px + py * py - kept * kept;
  const inside = towards * towards - (moveX * moveX + moveY * moveY) * room;
  if (inside < 0 || room < 0) return;
  const t = room / (sqrt(inside) - towards);
  const x = px + t * moveX;
  const y = py + t * moveY;
  const distance = sqrt(x * x + y * y);
  if (distance > 0) note(t, x / distance, y / distance);
}

/** Notes a hit after the part `t` of the move, unless an earlier one is noted. */
function note(t: f64, nx: f64, ny: f64): void {
  if (t >= hitTime) return;
  hitTime = t;
  hitX = nx;
  hitY = ny;
}

/** Whether the disc keeps min(radius, distance before) from all walls, without crossing one. */
function keepsDistances(self: Place): bool {
  const w = crowd;
  const radius = <f64>motionOf(self).radius;
  for (let row = firstRow; row <= lastRow; row++) {
    const cell = row * w.wallColumns;
    const end = u32At(w.wallCells, cell + lastColumn + 1);
    for (let entry = u32At(w.wallCells, cell + firstColumn); entry < end; entry++) {
      const wall = wallAt(u32At(w.wallEntries, entry));
      if (!serves(wall, storey)) continue;
      const before = sqrt(wallSquare(wall, self.x, self.y));
      const now = sqrt(wallSquare(wall, atX, atY));
      if (now < min(radius, before) - SHRINK * radius) return false;
      if (crosses(wall, self.x, self.y)) return false;
    }
  }
  return true;
}

/** Whether the straight line from (x, y) to the end of the move crosses a wall. */
function crosses(wall: Wall, x: f64, y: f64): bool {
  const before = wall.ux * (y - wall.ay) - wall.uy * (x - wall.ax);
  const now = wall.ux * (atY - wall.ay) - wall.uy * (atX - wall.ax);
  if (before * now >= 0) return false;
  const t = before / (before - now);
  const along = (x + t * (atX - x) - wall.ax) * wall.ux + (y + t * (atY - y) - wall.ay) * wall.uy;
  return along >= 0 && along <= wall.length;
}
