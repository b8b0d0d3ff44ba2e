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
 * Arc of a node's list, 16 bytes: u32 other end, f32 weight, u32 VIA, u32 HOPS. HOPS is the number
 * of arcs of the graph that the arc stands for, plus SHORTCUT if it is a shortcut. VIA is the arc
 * of the graph or, of a shortcut, the node that the shortcut leads over.
 */
export const VIA: usize = 8;
export const HOPS: usize = 12;
export const ARC: usize = 16;
export const SHORTCUT: u32 = 0x80000000;

/**
 * For src/hierarchy/emit.ts, in words of 4 bytes: the sizes of a node and of an arc, the offsets
 * OUT, IN and LEVEL in a node, COUNT in a list, and weight, VIA and HOPS in an arc.
 */
export const NODE_WORDS: u32 = 8;
export const ARC_WORDS: u32 = 4;
export const LIST_OUT: u32 = 0;
export const LIST_IN: u32 = 3;
export const NODE_LEVEL: u32 = 6;
export const LIST_COUNT: u32 = 1;
export const ARC_WEIGHT: u32 = 1;
export const ARC_VIA: u32 = 2;
export const ARC_HOPS: u32 = 3;

/** Label of a node in a witness search, 8 bytes: u32 number of the search, f32 DIST. */
export const DIST: usize = 4;

/**
 * Label of an item (a rank and a direction: state.ts), 8 bytes: f32 dist, u32 BEFORE: the rank from
 * which the search came to the item's rank, NONE where it began. The backward label of a rank lies
 * BACKWARD bytes after its forward label.
 */
export const BEFORE: usize = 4;
export const BACKWARD: usize = 8;

/**
 * Reference in an expansion, two words: REFERENCE (state.ts) + the index of the first word of
 * another expansion, then at LENGTH the number of its words.
 */
export const LENGTH: usize = 4;
/** Entry of the stack of expand.ts, two words: index of the next word, END of that expansion. */
export const END: usize = 4;

/**
 * Entry that a target of a table leaves at a rank (`found` in column-lists.ts), 12 bytes: u32 rank,
 * u32 COLUMN of the target, f32 COLUMN_DIST from the rank to the target.
 */
export const COLUMN: usize = 4;
export const COLUMN_DIST: usize = 8;

/**
 * Offset from the rows of a rank to those of the next rank: a rank has two rows side by side, arcs
 * up and then arcs down, of 4 bytes each.
 */
export const NEXT_RANK: usize = 8;

/**
 * Pair that tree.ts sorts, 8 bytes: u32 node, u32 SORT_KEY, the bits of its distance. The radix
 * sort takes 11 bits a pass: a digit has DIGITS = 2^11 values.
 */
export const SORT_KEY: usize = 4;
export const DIGITS: u32 = 2048;

/**
 * Distances of a place of a sweep, an f32 per lane: offsets of lanes 4 to 7, 8 to 11 and 12 to 15,
 * four lanes being one vector.
 */
export const LANES_4: usize = 16;
export const LANES_8: usize = 32;
export const LANES_12: usize = 48;
