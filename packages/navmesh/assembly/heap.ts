// The open lists of this package: the shared heap with f64 keys and items of 24 bits.

import {
  heapEntryF64,
  heapKeyF64,
  heapPush as push,
  ITEMS_F64,
} from '@wayfield/wasm/assembly/heap';

export { heapBind, heapClear, heapPop, heapSize, heapTop } from '@wayfield/wasm/assembly/heap';

/** The bits of an entry that are its item; the other bits are `heapKey` of its key. */
export const ITEMS: u64 = <u64>ITEMS_F64;

/**
 * The bits of a key >= 0 by which entries are ordered: the key rounded down, by less than the share
 * 2^-28. Keys with equal bits tie.
 */
export function heapKey(key: f64): u64 {
  return heapKeyF64(key);
}

export function heapPush(key: f64, item: u32): void {
  push(heapEntryF64(key, item));
}
