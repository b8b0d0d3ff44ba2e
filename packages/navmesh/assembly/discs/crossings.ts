// From a label to its channel: the sides that its path crosses, found from its branches.

import { channelBegin } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from '../channel/marks';
import { onwardOf, triangleCount, twinOf } from '../channel/mesh';
import { branch, branchBefore, branchSide, turnBranches } from './branches';
import { NONE } from '../sides';

/**
 * Per side, u32: the number of the latest channel that crosses it, 0 if none does. `channels`: the
 * number of the latest channel.
 */
let crossed: usize = 0;
let channels: u32 = 0;

/** `last`: the number of the last channel so far; 0 except in tests. */
export function crossingsBind(crossedSides: usize, last: u32): void {
  crossed = crossedSides;
  channels = last;
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
  if (channels == 0) {
    // the numbers begin again: without this, sides of earlier channels with the same numbers count
    memory.fill(crossed, 0, 12 * <usize>triangleCount());
    channels = 1;
  }
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
