// The sides that a way crosses, in order, as the triangles before them have them: with those triangles, a channel.

import { reallocate } from '../env';
import { at } from '../sides';

let sides: usize = 0;
let room: u32 = 0;
export let sideCount: u32 = 0;

export function crossedBind(list: usize, sideRoom: u32): void {
  sides = list;
  room = sideRoom;
}
export function crossedForget(): void {
  sideCount = 0;
}

/** The way goes on over a side. */
export function crossedPush(side: u32): void {
  if (sideCount == room) {
    sides = reallocate(sides, (<usize>room) << 2, (<usize>room) << 3);
    room <<= 1;
  }
  store<u32>(sides + ((<usize>sideCount) << 2), side);
  sideCount++;
}

export function sideAt(i: u32): u32 {
  return at(sides, i);
}
