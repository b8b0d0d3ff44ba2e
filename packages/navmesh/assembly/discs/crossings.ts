// From a label to its channel: the sides that its path crosses, found from its branches.

import { channelBegin } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from '../channel/marks';
import { onwardOf, twinOf } from '../channel/mesh';
import { branch, branchBefore, branchSide, turnBranches } from './branches';
import { NONE } from '../sides';

/**
 * Per side, u32: the number of the latest channel that crosses it, 0 if none does. `channels`: the
 * number of channels so far.
 */
let crossed: usize = 0;
let channels: u32 = 0;

export function crossingsBind(crossedSides: usize): void {
  crossed = crossedSides;
}

/**
 * Writes all sides that the current path crosses to the channel (crossed.ts), and returns the
 * triangle in which the path ends. NONE if it crosses a side twice, which no shortest path does.
 */
export function followBranches(): u32 {
  channelBegin();
  // the branches from the source on
  let next = turnBranches(branch());
  const start = next;
  let triangle = NONE;
  let isTwice = false;
  channels++;
  while (next != NONE) {
    let side = branchSide(next);
    next = branchBefore(next);
    for (;;) {
      crossedPush(side);
      const stamp = crossed + ((<usize>side) << 2);
      if (load<u32>(stamp) == channels) isTwice = true;
      store<u32>(stamp, channels);
      const entry = twinOf(side);
      triangle = entry / 3;
      if (next != NONE ? branchSide(next) / 3 == triangle : (markOf(triangle) & TARGET) != 0) break;
      side = onwardOf(entry);
    }
  }
  turnBranches(start);
  return isTwice ? NONE : triangle;
}
