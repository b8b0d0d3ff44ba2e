// The shortest path found so far.

import { reallocate } from '../env';
import { setUpperBound, upperBound } from '../channel/bounds';
import { POINT } from './layout';
import { count, P } from './path';

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

/** Keeps the current path, if it is shorter than the best one. */
export function take(cost: f64): void {
  if (cost >= upperBound()) return;
  setUpperBound(cost);
  if (count() > bestRoom) {
    best = reallocate(best, 0, <usize>count() * POINT * 2);
    bestRoom = 2 * count();
  }
  memory.copy(best, P(0), <usize>count() * POINT);
  bestCount = count();
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
