// Lists of u32 that grow. A list is the address of its 16 bytes: where the entries lie, for how many there is room, how many there are.

import { reallocate } from '../env';
import { at } from '../sides';

export function listAdd(list: usize, value: u32): void {
  const count = load<u32>(list, 8);
  if (count == load<u32>(list, 4)) {
    const bytes = (<usize>count) << 2;
    store<u32>(list, <u32>reallocate(load<u32>(list), bytes, bytes << 1));
    store<u32>(list, count << 1, 4);
  }
  store<u32>(load<u32>(list) + (count << 2), value);
  store<u32>(list, count + 1, 8);
}

export function listAt(list: usize, i: u32): u32 {
  return at(load<u32>(list), i);
}
export function listCount(list: usize): u32 {
  return load<u32>(list, 8);
}
export function listClear(list: usize): void {
  store<u32>(list, 0, 8);
}
