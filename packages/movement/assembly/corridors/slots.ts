// The corridors: a record per slot, and a block with the polygons of each slot. follow.ts and
// mend.ts write polygons; sleeve.ts, choose-portals.ts and hash.ts read them. `polygons` and
// snapshots of the TypeScript read and write them directly (host.ts gives the addresses).

import { get, NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { SLOT, Slot } from './layout';

/** Polygons for which a slot has room once it is first filled. */
const ROOM: u32 = 32;

let slots: usize = 0;
/** The number of the spare slot, which comes after all others. */
let spare: u32 = 0;

/** Makes `count` empty slots, at most 2^26, and the spare slot. */
export function slotsCreate(count: u32): void {
  slots = reallocate(0, 0, <usize>(count + 1) * SLOT);
  spare = count;
}

/**
 * A slot without an agent, in which new corridors are made. `setRoute` swaps the complete corridor
 * in; `optimize` and `repair` copy it.
 */
export function spareSlot(): Slot {
  return slotAt(spare);
}
/** Swaps the polygons of two slots, with the length and room of each. */
export function swapPolygons(one: Slot, other: Slot): void {
  const polygons = one.polygons;
  const length = one.length;
  const room = one.room;
  one.polygons = other.polygons;
  one.length = other.length;
  one.room = other.room;
  other.polygons = polygons;
  other.length = length;
  other.room = room;
}

export function slotAt(slot: u32): Slot {
  return changetype<Slot>(slots + <usize>slot * SLOT);
}

export function polygonOf(slot: Slot, i: u32): u32 {
  return get(slot.polygons, i);
}

/** Address of the polygons of a slot from index `i` on. */
export function polygonsFrom(slot: Slot, i: u32): usize {
  return slot.polygons + ((<usize>i) << 2);
}

/** Makes room for `length` polygons in a slot, and keeps its corridor. */
export function makeRoom(slot: Slot, length: u32): void {
  if (length <= slot.room) return;
  let room: u32 = max(ROOM, slot.room);
  while (room < length) room *= 2;
  slot.polygons = reallocate(slot.polygons, (<usize>slot.length) << 2, (<usize>room) << 2);
  slot.room = room;
}

/** Puts `count` polygons in place of the first `drop` polygons of a slot. */
export function replaceStart(slot: Slot, drop: u32, polygons: usize, count: u32): void {
  const rest = slot.length - drop;
  makeRoom(slot, rest + count);
  const base = slot.polygons;
  const behind = base + ((<usize>count) << 2);
  memory.copy(behind, base + ((<usize>drop) << 2), (<usize>rest) << 2);
  memory.copy(base, polygons, (<usize>count) << 2);
  slot.length = rest + count;
}

/** Drops all polygons of a slot but the first `keep`, and adds `count` polygons. */
export function replaceEnd(slot: Slot, keep: u32, polygons: usize, count: u32): void {
  makeRoom(slot, keep + count);
  memory.copy(slot.polygons + ((<usize>keep) << 2), polygons, (<usize>count) << 2);
  slot.length = keep + count;
}

/** The last index of polygon `p` in a slot; NONE if the slot does not contain `p`. */
export function placeOf(slot: Slot, p: u32): u32 {
  for (let i = slot.length; i > 0; i--) if (get(slot.polygons, i - 1) == p) return i - 1;
  return NONE;
}
