// Words to be written to buffers, and how values become words. The change logs of step/ and
// distance/ collect them; memory/scatter.ts writes them.
import { toWindowed } from '../../step/log-values.ts';
import { halfBits } from '../memory/half.ts';
import type { FieldLayout } from '../memory/layout.ts';

/** Words to be written: index, value, index, value, … */
export type Writes = number[];

/** `Writes` while they are collected: the last value of an index counts. */
export type WriteMap = Map<number, number>;

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** The bits of an f32. */
export function bitsOf(value: number): number {
  scratch[0] = value;
  return scratchBits[0];
}

/** Writes a cell's value as the field's layout and precision have it. */
export function writeValue(
  writes: WriteMap,
  layout: FieldLayout,
  at: { readonly layer: number; readonly cell: number },
  value: number,
): void {
  const word = layout.wordOf(at.layer, at.cell);
  if (!layout.log) {
    writes.set(word, layout.half ? halfBits(value) : bitsOf(value));
    return;
  }
  const { m, k } = toWindowed(value);
  writes.set(word, bitsOf(m));
  writes.set(word + 4, m === 0 ? 0 : k >>> 0);
}
