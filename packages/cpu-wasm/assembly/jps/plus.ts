// The tables of JPS+: for every jump point and direction, the jump points that come next. They are
// lists and not distances per cell, the form called a jump point graph (Harabor, Uras, Stuckey &
// Koenig, "Regarding jump point search and subgoal graphs", 2019), so a search touches little
// memory.
//
// Node, 32 bytes per jump point u. By offset in the node:
//  0 an i16 per straight direction: the number of the next jump point minus u. 0: there is none.
//    FAR: the difference does not fit, so the search scans for the next jump point.
//  8 a u8 per diagonal direction: the offset in the node of a short list or, with the flag LONG,
//    of the address of a long one. 0: there is no list.
// 12 short lists: a u16 = cells to the end of the diagonal << 4 | count, then `count` differences
//    as i16.
// A long list holds u32 numbers of jump points and ends with END | column of the last cell. If no
// jump along a diagonal line stops between two jump points with long lists, they share one: the
// list of the later one is the rest of the list of the earlier one, and begins inside it.

import { WORD } from '../layout';
import {
  DIAGONAL,
  FIRST_POINT,
  HEIGHT,
  LISTS,
  MOVES,
  NODES,
  ONWARD,
  POINTS,
  POINT_BITS,
  ROWS,
  ROW_BYTES,
  ROW_LENGTH,
  TRAITS,
  WIDTH,
} from './layout';
import { stepX, stepY } from '../grid/state';
import { horizontalOf, verticalOf } from './layer';
import { END, jumpDiagonal, jumpStraight, pointAt, scanLayer } from './scan';

/** A straight jump whose difference of numbers does not fit in 16 bits. */
export const FAR: i32 = -32768;
/** Flag of a diagonal direction: the node holds the address of the list. */
export const LONG: u32 = 128;

/**
 * Fills the nodes, 32 bytes per jump point at `nodes`, and returns the bytes of the long lists, to
 * be made by jpsPlusLists: u32.MAX_VALUE for 2^32 and more. `buffer` is 64 bytes.
 */
export function jpsPlusNodes(layer: usize, nodes: usize, buffer: usize): u32 {
  scanLayer(layer);
  store<u32>(layer, <u32>nodes, NODES);
  const rows = <usize>load<u32>(layer, ROWS);
  const rowLength = load<u32>(layer, ROW_LENGTH);
  const width = load<u32>(layer, WIDTH);
  const height = load<u32>(layer, HEIGHT);
  const moves = <usize>load<u32>(layer, MOVES);
  const traits = <usize>load<u32>(layer, TRAITS) + ONWARD;
  memory.fill(nodes, 0, (<usize>load<u32>(layer, POINTS)) << 5);
  for (let y: u32 = 0; y < height; y++) {
    for (let k: u32 = 0; k < rowLength; k++) {
      const row = rows + <usize>(y * rowLength + k) * ROW_BYTES;
      let u = load<u32>(row, FIRST_POINT);
      for (let word = load<u64>(row, POINT_BITS); word; word &= word - 1, u++) {
        const x = (k << 6) + <u32>ctz(word) - 1;
        const onward = load<u8>(traits + <usize>load<u8>(moves + y * width + x));
        fillNode(nodes + ((<usize>u) << 5), u, x, y, onward, buffer);
      }
    }
  }
  return walkLines(layer, 0);
}

/** Fills the node of jump point `u` at (x, y); `onward`: the directions that need an entry. */
function fillNode(node: usize, u: u32, x: u32, y: u32, onward: u32, buffer: usize): void {
  for (let set = onward & 15; set; set &= set - 1) {
    const d = <u32>ctz(set);
    const v = jumpStraight(d, x, y);
    if (v != END) store<i16>(node + (d << 1), fits(v - u) ? v - u : FAR);
  }
  // Short lists are written from the front of the node, addresses of long ones from its back. Each
  // diagonal that is not written yet keeps room for an address.
  // A list that fits has at most (32 - 12 - 2) / 2 = 9 jump points, 36 bytes in the buffer. The
  // walk compares with that limit before each cell. The last cell can add two jump points and END,
  // 12 bytes more, so at most 48 of the buffer's 64 bytes are used
  let front: u32 = 12;
  let back: u32 = 32;
  for (let set = onward >> 4; set; set &= set - 1) {
    const d = 4 + <u32>ctz(set);
    const room = back - ((<u32>popcnt(set) - 1) << 2);
    const end = jumpDiagonal(d, x, y, buffer, buffer + 36);
    let short = end != 0;
    if (short) {
      const count = <u32>(end - buffer) >> 2;
      const cells = <u32>abs(<i32>(load<u32>(end) & ~END) - <i32>x);
      short = cells < 4096 && front + 2 + (count << 1) <= room;
      for (let at = buffer; short && at < end; at += 4) short = fits(load<u32>(at) - u);
      if (short) {
        store<u8>(node + d, front, DIAGONAL);
        store<u16>(node + front, (cells << 4) | count);
        front += 2;
        for (let at = buffer; at < end; at += 4, front += 2) {
          store<i16>(node + front, load<u32>(at) - u);
        }
      }
    }
    if (!short) {
      back -= 4;
      store<u8>(node + d, LONG | back, DIAGONAL);
    }
  }
}

