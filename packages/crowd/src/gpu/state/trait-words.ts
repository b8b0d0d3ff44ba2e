// Traits and states of agents as 32-bit words, between the columns of the host and the device.
// changes.ts writes them to the device, read.ts brings states back.
import type { Engine } from '../../engine.ts';
import { openColumns } from '../../agents/columns.ts';
import { TRAITS_COLUMN } from '../../kernels.gen.ts';
import { TRAITS } from './words.ts';

/** The traits of agents and the word of their state, as the device holds them. */
export interface TraitWords {
  /** Words of the slots from `first` to `end` − 1: the radius, then `Traits` of the kernels. */
  wordsOf(first: number, end: number): Uint32Array<ArrayBuffer>;
  /** Status, level and stall of a slot, from the low byte on. */
  stateOf(slot: number): number;
  /** Takes the state of a slot from the device. */
  putState(slot: number, state: number): void;
}

/** Views of the memory of an engine. */
export function openTraitWords(engine: Engine): TraitWords {
  const { kernels, capacity } = engine;
  const { radius: radii, status, level, stall } = openColumns(engine);
  const { buffer } = radii;
  const radius = new Uint32Array(buffer, radii.byteOffset, capacity);
  const address = kernels.columnAddress(TRAITS_COLUMN) >>> 0;
  const records = new Uint32Array(buffer, address, (TRAITS - 1) * capacity);
  return {
    wordsOf(first, end) {
      const words = new Uint32Array(TRAITS * (end - first));
      for (let slot = first; slot < end; slot++) {
        const at = TRAITS * (slot - first);
        const record = (TRAITS - 1) * slot;
        words[at] = radius[slot];
        for (let i = 0; i < TRAITS - 1; i++) words[at + 1 + i] = records[record + i];
      }
      return words;
    },
    stateOf: (slot) => status[slot] | (level[slot] << 8) | (stall[slot] << 16),
    putState(slot, state) {
      status[slot] = state & 255;
      level[slot] = (state >>> 8) & 255;
      stall[slot] = state >>> 16;
    },
  };
}
