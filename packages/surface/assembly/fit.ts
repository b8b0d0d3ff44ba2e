// The nearest place where a disc fits. The border of the free space of the centre consists of walls
// moved by the radius and of circles around corners. The point of the border nearest to a given one
// is the nearest point of one of these curves, or a point where two of them meet. Both kinds are
// tried, among the walls within a distance that doubles until a place is found.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { columnAt, inRow, listAt, rowAt, wallIn } from './grid';
import { locateOrGap } from './locate';
import { isClear, nearestSquare, nearestWall, squareTo, squareToWall } from './near';
import { isFirst, searchBegin } from './stamps';
import { marginOf, sideAt, theWorld, wallAt, wallGrid } from './world';

/**
 * The walls near the point, a u64 each: the side of the wall in the high word, its number below.
 */
let list: usize = 0;
let listRoom: u32 = 0;
let count: u32 = 0;

/**
 * The curves whose intersections are tried, u32 each: 2 w for wall w moved by the radius, 2 w + 1
 * for the circle around the start of wall w.
 */
let curves: usize = 0;
let curveRoom: u32 = 0;
let curveCount: u32 = 0;
/** The wall that blocked the place tried last, or NONE: the likeliest one to block the next. */
let blocker: u32 = NONE;

let px: f64 = 0;
let py: f64 = 0;
let radius: f64 = 0;
/** How much nearer than the radius a wall may be. */
let slop: f64 = 0;
/** The least distance to walls: the radius less the slop, or 0 if the slop is larger. */
let keep: f64 = 0;
/**
 * `best`: the distance of the best place so far; until there is one, an upper bound on the distance
 * that a place may have. Then that place, and its polygon.
 */
let best: f64 = 0;
let bestX: f64 = 0;
let bestY: f64 = 0;
let polygon: i32 = -1;

/** The place that the last `fit` or `fitWith` found, its distance, and its polygon. */
export function fitX(): f64 {
  return bestX;
}
export function fitY(): f64 {
  return bestY;
}
export function fitAway(): f64 {
  return best;
}
export function fitPolygon(): i32 {
  return polygon;
}

/** The disc fits where it is. */
export const FITS: u32 = 1;
/** The disc fits at (fitX, fitY), within the limit. */
export const FITS_ELSEWHERE: u32 = 2;
/** The disc fits nowhere within the limit; (fitX, fitY) does not count. */
export const FITS_NOWHERE: u32 = 3;

/**
 * Finds the nearest place where a disc of radius `r` fits, at most `limit` away. `holder`: the
 * polygon of the point by `locate`, or -1. Walls may be nearer than `r` by a quarter of the margin,
 * as at the end of a move (move.ts).
 */
export function fit(x: f64, y: f64, r: f64, limit: f64, holder: i32): u32 {
  return fitWith(x, y, r, limit, holder, 0.25 * marginOf(r));
}

/** `fit`, where walls may be nearer than the radius by `tolerance`, a number above 0. */
export function fitWith(x: f64, y: f64, r: f64, limit: f64, holder: i32, tolerance: f64): u32 {
  px = x;
  py = y;
  radius = r;
  slop = tolerance;
  keep = max(0, r - tolerance);
  bestX = x;
  bestY = y;
  best = 0;
  polygon = holder;
  if (polygon >= 0 && (r == 0 || isClear(x, y, keep))) return FITS;
  const away = sqrt(nearestSquare(x, y, limit + r));
  if (away == Infinity) return FITS_NOWHERE;
  if (r == 0) return toWall(away, limit);
  const isInside = polygon >= 0;
  if (fitsBeside(isInside ? r - away : r + away, away, isInside, limit)) return FITS_ELSEWHERE;
  let reach = max(isInside ? r - away : r + away, 0) * 1.25 + slop;
  // from this reach on `gather` lists all walls: the nearest one is `away` from the point, and the
  // others are at most the width plus the height of the grid away from that one
  const grid = wallGrid();
  const most = away + 2 * r + grid.cell * <f64>(grid.columns + grid.rows);
  while (true) {
    reach = min(reach, limit);
    best = reach * (1 + 1e-12) + slop;
    polygon = -1;
    gather(reach + r + slop);
    trySingles();
    tryPairs();
    if (polygon >= 0) return best <= limit ? FITS_ELSEWHERE : FITS_NOWHERE;
    if (reach >= limit || reach > most) break;
    reach *= 2;
  }
  return FITS_NOWHERE;
}

