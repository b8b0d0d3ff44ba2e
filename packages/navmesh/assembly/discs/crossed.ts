// The current channel, as the sides that its path crosses, in order. Each is the side of the
// triangle that the path leaves over it. crossings.ts writes the list from the branches of a label.

import { reallocate } from '../env';
import { at } from '../sides';

let sides: usize = 0;
let room: u32 = 0;
let sideCountValue: u32 = 0;
export function sideCount(): u32 {
  return sideCountValue;
}

export function crossedBind(list: usize, sideRoom: u32): void {
  sides = list;
  room = sideRoom;
}
export function crossedForget(): void {
  sideCountValue = 0;
}

/** Adds the next side that the path crosses. */
export function crossedPush(side: u32): void {
  if (sideCountValue == room) {
    sides = reallocate(sides, (<usize>room) << 2, (<usize>room) << 3);
    room <<= 1;
  }
  store<u32>(sides + ((<usize>sideCountValue) << 2), side);
  sideCountValue++;
}

export function sideAt(i: u32): u32 {
  return at(sides, i);
}
