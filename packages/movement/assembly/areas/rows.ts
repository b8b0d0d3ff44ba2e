// Batches of src/areas/place-calls.ts: one place, line or link per row.

import { get, set } from '@wayfield/wasm/assembly/words';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { isOpen } from './ends';
import { lineCost } from './integral';
import { areaAt } from './map';

/** Writes the numbers of the areas at places, as words. */
export function areaRows(count: u32, x: usize, y: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    set(out, row, <u32>(<u64>areaAt(number(x, row), number(y, row))));
}

/** Writes the costs of lines, as `lineCost` gives them. */
export function costRows(count: u32, ax: usize, ay: usize, bx: usize, by: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++)
    putNumber(
      out,
      row,
      lineCost(number(ax, row), number(ay, row), number(bx, row), number(by, row)),
    );
}

/** Writes a byte per row: 1 if the link is open, else 0. `links`: words. */
export function openRows(count: u32, links: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++) store<u8>(out + row, isOpen(get(links, row)) ? 1 : 0);
}
