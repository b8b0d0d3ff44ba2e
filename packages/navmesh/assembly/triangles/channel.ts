// What the shortest way found is: its turns, and the sides that it crosses.

import { rootBefore, rootVertex } from './funnel';
import { markOf, TARGET, WAY, wayDown } from './marks';
import { corners, NODE, onwards, twins, X, Y } from './mesh';
import { bestLeg, bestRoot, isPlain } from './search';
import { legBefore, legSide, turnLegs } from './states';
import { after, at, NONE } from '../sides';

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

/** The number of sides crossed. */
export function channelSides(): u32 {
  return followLegs(0);
}

/** Writes them in order as portals, 4 f64 each: x and y of the left end, of the right end. */
export function channelWrite(address: usize): void {
  followLegs(address);
}

/** Through all legs in order; address 0: only counts. */
function followLegs(address: usize): u32 {
  let count: u32 = 0;
  const first = turnLegs(bestLeg);
  for (let i = first; i != NONE; i = legBefore(i)) {
    for (let side = legSide(i); ;) {
      if (address != 0) writePortal(address + ((<usize>count) << 5), side);
      count++;
      const entry = at(twins, side);
      const m = markOf(entry / 3);
      if (m & TARGET || isPlain) break;
      side = m & WAY ? wayDown(entry / 3) : at(onwards, entry);
      if (side == NODE) break;
    }
  }
  turnLegs(first);
  return count;
}

function writePortal(address: usize, side: u32): void {
  const left = at(corners, after(side));
  const right = at(corners, side);
  store<f64>(address, X(left));
  store<f64>(address, Y(left), 8);
  store<f64>(address, X(right), 16);
  store<f64>(address, Y(right), 24);
}
