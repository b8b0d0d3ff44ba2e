// What jump point search derives from one layer of moves (one agent size): bitmaps of the cells
// where a jump stops, numbers for the jump points, and traits of each moves byte.
//
// A cell is a jump point for a direction of arrival when canonical ordering (buildSuccessors in
// grid/moves.ts) forces a turn there. That depends on its moves byte alone, whatever the corner
// rule.
//
// A stop of jumps in direction d is a blocked cell or a jump point for arrivals in direction d.
// Everything outside the map is blocked.
//
// The traits of a moves byte m are two bytes with a bit for each direction d. Byte m: a cell with
// these moves is a jump point for arrivals in direction d. Byte ONWARD + m: after some jump that
// stops at a cell with these moves, the search goes on in direction d.

import {
  COLUMNS,
  COLUMN_LENGTH,
  HEIGHT,
  LAYER_BYTES,
  MOVES,
  ONWARD,
  ROWS,
  ROW_LENGTH,
  SUCCESSORS,
  TRAITS,
  WIDTH,
} from './layout';

/**
 * Sets up the 64 bytes of a layer. Its memory: height * ((width + 65) >> 6) row records at `rows`,
 * width * ((height + 65) >> 6) column records at `columns`, 512 bytes at `traits`. `successors` is
 * the table of the corner rule. Call jpsBuildBitmaps afterwards.
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
  memory.fill(layer, 0, LAYER_BYTES);
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
      // where the step back is illegal, nothing arrives in direction d
      const back = d < 4 ? d ^ 1 : 11 - d;
      if (!(m & (1 << back))) continue;
      const keep = <u32>load<u8>(successors + (d << 8) + m);
      if (keep & ~natural(d)) {
        jumps |= 1 << d;
        onward |= keep;
      }
    }
    store<u8>(traits + m, jumps);
    store<u8>(traits + m, onward, ONWARD);
  }
}

/** The directions, as bits, that go on from an arrival in d without a forced turn. */
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
