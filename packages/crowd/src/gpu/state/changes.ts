// What the host changed since the last `flush`. A run of slots with the same bits goes to the
// device by one write per buffer, two for preferred velocities. Other slots are not written,
// because the device's agents are newer than the host's.
import type { Columns } from '../../agents/columns.ts';
import type { TraitWords } from './trait-words.ts';
import { type CrowdBuffers, hasCruise } from './buffers.ts';
import { MOTION, POSITION, REST, TRAITS } from './words.ts';

// bits of what changed of a slot
/** Its position. */
export const PLACE = 1;
/** Its velocity and heading. */
export const VELOCITY = 2;
/** Its preferred velocity. */
export const PREFERENCE = 4;
/** Its radius and other traits. */
export const TRAIT = 8;
/** Its home or cruising speed, status, level and stall. */
export const STATE = 16;
export const ALL = 31;

/** Changes of slots that wait for the next tick. */
export interface Changes {
  /** Adds the bits `what` to a slot. */
  note(slot: number, what: number): void;
  /** The bits of a slot that wait. */
  of(slot: number): number;
  /** Writes all that waits to the device. */
  flush(): void;
  /** Forgets all that waits. */
  clear(): void;
}

/** Slots of one write, at most: bounds the array of its words. */
const MOST_RUN = 65_536;

/** Changes of the columns of a crowd. */
export function createChanges(
  device: GPUDevice,
  buffers: CrowdBuffers,
  columns: Columns,
  traits: TraitWords,
): Changes {
  const capacity = columns.status.length;
  const bits = new Uint8Array(capacity);
  let slots: number[] = [];
  const write = createWriter(device, buffers, columns, traits);
  return {
    note(slot, what) {
      if (bits[slot] === 0) slots.push(slot);
      bits[slot] |= what;
    },
    of: (slot) => bits[slot],
    flush() {
      if (slots.length === 0) return;
      slots.sort((a, b) => a - b);
      for (let from = 0; from < slots.length;) {
        const first = slots[from];
        const what = bits[first];
        let to = from + 1;
        while (
          to < slots.length &&
          slots[to] === first + (to - from) &&
          bits[slots[to]] === what &&
          to - from < MOST_RUN
        ) {
          to++;
        }
        write(first, first + (to - from), what);
        from = to;
      }
      this.clear();
    },
    clear() {
      for (const slot of slots) bits[slot] = 0;
      slots = [];
    },
  };
}

/** A function that writes what changed of the slots from `first` to `end` − 1. */
function createWriter(
  { queue }: GPUDevice,
  buffers: CrowdBuffers,
  columns: Columns,
  traits: TraitWords,
): (first: number, end: number, what: number) => void {
  const { fround } = Math;
  const capacity = columns.status.length;
  return (first, end, what) => {
    const count = end - first;
    if (what & PLACE) {
      const words = new Float32Array(POSITION * count);
      for (let i = 0; i < count; i++) {
        const x = columns.positionX[first + i];
        const y = columns.positionY[first + i];
        words.set([x, y, x - fround(x), y - fround(y)], POSITION * i);
      }
      queue.writeBuffer(buffers.position, 4 * POSITION * first, words);
    }
    if (what & VELOCITY) {
      const words = new Float32Array(MOTION * count);
      for (let i = 0; i < count; i++) {
        const slot = first + i;
        words[MOTION * i] = columns.velocityX[slot];
        words[MOTION * i + 1] = columns.velocityY[slot];
        words[MOTION * i + 2] = columns.headingX[slot];
        words[MOTION * i + 3] = columns.headingY[slot];
      }
      queue.writeBuffer(buffers.motion, 4 * MOTION * first, words);
    }
    if (what & PREFERENCE) {
      const { preferredX, preferredY } = columns;
      queue.writeBuffer(buffers.preferred, 4 * first, preferredX.slice(first, end));
      queue.writeBuffer(buffers.preferred, 4 * (capacity + first), preferredY.slice(first, end));
    }
    if (what & TRAIT) {
      queue.writeBuffer(buffers.traits, 4 * TRAITS * first, traits.wordsOf(first, end));
    }
    if (what & STATE) {
      const words = new Float32Array(REST * count);
      const state = new Uint32Array(words.buffer);
      for (let i = 0; i < count; i++) {
        const x = columns.homeX[first + i];
        const y = columns.homeY[first + i];
        words.set([x, y, x - fround(x), y - fround(y)], REST * i);
        if (hasCruise(columns.status[first + i])) words[REST * i] = columns.cruise[first + i];
        state[REST * i + 4] = traits.stateOf(first + i);
      }
      queue.writeBuffer(buffers.rest, 4 * REST * first, words);
    }
  };
}