/**
 * Whether the disc fits at the place a radius away from the nearest point of the walls, on the line
 * through that point and the centre; if so, takes that place. `least`: how far away the place is.
 * No place is nearer, because over a length d the distance to the walls changes by at most d.
 */
function fitsBeside(least: f64, away: f64, isInside: bool, limit: f64): bool {
  if (least > limit || away == 0) return false;
  const wall = wallAt(nearestWall());
  const along = wall.ex * (px - wall.ax) + wall.ey * (py - wall.ay);
  const t = max(0, min(wall.length, along));
  const dx = px - (wall.ax + t * wall.ex);
  const dy = py - (wall.ay + t * wall.ey);
  const share = (isInside ? least : -least) / away;
  const x = px + share * dx;
  const y = py + share * dy;
  if (!isClear(x, y, keep)) return false;
  const holder = locateOrGap(x, y);
  if (holder < 0) return false;
  polygon = holder;
  bestX = x;
  bestY = y;
  best = least;
  return true;
}

/** Puts a point off the mesh on the nearest wall. `away`: the distance to that wall. */
function toWall(away: f64, limit: f64): u32 {
  if (away > limit) return FITS_NOWHERE;
  const wall = wallAt(nearestWall());
  const along = wall.ex * (px - wall.ax) + wall.ey * (py - wall.ay);
  const t = max(0, min(wall.length, along));
  bestX = t == wall.length ? wall.bx : wall.ax + t * wall.ex;
  bestY = t == wall.length ? wall.by : wall.ay + t * wall.ey;
  best = away;
  polygon = <i32>sideAt(wall.side).owner;
  return FITS_ELSEWHERE;
}

function entryAt(i: u32): usize {
  return list + ((<usize>i) << 3);
}
/** A wall of the list. */
function listed(i: u32): u32 {
  return <u32>load<u64>(entryAt(i));
}

/** Lists the walls within a distance of the point, in the order of their sides. */
function gather(distance: f64): void {
  searchBegin(theWorld().wallRoom);
  count = 0;
  const grid = wallGrid();
  const c0 = columnAt(grid, px - distance);
  const c1 = columnAt(grid, px + distance);
  const r1 = rowAt(grid, py + distance);
  for (let row = rowAt(grid, py - distance); row <= r1; row++)
    for (let column = c0; column <= c1; column++) {
      if (inRow(grid, row, column, 1) == 0) continue;
      const cell = listAt(grid, column, row);
      for (let i: u32 = 0, end = cell.count; i < end; i++) {
        const wall = wallIn(cell, i);
        const w = wall.wall;
        if (!isFirst(w)) continue;
        if (squareToWall(w, px, py) > distance * distance) continue;
        if (count == listRoom) {
          const room = max<u32>(64, 2 * listRoom);
          list = reallocate(list, (<usize>listRoom) << 3, (<usize>room) << 3);
          listRoom = room;
        }
        store<u64>(entryAt(count++), ((<u64>wall.side) << 32) | w);
      }
    }
  sortList();
}

/**
 * Sorts the list by side (Shell 1959). Of places at the same distance the first one is taken, and
 * the order in which cells list walls depends on earlier changes.
 */
function sortList(): void {
  for (let gap = count / 2; gap > 0; gap /= 2)
    for (let i = gap; i < count; i++) {
      const entry = load<u64>(entryAt(i));
      let k = i;
      for (; k >= gap; k -= gap) {
        const before = load<u64>(entryAt(k - gap));
        if (before <= entry) break;
        store<u64>(entryAt(k), before);
      }
      store<u64>(entryAt(k), entry);
    }
}

/**
 * Takes the place at (dx, dy) from the point if it is nearer than the best one and the disc fits.
 * Only listed walls are tested: they include all walls that a disc can touch at a place nearer than
 * the best one.
 */
function tryPlace(dx: f64, dy: f64): void {
  const square = dx * dx + dy * dy;
  if (!(square < best * best)) return;
  const x = px + dx;
  const y = py + dy;
  const least = keep * keep;
  if (blocker != NONE && squareTo(blocker, x, y) < least) return;
  for (let i: u32 = 0; i < count; i++) {
    const w = listed(i);
    if (squareTo(w, x, y) >= least) continue;
    blocker = w;
    return;
  }
  const holder = locateOrGap(x, y);
  if (holder < 0) return;
  polygon = holder;
  bestX = x;
  bestY = y;
  best = sqrt(square);
}

