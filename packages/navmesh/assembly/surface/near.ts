// The nearest wall, and whether a disc keeps clear of all walls. A wall's record answers for the
// wall between its ends and for its start; its end is the start of another wall, because walls are
// the border of polygons.

import { get } from '@wayfield/wasm/assembly/words';
import { cellAt, columnAt, entriesOf, rowAt } from './grid';
import { Grid } from './layout';
import { wallAt, wallGrid } from './world';

/** Whether all walls are at least `keep` away from a point. */
export function isClear(x: f64, y: f64, keep: f64): bool {
  const grid = wallGrid();
  const c0 = columnAt(grid, x - keep);
  const c1 = columnAt(grid, x + keep);
  const r1 = rowAt(grid, y + keep);
  const square = keep * keep;
  for (let row = rowAt(grid, y - keep); row <= r1; row++)
    for (let column = c0; column <= c1; column++) {
      const cell = cellAt(grid, column, row);
      const list = entriesOf(grid, cell);
      for (let i: u32 = 0, count = cell.count; i < count; i++)
        if (squareTo(get(list, i), x, y) < square) return false;
    }
  return true;
}

/** The square of the distance to a wall and its start; Infinity beyond its end. */
export function squareTo(w: u32, x: f64, y: f64): f64 {
  const wall = wallAt(w);
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const along = wall.ex * dx + wall.ey * dy;
  if (along <= 0) return dx * dx + dy * dy;
  if (along > wall.length) return Infinity;
  const across = wall.ex * dy - wall.ey * dx;
  return across * across;
}

let nearestWallValue: u32 = 0;
let least: f64 = 0;
let px: f64 = 0;
let py: f64 = 0;

/** The wall that `nearestSquare` has found. */
export function nearestWall(): u32 {
  return nearestWallValue;
}

/** The square of the distance to the nearest wall, Infinity where none is within the limit. */
export function nearestSquare(x: f64, y: f64, limit: f64): f64 {
  const grid = wallGrid();
  const column = columnAt(grid, x);
  const row = rowAt(grid, y);
  // from the point to the border of its cell; below 0 for a point off the grid
  const left = x - (grid.minX + <f64>column * grid.cell);
  const low = y - (grid.minY + <f64>row * grid.cell);
  const inside = min(min(left, grid.cell - left), min(low, grid.cell - low));
  least = limit * limit;
  nearestWallValue = 0xffffffff;
  px = x;
  py = y;
  const rings = max(grid.columns, grid.rows);
  for (let ring = 0; ring < rings; ring++) {
    const r0 = row - ring;
    const r1 = row + ring;
    if (ring == 0) lookAt(grid, column, column, row);
    else {
      if (r0 >= 0) lookAt(grid, column - ring, column + ring, r0);
      if (r1 < grid.rows) lookAt(grid, column - ring, column + ring, r1);
      const last = min(r1 - 1, grid.rows - 1);
      for (let r = max(r0 + 1, 0); r <= last; r++) {
        if (column - ring >= 0) lookAt(grid, column - ring, column - ring, r);
        if (column + ring < grid.columns) lookAt(grid, column + ring, column + ring, r);
      }
    }
    const bound = <f64>ring * grid.cell + inside;
    if (bound > 0 && bound * bound >= least) break;
  }
  return nearestWallValue == 0xffffffff ? Infinity : least;
}

function lookAt(grid: Grid, c0: i32, c1: i32, row: i32): void {
  const end = min(c1, grid.columns - 1);
  for (let column = max(0, c0); column <= end; column++) {
    const cell = cellAt(grid, column, row);
    const list = entriesOf(grid, cell);
    for (let i: u32 = 0, count = cell.count; i < count; i++) {
      const w = get(list, i);
      const square = squareTo(w, px, py);
      if (square > least || (square == least && w >= nearestWallValue)) continue;
      least = square;
      nearestWallValue = w;
    }
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
