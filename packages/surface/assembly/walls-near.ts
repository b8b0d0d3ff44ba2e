// The walls near a point, the nearest first. `wallsRows` of rows.ts calls `findWalls`.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { columnAt, inRow, listAt, rowAt, wallIn } from './grid';
import { squareToWall } from './near';
import { isFirst, searchBegin } from './stamps';
import { theWorld, wallAt, wallGrid } from './world';

/** The nearest walls so far, the nearest first, and the squares of their distances. */
let list: usize = 0;
let squares: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

/** The address of the numbers of the walls that `findWalls` has listed. */
export function nearList(): usize {
  return list;
}

function squareAt(i: u32): usize {
  return squares + ((<usize>i) << 3);
}

/**
 * Lists the `most` walls nearest to a point among those within a distance. Returns how many walls
 * are within the distance: if more than `most`, the list holds the nearest `most` of them.
 */
export function findWalls(x: f64, y: f64, distance: f64, most: u32): u32 {
  begin(most);
  const grid = wallGrid();
  const c0 = columnAt(grid, x - distance);
  const c1 = columnAt(grid, x + distance);
  const r1 = rowAt(grid, y + distance);
  const limit = distance * distance;
  let found: u32 = 0;
  count = 0;
  for (let row = rowAt(grid, y - distance); row <= r1; row++)
    for (let column = c0; column <= c1; column++) {
      if (inRow(grid, row, column, 1) == 0) continue;
      const cell = listAt(grid, column, row);
      for (let i: u32 = 0, end = cell.count; i < end; i++) {
        const w = wallIn(cell, i).wall;
        if (!isFirst(w)) continue;
        // a vertex on no wall has two walls of length 0, and is listed once
        if (wallAt(w).length == 0 && wallAt(w).back == NONE) continue;
        const square = squareToWall(w, x, y);
        if (square > limit) continue;
        found++;
        insert(w, square, most);
      }
    }
  return found;
}

function begin(most: u32): void {
  if (room < most) {
    list = reallocate(list, (<usize>room) << 2, (<usize>most) << 2);
    squares = reallocate(squares, (<usize>room) << 3, (<usize>most) << 3);
    room = most;
  }
  searchBegin(theWorld().wallRoom);
}

/**
 * Inserts by distance, and at equal distance by the number of the side: unlike that of the wall, it
 * does not depend on earlier changes of the same mesh.
 */
function insert(w: u32, square: f64, most: u32): void {
  let i = count;
  if (i == most) {
    if (most == 0 || !isBefore(w, square, most - 1)) return;
    i--;
  } else count++;
  for (; i > 0 && isBefore(w, square, i - 1); i--) {
    set(list, i, get(list, i - 1));
    store<f64>(squareAt(i), load<f64>(squareAt(i - 1)));
  }
  set(list, i, w);
  store<f64>(squareAt(i), square);
}

function isBefore(w: u32, square: f64, i: u32): bool {
  const other = load<f64>(squareAt(i));
  return square < other || (square == other && wallAt(w).side < wallAt(get(list, i)).side);
}
