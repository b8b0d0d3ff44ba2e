// The paths of several queries, one after another, column by column. src/discs/disc-blocks.ts
// copies the columns for the caller.

import { reallocate } from '../env';
import { searchPointCount, searchPoints } from './best';
import { POINT } from './layout';

/** f64 columns x, y, centre x, centre y, start angle, sweep, each with the same room. */
let columns: usize = 0;
let room: u32 = 0;
/** How many points all paths have together. */
let routesCountValue: u32 = 0;
export function routesCount(): u32 {
  return routesCountValue;
}

export function routesBind(column: usize, points: u32): void {
  columns = column;
  room = points;
}
export function routesClear(): void {
  routesCountValue = 0;
}

/** Adds the path of the current query, and returns how many points all paths have. */
export function routesAdd(): u32 {
  const more = searchPointCount();
  if (routesCountValue + more > room) grow(2 * (routesCountValue + more));
  const stride = (<usize>room) << 3;
  let to = columns + ((<usize>routesCountValue) << 3);
  let from = searchPoints();
  for (const end = from + <usize>more * POINT; from < end; from += POINT, to += 8) {
    let column = to;
    for (let k: usize = 0; k < POINT; k += 8, column += stride)
      store<f64>(column, load<f64>(from + k));
  }
  routesCountValue += more;
  return routesCountValue;
}

function grow(points: u32): void {
  const old = (<usize>room) << 3;
  const stride = (<usize>points) << 3;
  columns = reallocate(columns, 6 * old, 6 * stride);
  room = points;
  // the last column is moved first, because columns move apart
  for (let k: usize = 5; k > 0; k--)
    memory.copy(columns + k * stride, columns + k * old, (<usize>routesCountValue) << 3);
}

/** The address of a column. */
export function routesColumn(k: u32): usize {
  return columns + ((<usize>k * <usize>room) << 3);
}
