// The record of customizable hierarchies, as the byte offsets of its fields behind the first.

/**
 * Halves of an arc of the hierarchy, 16 bytes: two words for its direction UP, two for DOWN. Each
 * direction has a u32 `first` and a u32 SECOND:
 *   - a shortcut over the lower rank m: `first` is the arc that descends to m, SECOND the arc that
 *     climbs from m. Both are among the arcs of m.
 *   - an original arc: `first` is the arc of the graph, SECOND is LEAF + the node at its head.
 *   - neither: both are NONE, and the weight of this direction is Infinity.
 */
export const UP: usize = 0;
export const DOWN: usize = 8;
export const SECOND: usize = 4;
export const LEAF: u32 = 0x80000000;
