// The nearest walls of an agent, by (squared distance, number of the wall). `advanceOne` in
// tick/advance.ts calls `nearWalls` once per agent and tick, and chooses the range.

import { f64At, putF64, putU32, u32At } from '../columns';
import { lineOf } from '../grid/sort';
import { Scratch, World } from '../layout-world';
import { WALL_LIMIT } from '../limits';
import { wallAt } from '../world';
import { serves, wallSquare } from './distance';

/**
 * Writes the walls within `range` of (x, y) to `scratch.walls` and their squared distances to
 * `scratch.wallSquares`: at most `WALL_LIMIT`, the nearest first. Returns their number. A wall has
 * entries in several cells but is taken once.
 */
export function nearWalls(
  w: World,
  x: f64,
  y: f64,
  range: f64,
  storey: u32,
  scratch: Scratch,
): u32 {
  if (w.wallCount == 0) return 0;
  const columns = w.wallColumns;
  const first = lineOf(x - range, w.wallOriginX, w.wallPerUnit, columns);
  const last = lineOf(x + range, w.wallOriginX, w.wallPerUnit, columns);
  const low = lineOf(y - range, w.wallOriginY, w.wallPerUnit, w.wallRows);
  const high = lineOf(y + range, w.wallOriginY, w.wallPerUnit, w.wallRows);
  let reach = range * range;
  let found: u32 = 0;
  for (let row = low; row <= high; row++) {
    const cell = row * columns;
    const end = u32At(w.wallCells, cell + last + 1);
    for (let entry = u32At(w.wallCells, cell + first); entry < end; entry++) {
      const number = u32At(w.wallEntries, entry);
      const wall = wallAt(number);
      const square = wallSquare(wall, x, y);
      if (square > reach || !serves(wall, storey)) continue;
      found = insert(scratch, found, square, number);
      if (found == WALL_LIMIT) reach = f64At(scratch.wallSquares, found - 1);
    }
  }
  return found;
}

/**
 * Puts a wall into the list of `found` walls, unless it is there already, or the list is full of
 * nearer ones. Returns the number of walls in the list.
 */
function insert(scratch: Scratch, found: u32, square: f64, number: u32): u32 {
  const squares = scratch.wallSquares;
  const walls = scratch.walls;
  let at = found;
  while (at > 0) {
    const before = f64At(squares, at - 1);
    if (before < square) break;
    if (before == square) {
      const other = u32At(walls, at - 1);
      if (other == number) return found;
      if (other < number) break;
    }
    at--;
  }
  if (at == WALL_LIMIT) return found;
  const last = min(found, WALL_LIMIT - 1);
  for (let i = last; i > at; i--) {
    putF64(squares, i, f64At(squares, i - 1));
    putU32(walls, i, u32At(walls, i - 1));
  }
  putF64(squares, at, square);
  putU32(walls, at, number);
  return last + 1;
}
