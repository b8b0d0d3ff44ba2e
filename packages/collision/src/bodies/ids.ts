/** An id is a slot plus this times the generation of the slot. */
const SLOTS = 2 ** 32;

export const idFrom = (slot: number, generation: number): number => slot + generation * SLOTS;
export const slotIn = (id: number): number => id % SLOTS;
export const generationIn = (id: number): number => (id - slotIn(id)) / SLOTS;
