// Jumps over the bitmaps of a layer, 64 cells at a time (the block-based scanning of Harabor &
// Grastien, "Improving jump point search", 2014). A jump yields the number of the jump point, or
// END when it runs into a wall. The direction in which a point was reached follows from where both
// points lie: diagonal steps come first, then straight ones. Cell x is bit x + 1 of its row, cell y
// bit y + 1 of its column; the border around the map is blocked, so every jump ends.

import {
  BLOCKED,
  COLUMNS,
  COLUMN_BYTES,
  COLUMN_LENGTH,
  FIRST_POINT,
  MOVES,
  NORTH,
  POINT_BITS,
  ROWS,
  ROW_BYTES,
  ROW_LENGTH,
  TRAITS,
  WEST,
  WIDTH,
} from './layout';
import { stepX, stepY } from '../grid/state';
import { horizontalOf, verticalOf } from './layer';

/**
 * The result of a jump that meets no jump point. As the last word of a list it also has, in its low
 * bits, the column of the last cell.
 */
export const END: u32 = 0x80000000;

const ALL: u64 = 0xffffffffffffffff;

let width: u32 = 0;
let moves: usize = 0;
let traits: usize = 0;
let rows: usize = 0;
let columns: usize = 0;
let rowLength: u32 = 0;
let columnLength: u32 = 0;

/** Chooses the layer that the functions below look at. */
export function scanLayer(layer: usize): void {
  width = load<u32>(layer, WIDTH);
  moves = load<u32>(layer, MOVES);
  traits = load<u32>(layer, TRAITS);
  rows = load<u32>(layer, ROWS);
  columns = load<u32>(layer, COLUMNS);
  rowLength = load<u32>(layer, ROW_LENGTH);
  columnLength = load<u32>(layer, COLUMN_LENGTH);
}

/** The record of row y that holds bit `bit`. */
function rowAt(y: u32, bit: u32): usize {
  return rows + <usize>(y * rowLength + (bit >> 6)) * ROW_BYTES;
}

/** The record of column x that holds bit `bit`. */
function columnAt(x: u32, bit: u32): usize {
  return columns + <usize>(x * columnLength + (bit >> 6)) * COLUMN_BYTES;
}

/** The number of the jump point at bit `b` of a row record. */
function pointIn(row: usize, b: u64): u32 {
  return (
    load<u32>(row, FIRST_POINT) + <u32>popcnt(load<u64>(row, POINT_BITS) & (((<u64>1) << b) - 1))
  );
}

/** The number of a cell that is a jump point. */
export function pointAt(x: u32, y: u32): u32 {
  return pointIn(rowAt(y, x + 1), (x + 1) & 63);
}

/** Whether a cell is a jump point for some arrival. */
export function isPoint(x: u32, y: u32): bool {
  return ((load<u64>(rowAt(y, x + 1), POINT_BITS) >> ((x + 1) & 63)) & 1) != 0;
}

/** Jumps from a cell in a straight direction d: the number of the jump point ahead, or END. */
export function jumpStraight(d: u32, x: u32, y: u32): u32 {
  if (d == 0) {
    const bit = x + 2;
    let row = rowAt(y, bit);
    let stops = load<u64>(row) & (ALL << (bit & 63));
    while (stops == 0) stops = load<u64>((row += ROW_BYTES));
    const b = ctz(stops);
    return (load<u64>(row, BLOCKED) >> b) & 1 ? END : pointIn(row, b);
  }
  if (d == 1) {
    let row = rowAt(y, x);
    let stops = load<u64>(row, WEST) & (ALL >> (63 - (x & 63)));
    while (stops == 0) stops = load<u64>((row -= ROW_BYTES), WEST);
    const b = 63 - clz(stops);
    return (load<u64>(row, BLOCKED) >> b) & 1 ? END : pointIn(row, b);
  }
  let b: u64, column: usize, first: u32;
  if (d == 2) {
    const bit = y + 2;
    first = bit & ~63;
    column = columnAt(x, bit);
    let stops = load<u64>(column) & (ALL << (bit & 63));
    for (; stops == 0; first += 64) stops = load<u64>((column += COLUMN_BYTES));
    b = ctz(stops);
  } else {
    first = y & ~63;
    column = columnAt(x, y);
    let stops = load<u64>(column, NORTH) & (ALL >> (63 - (y & 63)));
    for (; stops == 0; first -= 64) stops = load<u64>((column -= COLUMN_BYTES), NORTH);
    b = 63 - clz(stops);
  }
  return (load<u64>(column, BLOCKED) >> b) & 1 ? END : pointAt(x, first + <u32>b - 1);
}

/**
 * Walks diagonally from a cell up to a wall or a jump point. Lists at `out` the jump points that
 * the two straight jumps from each cell passed reach (a turn needs no node of its own: pruning of
 * intermediate points, Harabor & Grastien 2014), then the jump point at which the walk ends, unless
 * it ends at a wall, then END | column of the last cell. Returns the address of that last word.
 * Returns 0 as soon as the list is beyond `limit` and the walk is not at its end; up to 12 bytes
 * behind `limit` are written.
 */
export function jumpDiagonal(d: u32, x: u32, y: u32, out: usize, limit: usize): usize {
  const sx = stepX(d);
  const sy = stepY(d);
  const step = sy * <i32>width + sx;
  const bit: u32 = 1 << d;
  let cell = moves + y * width + x;
  while (load<u8>(cell) & bit) {
    if (out > limit) return 0;
    cell += step;
    x += sx;
    y += sy;
    if (load<u8>(traits + <usize>load<u8>(cell)) & bit) {
      store<u32>(out, pointAt(x, y));
      out += 4;
      break;
    }
    // without branches: `out` does not advance past an END, which the next word overwrites
    const a = jumpStraight(horizontalOf(d), x, y);
    store<u32>(out, a);
    out += ((a >>> 31) ^ 1) << 2;
    const b = jumpStraight(verticalOf(d), x, y);
    store<u32>(out, b);
    out += ((b >>> 31) ^ 1) << 2;
  }
  store<u32>(out, END | x);
  return out;
}

/**
 * Whether the `count` cells, at least one, ahead of (x, y) in straight direction d are open. A cell
 * without a legal step counts as blocked.
 */
export function clearAhead(d: u32, x: u32, y: u32, count: u32): bool {
  const inRow = d < 2;
  const stride = inRow ? ROW_BYTES : COLUMN_BYTES;
  // the bits of the first and the last of these cells; bit 0 is the border of the map
  const along = inRow ? x : y;
  const first = d & 1 ? along + 1 - count : along + 2;
  const last = first + count - 1;
  // one loop for all directions: engines take several times as long to compile four
  let record = inRow ? rowAt(y, first) : columnAt(x, first);
  let bits = load<u64>(record, BLOCKED) & (ALL << (first & 63));
  for (let more = (last >> 6) - (first >> 6); more; more--) {
    if (bits) return false;
    record += stride;
    bits = load<u64>(record, BLOCKED);
  }
  return (bits & (ALL >> (63 - (last & 63)))) == 0;
}
