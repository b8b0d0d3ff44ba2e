// Ids of agents: how they are made of slot and generation, and how they are checked.
import { refuse } from '@wayfield/check';
import { FREE } from '../types.ts';
import type { Columns } from './columns.ts';
import { anyNumber } from './rules.ts';
import type { FreeSlots } from './slots.ts';

/** An id is the slot plus this times the generation of the slot. */
const GENERATIONS = 2 ** 32;
/** The number of generations of a slot. With 2^21, ids stay below 2^53, where f64 is exact. */
export const MOST_GENERATIONS: number = 2 ** 21;

/** The next generation of a slot. After 2^21 removals from a slot, its ids come again. */
export const nextGeneration = (generation: number): number => (generation + 1) % MOST_GENERATIONS;

/** Ids of agents: the slot plus 2^32 times the generation of the slot. */
export interface Ids {
  /** Whether an agent has this id. */
  lives(id: number): boolean;
  /** Throws RangeError if no agent has this id. */
  slotOf(id: number): number;
  /** Throws RangeError if no agent has this slot. */
  idOf(slot: number): number;
}

/** Ids by the generation and status columns. */
export function createIds({ status, generation }: Columns, slots: FreeSlots): Ids {
  function lives(id: number): boolean {
    anyNumber(id, 'id');
    const slot = id % GENERATIONS;
    if (!(slot < slots.end) || status[slot] === FREE) return false;
    return generation[slot] === Math.floor(id / GENERATIONS);
  }
  return {
    lives,
    slotOf(id) {
      if (!lives(id))
        refuse('id', id, `the id of an agent of this crowd, in slots below ${slots.end}`);
      return id % GENERATIONS;
    },
    idOf(slot) {
      anyNumber(slot, 'slot');
      // negative and fractional slots have no status
      if (!(slot < slots.end) || (status[slot] ?? FREE) === FREE) {
        refuse('slot', slot, `a slot of an agent, below ${slots.end}`);
      }
      return slot + GENERATIONS * generation[slot];
    },
  };
}
