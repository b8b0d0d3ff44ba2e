// Which steps are legal from each cell, one byte per cell: bit d for direction d, 0 E, 1 W, 2 S,
// 3 N, 4 SE, 5 SW, 6 NE, 7 NW (y grows downwards). The corner rule is applied here once, so the
// searches only look at bits.

import { EAST } from './layout';

export const E: u32 = 1;
export const W: u32 = 2;
export const S: u32 = 4;
export const N: u32 = 8;
export const SE: u32 = 16;
export const SW: u32 = 32;
export const NE: u32 = 64;
export const NW: u32 = 128;

/** Corner rules as `CORNERS` of src/grid/layers.ts numbers them; any other number is 'always'. */
export const CORNERS_NEVER: u32 = 0;
export const CORNERS_ONE_OPEN: u32 = 1;

let mapWidth: u32 = 0;
let mapHeight: u32 = 0;
let mapNeighbours: u32 = 8;
let cornerRule: u32 = 0;

/** The shape of the grid whose moves `buildMoves` builds. */
export function movesBind(width: u32, height: u32, neighbours: u32, corners: u32): void {
  mapWidth = width;
  mapHeight = height;
  mapNeighbours = neighbours;
  cornerRule = corners;
}

/**
 * Fills `moves` for the cells of columns x0 .. x1 - 1 in rows y0 .. y1 - 1. A cell is open where
 * `clearance` (one byte per cell) is at least `size`.
 */
export function buildMoves(
  clearance: usize,
  size: u32,
  moves: usize,
  x0: u32,
  y0: u32,
  x1: u32,
  y1: u32,
): void {
  const width = mapWidth;
  for (let y = y0; y < y1; y++) {
    const up = y > 0,
      down = y + 1 < mapHeight;
    for (let x = x0; x < x1; x++) {
      const cell = <usize>y * width + x;
      const at = clearance + cell;
      let bits: u32 = 0;
      if (load<u8>(at) >= size) {
        const left = x > 0,
          right = x + 1 < width;
        if (right && load<u8>(at, EAST) >= size) bits |= E;
        if (left && load<u8>(at - EAST) >= size) bits |= W;
        if (down && load<u8>(at + width) >= size) bits |= S;
        if (up && load<u8>(at - width) >= size) bits |= N;
        if (mapNeighbours == 8) {
          if (right && down && load<u8>(at + width, EAST) >= size && passes(bits, E, S)) bits |= SE;
          if (left && down && load<u8>(at + width - EAST) >= size && passes(bits, W, S)) bits |= SW;
          if (right && up && load<u8>(at - width, EAST) >= size && passes(bits, E, N)) bits |= NE;
          if (left && up && load<u8>(at - width - EAST) >= size && passes(bits, W, N)) bits |= NW;
        }
      }
      store<u8>(moves + cell, bits);
    }
  }
}

/**
 * Whether the corner rule allows the diagonal step between the straight steps `one` and `other`.
 */
function passes(bits: u32, one: u32, other: u32): bool {
  if (cornerRule == CORNERS_NEVER) return (bits & one) != 0 && (bits & other) != 0;
  if (cornerRule == CORNERS_ONE_OPEN) return (bits & (one | other)) != 0;
  return true;
}

/**
 * Clearance: for each cell the side of the largest open square that has the cell as its top-left
 * corner, at most 255. An agent of size s fits where the clearance is at least s
 * (Harabor & Botea, "Hierarchical path planning for multi-size agents", 2008).
 */
export function buildClearance(open: usize, clearance: usize, width: u32, height: u32): void {
  for (let y = height; y-- > 0;) {
    for (let x = width; x-- > 0;) {
      const cell = <usize>y * width + x;
      let side: u32 = 0;
      if (load<u8>(open + cell)) {
        side = 1;
        if (x + 1 < width && y + 1 < height) {
          const at = clearance + cell;
          const right = <u32>load<u8>(at, EAST),
            below = <u32>load<u8>(at + width),
            across = <u32>load<u8>(at + width, EAST);
          let least = right < below ? right : below;
          if (across < least) least = across;
          side = least < 255 ? least + 1 : 255;
        }
      }
      store<u8>(clearance + cell, side);
    }
  }
}

/**
 * The 8 x 256 table of successors that canonical ordering leaves (Harabor & Grastien 2011 without
 * the jumps; Sturtevant & Rabin 2016): entry [direction of arrival << 8 | moves] keeps the natural
 * and the forced steps. Of all shortest paths through a cell only the one that goes diagonally
 * first is followed, so most cells are generated once. Beside a blocked cell the rules 'one-open'
 * and 'always' force the diagonal step around it. Under 'never' that step is illegal, and the turn
 * to that side is forced one cell later.
 */
export function buildSuccessors(table: usize, corners: u32): void {
  for (let y = -1; y <= 1; y++) {
    for (let x = -1; x <= 1; x++) {
      if (x == 0 && y == 0) continue;
      const row = table + ((<usize>ctz(bitOf(x, y))) << 8);
      if (x && y) buildDiagonal(row, x, y, corners);
      else buildStraight(row, x, y, corners);
    }
  }
}

/** The bit of the step by `x` columns and `y` rows, each -1, 0 or 1. */
function bitOf(x: i32, y: i32): u32 {
  if (x > 0) return y > 0 ? SE : y < 0 ? NE : E;
  if (x < 0) return y > 0 ? SW : y < 0 ? NW : W;
  return y > 0 ? S : N;
}

/** After a straight step: the step on, and on each side the step that an obstacle forces. */
function buildStraight(row: usize, x: i32, y: i32, corners: u32): void {
  const left = bitOf(-y, -x),
    right = bitOf(y, x);
  const leftAhead = bitOf(x - y, y - x),
    rightAhead = bitOf(x + y, y + x);
  if (corners != CORNERS_NEVER) {
    fillRow(row, bitOf(x, y), 0, left, leftAhead, 0, right, rightAhead);
    return;
  }
  // if the step to a side is legal and the diagonal step back to that side is not, the cell beside
  // the cell before is blocked: that forces a turn to the side
  const leftBehind = bitOf(-y - x, -x - y),
    rightBehind = bitOf(y - x, x - y);
  fillRow(
    row,
    bitOf(x, y),
    left,
    leftBehind,
    left | leftAhead,
    right,
    rightBehind,
    right | rightAhead,
  );
}

/** After a diagonal step: the step on, its two straight parts, and forced diagonals. */
function buildDiagonal(row: usize, x: i32, y: i32, corners: u32): void {
  const kept = bitOf(x, y) | bitOf(x, 0) | bitOf(0, y);
  if (corners == CORNERS_NEVER) fillRow(row, kept, 0, 0, 0, 0, 0, 0);
  else {
    fillRow(row, kept, 0, bitOf(0, -y), bitOf(x, -y), 0, bitOf(-x, 0), bitOf(-x, y));
  }
}

/**
 * Fills the 256 entries of a direction. The steps `kept` stay wherever they are legal. Each of two
 * rules adds its steps `gain` where the step `open` is legal (0: no condition) and `shut` is not.
 */
function fillRow(
  row: usize,
  kept: u32,
  open0: u32,
  shut0: u32,
  gain0: u32,
  open1: u32,
  shut1: u32,
  gain1: u32,
): void {
  for (let m: u32 = 0; m < 256; m++) {
    let keep = kept;
    if (!(m & shut0) && (m & open0) == open0) keep |= gain0;
    if (!(m & shut1) && (m & open1) == open1) keep |= gain1;
    store<u8>(row + m, m & keep);
  }
}
