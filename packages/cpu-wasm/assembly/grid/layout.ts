// The records of grid searches: the byte offset of each field. The first field of a record is at
// offset 0 and has no constant.

/**
 * Record of a cell, 8 bytes: u32 dist (ticks, or the bits of an f32 on weighted grids), u32 META =
 * generation << 5 | CLOSED | SOURCE | direction of arrival. A record of an older generation counts
 * as unvisited, so nothing is cleared between queries. Searches call generation << 5 their stamp:
 * (META ^ stamp) < 32 says that this search reached the cell.
 */
export const META: usize = 4;

/**
 * Answer, which the host reads after a search, u32 each: nodes settled, CELLS on the path,
 * DIAGONALS among its steps, address of the PATH.
 */
export const CELLS: usize = 4;
export const DIAGONALS: usize = 8;
export const PATH: usize = 12;
export const ANSWER_BYTES: u32 = 16;

/**
 * Record of a cell of Lazy Theta*, 16 bytes: f64 length from the source, u32 THETA_PARENT, u32
 * THETA_STAMP = generation << 1 | settled.
 */
export const THETA_PARENT: usize = 8;
export const THETA_STAMP: usize = 12;
export const THETA_BYTES: u32 = 16;

/** Arrays with one byte per cell: the next cell of the row. */
export const EAST: usize = 1;

/**
 * Block of queries, arrays of BLOCK_QUERIES entries: u32 sources, at BLOCK_TARGETS u32 targets; the
 * answers are f32 costs at BLOCK_COSTS, u32 settled nodes at BLOCK_SETTLED, at BLOCK_ENDS u32 ends
 * of the paths (see gridBlock), and u8 statuses at BLOCK_STATUSES.
 */
export const BLOCK_QUERIES: u32 = 256;
export const BLOCK_TARGETS: u32 = 1024;
export const BLOCK_COSTS: u32 = 2048;
export const BLOCK_SETTLED: u32 = 3072;
export const BLOCK_ENDS: u32 = 4096;
export const BLOCK_STATUSES: u32 = 5120;
export const BLOCK_BYTES: u32 = 5376;
