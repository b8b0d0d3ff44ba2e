// Traits and states of agents as 32-bit words, between the columns of the host and the device.
// changes.ts writes them to the device, read.ts brings states back.
import type { Engine } from '../../engine.ts';
import { TRAITS } from './buffers.ts';

/** The traits of agents and the word of their state, as the device holds them. */
export interface TraitWords {
  /** Words of the slots from `first` to `end` − 1: the radius, then `Traits` of the kernels. */
  wordsOf(first: number, end: number): Uint32Array<ArrayBuffer>;
  /** Status, level and stall of a slot, from the low byte on. */
  stateOf(slot: number): number;
  /** Takes the state of a slot from the device. */
  putState(slot: number, state: number): void;
}

// numbers of columns, in the order of `World` of assembly/layout-world.ts
const RADIUS = 12;
const TRAIT_RECORDS = 13;
const STATUS = 15;
const LEVEL = 16;
const STALL = 17;

/** Views of the memory of an engine. */
export function openTraitWords({ host, kernels, capacity }: Engine): TraitWords {
  const { buffer } = host.arena.memory;
  const address = (column: number): number => kernels.columnAddress(column) >>> 0;
  const radius = new Uint32Array(buffer, address(RADIUS), capacity);
  const records = new Uint32Array(buffer, address(TRAIT_RECORDS), (TRAITS - 1) * capacity);
  const status = new Uint8Array(buffer, address(STATUS), capacity);
  const level = new Uint8Array(buffer, address(LEVEL), capacity);
  const stall = new Uint16Array(buffer, address(STALL), capacity);
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
