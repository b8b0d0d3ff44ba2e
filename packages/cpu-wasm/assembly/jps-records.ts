// What a jump point search notes of each jump point of a layer. One block per solver and layer:
// 16 bytes with the u32 generation, then per jump point 16 bytes
//   0 u32 place: column | row << columnBits   4 u32 meta = generation << 12 | CLOSED | direction of
//   arrival << 8 | moves   8 u32 ticks   12 u32 number of the point before it, NONE for the source
// A record of an older generation counts as unvisited, so nothing is cleared between queries.

import { HEIGHT, MOVES, POINTS, ROW_BYTES, ROW_LENGTH, ROWS, WIDTH } from './jps-layer';

export const CLOSED: u32 = 1 << 11;
export const GENERATION: u32 = 12;
const GENERATIONS: u32 = 1 << 20;

/** Makes `records`, 16 + 16 bytes per jump point, ready for searches on a layer; again after a change of it. */
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
      let record = records + 16 + ((<usize>load<u32>(row, 32)) << 4);
      for (let word = load<u64>(row, 24); word; word &= word - 1, record += 16) {
        const x = (k << 6) + <u32>ctz(word) - 1;
        store<u32>(record, x | (y << bits));
        store<u32>(record, load<u8>(moves + y * width + x), 4);
      }
    }
  }
}

// as the map has fewer than 2^32 / 14 cells, columns and rows together need less than 32 bits
export function columnBitsOf(width: u32): u32 {
  return 32 - <u32>clz((width - 1) | 1);
}

/** Starts a new generation of records and returns its number. */
export function nextGeneration(layer: usize, records: usize): u32 {
  let generation = load<u32>(records) + 1;
  if (generation == GENERATIONS) {
    generation = 1;
    const end = records + 16 + ((<usize>load<u32>(layer, POINTS)) << 4);
    for (let at = records + 16; at < end; at += 16) store<u32>(at, load<u32>(at, 4) & 255, 4);
  }
  store<u32>(records, generation);
  return generation;
}
