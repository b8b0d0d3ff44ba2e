// Lists of u32 that grow. A list is the address of a record `List`.

import { reallocate } from '../env';
import { at } from '../sides';
import { List } from './layout';

export function listAdd(address: usize, value: u32): void {
  const list = changetype<List>(address);
  const count = list.count;
  if (count == list.room) {
    const bytes = (<usize>count) << 2;
    list.entries = <u32>reallocate(list.entries, bytes, bytes << 1);
    list.room = count << 1;
  }
  store<u32>(list.entries + (count << 2), value);
  list.count = count + 1;
}

export function listAt(list: usize, i: u32): u32 {
  return at(changetype<List>(list).entries, i);
}
export function listCount(list: usize): u32 {
  return changetype<List>(list).count;
}
export function listClear(list: usize): void {
  listCut(list, 0);
}
/** Keeps the first `count` entries of a list. */
export function listCut(list: usize, count: u32): void {
  changetype<List>(list).count = count;
}
