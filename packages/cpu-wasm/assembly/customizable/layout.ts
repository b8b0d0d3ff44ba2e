// The records of customizable hierarchies. Labels of a search: query.ts.
//
// An arc of the hierarchy joins a lower and an upper rank and has two directions. A place is twice
// the arc, plus DOWN for the direction from the upper rank to the lower one. Arrays with an entry
// per direction of every arc are indexed by places.

/**
 * Halves of a place, 8 bytes: a u32 `first` and a u32 SECOND.
 *   - a shortcut over the lower rank m: `first` is the arc that descends to m, SECOND the arc that
 *     climbs from m. Both are among the arcs of m.
 *   - an arc of the graph: `first` is this arc, SECOND is LEAF + the node at its head.
 *   - neither, or not looked for yet (halves.ts): both are NONE. Where nothing leads from one end
 *     to the other over lower ranks, the weight of the place is Infinity.
 */
export const SECOND: usize = 4;
export const LEAF: u32 = 0x80000000;
/** For src/customizable/emit.ts, in words of 4 bytes: the size of halves, and SECOND. */
export const HALVES_WORDS: u32 = 2;
export const SECOND_WORD: u32 = 1;

/** Of a place: the direction from the upper rank to the lower one. */
export const DOWN: u32 = 1;
