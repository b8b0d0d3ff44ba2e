// Where the best path of the query at hand turns.

import { reallocate } from '../env';

/** f64 x and y per turn. */
export let turns: usize = 0;
let room: u32 = 0;
export let turnCount: u32 = 0;

export function turnsBind(address: usize, entries: u32): void {
  turns = address;
  room = entries;
  turnCount = 0;
}

/** There are so many from now on. */
export function turnsAre(count: u32): void {
  if (count > room) {
    turns = reallocate(turns, 0, (<usize>count) << 5);
    room = count << 1;
  }
  turnCount = count;
}

export function turnAt(i: u32): usize {
  return turns + ((<usize>i) << 4);
}
