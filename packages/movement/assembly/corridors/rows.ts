// The rows of batches, for src/corridors/batches.ts: row i is about slot i, or about the slot that
// the column `slots` names. Address 0 of `slots`: there is no such column.

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

/**
 * Moves the agents, or with `isTarget` their targets, to (x, y) of each row. Writes a byte per row:
 * a number of `CORRIDOR_STATUS`.
 */
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

/** Empties the slots. */
export function clearRows(count: u32, slots: usize): void {
  for (let row: u32 = 0; row < count; row++) rowSlot(slots, row).length = 0;
}

/** Writes a byte per row: 1 if the corridor is valid, else 0. */
export function validRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, isValid(rowSlot(slots, row)) ? 1 : 0);
}

/** Mends corridors that are not valid. Writes a byte per row: 1 if the corridor is valid now. */
export function repairRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, repair(rowSlot(slots, row)) ? 1 : 0);
}

/** Makes paths shorter (`optimize`). Writes a byte per row: 1 if the path got shorter. */
export function optimizeRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    store<u8>(out + row, optimize(rowSlot(slots, row)) ? 1 : 0);
}

/** Writes the lengths of the paths, as `lengthOf` gives them. */
export function distanceRows(count: u32, slots: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++) putNumber(out, row, lengthOf(rowSlot(slots, row)));
}

/**
 * Writes the next corners of `count` slots from `first` on, `n` entries of `x` and `y` per slot, 0
 * after the last corner. Writes a byte per slot each to `counts`, how many corners there are, and
 * to `hasTarget`, whether the last one is the target. `n`: at most 255.
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