/** Tries the nearest point of each wall moved by the radius, and of each circle around a corner. */
function trySingles(): void {
  blocker = NONE;
  for (let i: u32 = 0; i < count; i++) {
    const wall = wallAt(listed(i));
    const dx = px - wall.ax;
    const dy = py - wall.ay;
    const along = wall.ex * dx + wall.ey * dy;
    const off = radius - (wall.ex * dy - wall.ey * dx);
    if (along >= 0 && along <= wall.length) tryPlace(-off * wall.ey, off * wall.ex);
    const away = sqrt(dx * dx + dy * dy);
    if (away > 0) tryPlace(dx * (radius / away - 1), dy * (radius / away - 1));
    else {
      // the point is the corner: the places left of the wall, and behind its start
      tryPlace(-radius * wall.ey, radius * wall.ex);
      tryPlace(-radius * wall.ex, -radius * wall.ey);
    }
  }
}

/** Lists the curves that may come nearer to the point than the best place. */
function listCurves(): void {
  curveCount = 0;
  if (curveRoom < 2 * listRoom) {
    curves = reallocate(curves, (<usize>curveRoom) << 2, (<usize>listRoom) << 3);
    curveRoom = 2 * listRoom;
  }
  for (let i: u32 = 0; i < count; i++) {
    const w = listed(i);
    const wall = wallAt(w);
    const dx = px - wall.ax;
    const dy = py - wall.ay;
    if (abs(radius - (wall.ex * dy - wall.ey * dx)) < best) set(curves, curveCount++, 2 * w);
    if (abs(radius - sqrt(dx * dx + dy * dy)) < best) set(curves, curveCount++, 2 * w + 1);
  }
}

/** Tries the points where two of the curves meet. */
function tryPairs(): void {
  listCurves();
  for (let i: u32 = 1; i < curveCount; i++) {
    const a = get(curves, i);
    for (let j: u32 = 0; j < i; j++) {
      const b = get(curves, j);
      if ((a | b) & 1) {
        if (a & b & 1) tryCorners(a >> 1, b >> 1);
        else if (a & 1) tryWallAndCorner(b >> 1, a >> 1);
        else tryWallAndCorner(a >> 1, b >> 1);
      } else tryWalls(a >> 1, b >> 1);
    }
  }
}

// `tryWalls`, `tryWallAndCorner` and `tryCorners` compute places relative to the point, not to the
// origin: rounding then grows with the distance between wall and point, not with the coordinates.

function tryWalls(a: u32, b: u32): void {
  const one = wallAt(a);
  const other = wallAt(b);
  const sine = one.ex * other.ey - one.ey * other.ex;
  if (abs(sine) < 1e-9) return;
  // how far the point has to move to the left of each wall
  const g = radius - (one.ex * (py - one.ay) - one.ey * (px - one.ax));
  const h = radius - (other.ex * (py - other.ay) - other.ey * (px - other.ax));
  tryPlace((g * other.ex - h * one.ex) / sine, (g * other.ey - h * one.ey) / sine);
}

function tryWallAndCorner(a: u32, b: u32): void {
  const wall = wallAt(a);
  const dx = wallAt(b).ax - px;
  const dy = wallAt(b).ay - py;
  // how far the corner lies to the right of the wall moved by the radius
  const g = radius - (wall.ex * (dy + (py - wall.ay)) - wall.ey * (dx + (px - wall.ax)));
  const square = radius * radius - g * g;
  if (square < 0) return;
  const h = sqrt(square);
  const x = dx - g * wall.ey;
  const y = dy + g * wall.ex;
  tryPlace(x + h * wall.ex, y + h * wall.ey);
  tryPlace(x - h * wall.ex, y - h * wall.ey);
}

function tryCorners(a: u32, b: u32): void {
  const one = wallAt(a);
  const other = wallAt(b);
  const dx = other.ax - one.ax;
  const dy = other.ay - one.ay;
  const square = dx * dx + dy * dy;
  if (square == 0 || square > 4 * radius * radius) return;
  const h = sqrt(max(0, (radius * radius) / square - 0.25));
  const x = one.ax - px + 0.5 * dx;
  const y = one.ay - py + 0.5 * dy;
  tryPlace(x - h * dy, y + h * dx);
  tryPlace(x + h * dy, y - h * dx);
}
