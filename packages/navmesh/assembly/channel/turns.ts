// The certain turns of paths: entries of funnels that became apexes, each with the turn before.
// All turns form a tree, and every label holds one node of this tree. For discs a later circle can
// take back the turn at the apex: the turn before becomes the apex again (`backUp` of
// circle-chains.ts).

import { reallocate } from '../env';
import { Circle, Entry, ENTRY, HAS_RADIUS } from './layout';
import { NONE } from '../sides';

let turns: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

export function turnsBind(address: usize, entries: u32): void {
  turns = address;
  room = entries;
}
export function turnsForget(): void {
  count = 0;
}

/** Copies one entry after another. Funnels are too short for a call of `memory.copy` to pay. */
export function copyEntries(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 32) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
  }
}

/**
 * Adds a copy of an entry as a turn after the turn `before` (NONE for the start of the path), and
 * returns its number.
 */
export function addTurn(entry: usize, before: u32): u32 {
  if (count == room) {
    turns = reallocate(turns, <usize>room * ENTRY, <usize>room * ENTRY * 2);
    room <<= 1;
  }
  const turn = turns + <usize>count * ENTRY;
  if (HAS_RADIUS) copyEntries(turn, entry, ENTRY);
  else changetype<Entry>(turn).vertex = changetype<Entry>(entry).vertex;
  changetype<Entry>(turn).before = before;
  if (HAS_RADIUS) {
    const first = before == NONE ? NONE : changetype<Circle>(turnEntry(before)).first;
    const isFirst = first == NONE && before != NONE;
    changetype<Circle>(turn).first = isFirst ? nameOf(entry) : first;
  }
  return count++;
}

/**
 * The name of a disc's turn, by which dominance.ts lists first turns: twice its vertex, plus 1 for
 * a turn to the left.
 */
export function nameOf(entry: usize): u32 {
  const circle = changetype<Circle>(entry);
  return (circle.vertex << 1) | <u32>(circle.hand > 0);
}
export function turnEntry(i: u32): usize {
  return turns + <usize>i * ENTRY;
}
export function turnBefore(i: u32): u32 {
  return changetype<Entry>(turnEntry(i)).before;
}
export function turnVertex(i: u32): u32 {
  return changetype<Entry>(turnEntry(i)).vertex;
}
