// The shortest path of the query found so far, which the host reads and routes.ts copies.

import { reallocate } from '../env';
import { setUpperBound, upperBound } from '../channel/bounds';
import { POINT } from './layout';
import { pointCount, pointAddress } from './path';

/** Records `PathPoint`. `bestRoom`: how many fit. */
let best: usize = 0;
let bestRoom: u32 = 0;
let bestCount: u32 = 0;

export function bestBind(path: usize, room: u32): void {
  best = path;
  bestRoom = room;
}
export function bestForget(): void {
  bestCount = 0;
}

/** Keeps the current path, of length `cost`, if it is shorter than the best one. */
export function keepIfShorter(cost: f64): void {
  if (cost >= upperBound()) return;
  setUpperBound(cost);
  if (pointCount() > bestRoom) {
    best = reallocate(best, 0, <usize>pointCount() * POINT * 2);
    bestRoom = 2 * pointCount();
  }
  memory.copy(best, pointAddress(0), <usize>pointCount() * POINT);
  bestCount = pointCount();
}

export function searchPoints(): usize {
  return best;
}
export function searchPointCount(): u32 {
  return bestCount;
}
export function searchCost(): f64 {
  return upperBound();
}
