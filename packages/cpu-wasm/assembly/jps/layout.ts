// The records of jump point search: the byte offset of each field. The first field of a record is
// at offset 0 and, but for MOVES, has no constant.

/**
 * Layer, 64 bytes, of which 16 are unused; u32 each:
 *   - MOVES: address of the moves, see grid/moves.ts; WIDTH and HEIGHT of the map;
 *   - ROWS: address of the row records; ROW_LENGTH: how many there are in a row of the map;
 *   - COLUMNS: address of the column records; COLUMN_LENGTH: how many in a column;
 *   - SUCCESSORS: address of a table of 2048 bytes, see buildSuccessors;
 *   - TRAITS: address of TRAITS_BYTES bytes; POINTS: the number of jump points;
 *   - NODES and LISTS: addresses of the tables of JPS+, 0 before there are any.
 */
export const MOVES: usize = 0;
export const WIDTH: usize = 4;
export const HEIGHT: usize = 8;
export const ROWS: usize = 12;
export const ROW_LENGTH: usize = 16;
export const COLUMNS: usize = 20;
export const COLUMN_LENGTH: usize = 24;
export const SUCCESSORS: usize = 28;
export const TRAITS: usize = 32;
export const POINTS: usize = 36;
export const NODES: usize = 40;
export const LISTS: usize = 44;

/** Bytes of a layer. */
export const LAYER_BYTES: u32 = 64;

/**
 * Row record, 40 bytes per 64 cells of a row; cell x is bit x + 1, bit 0 the border. u64 each:
 * stops of a jump to the east, to the WEST, BLOCKED cells, jump POINT_BITS; then u32 FIRST_POINT,
 * the number of the first jump point in the record, and 4 unused bytes.
 */
export const WEST: usize = 8;
export const BLOCKED: usize = 16;
export const POINT_BITS: usize = 24;
export const FIRST_POINT: usize = 32;
export const ROW_BYTES: usize = 40;

/**
 * Column record, 24 bytes per 64 cells of a column; cell y is bit y + 1. u64 each: stops of a jump
 * to the south, to the NORTH, BLOCKED cells as in a row record.
 */
export const NORTH: usize = 8;
export const COLUMN_BYTES: usize = 24;

/** Traits: byte [moves] says where to stop, byte [ONWARD + moves] where jumps lead on: layer.ts. */
export const ONWARD: usize = 256;
export const TRAITS_BYTES: u32 = 512;

/**
 * Record of a jump point, 16 bytes: u32 column | row << columnBits, u32 META, u32 TICKS from the
 * source, u32 BEFORE, the number of the point before it, NONE for the source. META has the moves in
 * bits 0 to 7, the direction of arrival in bits 8 to 10, CLOSED in bit 11 and the generation from
 * bit 12 on. The block of records begins with a header of RECORD_BYTES bytes, whose first u32 is
 * the generation of the last search.
 */
export const META: usize = 4;
export const TICKS: usize = 8;
export const BEFORE: usize = 12;
export const RECORD_BYTES: usize = 16;

/**
 * Node of JPS+, 32 bytes: an i16 for each straight direction, then a byte for each diagonal one,
 * then lists: see plus.ts. Diagonal directions are 4 to 7, so the byte of direction d is at
 * DIAGONAL + d.
 */
export const DIAGONAL: usize = 4;
export const NODE_BYTES: u32 = 32;
