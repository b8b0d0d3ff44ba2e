// Levels: grids of cells whose side grows from level to level. A body is in one level, chosen by
// its size, and in one cell of that level, chosen by its centre. A cell is larger than the reach,
// from centre to centre, of two bodies of its level, and of one of its level and one of a finer
// level. Bodies that touch are therefore in the same cell or in neighbouring cells of the coarser
// level.
//
// An axis of a level either covers the whole world, with an empty cell at both ends, or wraps:
// distant cells then share one stored cell, and distant bodies in it fail the exact test.
//
// How many stored cells a wrapped axis needs: 3. Then the cells at −1, 0 and +1 of a body are
// different, so no body is found twice. And of two neighbouring cells only one searches the other:
// cell 0 searches 1, 1 searches 2, and 2 searches 0. (With 2 cells, 0 and 1 would search each
// other.) Ranges of cells are clipped to one turn around the axis (range.ts). The host takes 7 at
// least: `LEAST_WRAPPED` of src/grid/plan-grid.ts.
import {
  depthOf,
  firstCellOf,
  heightOf,
  LEVEL_BYTES,
  originXOf,
  originYOf,
  originZOf,
  perUnitOf,
  widthOf,
  wrapsOf,
} from './layout-level';

let levels: usize;
let count: u32;
let three: bool;

/** `records` level records at `address`, the finest first; the grid has three dimensions or two. */
export function levelsBind(address: usize, records: u32, inThree: bool): void {
  levels = address;
  count = records;
  three = inThree;
}

export function levelCount(): u32 {
  return count;
}
export function isThree(): bool {
  return three;
}

/** The record of a level; 0 is the finest. */
export function levelAt(index: u32): usize {
  return levels + <usize>index * LEVEL_BYTES;
}

/** The column, row or slab of a coordinate in the world, before it is wrapped. */
function worldCell(x: f64, origin: f64, perUnit: f64): f64 {
  return floor((x - origin) * perUnit);
}

/** Brings an index into 0 to size − 1 if the axis wraps. */
export function wrapped(q: f64, size: u32, wraps: u32): u32 {
  if (!wraps) return <u32>q;
  const cells = <f64>size;
  let rest = q - floor(q / cells) * cells;
  // the division is rounded, so the rest may be just outside
  if (rest < 0) rest += cells;
  if (rest >= cells) rest -= cells;
  return <u32>rest;
}

export function worldCellX(level: usize, x: f64): f64 {
  return worldCell(x, originXOf(level), perUnitOf(level));
}
export function worldCellY(level: usize, y: f64): f64 {
  return worldCell(y, originYOf(level), perUnitOf(level));
}
export function worldCellZ(level: usize, z: f64): f64 {
  return worldCell(z, originZOf(level), perUnitOf(level));
}

export function columnOf(level: usize, x: f64): u32 {
  return wrapped(worldCellX(level, x), widthOf(level), wrapsOf(level) & 1);
}
export function rowOf(level: usize, y: f64): u32 {
  return wrapped(worldCellY(level, y), heightOf(level), wrapsOf(level) & 2);
}
export function slabOf(level: usize, z: f64): u32 {
  if (!three) return 0;
  return wrapped(worldCellZ(level, z), depthOf(level), wrapsOf(level) & 4);
}

/** The first cell of a row. */
export function rowStart(level: usize, row: u32, slab: u32): u32 {
  const line = slab * heightOf(level) + row;
  return firstCellOf(level) + line * widthOf(level);
}
