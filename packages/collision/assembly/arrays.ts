// Where the arrays of a solver lie. Each has an entry of 4 bytes per body and room for eight more, so
// that vectors may be read across the end; columns of one block lie `stride` bytes apart.

// by slot, as the caller keeps them
export let X: usize, Y: usize, Z: usize, R: usize;
/** By slot: the cell; in a plain grid, once it is built, by place. */
export let KEY: usize;
// by place: bodies sorted by cell
export let SX: usize, SY: usize, SZ: usize, SR: usize;
/** By place: the slot of the body. */
export let SLOT: usize;
/** Records of 16 bytes, on the way from slots to places. */
export let RECORDS: usize;

// The rest is for bodies that are not all massive circles of one group.
/** By slot: half the size of the bounds, per axis (of circles: the radius). */
export let HX: usize, HY: usize, HZ: usize;
/** By slot. */
export let GROUP: usize, MASK: usize, LEVEL: usize;
/** By place. */
export let SHX: usize, SHY: usize, SHZ: usize;
/** By place: a body meets another if `FG & other FM`, and the other way round (see filter.ts). */
export let FG: usize, FM: usize;
/** By slot, one byte each. */
export let KIND: usize;
/** By slot, one byte each: 1, the body is fixed. */
export let FIXED: usize;
/** By slot, one byte each: 1, the body is at a place of the still layer. */
export let STILL: usize;
/** By slot: its place in the still layer, NOWHERE for others. */
export let PLACE: usize;
export const NOWHERE: u32 = 0xffffffff;
/** By slot, 32 bytes each: x, y, z, radius, extents (f32), shape (u32). 0: all are circles. */
export let SHAPES: usize;

/** cells + 4 entries: the first place of each cell. */
export let START: usize;

/** Positions are bound apart: new ones are looked at before they replace the old ones. */
export function bindPositions(base: usize, stride: usize): void {
  X = base;
  Y = base + stride;
  Z = base + 2 * stride;
  R = base + 3 * stride;
}

export function bindColumns(base: usize, stride: usize): void {
  KEY = base;
  SX = base + stride;
  SY = base + 2 * stride;
  SZ = base + 3 * stride;
  SR = base + 4 * stride;
  SLOT = base + 5 * stride;
  RECORDS = base + 6 * stride;
}

export function bindDetails(base: usize, stride: usize): void {
  HX = base;
  HY = base + stride;
  HZ = base + 2 * stride;
  GROUP = base + 3 * stride;
  MASK = base + 4 * stride;
  LEVEL = base + 5 * stride;
  SHX = base + 6 * stride;
  SHY = base + 7 * stride;
  SHZ = base + 8 * stride;
  FG = base + 9 * stride;
  FM = base + 10 * stride;
  KIND = base + 11 * stride;
  // bytes take a quarter of a column of words
  FIXED = KIND + (stride >> 1);
  STILL = FIXED + (stride >> 2);
}

/** Two layers have places of their own; this comes after `bindShapes`. */
export function bindLayers(base: usize, stride: usize, place: usize): void {
  SX = base;
  SY = base + stride;
  SZ = base + 2 * stride;
  SR = base + 3 * stride;
  SLOT = base + 4 * stride;
  SHX = SHAPES == 0 ? SR : base + 5 * stride;
  SHY = SHAPES == 0 ? SR : base + 6 * stride;
  SHZ = SHAPES == 0 ? SR : base + 7 * stride;
  PLACE = place;
}

export function bindRoles(base: usize, stride: usize): void {
  FG = base;
  FM = base + stride;
}

/** `address` 0: there are only circles, and their bounds are their radii. */
export function bindShapes(address: usize): void {
  SHAPES = address;
  if (address == 0) {
    HX = HY = HZ = R;
    SHX = SHY = SHZ = SR;
  }
}

export function bindCells(start: usize): void {
  START = start;
}
