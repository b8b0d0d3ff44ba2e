// The records of contraction hierarchies: the byte offset of each field. The first field of a
// record is at offset 0 and, but for OUT, has no constant.

/**
 * While a graph is contracted. Node, 32 bytes: the list of arcs OUT and the list of arcs IN (each
 * u32 address, COUNT, CAPACITY), u32 LEVEL, u32 OUTDATED = its importance has to be computed again.
 */
export const OUT: usize = 0;
export const IN: usize = 12;
export const COUNT: usize = 4;
export const CAPACITY: usize = 8;
export const LEVEL: usize = 24;
export const OUTDATED: usize = 28;

/**
 * Arc of a node's list, 16 bytes: u32 other end, f32 weight, u32 VIA, u32 HOPS: the arcs of the
 * graph that it stands for, with SHORTCUT as a flag. VIA is the arc of the graph or, of a shortcut,
 * the node that the shortcut leads over.
 */
export const VIA: usize = 8;
export const HOPS: usize = 12;
export const ARC: usize = 16;
export const SHORTCUT: u32 = 0x80000000;

/** For the host, in words of 4 bytes: sizes of a node and of an arc, and offsets OUT, IN, LEVEL. */
export const NODE_WORDS: u32 = 8;
export const ARC_WORDS: u32 = 4;
export const LIST_OUT: u32 = 0;
export const LIST_IN: u32 = 3;
export const LIST_LEVEL: u32 = 6;

/** Label of a node in a witness search, 8 bytes: u32 number of the search, f32 DIST. */
export const DIST: usize = 4;

/**
 * Label of an item, 8 bytes: f32 dist, u32 BEFORE, the rank before the item's. The backward label
 * of a rank lies 8 bytes after its forward label.
 */
export const BEFORE: usize = 4;
export const BACKWARD: usize = 8;

/** Reference in an expansion, two words: REFERENCE + first word, LENGTH. */
export const LENGTH: usize = 4;
/** Entry of the stack of unpacking, two words: next place, END. */
export const END: usize = 4;

/** Reached rank of a table, 12 bytes: u32 rank, u32 COLUMN, f32 COLUMN_DIST. */
export const COLUMN: usize = 4;
export const COLUMN_DIST: usize = 8;

/** Rows of the rank after the next: both rows of a rank lie side by side. */
export const NEXT_RANK: usize = 8;

/**
 * Pair to sort, 8 bytes: u32 node, u32 SORT_KEY. A radix sort counts the 2^11 digits of 11 bits.
 */
export const SORT_KEY: usize = 4;
export const DIGITS: u32 = 2048;

/** Distances of a place: offsets of lanes 4 to 7, 8 to 11 and 12 to 15, each a vector. */
export const LANES_4: usize = 16;
export const LANES_8: usize = 32;
export const LANES_12: usize = 48;
