// A grid of cells with lists of walls, or of polygons. Lists are runs of one array. A list that has
// no room left moves to the end of the array with twice the room, so the array never holds more
// than about twice the room of the longest lists that the cells ever had.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '../env';
import { Cell, CELL, Grid, Polygon, Wall } from './layout';
import { polygonAt, sideAfter, sideAt } from './world';

/** Items are also listed in cells that they miss by this share of a cell: rounding loses none. */
const PAD: f64 = 1e-6;

export function columnAt(grid: Grid, x: f64): i32 {
  return <i32>min<f64>(<f64>(grid.columns - 1), max<f64>(0, (x - grid.minX) * grid.inverse));
}
export function rowAt(grid: Grid, y: f64): i32 {
  return <i32>min<f64>(<f64>(grid.rows - 1), max<f64>(0, (y - grid.minY) * grid.inverse));
}
export function cellAt(grid: Grid, column: i32, row: i32): Cell {
  return changetype<Cell>(grid.cells + (<usize>row * grid.columns + column) * CELL);
}
/** Address of the first entry of a cell. */
export function entriesOf(grid: Grid, cell: Cell): usize {
  return grid.entries + ((<usize>cell.start) << 2);
}

/** The most cells that `inRow` and `inColumn` look at. */
export const MOST_BITS: i32 = 56;

/** Which of `count` cells of a row, from a column on, have items: bit i = column + i. */
export function inRow(grid: Grid, row: i32, column: i32, count: i32): u64 {
  const from = grid.rowBits + <usize>row * grid.rowBytes;
  return (load<u64>(from + (column >> 3)) >> (column & 7)) & (((<u64>1) << count) - 1);
}
/** Which of `count` cells of a column, from a row on, have items. */
export function inColumn(grid: Grid, column: i32, row: i32, count: i32): u64 {
  const from = grid.columnBits + <usize>column * grid.columnBytes;
  return (load<u64>(from + (row >> 3)) >> (row & 7)) & (((<u64>1) << count) - 1);
}

/** Notes whether a cell has items. */
function setBits(grid: Grid, column: i32, row: i32, hasItems: bool): void {
  if (grid.rowBits == 0) return;
  const inRows = grid.rowBits + <usize>row * grid.rowBytes + (column >> 3);
  const inColumns = grid.columnBits + <usize>column * grid.columnBytes + (row >> 3);
  const rowBit = (<u32>1) << (column & 7);
  const columnBit = (<u32>1) << (row & 7);
  const rowByte = <u32>load<u8>(inRows) & ~rowBit;
  const columnByte = <u32>load<u8>(inColumns) & ~columnBit;
  store<u8>(inRows, <u8>(hasItems ? rowByte | rowBit : rowByte));
  store<u8>(inColumns, <u8>(hasItems ? columnByte | columnBit : columnByte));
}

function put(grid: Grid, cell: Cell, item: u32): void {
  if (cell.count == cell.room) {
    const wanted = max<u32>(4, 2 * cell.room);
    if (grid.used + wanted > grid.room) {
      const bytes = (<usize>grid.room) << 2;
      grid.entries = reallocate(grid.entries, bytes, 2 * bytes);
      grid.room *= 2;
    }
    memory.copy(
      grid.entries + ((<usize>grid.used) << 2),
      entriesOf(grid, cell),
      (<usize>cell.count) << 2,
    );
    cell.start = grid.used;
    cell.room = wanted;
    grid.used += wanted;
  }
  set(entriesOf(grid, cell), cell.count++, item);
}

function take(grid: Grid, cell: Cell, item: u32): void {
  const list = entriesOf(grid, cell);
  for (let i: u32 = 0; i < cell.count; i++) {
    if (get(list, i) != item) continue;
    set(list, i, get(list, --cell.count));
    return;
  }
}

/** The part of a band of rows that the current item takes: see `stretch`. */
let from: f64 = 0;
let to: f64 = 0;

/** Widens `from` to `to` by the part of a segment that lies in a band of y. */
function stretch(ax: f64, ay: f64, bx: f64, by: f64, low: f64, high: f64): void {
  if (max(ay, by) < low || min(ay, by) > high) return;
  let x0 = ax;
  let x1 = bx;
  if (ay != by) {
    const slope = (bx - ax) / (by - ay);
    const atLow = ax + (low - ay) * slope;
    const atHigh = ax + (high - ay) * slope;
    if (ay < low) x0 = atLow;
    else if (ay > high) x0 = atHigh;
    if (by < low) x1 = atLow;
    else if (by > high) x1 = atHigh;
  }
  // a flat segment has a slope without bound: its ends are the limit
  x0 = max(min(ax, bx), min(max(ax, bx), x0));
  x1 = max(min(ax, bx), min(max(ax, bx), x1));
  from = min(from, min(x0, x1));
  to = max(to, max(x0, x1));
}

function changeRow(grid: Grid, row: i32, item: u32, isPut: bool): void {
  if (from > to) return;
  const pad = grid.cell * PAD;
  const last = columnAt(grid, to + pad);
  for (let column = columnAt(grid, from - pad); column <= last; column++) {
    const cell = cellAt(grid, column, row);
    if (isPut) put(grid, cell, item);
    else take(grid, cell, item);
    setBits(grid, column, row, cell.count > 0);
  }
}

/** Lists a wall in the cells that the wall passes through, or takes it out of them. */
export function listWall(grid: Grid, number: u32, wall: Wall, isPut: bool): void {
  const pad = grid.cell * PAD;
  const last = rowAt(grid, max(wall.ay, wall.by) + pad);
  for (let row = rowAt(grid, min(wall.ay, wall.by) - pad); row <= last; row++) {
    const low = row == 0 ? -Infinity : grid.minY + <f64>row * grid.cell - pad;
    const high = row == grid.rows - 1 ? Infinity : grid.minY + <f64>(row + 1) * grid.cell + pad;
    from = Infinity;
    to = -Infinity;
    stretch(wall.ax, wall.ay, wall.bx, wall.by, low, high);
    changeRow(grid, row, number, isPut);
  }
}

/** Lists a polygon in the cells that the polygon touches, or takes it out of them. */
export function listPolygon(grid: Grid, number: u32, isPut: bool): void {
  const polygon: Polygon = polygonAt(number);
  let least = Infinity;
  let most = -Infinity;
  for (let s = polygon.first; s < polygon.end; s++) {
    least = min(least, sideAt(s).y);
    most = max(most, sideAt(s).y);
  }
  const pad = grid.cell * PAD;
  const last = rowAt(grid, most + pad);
  for (let row = rowAt(grid, least - pad); row <= last; row++) {
    const low = row == 0 ? -Infinity : grid.minY + <f64>row * grid.cell - pad;
    const high = row == grid.rows - 1 ? Infinity : grid.minY + <f64>(row + 1) * grid.cell + pad;
    from = Infinity;
    to = -Infinity;
    for (let s = polygon.first; s < polygon.end; s++) {
      const a = sideAt(s);
      const b = sideAt(sideAfter(s, polygon));
      stretch(a.x, a.y, b.x, b.y, low, high);
    }
    changeRow(grid, row, number, isPut);
  }
}
