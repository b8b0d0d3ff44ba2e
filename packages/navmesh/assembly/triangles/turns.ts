// The turns of the shortest way found.

import { rootBefore, rootVertex } from './funnel';
import { bestRoot } from './search';
import { NONE } from '../sides';

/** The number of turns; NONE where nothing was found. */
export function pathTurns(): u32 {
  if (bestRoot == NONE) return NONE;
  let count: u32 = 0;
  for (let i = bestRoot; i != NONE; i = rootBefore(i)) count++;
  return count - 1;
}

/** Writes the vertices of the turns from the start on. */
export function pathWrite(address: usize): void {
  let i = pathTurns();
  for (let turned = bestRoot; i > 0; turned = rootBefore(turned)) {
    i--;
    store<u32>(address + ((<usize>i) << 2), rootVertex(turned));
  }
}
