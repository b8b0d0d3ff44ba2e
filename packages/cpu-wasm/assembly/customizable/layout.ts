// The record of customizable hierarchies, as the byte offsets of its fields behind the first.

/**
 * A place is twice an arc of the hierarchy, plus 1 where it comes down: tables with an entry for
 * both directions of every arc are indexed by it.
 *
 * Halves of a place, 8 bytes: a u32 `first` and a u32 SECOND.
 *   - a shortcut over the lower rank m: `first` is the arc that descends to m, SECOND the arc that
 *     climbs from m. Both are among the arcs of m.
 *   - an original arc: `first` is the arc of the graph, SECOND is LEAF + the node at its head.
 *   - neither: both are NONE, and the weight of this direction is Infinity.
 */
export const DOWN: u32 = 1;
export const SECOND: usize = 4;
export const LEAF: u32 = 0x80000000;
