// Builds and maintains the bitmaps of a layer (see layer.ts).

import {
  BLOCKED,
  COLUMNS,
  COLUMN_BYTES,
  COLUMN_LENGTH,
  FIRST_POINT,
  HEIGHT,
  MOVES,
  NORTH,
  POINTS,
  POINT_BITS,
  ROWS,
  ROW_BYTES,
  ROW_LENGTH,
  TRAITS,
  WEST,
  WIDTH,
} from './layout';

/**
 * Fills all bitmaps from the moves. Call jpsCountPoints afterwards. A cell without a legal step
 * counts as blocked: no jump leads through it.
 */
export function jpsBuildBitmaps(layer: usize): void {
  const width = load<u32>(layer, WIDTH),
    height = load<u32>(layer, HEIGHT);
  const moves = <usize>load<u32>(layer, MOVES),
    traits = <usize>load<u32>(layer, TRAITS);
  const rowLength = <usize>load<u32>(layer, ROW_LENGTH),
    columnLength = <usize>load<u32>(layer, COLUMN_LENGTH);
  let row = <usize>load<u32>(layer, ROWS);
  const columns = <usize>load<u32>(layer, COLUMNS);
  const columnBytes = columnLength * COLUMN_BYTES;
  memory.fill(row, 0, <usize>height * rowLength * ROW_BYTES);
  memory.fill(columns, 0, <usize>width * columnBytes);

  let cell = moves;
  for (let y: u32 = 0; y < height; y++) {
    let east: u64 = 1,
      west: u64 = 1,
      blocked: u64 = 1,
      points: u64 = 0;
    let bit: u64 = 2;
    let column = columns + <usize>((y + 1) >> 6) * COLUMN_BYTES;
    const columnBit = (<u64>1) << ((y + 1) & 63);
    for (const end = cell + width; cell < end; cell++) {
      const m = <usize>load<u8>(cell);
      if (m == 0) {
        east |= bit;
        west |= bit;
        blocked |= bit;
        store<u64>(column, load<u64>(column) | columnBit);
        store<u64>(column, load<u64>(column, NORTH) | columnBit, NORTH);
        store<u64>(column, load<u64>(column, BLOCKED) | columnBit, BLOCKED);
      } else {
        const jumps = <u32>load<u8>(traits + m);
        if (jumps) {
          points |= bit;
          if (jumps & 1) east |= bit;
          if (jumps & 2) west |= bit;
          if (jumps & 4) store<u64>(column, load<u64>(column) | columnBit);
          if (jumps & 8) store<u64>(column, load<u64>(column, NORTH) | columnBit, NORTH);
        }
      }
      column += columnBytes;
      bit <<= 1;
      if (bit == 0) {
        store<u64>(row, east);
        store<u64>(row, west, WEST);
        store<u64>(row, blocked, BLOCKED);
        store<u64>(row, points, POINT_BITS);
        row += ROW_BYTES;
        east = west = blocked = points = 0;
        bit = 1;
      }
    }
    // the border right of the map and all bits after it
    const border = ~(bit - 1);
    store<u64>(row, east | border);
    store<u64>(row, west | border, WEST);
    store<u64>(row, blocked | border, BLOCKED);
    store<u64>(row, points, POINT_BITS);
    row += ROW_BYTES;
  }
  for (let x: u32 = 0; x < width; x++) {
    const first = columns + <usize>x * columnBytes;
    const last = first + columnBytes - COLUMN_BYTES;
    const border = ~(<u64>0) << ((height + 1) & 63);
    for (let k: usize = 0; k < COLUMN_BYTES; k += sizeof<u64>()) {
      store<u64>(first + k, load<u64>(first + k) | 1);
      store<u64>(last + k, load<u64>(last + k) | border);
    }
  }
}

/**
 * Updates the bitmaps for `count` cells (u32 each at `cells`), which must include all cells whose
 * moves byte changed. Call jpsCountPoints afterwards.
 */
export function jpsUpdateCells(layer: usize, cells: usize, count: u32): void {
  const width = load<u32>(layer, WIDTH);
  const moves = <usize>load<u32>(layer, MOVES),
    traits = <usize>load<u32>(layer, TRAITS);
  const rows = <usize>load<u32>(layer, ROWS),
    columns = <usize>load<u32>(layer, COLUMNS);
  const rowLength = load<u32>(layer, ROW_LENGTH),
    columnLength = load<u32>(layer, COLUMN_LENGTH);
  for (let i: u32 = 0; i < count; i++) {
    const cell = load<u32>(cells + ((<usize>i) << 2));
    const y = cell / width;
    const x = cell - y * width;
    const m = <usize>load<u8>(moves + cell);
    const jumps = <u32>load<u8>(traits + m);
    // a blocked cell stops jumps in all four straight directions
    const stops = m ? jumps : 15;
    const row = rows + <usize>(y * rowLength + ((x + 1) >> 6)) * ROW_BYTES;
    const column = columns + <usize>(x * columnLength + ((y + 1) >> 6)) * COLUMN_BYTES;
    put(row, x + 1, stops & 1);
    put(row + WEST, x + 1, (stops >> 1) & 1);
    put(row + BLOCKED, x + 1, m ? 0 : 1);
    put(row + POINT_BITS, x + 1, jumps ? 1 : 0);
    put(column, y + 1, (stops >> 2) & 1);
    put(column + NORTH, y + 1, (stops >> 3) & 1);
    put(column + BLOCKED, y + 1, m ? 0 : 1);
  }
}

/** Sets bit `bit` modulo 64 of the word at `word` to `value`, 0 or 1. */
function put(word: usize, bit: u32, value: u32): void {
  bit &= 63;
  store<u64>(word, (load<u64>(word) & ~((<u64>1) << bit)) | ((<u64>value) << bit));
}

/**
 * Numbers the jump points, tile of 64 x 64 cells by tile (so that what a search touches lies
 * together), and returns how many there are.
 */
export function jpsCountPoints(layer: usize): u32 {
  const rows = <usize>load<u32>(layer, ROWS);
  const height = load<u32>(layer, HEIGHT),
    rowLength = load<u32>(layer, ROW_LENGTH);
  let count: u32 = 0;
  for (let top: u32 = 0; top < height; top += 64) {
    const bottom = min(top + 64, height);
    for (let k: u32 = 0; k < rowLength; k++) {
      for (let y = top; y < bottom; y++) {
        const row = rows + <usize>(y * rowLength + k) * ROW_BYTES;
        store<u32>(row, count, FIRST_POINT);
        count += <u32>popcnt(load<u64>(row, POINT_BITS));
      }
    }
  }
  store<u32>(layer, count, POINTS);
  return count;
}
