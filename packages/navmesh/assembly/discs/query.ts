// Queries of discs, in two calls: begin and run.

import { at } from '../sides';
import { bestForget, take } from './best';
import { isShortest, straightLength } from './straight';
import { findEnds, FOUND, sourceCount, sources, targetCount, targets, targetsAre } from './ends';
import {
  searchBegin,
  mustRunAgain,
  searchOpen,
  searchRun,
  searchSource,
  searchTarget,
} from '../channel/search';

/** Added to FOUND if the first path is proven to be the shortest, without a search. */
export const PROVEN_AT_ONCE: u32 = 16;
/** Per triangle, one byte: 1 = its part of the mesh has nodes. */
let nodeParts: usize = 0;

export function queryBind(part: usize): void {
  nodeParts = part;
}
/** FOUND where there may be a path, its first labels opened; else the status that says why not. */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  const status = findEnds(sx, sy, tx, ty, radius);
  return status == FOUND ? begin(sx, sy, tx, ty, radius) : status;
}

/**
 * `queryBegin` from the source of the query before to another target, whose triangles the host has
 * written to the list of targets.
 */
export function queryTo(
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
  targetTriangles: u32,
): u32 {
  targetsAre(targetTriangles);
  return begin(sx, sy, tx, ty, radius);
}

function begin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  bestForget();
  searchBegin(sx, sy, tx, ty, radius, Infinity);
  for (let i: u32 = 0; i < targetCount(); i++) {
    const triangle = at(targets(), i);
    searchTarget(triangle, load<u8>(nodeParts + triangle) != 0);
  }
  for (let i: u32 = 0; i < sourceCount(); i++) {
    take(straightLength(at(sources(), i), sx, sy, tx, ty, radius));
    if (isShortest()) return FOUND | PROVEN_AT_ONCE;
  }
  open();
  return FOUND;
}

/** Runs the search, and again as long as a path is in doubt: see dominance.ts. */
export function queryRun(until: u32): bool {
  let isDone = searchRun(until);
  while (isDone && mustRunAgain()) {
    open();
    isDone = searchRun(until);
  }
  return isDone;
}

function open(): void {
  for (let i: u32 = 0; i < sourceCount(); i++) {
    searchSource(at(sources(), i));
    searchOpen(at(sources(), i));
  }
}
export function querySourceCount(): u32 {
  return sourceCount();
}
