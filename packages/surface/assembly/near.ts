// The nearest wall, and whether a disc keeps clear of all walls. Each wall is measured between its
// ends and at its start. Its end is the start of another wall, because walls are borders of
// polygons: that wall is measured there.

import { NONE } from '@wayfield/wasm/assembly/words';
import { columnAt, inColumn, inRow, listAt, MOST_BITS, rowAt, wallIn } from './grid';
import { Grid, List, ListedWall } from './layout';
import { smaller } from './least';
import { wallAt, wallGrid } from './world';

/** Whether all walls are at least `keep` away from a point. */
export function isClear(x: f64, y: f64, keep: f64): bool {
  const grid = wallGrid();
  const c0 = columnAt(grid, x - keep);
  const c1 = columnAt(grid, x + keep);
  const r1 = rowAt(grid, y + keep);
  const square = keep * keep;
  for (let row = rowAt(grid, y - keep); row <= r1; row++)
    for (let first = c0; first <= c1; first += MOST_BITS) {
      let bits = inRow(grid, row, first, min(MOST_BITS, c1 - first + 1));
      for (; bits != 0; bits &= bits - 1) {
        const list = listAt(grid, first + <i32>ctz(bits), row);
        for (let i: u32 = 0, count = list.count; i < count; i++)
          if (squareToListed(wallIn(list, i), x, y) < square) return false;
      }
    }
  return true;
}

/** The square of the distance to a wall; Infinity for points beyond the end of the wall. */
export function squareTo(w: u32, x: f64, y: f64): f64 {
  return squareToListed(changetype<ListedWall>(wallAt(w)), x, y);
}
function squareToListed(wall: ListedWall, x: f64, y: f64): f64 {
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const along = wall.ex * dx + wall.ey * dy;
  const across = wall.ex * dy - wall.ey * dx;
  // no branch: the processor could not guess which part of the wall is nearest
  const place = f64x2.splat(along);
  const toStart = f64x2.splat(dx * dx + dy * dy);
  const beside = f64x2.splat(across * across);
  const square = v128.bitselect(toStart, beside, f64x2.le(place, f64x2.splat(0)));
  const isBehind = f64x2.gt(place, f64x2.splat(wall.length));
  return f64x2.extract_lane(v128.bitselect(f64x2.splat(Infinity), square, isBehind), 0);
}

/** The nearest wall so far, or NONE, and its side. */
let nearestWallValue: u32 = 0;
let nearestSide: u32 = 0;
/** The square of the distance to that wall, or of the limit until a wall is found; the point. */
let least: f64 = 0;
let px: f64 = 0;
let py: f64 = 0;

/** The wall that the last `nearestSquare` found; NONE if there is none within the limit. */
export function nearestWall(): u32 {
  return nearestWallValue;
}

/**
 * The square of the distance to the nearest wall, Infinity if none is within the limit. Of walls at
 * the same distance, the one of the lowest side counts. Looks at the cells in square rings around
 * the cell of the point, until the next ring is further away than the nearest wall so far. Infinity
 * also if the square overflows.
 */
export function nearestSquare(x: f64, y: f64, limit: f64): f64 {
  const grid = wallGrid();
  const column = columnAt(grid, x);
  const row = rowAt(grid, y);
  // from the point to the nearest border of its cell; below 0 for a point off the grid
  const left = x - (grid.minX + <f64>column * grid.cell);
  const low = y - (grid.minY + <f64>row * grid.cell);
  const inside = smaller(smaller(left, grid.cell - left), smaller(low, grid.cell - low));
  least = limit * limit;
  nearestWallValue = NONE;
  nearestSide = NONE;
  px = x;
  py = y;
  const rings = max(grid.columns, grid.rows);
  for (let ring = emptyRings(grid, column, row); ring < rings; ring++) {
    const c0 = column - ring;
    const c1 = column + ring;
    const r0 = row - ring;
    const r1 = row + ring;
    if (r0 >= 0) lookAlong(grid, c0, c1, r0);
    if (ring > 0 && r1 < grid.rows) lookAlong(grid, c0, c1, r1);
    if (c0 >= 0) lookDown(grid, c0, r0 + 1, r1 - 1);
    if (c1 < grid.columns) lookDown(grid, c1, r0 + 1, r1 - 1);
    const bound = <f64>ring * grid.cell + inside;
    // not at equality: a wall of a further ring may be as near, with a lower side
    if (bound > 0 && bound * bound > least) break;
  }
  return nearestWallValue == NONE ? Infinity : least;
}

/** A lower bound on how many rings, from ring 0 (the cell itself) outwards, hold no walls. */
function emptyRings(grid: Grid, column: i32, row: i32): i32 {
  let rings = 0;
  // the square doubles as long as `inRow` takes a whole row of it
  for (let half = 1; 2 * half + 1 <= MOST_BITS; half *= 2) {
    const c0 = max(0, column - half);
    const count = min(grid.columns - 1, column + half) - c0 + 1;
    const r1 = min(grid.rows - 1, row + half);
    for (let r = max(0, row - half); r <= r1; r++) if (inRow(grid, r, c0, count) != 0) return rings;
    rings = half + 1;
  }
  return rings;
}

/** Measures the walls of cells of a row. */
function lookAlong(grid: Grid, from: i32, to: i32, row: i32): void {
  const last = min(to, grid.columns - 1);
  for (let first = max(0, from); first <= last; first += MOST_BITS) {
    let bits = inRow(grid, row, first, min(MOST_BITS, last - first + 1));
    for (; bits != 0; bits &= bits - 1) lookAt(listAt(grid, first + <i32>ctz(bits), row));
  }
}

/** Measures the walls of cells of a column. */
function lookDown(grid: Grid, column: i32, from: i32, to: i32): void {
  const last = min(to, grid.rows - 1);
  for (let first = max(0, from); first <= last; first += MOST_BITS) {
    let bits = inColumn(grid, column, first, min(MOST_BITS, last - first + 1));
    for (; bits != 0; bits &= bits - 1) lookAt(listAt(grid, column, first + <i32>ctz(bits)));
  }
}

function lookAt(list: List): void {
  for (let i: u32 = 0, count = list.count; i < count; i++) {
    const wall = wallIn(list, i);
    const square = squareToListed(wall, px, py);
    const side = wall.side;
    if (square > least || (square == least && side >= nearestSide)) continue;
    least = square;
    nearestSide = side;
    nearestWallValue = wall.wall;
  }
}

/** The square of the distance of a point to a wall, its ends included. */
export function squareToWall(w: u32, x: f64, y: f64): f64 {
  const wall = wallAt(w);
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const along = wall.ex * dx + wall.ey * dy;
  if (along <= 0) return dx * dx + dy * dy;
  const across = wall.ex * dy - wall.ey * dx;
  if (along <= wall.length) return across * across;
  return (x - wall.bx) * (x - wall.bx) + (y - wall.by) * (y - wall.by);
}
