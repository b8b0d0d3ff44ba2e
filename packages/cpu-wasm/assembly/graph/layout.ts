// The records of graph searches: the byte offset of each field. The first field of a record is at
// offset 0 and, but for RECORDS, has no constant. Record of a node: state.ts.

/**
 * Side of a search (two-sided ones have two), `graphSideBytes()` bytes. Addresses of its records,
 * rows and arcs; the fields below; then at ENDS, WINDOW + 1 u32: per bucket the address after its
 * last node, 0 if it is empty, see queue.ts.
 */
export const RECORDS: usize = 0;
export const FIRST_OUT: usize = 4;
export const ARCS: usize = 8;
/** Records of the other side, or 0. */
export const OTHER: usize = 12;
/** f32: the key at which the window of buckets begins. */
export const BASE: usize = 16;
/** Address of the word of ENDS that belongs to the current bucket. */
export const CURSOR: usize = 20;
/** Never read. Written so that the compiler keeps the loads whose only purpose is to prefetch. */
export const FETCHED: usize = 24;
export const ENDS: usize = 32;

/** Improvement, 16 bytes: u32 head, f32 DIST over the arc, u32 TAIL, f32 KEY. */
export const DIST: usize = 4;
export const TAIL: usize = 8;
export const KEY: usize = 12;

/** Block of chunks: address of the next block or 0, address of the block's own BLOCK_END. */
export const BLOCK_END: usize = 4;

/** Chunk: address of the end of the chunk before or 0, then at FIRST_NODE up to 63 nodes. */
export const FIRST_NODE: usize = 4;

/** Bytes of an arc: the end of a row less ARC is the address of the row's last arc. */
export const ARC: usize = 8;

/** Two vectors of four numbers side by side. */
export const VECTOR: usize = 16;
