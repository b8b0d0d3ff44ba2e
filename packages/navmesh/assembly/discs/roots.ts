// The turns of ways that are certain: each with the turn before.

import { reallocate } from '../env';
import { copy, ENTRY, entryHand, entryVertex } from './entries';
import { NONE } from '../sides';

/** Entries with the turn before. */
let roots: usize = 0;
let rootRoom: u32 = 0;
let rootCount: u32 = 0;

export function rootsBind(turns: usize, room: u32): void {
  roots = turns;
  rootRoom = room;
}

export function rootsForget(): void {
  rootCount = 0;
}

/** Returns its number. */
export function addRoot(entry: usize, before: u32): u32 {
  if (rootCount == rootRoom) {
    roots = reallocate(roots, <usize>rootRoom * ENTRY, <usize>rootRoom * ENTRY * 2);
    rootRoom <<= 1;
  }
  const at = roots + <usize>rootCount * ENTRY;
  copy(at, entry, ENTRY);
  store<u32>(at, before, 52);
  const first = before == NONE ? NONE : load<u32>(rootEntry(before), 60);
  const isFirst = first == NONE && before != NONE;
  store<u32>(at, isFirst ? firstTurn(entry) : first, 60);
  return rootCount++;
}
/** What names a first turn: vertex and hand. */
export function firstTurn(entry: usize): u32 {
  return (entryVertex(entry) << 1) | <u32>(entryHand(entry) > 0);
}
export function rootEntry(i: u32): usize {
  return roots + <usize>i * ENTRY;
}
export function rootBefore(i: u32): u32 {
  return load<u32>(roots + <usize>i * ENTRY, 52);
}
