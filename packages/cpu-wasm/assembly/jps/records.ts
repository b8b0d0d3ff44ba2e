// The records of a jump point search, one per jump point of a layer, in one block per solver and
// layer: see layout.ts. A record of an older generation counts as unvisited, so nothing is cleared
// between queries.

import {
  FIRST_POINT,
  HEIGHT,
  META,
  MOVES,
  POINTS,
  POINT_BITS,
  ROWS,
  ROW_BYTES,
  ROW_LENGTH,
  WIDTH,
} from './layout';

// META of a record: see layout.ts
export const CLOSED: u32 = 1 << 11;
/** The lowest bit of the generation. */
export const GENERATION: u32 = 12;
/** The first number that the 20 bits of META cannot hold: all records are cleared instead. */
const GENERATIONS: u32 = 1 << 20;

/**
 * Fills the records of a layer: a header of 16 bytes at `records`, then 16 bytes per jump point.
 * Call it again after the layer changed.
 */
export function jpsRecords(layer: usize, records: usize): void {
  const width = load<u32>(layer, WIDTH);
  const height = load<u32>(layer, HEIGHT);
  const rows = <usize>load<u32>(layer, ROWS);
  const rowLength = load<u32>(layer, ROW_LENGTH);
  const moves = <usize>load<u32>(layer, MOVES);
  const bits = columnBitsOf(width);
  store<u32>(records, 0);
  for (let y: u32 = 0; y < height; y++) {
    for (let k: u32 = 0; k < rowLength; k++) {
      const row = rows + <usize>(y * rowLength + k) * ROW_BYTES;
      let record = records + 16 + ((<usize>load<u32>(row, FIRST_POINT)) << 4);
      for (let word = load<u64>(row, POINT_BITS); word; word &= word - 1, record += 16) {
        const x = (k << 6) + <u32>ctz(word) - 1;
        store<u32>(record, x | (y << bits));
        store<u32>(record, load<u8>(moves + y * width + x), META);
      }
    }
  }
}

/**
 * Bits of a column number. Columns and rows together fit in 32 bits: a map of 14 bytes a cell in 4
 * GiB has fewer than 2^29 cells, so both need at most 30.
 */
export function columnBitsOf(width: u32): u32 {
  return 32 - <u32>clz((width - 1) | 1);
}

/**
 * Starts a new generation of records and returns its number, 1 to 2^20 - 1. After the largest one
 * all records are cleared, but for their moves, and generations begin again.
 */
export function nextGeneration(layer: usize, records: usize): u32 {
  let generation = load<u32>(records) + 1;
  if (generation == GENERATIONS) {
    generation = 1;
    const end = records + 16 + ((<usize>load<u32>(layer, POINTS)) << 4);
    for (let at = records + 16; at < end; at += 16) store<u32>(at, load<u32>(at, META) & 255, META);
  }
  store<u32>(records, generation);
  return generation;
}
