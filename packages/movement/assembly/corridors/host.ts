// Calls for single slots: for src/corridors/create-corridors.ts and src/corridors/snapshot.ts;
// `mendCreate` for src/corridors/corridor-host.ts.

import { moveEnd, moveStart } from './follow';
import { Slot } from './layout';
import { isValid, optimize, repair } from './mend';
import { UNKNOWN, version } from './mesh';
import { lengthOf, pathCreate } from './path';
import { theLine } from './search';
import { makeRoom, slotAt } from './slots';
import { stripCreate } from './strip';

/** Allocates what strip.ts and path.ts need: for `optimize`, and for paths of discs. */
export function mendCreate(): void {
  stripCreate();
  pathCreate();
}

/**
 * Moves the agent of a slot, or with `isTarget` its target, to the end of `theLine`, which the host
 * has written. Returns a number of `CORRIDOR_STATUS`.
 */
export function slotMove(number: u32, isTarget: bool): u32 {
  const slot = slotAt(number);
  const x = theLine().bx;
  const y = theLine().by;
  return isTarget ? moveEnd(slot, x, y) : moveStart(slot, x, y);
}
export function slotClear(slot: u32): void {
  slotAt(slot).length = 0;
}
export function slotIsValid(slot: u32): bool {
  return isValid(slotAt(slot));
}
export function slotOptimize(slot: u32): bool {
  return optimize(slotAt(slot));
}
export function slotRepair(slot: u32): bool {
  return repair(slotAt(slot));
}
/** Writes the length of the path through a corridor (`lengthOf`) to `ax` of `theLine`. */
export function slotMeasure(slot: u32): void {
  theLine().ax = lengthOf(slotAt(slot));
}

/** Address of the record of a slot, which begins with its ends and its radius. */
export function slotAddress(slot: u32): usize {
  return changetype<usize>(slotAt(slot));
}
export function slotLength(slot: u32): u32 {
  return slotAt(slot).length;
}
/** Address of the polygons of a slot. */
export function slotPolygons(slot: u32): usize {
  return slotAt(slot).polygons;
}
/** Makes room for `count` polygons in a slot. */
export function slotRoom(slot: u32, count: u32): void {
  makeRoom(slotAt(slot), count);
}
/** Sets the length of a corridor. Returns the address to which the host then writes polygons. */
export function slotFill(number: u32, count: u32): usize {
  const slot: Slot = slotAt(number);
  makeRoom(slot, count);
  slot.length = count;
  return slot.polygons;
}
/** Whether the corridor of a slot is known to be valid on the current mesh, without a test. */
export function slotIsKnown(slot: u32): bool {
  return slotAt(slot).version == version();
}
export function slotSetKnown(slot: u32, isKnown: bool): void {
  slotAt(slot).version = isKnown ? version() : UNKNOWN;
}
