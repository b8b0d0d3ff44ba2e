// Two layers of bodies: those that stood still since they were sorted, and those that moved.
import { FG, FM, NOWHERE, PLACE, SLOT, STILL, SX } from './arrays';

/** Nobody of n slots has a place in the still layer. */
export function clearPlaces(n: u32): void {
  memory.fill(PLACE, 0xff, (<usize>n) << 2);
}

/** Notes the places of the bodies at places 0 to n − 1, the still layer. */
export function notePlaces(n: u32): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const slot = <usize>load<u32>(SLOT + (i << 2));
    store<u32>(PLACE + (slot << 2), <u32>i);
  }
}

/**
 * Takes n slots of a list out of the still layer; `nobody` is a slot where no body lives. Leaves their places
 * in the list.
 */
export function leaveStill(list: usize, n: u32, nobody: u32): void {
  for (let at = list, end = list + ((<usize>n) << 2); at < end; at += 4) {
    const slot = <usize>load<u32>(at);
    const place = load<u32>(PLACE + (slot << 2));
    store<u32>(at, place);
    if (place == NOWHERE) continue;
    store<u32>(PLACE + (slot << 2), NOWHERE);
    store<u8>(STILL + slot, 0);
    // nothing touches what is nowhere
    store<f32>(SX + ((<usize>place) << 2), NaN);
    store<u32>(SLOT + ((<usize>place) << 2), nobody);
  }
}

/** Nobody meets or finds what was at the places of a list. */
export function clearRoles(list: usize, n: u32): void {
  for (let at = list, end = list + ((<usize>n) << 2); at < end; at += 4) {
    const place = load<u32>(at);
    if (place == NOWHERE) continue;
    store<u32>(FG + ((<usize>place) << 2), 0);
    store<u32>(FM + ((<usize>place) << 2), 0);
  }
}

/**
 * Keeps the pairs of which both are in the still layer; returns how many. `bits` has room for a bit for each of
 * n slots, and 16 bytes more: a table that small stays in a cache.
 */
export function keepStill(pairs: usize, count: u32, n: u32, bits: usize): u32 {
  const zero = i8x16.splat(0);
  for (let i: usize = 0; i < <usize>n; i += 16) {
    store<u16>(bits + (i >> 3), <u16>i8x16.bitmask(i8x16.ne(v128.load(STILL + i), zero)));
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
