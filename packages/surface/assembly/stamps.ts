// Stamps: per wall or polygon the number of the last search that met it. So an item that is listed
// in several cells is taken once, and nothing is cleared between searches. fit.ts and walls-near.ts
// (walls) and region.ts (polygons) share one array: each search ends before the next one begins.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';

let stamps: usize = 0;
let room: u32 = 0;
/** The number of the current search; 0 stands for none. */
let search: u32 = 0;

/** For tests: sets the number of the last search. */
export function searchSet(value: u32): void {
  search = value;
}

/** Begins a search among `count` walls or polygons. After 2^32 - 1 searches stamps are cleared. */
export function searchBegin(count: u32): void {
  if (room < count) {
    stamps = reallocate(stamps, (<usize>room) << 2, (<usize>count) << 2);
    room = count;
  }
  if (++search != 0) return;
  memory.fill(stamps, 0, (<usize>room) << 2);
  search = 1;
}

/** Whether the current search meets a wall or polygon for the first time. */
export function isFirst(i: u32): bool {
  if (get(stamps, i) == search) return false;
  set(stamps, i, search);
  return true;
}
