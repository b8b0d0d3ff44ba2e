// The first wall on the line of sight of a point, by the grid of walls and plain arithmetic. Where
// rounding may decide, the answer is `SEES_UNSURE`, and `rayRows` of rows.ts asks ray.ts, which has
// exact signs. Most lines are sure, and a line crosses fewer cells than polygons.
//
// The lines of up to 64 rows are worked on together, in passes: `lineSet` notes the cells with
// walls of each line, `linesTest` reads the lists of these cells, then the walls. What a pass reads
// for a row does not depend on other rows, so reads that miss the caches overlap.
//
// A mispredicted branch costs as much as testing a wall, so unpredictable branches are avoided.
// Each line is turned and mirrored until it runs to the right and rises or falls by at most its
// width. So one loop walks all lines: to their ends, not to the first wall.

import { NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { wallIn } from './grid';
import { Grid, Line, LINE, LINE_CELL, LineCell, List, LISTED_WALL, ListedWall } from './layout';
import { larger, smaller, within } from './least';
import { theWorld, wallAt, wallGrid } from './world';

/** No wall is in the way, for certain. */
export const SEES: u32 = 0;
/** A wall is in the way, for certain. */
export const SEES_WALL: u32 = 1;
/** Rounding may decide: ray.ts has to be asked. */
export const SEES_UNSURE: u32 = 2;

/** Lines that are worked on together. */
export const MOST_LINES: u32 = 64;
/** The most cells that wait for their walls to be tested: of all lines, and of one line. */
const MOST_CELLS: u32 = 512;
const MOST_OF_LINE: u32 = 8;
/**
 * Records beyond `MOST_CELLS`. Each column of a line writes 3 records, and the list is looked at
 * after the column: from 511 records on, a column writes up to number 513.
 */
const BEYOND: u32 = 8;

let lines: usize = 0;
let cells: usize = 0;
let cellCount: u32 = 0;
/** Sum of words read only to bring them into the caches: the compiler drops reads without a use. */
let unused: u32 = 0;

export function linesBind(): void {
  lines = reallocate(0, 0, MOST_LINES * <u32>LINE);
  // `wall` = NONE: `linesTest` reads the walls of all lines, also where `lineSet` was not called,
  // for discs and for starts off the mesh
  memory.fill(lines, 0xff, MOST_LINES * <u32>LINE);
  cells = reallocate(0, 0, (MOST_CELLS + BEYOND) * <u32>LINE_CELL);
}
/** A line by its number, below `MOST_LINES`. */
export function lineAt(number: u32): Line {
  return changetype<Line>(lines + <usize>number * LINE);
}

/** A line is followed this share of a cell past its first wall, so that rounding skips no cell. */
const PAST: f64 = 1e-6;

/** Where a line ends, or crosses its first sure wall so far, in columns of cells. */
function endOf(line: Line): f64 {
  return line.start + line.best * line.wide + PAST;
}

/** Writes a line that has met nothing. */
function lineBegin(number: u32, x: f64, y: f64, vx: f64, vy: f64): Line {
  const line = lineAt(number);
  line.x = x;
  line.y = y;
  line.vx = vx;
  line.vy = vy;
  line.speed = sqrt(vx * vx + vy * vy);
  line.best = 1;
  line.unsureFrom = Infinity;
  line.unsureAt = Infinity;
  line.wall = NONE;
  line.unsureWall = NONE;
  return line;
}

/** Begins the line from (x, y), a place in free space, to (x + vx, y + vy); notes its cells. */
export function lineSet(number: u32, x: f64, y: f64, vx: f64, vy: f64): void {
  const line = lineBegin(number, x, y, vx, vy);
  if (line.speed == 0) return;
  // the last column of the line before may have filled the list
  if (cellCount >= MOST_CELLS) testCells();
  const grid = wallGrid();
  // both ends in cells: lane 0 becomes the axis along which the line is longer
  const place = pair(x, y);
  const origin = v128.load(changetype<usize>(grid), offsetof<Grid>('minX'));
  const scale = f64x2.splat(grid.inverse);
  let from = f64x2.mul(f64x2.sub(place, origin), scale);
  let to = f64x2.mul(f64x2.sub(f64x2.add(place, pair(vx, vy)), origin), scale);
  const wide = f64x2.abs(f64x2.sub(to, from));
  const isSteep = f64x2.extract_lane(wide, 1) > f64x2.extract_lane(wide, 0);
  const turn = i64x2.splat(-(<i64>isSteep));
  from = v128.bitselect(swap(from), from, turn);
  to = v128.bitselect(swap(to), to, turn);
  const isBack = <i32>(f64x2.extract_lane(to, 0) < f64x2.extract_lane(from, 0));
  const mirror = i64x2.replace_lane(i64x2.splat(0), 0, (<i64>isBack) << 63);
  from = v128.xor(from, mirror);
  to = v128.xor(to, mirror);
  const start = f64x2.extract_lane(from, 0);
  const end = f64x2.extract_lane(to, 0);
  const startRow = f64x2.extract_lane(from, 1);
  const rise = f64x2.extract_lane(to, 1) - startRow;
  line.start = start;
  line.wide = end - start;
  // 0 if both ends have the same place among the cells: 0 / MIN_VALUE, not 0 / 0
  const slope = rise / larger(end - start, f64.MIN_VALUE);

  const columns = select(grid.rows, grid.columns, isSteep);
  const mostRow = <f64>(select(grid.columns, grid.rows, isSteep) - 1);
  const bits = select(grid.rowBits, grid.columnBits, isSteep);
  const bytes = select(grid.rowBytes, grid.columnBytes, isSteep);
  // from a cell to those in the next column and in the next row
  const across = select(grid.columns, 1, isSteep);
  const up = select(1, grid.columns, isSteep);
  // a mirrored line counts columns from -1 down: column ^ -1 = -1 - column
  const flip = -isBack;
  const low = <f64>(flip & -columns);
  const high = low + <f64>(columns - 1);
  const last = <i32>Math.floor(within(end, low, high));
  let row = <i32>within(startRow, 0, mostRow);
  // a local copy: a global would be written to memory at each change
  let count = cellCount;
  let limit = min(count + MOST_OF_LINE, MOST_CELLS);
  for (let column = <i32>Math.floor(within(start, low, high)); ; column++) {
    // where the line leaves this column, and the row there
    const until = smaller(<f64>(column + 1), end);
    const next = <i32>within(startRow + (until - start) * slope, 0, mostRow);
    const first = min(row, next);
    const inGrid = column ^ flip;
    const at = bits + <usize>inGrid * bytes + (first >> 3);
    // at most 3 rows: a line rises by at most one row per column, but for rounding
    const mask = (2 << (max(row, next) - first)) - 1;
    const found = (<u32>load<u64>(at) >> (first & 7)) & mask;
    const cell = inGrid * across + first * up;
    // no branch: the processor could not guess which cells have walls. A record counts only if its
    // cell has some, otherwise the next record replaces it.
    put(count, number, column, cell);
    count += found & 1;
    put(count, number, column, cell + up);
    count += (found >> 1) & 1;
    put(count, number, column, cell + 2 * up);
    count += found >> 2;
    if (column >= last) break;
    row = next;
    if (count < limit) continue;
    cellCount = count;
    testCells();
    count = 0;
    limit = MOST_OF_LINE;
    if (<f64>(column + 1) > endOf(line)) break;
  }
  cellCount = count;
}

/** Writes a cell of a line as record `at` of the cells to be tested. */
function put(at: u32, line: u32, column: i32, cell: u32): void {
  const record = changetype<LineCell>(cells + <usize>at * LINE_CELL);
  record.cell = cell;
  record.line = line;
  record.column = column;
}

function pair(x: f64, y: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}
function swap(v: v128): v128 {
  return v128.shuffle<f64>(v, v, 1, 0);
}

/** Tests the walls of all cells that are noted, and empties the list of cells. */
function testCells(): void {
  const grid = wallGrid();
  const slack = theWorld().slack;
  const end = cells + <usize>cellCount * LINE_CELL;
  cellCount = 0;
  for (let at = cells; at < end; at += LINE_CELL) {
    const record = changetype<LineCell>(at);
    record.cell = <u32>(grid.lists + load<u32>(grid.cells + ((<usize>record.cell) << 2)));
  }
  // read both lines of the cache that a list of one wall may take
  let sum = unused;
  for (let at = cells; at < end; at += LINE_CELL) {
    const list = <usize>changetype<LineCell>(at).cell;
    sum += load<u32>(list) + load<u32>(list, LISTED_WALL);
  }
  unused = sum;
  for (let at = cells; at < end; at += LINE_CELL) {
    const record = changetype<LineCell>(at);
    const line = lineAt(record.line);
    // the cell lies behind the first sure wall of its line
    if (<f64>record.column > endOf(line)) continue;
    const list = changetype<List>(<usize>record.cell);
    for (let i: u32 = 0, count = list.count; i < count; i++) testWall(wallIn(list, i), line, slack);
  }
}

/**
 * If a line crosses a wall from the left of the wall, its free side: notes the wall in the line.
 */
function testWall(wall: ListedWall, line: Line, slack: f64): void {
  const dx = line.x - wall.ax;
  const dy = line.y - wall.ay;
  const across = wall.ex * dy - wall.ey * dx;
  const rate = wall.ex * line.vy - wall.ey * line.vx;
  const atEnd = across + rate;
  const zero = f64x2.splat(0);
  // lane 0: the time of the crossing; lane 1: how far rounding may move its place along the wall,
  // 4 slack / the sine of the angle between line and wall
  const parts = f64x2.replace_lane(f64x2.splat(across), 1, 4 * slack * line.speed);
  const nears = f64x2.splat(-rate);
  const crossing = f64x2.pmax(zero, f64x2.div(parts, nears));
  // a line along the wall or away from it has no crossing: time 0, and no place is sure
  const along = f64x2.replace_lane(zero, 1, Infinity);
  const chosen = v128.bitselect(crossing, along, f64x2.gt(nears, zero));
  const time = f64x2.extract_lane(chosen, 0);
  const sure = f64x2.extract_lane(chosen, 1);
  const place = wall.ex * dx + wall.ey * dy + (wall.ex * line.vx + wall.ey * line.vy) * time;
  const isMet =
    <i32>(atEnd < slack) &
    <i32>(across > -slack) &
    <i32>(place >= -sure) &
    <i32>(place <= wall.length + sure) &
    <i32>(time <= line.best);
  if (!isMet) return;
  const isSure = place > sure && place < wall.length - sure && across > slack && atEnd <= -slack;
  if (!isSure) noteUnsure(wall, line, time);
  else if (time < line.best) {
    line.best = time;
    line.wall = wall.wall;
  }
}

/** Notes a wall that a line may cross; of walls at the same share the one of the lowest side. */
function noteUnsure(wall: ListedWall, line: Line, time: f64): void {
  line.unsureFrom = min(line.unsureFrom, time);
  if (wall.length == 0 || time > line.unsureAt) return;
  if (time == line.unsureAt && wall.side > wallAt(line.unsureWall).side) return;
  line.unsureAt = time;
  line.unsureWall = wall.wall;
}

/** Tests the walls of all cells noted, for lines 0 to `count` - 1. */
export function linesTest(count: u32): void {
  testCells();
  // bring the walls that were met into the cache: `pointRay` of rows.ts reads them next
  let sum = unused;
  for (let i: u32 = 0; i < count; i++) {
    const wall = lineAt(i).wall;
    sum += wallAt(select(0, wall, wall == NONE)).side;
  }
  unused = sum;
}

/** What a line meets, after `linesTest`. With `SEES_WALL` the wall is `line.wall`. */
export function lineSee(line: Line): u32 {
  // unsure walls behind the first sure wall do not matter
  if (line.unsureFrom <= line.best) return SEES_UNSURE;
  return line.wall == NONE ? SEES : SEES_WALL;
}
