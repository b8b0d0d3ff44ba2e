import { refuse } from '@wayfield/check';
import { FREE } from '../types.ts';
import type { Columns } from './columns.ts';
import { anyNumber } from './rules.ts';
import type { FreeSlots } from './slots.ts';

/** Ids are the slot plus this times the generation. */
const GENERATIONS = 2 ** 32;

/** Ids of agents: the slot plus 2^32 times its generation. */
export interface Ids {
  lives(id: number): boolean;
  /** Throws RangeError if no agent has this id. */
  slotOf(id: number): number;
  /** Throws RangeError if the slot is free. */
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
      if (!(slot < slots.end) || status[slot] === FREE) {
        refuse('slot', slot, `a slot of an agent, below ${slots.end}`);
      }
      return slot + GENERATIONS * generation[slot];
    },
  };
}
