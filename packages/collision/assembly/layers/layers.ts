// The still layer: bodies that have not changed since they were sorted. A body that changes leaves
// the layer, and its place stays empty.
import {
  NOWHERE,
  placeGroup,
  placeMask,
  placeSlot,
  placeX,
  slotPlace,
  slotStill,
} from '../bodies/columns';

/** Notes that none of n slots has a place in the still layer. */
export function clearPlaces(n: u32): void {
  memory.fill(slotPlace(), 0xff, (<usize>n) << 2);
}

/** Notes the places of the still layer: 0 to n − 1. */
export function notePlaces(n: u32): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const slot = <usize>load<u32>(placeSlot() + (i << 2));
    store<u32>(slotPlace() + (slot << 2), <u32>i);
  }
}

/**
 * Takes n slots of a list out of the still layer, and replaces each slot in the list by its place.
 * `freeSlot`, where no body lives, becomes the slot of the empty places.
 */
export function leaveStill(list: usize, n: u32, freeSlot: u32): void {
  for (let at = list, end = list + ((<usize>n) << 2); at < end; at += 4) {
    const slot = <usize>load<u32>(at);
    const place = load<u32>(slotPlace() + (slot << 2));
    store<u32>(at, place);
    if (place == NOWHERE) continue;
    store<u32>(slotPlace() + (slot << 2), NOWHERE);
    store<u8>(slotStill() + slot, 0);
    // NaN fails every test, so nothing touches this place
    store<f32>(placeX() + ((<usize>place) << 2), NaN);
    store<u32>(placeSlot() + ((<usize>place) << 2), freeSlot);
  }
}

/**
 * Clears the words of the filter at the n places of a list, so that no body meets or finds them.
 */
export function clearRoles(list: usize, n: u32): void {
  for (let at = list, end = list + ((<usize>n) << 2); at < end; at += 4) {
    const place = load<u32>(at);
    if (place == NOWHERE) continue;
    store<u32>(placeGroup() + ((<usize>place) << 2), 0);
    store<u32>(placeMask() + ((<usize>place) << 2), 0);
  }
}

/**
 * Keeps the pairs whose bodies are both in the still layer, and returns their number. All slots are
 * below n. `bits` has room for one bit per slot and 16 bytes more. Bits rather than bytes, so that
 * the table of 1 M slots (125 kB) stays in a second-level cache.
 */
export function keepStill(pairs: usize, count: u32, n: u32, bits: usize): u32 {
  const zero = i8x16.splat(0);
  for (let i: usize = 0; i < <usize>n; i += 16) {
    store<u16>(bits + (i >> 3), <u16>i8x16.bitmask(i8x16.ne(v128.load(slotStill() + i), zero)));
  }
  let to = pairs;
  for (let at = pairs, end = pairs + ((<usize>count) << 3); at < end; at += 8) {
    const pair = load<u64>(at);
    store<u64>(to, pair);
    const both = isIn(bits, <u32>pair) & isIn(bits, <u32>(pair >> 32));
    to += (<usize>both) << 3;
  }
  return <u32>((to - pairs) >> 3);
}

function isIn(bits: usize, slot: u32): u32 {
  return (<u32>load<u8>(bits + <usize>(slot >> 3)) >> (slot & 7)) & 1;
}
