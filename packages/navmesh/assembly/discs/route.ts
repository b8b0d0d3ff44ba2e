// The sides that a way crosses, from its legs.

import { channelBegin } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from './marks';
import { onwards, twins } from './mesh';
import { leg, legBefore, legSide, turnLegs } from './states';
import { at, NONE } from '../sides';

/** Per side: the last channel that it is in. */
let crossed: usize = 0;
let channels: u32 = 0;

export function routeBind(crossedSides: usize): void {
  crossed = crossedSides;
}

/** Writes all sides that the way at hand crosses to the channel, and returns the triangle it ends in; NONE where one comes twice: no path does. */
export function followLegs(): u32 {
  channelBegin();
  // the legs the other way round
  let next = turnLegs(leg);
  const start = next;
  let triangle = NONE;
  let isTwice = false;
  channels++;
  while (next != NONE) {
    let side = legSide(next);
    next = legBefore(next);
    for (;;) {
      crossedPush(side);
      const stamp = crossed + ((<usize>side) << 2);
      if (load<u32>(stamp) == channels) isTwice = true;
      store<u32>(stamp, channels);
      const entry = at(twins, side);
      triangle = entry / 3;
      if (next != NONE ? legSide(next) / 3 == triangle : (markOf(triangle) & TARGET) != 0) break;
      side = at(onwards, entry);
    }
  }
  turnLegs(start);
  return isTwice ? NONE : triangle;
}
