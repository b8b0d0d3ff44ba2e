// The grid of walls: compressed rows of the walls that meet each cell. `putWalls` of the host calls
// `sortWalls` for each set of walls. Two passes visit the cells of each wall: count, then fill.

import { putU32, u32At } from '../columns';
import { lineOf } from '../grid/sort';
import { Wall, World } from '../layout-world';
import { bound, wallAt } from '../world';

/** Cells overlap by this part of their side, so that rounding leaves no wall out. */
const OVERLAP: f64 = 1e-6;
/** Cells per wall, and cells in all, of the first try. Chosen by speed. */
const CELLS_PER_WALL: f64 = 2;
const FEWEST_CELLS: f64 = 64;

/**
 * Sorts the first `count` walls, whose records the host has written, into cells. Cells grow until
 * they and their entries fit the memory. One cell always fits, because there is room for eight
 * entries per wall.
 */
export function sortWalls(count: u32): void {
  const w = bound();
  w.wallCount = count;
  if (count == 0) return;
  let minX = Infinity,
    minY = Infinity,
    maxX = -Infinity,
    maxY = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const wall = wallAt(i);
    minX = min(minX, min(wall.ax, wall.bx));
    maxX = max(maxX, max(wall.ax, wall.bx));
    minY = min(minY, min(wall.ay, wall.by));
    maxY = max(maxY, max(wall.ay, wall.by));
  }
  const width = maxX - minX;
  const height = maxY - minY;
  w.wallOriginX = minX;
  w.wallOriginY = minY;
  // The area counts as at least 1/64 of the square of the larger extent, so that collinear walls,
  // whose area is 0, have cells too.
  const extent = max(width, height);
  const area = max(width * height, (extent * extent) / 64);
  let side = sqrt(area / (CELLS_PER_WALL * <f64>count + FEWEST_CELLS));
  for (;;) {
    const columns = Math.floor(width / side) + 1;
    const rows = Math.floor(height / side) + 1;
    if (columns * rows <= <f64>w.wallCellLimit) {
      w.wallPerUnit = 1 / side;
      w.wallColumns = <u32>columns;
      w.wallRows = <u32>rows;
      if (countEntries(w, count) <= w.wallEntryLimit) break;
    }
    side *= 1.5;
  }
  fillEntries(w, count);
}

function cellsOf(w: World): u32 {
  return w.wallColumns * w.wallRows;
}

/**
 * Counts the entries of cell c in word c of `wallCells`; returns their sum. Stops once the sum
 * exceeds `wallEntryLimit`.
 */
function countEntries(w: World, count: u32): u32 {
  memory.fill(w.wallCells, 0, ((<usize>cellsOf(w)) << 2) + 8);
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    sum += visitCells(w, wallAt(i), i, false);
    if (sum > w.wallEntryLimit) break;
  }
  return sum;
}

/**
 * Turns the counts in `wallCells` into the ends of cells, then fills each cell from its end. Each
 * entry lowers the word of its cell, so in the end word c is the first entry of cell c.
 */
function fillEntries(w: World, count: u32): void {
  const cells = cellsOf(w);
  let sum: u32 = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    sum += u32At(w.wallCells, cell);
    putU32(w.wallCells, cell, sum);
  }
  putU32(w.wallCells, cells, sum);
  for (let i = count; i > 0; i--) visitCells(w, wallAt(i - 1), i - 1, true);
}

/**
 * Visits the cells that wall `number` meets: row by row, from the column where the wall enters the
 * row to the one where it leaves. Counts the wall in each cell, or with `put` writes its entry.
 * Returns the number of cells.
 */
function visitCells(w: World, wall: Wall, number: u32, put: bool): u32 {
  const side = 1 / w.wallPerUnit;
  const margin = OVERLAP * side;
  const low = min(wall.ay, wall.by) - margin;
  const high = max(wall.ay, wall.by) + margin;
  const firstRow = lineOf(low, w.wallOriginY, w.wallPerUnit, w.wallRows);
  const lastRow = lineOf(high, w.wallOriginY, w.wallPerUnit, w.wallRows);
  let entries: u32 = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    let fromX = min(wall.ax, wall.bx);
    let toX = max(wall.ax, wall.bx);
    if (lastRow > firstRow) {
      // the part of the wall within the row
      const bottom = w.wallOriginY + <f64>row * side - margin;
      const t = (bottom - wall.ay) / (wall.by - wall.ay);
      const u = (bottom + side + 2 * margin - wall.ay) / (wall.by - wall.ay);
      const x = wall.ax + max(0, min(1, t)) * (wall.bx - wall.ax);
      const z = wall.ax + max(0, min(1, u)) * (wall.bx - wall.ax);
      // For a wall nearly parallel to the rows, rounding spoils the quotients t and u. All of its
      // columns count then.
      if (abs(wall.by - wall.ay) > side * 1e-3) {
        fromX = min(x, z);
        toX = max(x, z);
      }
    }
    const first = lineOf(fromX - margin, w.wallOriginX, w.wallPerUnit, w.wallColumns);
    const last = lineOf(toX + margin, w.wallOriginX, w.wallPerUnit, w.wallColumns);
    for (let column = first; column <= last; column++) {
      const cell = row * w.wallColumns + column;
      const at = u32At(w.wallCells, cell);
      if (put) {
        putU32(w.wallCells, cell, at - 1);
        putU32(w.wallEntries, at - 1, number);
      } else {
        putU32(w.wallCells, cell, at + 1);
      }
      entries++;
    }
  }
  return entries;
}
