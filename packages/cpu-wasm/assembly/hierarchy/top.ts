// The top of the hierarchy: distances between all of its highest ranks, so that a search ends where
// it enters the top and the distance through it is looked up (a distance table as in Highway
// Hierarchies Star, Delling, Sanders, Schultes and Wagner 2006).
//
// Table: f32 of rank i of the top to rank j of the top at i * rowBytes + 4 j; rowBytes is a
// multiple of 16.

import { NEXT_ROW, WEIGHT } from '../layout';
import { NEXT_RANK } from './layout';

/** The lowest rank of the top; the number of ranks if the top is empty. */
let topFirst: u32 = 0xffffffff;
let table: usize = 0;
let rowBytes: usize = 0;

/** Binds the table of the ranks from `first` on, with rows of `bytes` bytes. */
export function topBind(first: u32, tableAt: usize, bytes: u32): void {
  topFirst = first;
  table = tableAt;
  rowBytes = bytes;
}

/** The row of a rank of the top: distances from it. */
export function topRow(rank: u32): usize {
  return table + <usize>(rank - topFirst) * rowBytes;
}

/** The distance between two ranks of the top. */
export function topDist(from: u32, to: u32): f32 {
  return load<f32>(topRow(from) + ((<usize>(to - topFirst)) << 2));
}

/** Lowers the row `into` to the row `other` plus `weight`, from byte `from` to the row's end. */
function lower(into: usize, other: usize, weight: f32, from: usize): void {
  const weights = f32x4.splat(weight);
  for (let at = from; at < rowBytes; at += 16) {
    const sum = f32x4.add(load<v128>(other + at), weights);
    store<v128>(into + at, f32x4.pmin(load<v128>(into + at), sum));
  }
}

/**
 * Fills the table of a hierarchy of `count` ranks, from the highest rank down. A shortest path from
 * a rank to a higher one begins with an arc up. So the row of a rank is the least, over its arcs
 * up, of the arc's weight plus the row of the arc's upper end. In the same way its column comes
 * from the arcs that lead down to it. `turned`: scratch as large as the table, for its transpose.
 */
export function topFill(count: u32, rows: usize, arcs: usize, turned: usize): void {
  const size = count - topFirst;
  const bytes = <usize>size * rowBytes;
  for (let at: usize = 0; at < bytes; at += 16) {
    store<v128>(table + at, f32x4.splat(Infinity));
    store<v128>(turned + at, f32x4.splat(Infinity));
  }
  for (let i = <usize>size; i-- > 0;) {
    const row = table + i * rowBytes;
    const column = turned + i * rowBytes;
    const at = rows + ((i + <usize>topFirst) << 3);
    const middle = arcs + ((<usize>load<u32>(at, NEXT_ROW)) << 3);
    const end = arcs + ((<usize>load<u32>(at, NEXT_RANK)) << 3);
    const from = (i << 2) & ~15;
    for (let a = arcs + ((<usize>load<u32>(at)) << 3); a < middle; a += 8) {
      const above = <usize>(load<u32>(a) - topFirst) * rowBytes;
      lower(row, table + above, load<f32>(a, WEIGHT), from);
    }
    for (let a = middle; a < end; a += 8) {
      const above = <usize>(load<u32>(a) - topFirst) * rowBytes;
      lower(column, turned + above, load<f32>(a, WEIGHT), from);
    }
    store<f32>(row + (i << 2), 0);
    store<f32>(column + (i << 2), 0);
    for (let j = i + 1; j < <usize>size; j++) {
      store<f32>(turned + j * rowBytes + (i << 2), load<f32>(row + (j << 2)));
      store<f32>(table + j * rowBytes + (i << 2), load<f32>(column + (j << 2)));
    }
  }
}

export function topFirstRank(): u32 {
  return topFirst;
}
