// A grid of cells with lists of walls, or of polygons; change.ts lists and unlists the items. All
// lists lie in one array. A full list moves to the end of the array with twice the room; its old
// place stays unused. The lists, old places included, take less than twice the room of the longest
// list that each cell ever had: the old places of a list add up to less than its last one.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { bandBegin, bandFrom, bandStretch, bandTo } from './band';
import { Grid, List, LIST, ListedWall, LISTED_WALL, Polygon, Wall } from './layout';
import { within } from './least';
import { placeInTriangle } from './place-in';
import { hasTriangles, polygonAt, sideAfter, sideAt } from './world';

/** Items are also listed in cells that they miss by this share of a cell, because of rounding. */
const PAD: f64 = 1e-6;

/** The column of an x, and the row of a y; off the grid the nearest one. */
export function columnAt(grid: Grid, x: f64): i32 {
  return <i32>within((x - grid.minX) * grid.inverse, 0, <f64>(grid.columns - 1));
}
export function rowAt(grid: Grid, y: f64): i32 {
  return <i32>within((y - grid.minY) * grid.inverse, 0, <f64>(grid.rows - 1));
}
/** The list of a cell. */
export function listAt(grid: Grid, column: i32, row: i32): List {
  return changetype<List>(grid.lists + get(grid.cells, <u32>(row * grid.columns + column)));
}
/** Item `i` of a list of polygons: its number. */
export function polygonIn(list: List, i: u32): u32 {
  return get(changetype<usize>(list) + LIST, i);
}
/** Item `i` of a list of walls. */
export function wallIn(list: List, i: u32): ListedWall {
  return changetype<ListedWall>(changetype<usize>(list) + LIST + <usize>i * LISTED_WALL);
}

/**
 * The largest `count` of `inRow` and `inColumn`: of the 64 bits read, up to 7 are before the first.
 */
export const MOST_BITS: i32 = 56;

/** Which of `count` cells of a row of walls have items: bit i is that of column `column` + i. */
export function inRow(grid: Grid, row: i32, column: i32, count: i32): u64 {
  const from = grid.rowBits + <usize>row * grid.rowBytes;
  return (load<u64>(from + (column >> 3)) >> (column & 7)) & (((<u64>1) << count) - 1);
}
/** Which of `count` cells of a column of walls have items: bit i is that of row `row` + i. */
export function inColumn(grid: Grid, column: i32, row: i32, count: i32): u64 {
  const from = grid.columnBits + <usize>column * grid.columnBytes;
  return (load<u64>(from + (row >> 3)) >> (row & 7)) & (((<u64>1) << count) - 1);
}

/** Notes whether a cell has items; grids of polygons have no bits. */
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

/** Adds an item, whose bytes are at `from`, to the list of a cell. */
function put(grid: Grid, column: i32, row: i32, from: usize): void {
  let list = listAt(grid, column, row);
  const count = list.count;
  if (count == list.room) {
    const room = max<u32>(4, 2 * count);
    const bytes = LIST + <usize>room * grid.item;
    // lists begin at multiples of 8
    const at = (grid.used + 7) & ~7;
    if (at + bytes > grid.room) {
      const wanted = max<usize>(2 * grid.room, at + bytes);
      grid.lists = reallocate(grid.lists, grid.room, wanted);
      grid.room = wanted;
      list = listAt(grid, column, row);
    }
    const longer = changetype<List>(grid.lists + at);
    memory.copy(grid.lists + at, changetype<usize>(list), LIST + <usize>count * grid.item);
    longer.room = room;
    set(grid.cells, <u32>(row * grid.columns + column), <u32>at);
    grid.used = at + bytes;
    list = longer;
  }
  memory.copy(itemAt(grid, list, count), from, grid.item);
  list.count = count + 1;
}

function itemAt(grid: Grid, list: List, i: u32): usize {
  return changetype<usize>(list) + LIST + <usize>i * grid.item;
}

/** Removes a polygon or a wall, by its number, from a list; the last item takes its place. */
function take(grid: Grid, list: List, number: u32): void {
  const isOfWalls = grid.item == LISTED_WALL;
  for (let i: u32 = 0; i < list.count; i++) {
    if ((isOfWalls ? wallIn(list, i).wall : polygonIn(list, i)) != number) continue;
    list.count--;
    memory.copy(itemAt(grid, list, i), itemAt(grid, list, list.count), grid.item);
    return;
  }
}

/** Moves the triangle listed last to the front if the middle of the cell is in it, for `guess`. */
function putInFront(grid: Grid, column: i32, row: i32): void {
  const x = grid.minX + (<f64>column + 0.5) * grid.cell;
  const y = grid.minY + (<f64>row + 0.5) * grid.cell;
  if (!hasTriangles() || placeInTriangle(number, x, y) <= 0) return;
  const list = listAt(grid, column, row);
  const items = changetype<usize>(list) + LIST;
  set(items, list.count - 1, get(items, 0));
  set(items, 0, number);
}

/** The item that is listed or unlisted: the address of its bytes, and its number. */
let item: usize = 0;
let number: u32 = 0;

/** Allocates `item`. `worldCreate` calls it: only the instance that writes the mesh needs it. */
export function gridBind(): void {
  item = reallocate(0, 0, LISTED_WALL);
}

/** Lists or unlists `item` in the cells of a row that the current band (band.ts) touches. */
function changeRow(grid: Grid, row: i32, isPut: bool): void {
  const from = bandFrom();
  const to = bandTo();
  if (from > to) return;
  const pad = grid.cell * PAD;
  const last = columnAt(grid, to + pad);
  for (let column = columnAt(grid, from - pad); column <= last; column++) {
    if (!isPut) take(grid, listAt(grid, column, row), number);
    else {
      put(grid, column, row, item);
      if (grid.item != LISTED_WALL) putInFront(grid, column, row);
    }
    setBits(grid, column, row, listAt(grid, column, row).count > 0);
  }
}

/** Lists a wall in the cells that the wall passes through, or removes it from their lists. */
export function listWall(grid: Grid, w: u32, wall: Wall, isPut: bool): void {
  const listed = changetype<ListedWall>(item);
  listed.ax = wall.ax;
  listed.ay = wall.ay;
  listed.ex = wall.ex;
  listed.ey = wall.ey;
  listed.length = wall.length;
  listed.wall = w;
  listed.side = wall.side;
  number = w;
  const pad = grid.cell * PAD;
  const last = rowAt(grid, max(wall.ay, wall.by) + pad);
  for (let row = rowAt(grid, min(wall.ay, wall.by) - pad); row <= last; row++) {
    const low = row == 0 ? -Infinity : grid.minY + <f64>row * grid.cell - pad;
    const high = row == grid.rows - 1 ? Infinity : grid.minY + <f64>(row + 1) * grid.cell + pad;
    bandBegin();
    bandStretch(wall.ax, wall.ay, wall.bx, wall.by, low, high);
    changeRow(grid, row, isPut);
  }
}

/** Lists a polygon in the cells that the polygon touches, or removes it from their lists. */
export function listPolygon(grid: Grid, p: u32, isPut: bool): void {
  const polygon: Polygon = polygonAt(p);
  set(item, 0, p);
  number = p;
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
    bandBegin();
    for (let s = polygon.first; s < polygon.end; s++) {
      const a = sideAt(s);
      const b = sideAt(sideAfter(s, polygon));
      bandStretch(a.x, a.y, b.x, b.y, low, high);
    }
    changeRow(grid, row, isPut);
  }
}
