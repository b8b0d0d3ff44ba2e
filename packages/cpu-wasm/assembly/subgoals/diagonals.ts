// The diagonals of a grid as bitmaps, so that the nodes on one are found 64 cells at a time.
//
// Cell (x, y) lies on line x - y + height - 1 of the diagonals SE/NW and on line x + y of the
// diagonals NE/SW; its bit in both is x. Record, 24 bytes per 64 bits of a line, three u64: the
// cells whose step along the diagonal to x + 1 is illegal, called ends; the nodes from which an arc
// may leave along the diagonal towards larger x (at EASTWARD) and towards smaller x (at WESTWARD).

import { ONWARD } from '../jps/layout';
import { NE, NW, SE, SW } from '../grid/moves';
import { pointAt } from '../jps/scan';

const EASTWARD: usize = 8;
const WESTWARD: usize = 16;
const RECORD: usize = 24;
const ALL: u64 = 0xffffffffffffffff;

let height: i32 = 0;
/** Address of the records of the lines SE/NW, and of those of the lines NE/SW. */
let falling: usize = 0;
let rising: usize = 0;
/** Bytes of the records of a line. */
let lineBytes: usize = 0;

/** Bytes of the bitmaps of a grid, as f64: those of a wide grid can exceed a memory of 4 GiB. */
export function diagonalsBytes(columnCount: u32, rowCount: u32): f64 {
  const lines = <f64>(columnCount + rowCount - 1);
  return 2 * lines * <f64>((columnCount + 63) >> 6) * <f64>RECORD;
}

/** Chooses the bitmaps at `at`. */
export function diagonalsBind(at: usize, columnCount: u32, rowCount: u32): void {
  height = rowCount;
  lineBytes = <usize>((columnCount + 63) >> 6) * RECORD;
  falling = at;
  rising = at + <usize>(columnCount + rowCount - 1) * lineBytes;
}

/** Fills the bitmaps chosen. */
export function diagonalsFill(moves: usize, traits: usize, columnCount: u32, rowCount: u32): void {
  const bytes = <usize>diagonalsBytes(columnCount, rowCount);
  for (let at = falling; at < falling + bytes; at += RECORD) {
    store<u64>(at, ALL);
    store<u64>(at, 0, EASTWARD);
    store<u64>(at, 0, WESTWARD);
  }
  for (let y: u32 = 0; y < rowCount; y++) {
    for (let x: u32 = 0; x < columnCount; x++) {
      const m = <u32>load<u8>(moves + <usize>(y * columnCount + x));
      const node = <u32>load<u8>(traits + m);
      const onward = node ? <u32>load<u8>(traits + m, ONWARD) : 0;
      mark(
        falling + <usize>(x - y + rowCount - 1) * lineBytes,
        x,
        m & SE,
        onward & SE,
        onward & NW,
      );
      mark(rising + <usize>(x + y) * lineBytes, x, m & NE, onward & NE, onward & SW);
    }
  }
}

/**
 * Sets the bits of the cell in column x. `legal`: its step to x + 1 is legal, so it is no end.
 * `east`, `west`: it is a node from which an arc may leave towards larger x, towards smaller x.
 */
function mark(line: usize, x: u32, legal: u32, east: u32, west: u32): void {
  const at = line + <usize>(x >> 6) * RECORD;
  const bit = (<u64>1) << (x & 63);
  if (legal) store<u64>(at, load<u64>(at) & ~bit);
  if (east) store<u64>(at, load<u64>(at, EASTWARD) | bit, EASTWARD);
  if (west) store<u64>(at, load<u64>(at, WESTWARD) | bit, WESTWARD);
}

/**
 * Lists at `out` the nodes from which diagonal steps in direction `d` (4 SE, 5 SW, 6 NE, 7 NW) lead
 * to the cell (x, y), and which an arc may leave in that direction. Returns the end of the list.
 */
export function nodesBehind(d: u32, x: i32, y: i32, out: usize): usize {
  const falls = d == 4 || d == 7;
  const line = falls
    ? falling + <usize>(x - y + height - 1) * lineBytes
    : rising + <usize>(x + y) * lineBytes;
  const slope = falls ? 1 : -1;
  return d & 1 ? nodesEast(line, x, y, slope, out) : nodesWest(line, x, y, slope, out);
}

/** Nodes east of a cell, up to the first cell whose step is illegal. */
function nodesEast(line: usize, x: i32, y: i32, slope: i32, out: usize): usize {
  let at = line + <usize>(x >> 6) * RECORD;
  let first = x & ~63;
  const mask: u64 = ALL << (x & 63);
  let beyond: u64 = mask << 1;
  let ends = load<u64>(at) & mask;
  while (ends == 0) {
    out = list(load<u64>(at, WESTWARD) & beyond, first, x, y, slope, out);
    at += RECORD;
    first += 64;
    beyond = ALL;
    ends = load<u64>(at);
  }
  return list(load<u64>(at, WESTWARD) & beyond & (ends ^ (ends - 1)), first, x, y, slope, out);
}

/** Nodes west of a cell, down to the last cell before the first illegal step. */
function nodesWest(line: usize, x: i32, y: i32, slope: i32, out: usize): usize {
  let at = line + <usize>(x >> 6) * RECORD;
  let first = x & ~63;
  let mask: u64 = ((<u64>1) << (x & 63)) - 1;
  let ends = load<u64>(at) & mask;
  while (ends == 0) {
    out = list(load<u64>(at, EASTWARD) & mask, first, x, y, slope, out);
    if (first == 0) return out;
    at -= RECORD;
    first -= 64;
    mask = ALL;
    ends = load<u64>(at);
  }
  // the bits above the highest end
  const after = ~(ALL >> clz(ends));
  return list(load<u64>(at, EASTWARD) & mask & after, first, x, y, slope, out);
}

/** Appends the nodes whose bits are set, of a record whose first column is `first`. */
function list(bits: u64, first: i32, x: i32, y: i32, slope: i32, out: usize): usize {
  for (; bits; bits &= bits - 1) {
    const nx = first + <i32>ctz(bits);
    store<u32>(out, pointAt(nx, y + slope * (nx - x)));
    out += 4;
  }
  return out;
}
