// Records that several folders share: the byte offset of each field. The first field of a record
// is at offset 0 and has no constant.

/** Bytes of a u32, of which rows, lists and paths are made. */
export const WORD: usize = 4;

/** Arc, 8 bytes: u32 head (or tail, or rank, or place), f32 WEIGHT. */
export const WEIGHT: usize = 4;

/**
 * Rows, u32 each: row r holds arcs rows[r] .. rows[r + 1] - 1. NEXT_ROW is the offset of rows[r +
 * 1] from rows[r].
 */
export const NEXT_ROW: usize = 4;

/** Point, 8 bytes: f32 x, f32 Y. */
export const Y: usize = 4;

/** Entry of a list of free or chained entries, 8 bytes: u32 item, u32 NEXT entry. */
export const NEXT: usize = 4;
