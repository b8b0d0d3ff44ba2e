// The turns of the best path of the current query, for both algorithms. queries.ts and the host
// read them.

import { reallocate } from '../env';

/** f64 x and y per turn. */
let turns: usize = 0;
const Y: usize = 8;
let room: u32 = 0;
let count: u32 = 0;

export function turnsBind(address: usize, entries: u32): void {
  turns = address;
  room = entries;
  count = 0;
}

/** Makes room for turns that are written next; the turns before are lost. */
export function turnsAre(turnsNow: u32): void {
  if (turnsNow > room) {
    turns = reallocate(turns, 0, (<usize>turnsNow) << 5);
    room = turnsNow << 1;
  }
  count = turnsNow;
}
export function turnCount(): u32 {
  return count;
}

export function turnAt(i: u32): usize {
  return turns + ((<usize>i) << 4);
}
export function turnX(i: u32): f64 {
  return load<f64>(turnAt(i));
}
export function turnY(i: u32): f64 {
  return load<f64>(turnAt(i), Y);
}
export function setTurn(i: u32, x: f64, y: f64): void {
  store<f64>(turnAt(i), x);
  store<f64>(turnAt(i), y, Y);
}
