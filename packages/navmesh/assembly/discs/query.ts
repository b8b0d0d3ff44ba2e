// Queries from their ends on, in two calls.

import { at } from '../sides';
import { findEnds, FOUND, sourceCount, sources, targetCount, targets } from './ends';
import {
  searchBegin,
  searchIsOpen,
  searchRun,
  searchSource,
  searchStraight,
  searchTarget,
} from './search';

/** Added to FOUND where nothing is in the way of the straight path. */
const STRAIGHT: u32 = 16;
/** Per triangle, one byte: 1 = its part has decision points. */
let nodeParts: usize = 0;

export function queryBind(part: usize): void {
  nodeParts = part;
}

/** FOUND where there may be a way, its first states in the queue; else why there is none. */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  const status = findEnds(sx, sy, tx, ty, radius);
  if (status != FOUND) return status;
  searchBegin(sx, sy, tx, ty, radius);
  for (let i: u32 = 0; i < targetCount; i++) {
    const triangle = at(targets, i);
    searchTarget(triangle, load<u8>(nodeParts + triangle) != 0);
  }
  for (let i: u32 = 0; i < sourceCount; i++)
    if (searchStraight(at(sources, i))) return FOUND | STRAIGHT;
  open();
  return FOUND;
}

/** As `searchRun`, once more where ways were given up too early. */
export function queryRun(until: u32): bool {
  let isDone = searchRun(until);
  while (isDone && searchIsOpen()) {
    open();
    isDone = searchRun(until);
  }
  return isDone;
}

function open(): void {
  for (let i: u32 = 0; i < sourceCount; i++) searchSource(at(sources, i));
}
export function querySourceCount(): u32 {
  return sourceCount;
}
