// What jump point search derives from one layer of moves (one agent size): bitmaps of the cells where
// a jump stops, numbers for the jump points, and traits of each moves byte.
//
// A cell is a jump point for a direction of arrival when canonical ordering (buildSuccessors in
// grid-moves.ts) forces a turn there. That depends on its moves byte alone, whatever the corner rule.
//
// Layer, 64 bytes: u32 each
//   0 moves   4 width   8 height   12 rows   16 records per row   20 columns   24 records per column
//   28 successors (2048 bytes, buildSuccessors)   32 traits (512 bytes)   36 number of jump points
//   40 nodes and 44 lists of JPS+ (jps-plus.ts), 0 without
// Row record, 40 bytes per 64 cells of a row; cell x is bit x + 1, bit 0 the border:
//   0 u64 stops of a jump to the east   8 u64 to the west   16 u64 blocked   24 u64 jump points
//   32 u32 number of the first jump point in it   36 u32 unused
// Column record, 24 bytes per 64 cells of a column; cell y is bit y + 1:
//   0 u64 stops of a jump to the south   8 u64 to the north   16 u64 blocked
// A stop is a blocked cell or a jump point for that direction; everything outside the map is blocked.
// Traits: byte [moves], bit d: a jump point when reached in direction d; byte [256 + moves], bit d:
// at a jump point, some arrival leads on in direction d.

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

export const ROW_BYTES: usize = 40;
export const COLUMN_BYTES: usize = 24;

/**
 * Sets up the 64 bytes of a layer. Its memory: height * ((width + 65) >> 6) row records at `rows`,
 * width * ((height + 65) >> 6) column records at `columns`, 512 bytes at `traits`. `successors` is the
 * table of the corner rule. Follow with jpsBuildBitmaps.
 */
export function jpsLayer(
  layer: usize,
  moves: usize,
  width: u32,
  height: u32,
  rows: usize,
  columns: usize,
  successors: usize,
  traits: usize,
): void {
  memory.fill(layer, 0, 64);
  store<u32>(layer, <u32>moves, MOVES);
  store<u32>(layer, width, WIDTH);
  store<u32>(layer, height, HEIGHT);
  store<u32>(layer, <u32>rows, ROWS);
  store<u32>(layer, (width + 65) >> 6, ROW_LENGTH);
  store<u32>(layer, <u32>columns, COLUMNS);
  store<u32>(layer, (height + 65) >> 6, COLUMN_LENGTH);
  store<u32>(layer, <u32>successors, SUCCESSORS);
  store<u32>(layer, <u32>traits, TRAITS);
  for (let m: u32 = 0; m < 256; m++) {
    let jumps: u32 = 0;
    let onward: u32 = 0;
    for (let d: u32 = 0; d < 8; d++) {
      // no arrival in d where the step back is illegal
      const back = d < 4 ? d ^ 1 : 11 - d;
      if (!(m & (1 << back))) continue;
      const keep = <u32>load<u8>(successors + (d << 8) + m);
      if (keep & ~natural(d)) {
        jumps |= 1 << d;
        onward |= keep;
      }
    }
    store<u8>(traits + m, jumps);
    store<u8>(traits + m, onward, 256);
  }
}

// the directions that go on from an arrival in d without a forced turn
function natural(d: u32): u32 {
  if (d < 4) return 1 << d;
  return (1 << d) | (1 << horizontalOf(d)) | (1 << verticalOf(d));
}

/** The horizontal part of a diagonal direction. */
export function horizontalOf(d: u32): u32 {
  return d & 1;
}

/** The vertical part of a diagonal direction. */
export function verticalOf(d: u32): u32 {
  return d < 6 ? 2 : 3;
}
