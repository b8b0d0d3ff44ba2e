// The sides that a way crosses, from its legs, or straight ahead.

import { channelBegin } from './channel';
import { crossedPush } from './crossed';
import { markOf, TARGET } from './marks';
import { corners, endOf, onwards, squareOf, startOf, twins, X, Y } from './mesh';
import { leg, legBefore, legSide, turnLegs } from './states';
import { after, at, before, NONE } from '../sides';

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

let sx: f64 = 0;
let sy: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;

/** How far a vertex is to the left of the line, times its length. */
function beside(v: u32): f64 {
  return dx * (Y(v) - sy) - dy * (X(v) - sx);
}

/**
 * Writes all sides that the straight way from a triangle to the target crosses to the channel, and returns the triangle that it ends in;
 * NONE where it meets a wall, or the end of a side that is too near to its line.
 */
export function goStraight(from: u32, x: f64, y: f64, tx: f64, ty: f64, radius: f64): u32 {
  sx = x;
  sy = y;
  dx = tx - x;
  dy = ty - y;
  const room = squareOf(radius) * (dx * dx + dy * dy);
  let side = 3 * from;
  const end = side + 3;
  while (side < end && !(beside(startOf(side)) < 0 && beside(endOf(side)) > 0)) side++;
  if (side == end) return NONE;
  const right = beside(startOf(side));
  const left = beside(endOf(side));
  if (min(right * right, left * left) < room) return NONE;
  while (at(twins, side) != NONE) {
    const entry = at(twins, side);
    crossedPush(side);
    if ((markOf(entry / 3) & TARGET) != 0) return entry / 3;
    const across = beside(at(corners, before(entry)));
    if (across * across < room) return NONE;
    side = across > 0 ? after(entry) : before(entry);
  }
  return NONE;
}
