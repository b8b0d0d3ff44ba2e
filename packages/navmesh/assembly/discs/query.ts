// Queries of discs, in two calls: `queryBegin` (or `queryTo`), then `queryRun`.

import { at } from '../sides';
import { bestForget, keepIfShorter } from './best';
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

/**
 * A bit that `queryBegin` and `queryTo` add to FOUND if the straight path is free, so that no
 * search is needed. No status has this bit: statuses of @wayfield/graph are below 16.
 */
export const PROVEN_AT_ONCE: u32 = 16;
/** Per triangle, one byte: 1 = its part of the mesh has nodes. */
let nodeParts: usize = 0;

export function queryBind(part: usize): void {
  nodeParts = part;
}
/**
 * Begins a query. Returns FOUND, perhaps with PROVEN_AT_ONCE, if there may be a path: then the
 * first labels are open. Else returns the status that says why there is none.
 */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  const status = findEnds(sx, sy, tx, ty, radius);
  return status == FOUND ? begin(sx, sy, tx, ty, radius) : status;
}

/**
 * Begins a query as `queryBegin` does, but with the source of the query before and another target.
 * The host has written the triangles that hold this target to the list of targets.
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

/** Opens the first labels for ends that have been located. */
function begin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  bestForget();
  searchBegin(sx, sy, tx, ty, radius, Infinity);
  for (let i: u32 = 0; i < targetCount(); i++) {
    const triangle = at(targets(), i);
    searchTarget(triangle, load<u8>(nodeParts + triangle) != 0);
  }
  for (let i: u32 = 0; i < sourceCount(); i++) {
    keepIfShorter(straightLength(at(sources(), i), sx, sy, tx, ty, radius));
    if (isShortest()) return FOUND | PROVEN_AT_ONCE;
  }
  openFirstLabels();
  return FOUND;
}

/**
 * Runs the search until the shortest path is proven, or until it is proven that there is none. If a
 * first turn came into doubt, the search is run again (dominance.ts). False if the query has
 * expanded `until` labels, in all runs, before the proof.
 */
export function queryRun(until: u32): bool {
  let isDone = searchRun(until);
  while (isDone && mustRunAgain()) {
    openFirstLabels();
    isDone = searchRun(until);
  }
  return isDone;
}

function openFirstLabels(): void {
  for (let i: u32 = 0; i < sourceCount(); i++) searchSource(at(sources(), i));
  for (let i: u32 = 0; i < sourceCount(); i++) searchOpen(at(sources(), i));
}
export function querySourceCount(): u32 {
  return sourceCount();
}
