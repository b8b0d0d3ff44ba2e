// The obstacles of a model, for the other files of this folder. Cell (i, j) is the square from
// (i, j) to (i + 1, j + 1). What lies outside the map is blocked.

let width: i32 = 0;
let height: i32 = 0;
/** Bytes from row to row of the fields and of `passage`. */
let stride: usize = 0;
/**
 * How many cells beside a diagonal step must be open; 3: no diagonal steps (src/model/corners.ts).
 */
let needed: i32 = 0;
/** f32 in rows as the fields, 0 = obstacle. */
let passage: usize = 0;
let someOpen: bool = false;

export function groundBind(
  mapWidth: i32,
  mapHeight: i32,
  rowBytes: usize,
  besideNeeded: i32,
  passagePlaces: usize,
  openCells: i32,
): void {
  width = mapWidth;
  height = mapHeight;
  stride = rowBytes;
  needed = besideNeeded;
  passage = passagePlaces;
  someOpen = openCells > 0;
}

/** Whether any cell is open. */
export function hasOpenCells(): bool {
  return someOpen;
}

export function columns(): i32 {
  return width;
}

export function rows(): i32 {
  return height;
}

export function bytesOfRow(): usize {
  return stride;
}

export function hasDiagonals(): bool {
  return needed < 3;
}

/**
 * Whether a heading may lead past both bits of `blockedAround` beside a diagonal cell. Corner rule
 * 'always' forbids it where both are blocked: a disc does not fit there.
 */
export function leadsPast(around: u32, a: u32, b: u32): bool {
  const open = <i32>((around & a) == 0) + <i32>((around & b) == 0);
  return open >= max(needed, 1);
}

export function isBlocked(i: i32, j: i32): bool {
  if (<u32>i >= <u32>width || <u32>j >= <u32>height) return true;
  return load<f32>(passage + <usize>j * stride + ((<usize>i) << 2)) == 0;
}

/** Bits of `blockedAround`, clockwise. */
export const UP: u32 = 1;
export const UP_RIGHT: u32 = 2;
export const RIGHT: u32 = 4;
export const DOWN_RIGHT: u32 = 8;
export const DOWN: u32 = 16;
export const DOWN_LEFT: u32 = 32;
export const LEFT: u32 = 64;
export const UP_LEFT: u32 = 128;

/** Which of the eight cells around a cell are blocked. */
export function blockedAround(i: i32, j: i32): u32 {
  return (
    <u32>isBlocked(i, j - 1) |
    ((<u32>isBlocked(i + 1, j - 1)) << 1) |
    ((<u32>isBlocked(i + 1, j)) << 2) |
    ((<u32>isBlocked(i + 1, j + 1)) << 3) |
    ((<u32>isBlocked(i, j + 1)) << 4) |
    ((<u32>isBlocked(i - 1, j + 1)) << 5) |
    ((<u32>isBlocked(i - 1, j)) << 6) |
    ((<u32>isBlocked(i - 1, j - 1)) << 7)
  );
}

/**
 * Bits of the diagonal cells that are blocked while both cells beside them are open: a disc can
 * touch their corner. If a cell beside is blocked, the corner is part of the wall of that cell.
 */
export function freeCorners(around: u32): u32 {
  // the next bit clockwise comes down by one, the one before goes up by one; UP follows UP_LEFT
  const beside = (around >> 1) | (around << 1) | ((around & UP) << 7);
  return around & ~beside & (UP_RIGHT | DOWN_RIGHT | DOWN_LEFT | UP_LEFT);
}
