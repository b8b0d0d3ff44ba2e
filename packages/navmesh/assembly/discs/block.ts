// Queries with one radius, all of them to the end, in one call. A call for each would cost as much
// as a short query.

import { labelsExpanded } from '../channel/search';
import { upperBound } from '../channel/upper-bound';
import { FOUND, NO_PATH } from './ends';
import { queryBegin, queryRun, STRAIGHT } from './query';
import { routesAdd, routesCount } from './routes';

/**
 * How many queries a block has room for, and its columns: f64 source x and y, target x and y,
 * cost; u32 labels expanded, and the number of points of all paths up to the query's own; u8
 * status.
 */
const BLOCK: usize = 256;
const COST: usize = 4 * 8 * BLOCK;
const STATES: usize = 5 * 8 * BLOCK;
const POINTS: usize = STATES + 4 * BLOCK;
const STATUS: usize = POINTS + 4 * BLOCK;
let block: usize = 0;

/** 12,544 bytes. */
export function blockBind(address: usize): void {
  block = address;
}

/**
 * Answers queries from `from` on, each in at most `most` labels. Returns the number of the first
 * query that takes more, or `count`. `wantsPaths`: paths are added to the routes.
 */
export function blockRun(from: u32, count: u32, radius: f64, most: u32, wantsPaths: bool): u32 {
  for (let i = from; i < count; i++) {
    const at = block + ((<usize>i) << 3);
    const code = queryBegin(
      load<f64>(at),
      load<f64>(at, 8 * BLOCK),
      load<f64>(at, 16 * BLOCK),
      load<f64>(at, 24 * BLOCK),
      radius,
    );
    let status = code & ~STRAIGHT;
    const isBegun = status == FOUND;
    if (code == FOUND && !queryRun(most)) return i;
    const cost = isBegun ? upperBound() : Infinity;
    if (isBegun && cost == Infinity) status = NO_PATH;
    if (wantsPaths && cost < Infinity) routesAdd();
    store<f64>(at, cost, COST);
    const small = block + ((<usize>i) << 2);
    store<u32>(small, isBegun ? labelsExpanded() : 0, STATES);
    store<u32>(small, routesCount(), POINTS);
    store<u8>(block + i, <u8>status, STATUS);
  }
  return count;
}