/** Whether a difference of numbers fits in an i16 other than FAR. */
function fits(difference: u32): bool {
  return difference + 32767 <= 65534;
}

/**
 * Fills the long lists at `lists` and enters their addresses in the nodes: the tables are complete.
 */
export function jpsPlusLists(layer: usize, lists: usize): void {
  scanLayer(layer);
  store<u32>(layer, <u32>lists, LISTS);
  walkLines(layer, lists);
}

/**
 * Fills the long lists at `lists`, or counts them if it is 0. Returns their bytes, or u32.MAX_VALUE
 * for 2^32 and more: lists take up to 32 bytes per cell of the map.
 */
function walkLines(layer: usize, lists: usize): u32 {
  const width = load<u32>(layer, WIDTH);
  const height = load<u32>(layer, HEIGHT);
  let out = lists;
  for (let d: u32 = 4; d < 8; d++) {
    // every diagonal line begins in the first column or the first row, seen in this direction
    const x0 = stepX(d) > 0 ? 0 : width - 1;
    const y0 = stepY(d) > 0 ? 0 : height - 1;
    // a line adds less than 2^32 bytes, so a sum that is smaller than before has wrapped around
    for (let x: u32 = 0; x < width; x++) {
      const before = out;
      out = walkLine(layer, d, x, y0, lists != 0, out);
      if (out < before) return u32.MAX_VALUE;
    }
    for (let y: u32 = 0; y < height; y++) {
      if (y == y0) continue;
      const before = out;
      out = walkLine(layer, d, x0, y, lists != 0, out);
      if (out < before) return u32.MAX_VALUE;
    }
  }
  return <u32>(out - lists);
}

/**
 * Makes the long lists of the jump points on the diagonal line that begins at (x, y) in direction
 * d. Writes the lists at `out` and their addresses into the nodes, or without `fill` only counts
 * their bytes. Returns the end of the lists.
 */
function walkLine(layer: usize, d: u32, x: u32, y: u32, fill: bool, out: usize): usize {
  const width = load<u32>(layer, WIDTH);
  const height = load<u32>(layer, HEIGHT);
  const traits = <usize>load<u32>(layer, TRAITS);
  const nodes = <usize>load<u32>(layer, NODES);
  const sx = stepX(d);
  const sy = stepY(d);
  const step = sy * <i32>width + sx;
  const bit: u32 = 1 << d;
  let cell = <usize>load<u32>(layer, MOVES) + y * width + x;
  let length = min(sx > 0 ? width - x : x + 1, sy > 0 ? height - y : y + 1);
  // whether a list has begun and not ended
  let open = false;
  for (; length; length--, cell += step, x += sx, y += sy) {
    const m = <usize>load<u8>(cell);
    if (open) {
      if (load<u8>(traits + m) & bit) {
        if (fill) {
          store<u32>(out, pointAt(x, y));
          store<u32>(out, END | x, WORD);
        }
        out += 8;
        open = false;
      } else {
        out = list(out, jumpStraight(horizontalOf(d), x, y), fill);
        out = list(out, jumpStraight(verticalOf(d), x, y), fill);
      }
    }
    if (load<u8>(traits + m, ONWARD) & bit) {
      const node = nodes + ((<usize>pointAt(x, y)) << 5);
      const where = <u32>load<u8>(node + d, DIAGONAL);
      if (where & LONG) {
        if (fill) store<u32>(node + (where ^ LONG), <u32>out);
        open = true;
      }
    } else if (open && !(<u32>m & bit)) {
      if (fill) store<u32>(out, END | x);
      out += 4;
      open = false;
    }
  }
  return out;
}

/** Appends a jump point to a list unless it is END. Returns the end of the list. */
function list(out: usize, v: u32, fill: bool): usize {
  if (v == END) return out;
  if (fill) store<u32>(out, v);
  return out + 4;
}
