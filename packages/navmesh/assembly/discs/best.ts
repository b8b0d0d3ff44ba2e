// The shortest path found so far.

import { reallocate } from '../env';
import { heapLeast, heapSize } from '../heap';
import { count, P, POINT } from './path';
import { isDoubted } from './reach';

let best: usize = 0;
let bestRoom: u32 = 0;
let bestCount: u32 = 0;
export let bestCost: f64 = Infinity;

export function bestBind(path: usize, room: u32): void {
  best = path;
  bestRoom = room;
}
export function bestForget(): void {
  bestCost = Infinity;
  bestCount = 0;
}

/** Keeps the path of the channel at hand, if it is shorter. */
export function take(cost: f64): void {
  if (cost >= bestCost) return;
  bestCost = cost;
  if (count > bestRoom) {
    best = reallocate(best, 0, <usize>count * POINT * 2);
    bestRoom = 2 * count;
  }
  memory.copy(best, P(0), <usize>count * POINT);
  bestCount = count;
}

export function searchPoints(): usize {
  return best;
}
export function searchPointCount(): u32 {
  return bestCount;
}
export function searchCost(): f64 {
  return bestCost;
}
/** No path is shorter than this. 0: a way is in doubt, and what it may have ended is not known. */
export function searchLowerBound(): f64 {
  if (isDoubted) return 0;
  const waiting = heapSize() > 0 ? reinterpret<f64>(heapLeast()) : Infinity;
  return min(waiting, bestCost);
}
