// Answers a block of queries in one call, for src/discs/disc-blocks.ts. All queries have one
// radius, and each is searched until its path is proven to be the shortest, or until it has none.

import { labelsExpanded } from '../channel/search';
import { upperBound } from '../channel/bounds';
import {
  COST,
  EXPANDED,
  FIRST_POINT,
  given,
  LOWER_BOUND,
  PROVEN,
  setByte,
  setFloat,
  setWord,
  SOURCE_X,
  SOURCE_Y,
  STATUS,
  TARGET_X,
  TARGET_Y,
} from '../queries/block';
import { FOUND, NO_PATH } from './ends';
import { queryBegin, queryRun, PROVEN_AT_ONCE } from './query';
import { routesAdd, routesCount } from './routes';

/**
 * Answers queries `from` to `count` - 1 of the block. Stops at the first query that is not proven
 * after `most` labels, and returns its number; `count` if there is none. The kernels still hold
 * that query, and the host goes on with it. `wantsPaths`: paths are added to the routes.
 */
export function blockRun(from: u32, count: u32, radius: f64, most: u32, wantsPaths: bool): u32 {
  for (let i = from; i < count; i++) {
    const sx = given(SOURCE_X, i);
    const sy = given(SOURCE_Y, i);
    const code = queryBegin(sx, sy, given(TARGET_X, i), given(TARGET_Y, i), radius);
    let status = code & ~PROVEN_AT_ONCE;
    const isBegun = status == FOUND;
    if (code == FOUND && !queryRun(most)) return i;
    const cost = isBegun ? upperBound() : Infinity;
    if (isBegun && cost == Infinity) status = NO_PATH;
    if (wantsPaths && cost < Infinity) routesAdd();
    setFloat(COST, i, cost);
    setFloat(LOWER_BOUND, i, cost);
    setWord(EXPANDED, i, isBegun ? labelsExpanded() : 0);
    setWord(FIRST_POINT, i + 1, routesCount());
    setByte(STATUS, i, status);
    setByte(PROVEN, i, 1);
  }
  return count;
}
