// The columns of a solver: where each array of one value per body lies.
// Blocks, sizes and lifetimes: ../../architecture/bodies.md, Arrays.
//
// Columns of one block lie `stride` bytes apart (`strideFor` of src/bodies/store-memory.ts), with
// room behind each, so that a vector may be read across its end. A column `slot…` is indexed by
// slot, a column `place…` by place: places number the bodies in the order of their cells.

// Names: SX, SY, SZ and SR are positions and radii by place (sorted), HX, HY and HZ half bounds by
// slot, SHX, SHY and SHZ half bounds by place, FG and FM the two words of the filter.
let X: usize, Y: usize, Z: usize, R: usize;
let KEY: usize;
let SX: usize, SY: usize, SZ: usize, SR: usize, SLOT: usize;
let RECORDS: usize;
let HX: usize, HY: usize, HZ: usize;
let GROUP: usize, MASK: usize, LEVEL: usize;
let SHX: usize, SHY: usize, SHZ: usize;
let FG: usize, FM: usize;
let KIND: usize, FIXED: usize, STILL: usize;
let PLACE: usize;
let SHAPES: usize;
let START: usize;

/** `slotPlace` of a body that has no place in the still layer. */
export const NOWHERE: u32 = 0xffffffff;

// By slot, of all bodies: position and radius (f32).
export function slotX(): usize {
  return X;
}
export function slotY(): usize {
  return Y;
}
export function slotZ(): usize {
  return Z;
}
export function slotRadius(): usize {
  return R;
}

/** By slot: the cell (u32). In a plain grid, once it is built: by place. */
export function cellKey(): usize {
  return KEY;
}

// By place, of all bodies: position and radius (f32), and the slot (u32).
export function placeX(): usize {
  return SX;
}
export function placeY(): usize {
  return SY;
}
export function placeZ(): usize {
  return SZ;
}
export function placeRadius(): usize {
  return SR;
}
export function placeSlot(): usize {
  return SLOT;
}

/** Records of 16 bytes by place: SCATTER of grid/plain.ts writes them, APART reads them. */
export function sortRecords(): usize {
  return RECORDS;
}

// The other columns serve bodies that are not all massive circles of group 1.
//
// By slot: half the size of the bounds per axis (f32; the radius of a circle).
export function slotHalfX(): usize {
  return HX;
}
export function slotHalfY(): usize {
  return HY;
}
export function slotHalfZ(): usize {
  return HZ;
}

// By slot: group, mask and level (u32).
export function slotGroup(): usize {
  return GROUP;
}
export function slotMask(): usize {
  return MASK;
}
export function slotLevel(): usize {
  return LEVEL;
}

// By place: half the size of the bounds per axis (f32).
export function placeHalfX(): usize {
  return SHX;
}
export function placeHalfY(): usize {
  return SHY;
}
export function placeHalfZ(): usize {
  return SHZ;
}

// By place: the two words of the filter (u32). Two bodies may meet if the group word of each has a
// bit in common with the mask word of the other; `fillRoles` in grid/build.ts writes both words.
export function placeGroup(): usize {
  return FG;
}
export function placeMask(): usize {
  return FM;
}

// By slot, one byte each: the kind; 1 if the body is fixed; 1 if the body is in the still layer.
export function slotKind(): usize {
  return KIND;
}
export function slotFixed(): usize {
  return FIXED;
}
export function slotStill(): usize {
  return STILL;
}

/** By slot: the place in the still layer, NOWHERE for all other bodies (u32). */
export function slotPlace(): usize {
  return PLACE;
}

/** By slot: shape records, see shapes/layout-shape.ts. 0: all bodies are circles. */
export function slotShapes(): usize {
  return SHAPES;
}

/** The first place of each cell (u32), and more words: see layout-cells.ts in grid/. */
export function cellStart(): usize {
  return START;
}

/** Positions are bound on their own: new positions are checked before they replace the old ones. */
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

/** GROUP, MASK and KIND of src/bodies/store-columns.ts are numbers of these columns. */
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
  // an entry of one byte needs a quarter of a column: kinds have the first half of this one
  FIXED = KIND + (stride >> 1);
  STILL = FIXED + (stride >> 2);
}

/** Binds the columns by place of the two layers. Call it after `bindShapes`. */
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

/** Binds the two columns of the filter. */
export function bindRoles(base: usize, stride: usize): void {
  FG = base;
  FM = base + stride;
}

/** `address` 0: all bodies are circles, and half their bounds is the radius. */
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
