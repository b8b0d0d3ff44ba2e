// The record of customizable hierarchies.
//
// An arc of the hierarchy joins a lower and an upper rank and has two directions. A place is twice
// the arc, plus DOWN for the direction from the upper rank to the lower one. Arrays with an entry
// per direction of every arc are indexed by places.

/**
 * Halves of a place, 8 bytes: a u32 `first` and a u32 SECOND.
 *   - a shortcut over the lower rank m: `first` is the arc that descends to m, SECOND the arc that
 *     climbs from m. Both are among the arcs of m.
 *   - an original arc: `first` is the arc of the graph, SECOND is LEAF + the node at its head.
 *   - neither: both are NONE, and the weight of this direction is Infinity.
 */
export const SECOND: usize = 4;
export const LEAF: u32 = 0x80000000;

export const DOWN: u32 = 1;
