// A point that looks along a straight line, wherever plain arithmetic is sure of the answer: the
// first wall, by the grid of walls. The line is turned and mirrored until it runs to the right and
// rises or falls by at most its width, so one loop walks all lines. The loop has no branch that
// depends on the direction: a wrong guess of the processor costs as much as testing a wall.

import { NONE } from '@wayfield/wasm/assembly/words';
import { listAt, wallIn } from './grid';
import { Grid, ListedWall } from './layout';
import { smaller, within } from './least';
import { wallGrid } from './world';

/** Nothing is in the way. */
export const SEES: u32 = 0;
/** A wall is in the way, for certain. */
export const SEES_WALL: u32 = 1;
/** Rounding may decide. */
export const SEES_UNSURE: u32 = 2;

/** The share of the line before the first wall so far, the wall, and where doubt begins. */
let best: f64 = 1;
let hitWall: u32 = NONE;
let unsureFrom: f64 = Infinity;

/** The wall that ends the line of the last `look`, and the share of the line before the wall. */
export function lookWall(): u32 {
  return hitWall;
}
export function lookTime(): f64 {
  return best;
}

/** Cells past a wall that are looked at all the same: rounding skips none. */
const PAST: f64 = 1e-6;

/**
 * Looks along the line from (x, y), a place in free space, as far as (vx, vy), wherever plain
 * arithmetic is sure of the answer: no corner is nearly on the line, and no end of the line nearly
 * on a wall. Most lines are like that, and the cells along a line are fewer than its polygons.
 */
export function look(x: f64, y: f64, vx: f64, vy: f64, slack: f64): u32 {
  best = 1;
  hitWall = NONE;
  unsureFrom = Infinity;
  const speed = sqrt(vx * vx + vy * vy);
  if (speed == 0) return SEES;
  const grid = wallGrid();
  // both ends in cells: lane 0 becomes the axis along which the line is longer
  const place = pair(x, y);
  const origin = v128.load(changetype<usize>(grid), offsetof<Grid>('minX'));
  const scale = f64x2.splat(grid.inverse);
  let from = f64x2.mul(f64x2.sub(place, origin), scale);
  let to = f64x2.mul(f64x2.sub(f64x2.add(place, pair(vx, vy)), origin), scale);
  const wide = f64x2.abs(f64x2.sub(to, from));
  const isSteep = <i32>(f64x2.extract_lane(wide, 1) > f64x2.extract_lane(wide, 0));
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
  // both ends in one point of the cells: no slope is needed
  const slope = end > start ? rise / (end - start) : 0;

  const lines = isSteep ? grid.rows : grid.columns;
  const mostRow = <f64>((isSteep ? grid.columns : grid.rows) - 1);
  const bits = isSteep ? grid.rowBits : grid.columnBits;
  const bytes = isSteep ? grid.rowBytes : grid.columnBytes;
  // the mirrored numbers of lines: -1 - number
  const low = <f64>(isBack ? -lines : 0);
  const high = low + <f64>(lines - 1);
  const flip = -isBack;
  let last = <i32>Math.floor(within(end, low, high));
  let row = <i32>within(startRow, 0, mostRow);
  for (let line = <i32>Math.floor(within(start, low, high)); ; line++) {
    // where the line leaves these cells
    const until = smaller(<f64>(line + 1), end);
    const next = <i32>within(startRow + (until - start) * slope, 0, mostRow);
    const first = min(row, next);
    const number = line ^ flip;
    const at = bits + <usize>number * bytes + (first >> 3);
    // at most 3 rows, because lines rise by less than one row
    let found = (<u32>load<u64>(at) >> (first & 7)) & ((2 << (max(row, next) - first)) - 1);
    if (found != 0) {
      do {
        const other = first + <i32>ctz(found);
        const list = isSteep ? listAt(grid, other, number) : listAt(grid, number, other);
        for (let i: u32 = 0, count = list.count; i < count; i++)
          testWall(wallIn(list, i), x, y, vx, vy, slack, speed);
        found &= found - 1;
      } while (found != 0);
      last = min(last, <i32>Math.floor(within(start + best * (end - start) + PAST, low, high)));
    }
    if (line >= last) break;
    row = next;
  }
  // what is unsure behind the wall does not matter
  if (unsureFrom <= best) return SEES_UNSURE;
  return hitWall == NONE ? SEES : SEES_WALL;
}

function pair(x: f64, y: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}
function swap(v: v128): v128 {
  return v128.shuffle<f64>(v, v, 1, 0);
}
/** Whether a line without width comes from the front of a wall to its back. */
function testWall(wall: ListedWall, x: f64, y: f64, vx: f64, vy: f64, keep: f64, speed: f64): void {
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const across = wall.ex * dy - wall.ey * dx;
  const rate = wall.ex * vy - wall.ey * vx;
  if (<i32>(across + rate >= keep) | <i32>(across <= -keep)) return;
  // nearly along the wall, or rounding moves the crossing by slack / sine
  const sure = rate < 0 ? (4 * keep * speed) / -rate : Infinity;
  const time = rate < 0 ? max(0, across / -rate) : 0;
  const place = wall.ex * dx + wall.ey * dy + (wall.ex * vx + wall.ey * vy) * time;
  if (place < -sure || place > wall.length + sure) return;
  const isSure = place > sure && place < wall.length - sure && across > keep;
  if (!isSure || across + rate > -keep) {
    unsureFrom = min(unsureFrom, time);
    return;
  }
  if (time >= best) return;
  best = time;
  hitWall = wall.wall;
}
