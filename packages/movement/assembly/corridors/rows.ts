// Rows of batches: row i is about slot i, or about the slot that a column names.

import { get } from '@wayfield/wasm/assembly/words';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { cornerCount, cornersTo } from './corners';
import { moveEnd, moveStart } from './follow';
import { Slot } from './layout';
import { isValid, optimize, repair } from './mend';
import { lengthOf, slotCorners } from './path';
import { slotAt } from './slots';

function rowSlot(slots: usize, row: u32): Slot {
  return slotAt(slots == 0 ? row : get(slots, row));
}

/** The agents, or with `isTarget` their targets, are at (x, y). Writes statuses, a byte each. */
export function moveRows(
  count: u32,
  slots: usize,
  x: usize,
  y: usize,
  out: usize,
  isTarget: bool,
): void {
  for (let row: u32 = 0; row < count; row++) {
    const slot = rowSlot(slots, row);
    const px = number(x, row);
    const py = number(y, row);
    store<u8>(out + row, <u8>(isTarget ? moveEnd(slot, px, py) : moveStart(slot, px, py)));
  }
}

export function clearRows(count: u32, slots: usize): void {
  for (let row: u32 = 0; row < count; row++) rowSlot(slots, row).length = 0;
}

/** Writes a byte each: whether the corridors are valid. */
export function validRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, isValid(rowSlot(slots, row)) ? 1 : 0);
}

/** Mends corridors that are not valid. Writes a byte each: whether they are valid now. */
export function repairRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, repair(rowSlot(slots, row)) ? 1 : 0);
}

/** Writes a byte each: whether the corridors got shorter. */
export function optimizeRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, optimize(rowSlot(slots, row)) ? 1 : 0);
}

/** Writes the lengths of the paths. */
export function distanceRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++) putNumber(out, row, lengthOf(rowSlot(slots, row)));
}

/**
 * Writes the next corners of `count` slots from `first` on, `n` entries each, 0 where there are
 * fewer: how many, and whether the target is among them.
 */
export function cornerRows(
  first: u32,
  count: u32,
  n: u32,
  x: usize,
  y: usize,
  counts: usize,
  hasTarget: usize,
): void {
  memory.fill(x, 0, (<usize>count * n) << 3);
  memory.fill(y, 0, (<usize>count * n) << 3);
  for (let row: u32 = 0; row < count; row++) {
    const at = (<usize>row * n) << 3;
    cornersTo(x + at, y + at);
    store<u8>(hasTarget + row, slotCorners(slotAt(first + row), n) ? 1 : 0);
    store<u8>(counts + row, <u8>cornerCount());
  }
}
