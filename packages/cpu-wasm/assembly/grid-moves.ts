// Which steps are legal from each cell, one byte per cell: bit d for direction d, 0 E, 1 W, 2 S,
// 3 N, 4 SE, 5 SW, 6 NE, 7 NW (y grows downwards). The corner rule is settled here once, so the
// searches only look at bits.

const E: u32 = 1;
const W: u32 = 2;
const S: u32 = 4;
const N: u32 = 8;
const SE: u32 = 16;
const SW: u32 = 32;
const NE: u32 = 64;
const NW: u32 = 128;

/** Corner rules as numbers: the order of the rules in `CornerRule`. */
export const CORNERS_NEVER: u32 = 0;
export const CORNERS_ONE_OPEN: u32 = 1;

/**
 * Fills `moves` for the cells of rows y0 .. y1 - 1, columns x0 .. x1 - 1. A cell is open where
 * `field` (one byte per cell) is at least `size`.
 */
export function buildMoves(
  field: usize,
  size: u32,
  moves: usize,
  width: u32,
  height: u32,
  neighbours: u32,
  corners: u32,
  x0: u32,
  y0: u32,
  x1: u32,
  y1: u32,
): void {
  for (let y = y0; y < y1; y++) {
    const up = y > 0,
      down = y + 1 < height;
    for (let x = x0; x < x1; x++) {
      const cell = <usize>y * width + x;
      const at = field + cell;
      let bits: u32 = 0;
      if (load<u8>(at) >= size) {
        const left = x > 0,
          right = x + 1 < width;
        if (right && load<u8>(at, 1) >= size) bits |= E;
        if (left && load<u8>(at - 1) >= size) bits |= W;
        if (down && load<u8>(at + width) >= size) bits |= S;
        if (up && load<u8>(at - width) >= size) bits |= N;
        if (neighbours == 8) {
          if (right && down && load<u8>(at + width, 1) >= size && passes(bits, E, S, corners))
            bits |= SE;
          if (left && down && load<u8>(at + width - 1) >= size && passes(bits, W, S, corners))
            bits |= SW;
          if (right && up && load<u8>(at - width, 1) >= size && passes(bits, E, N, corners))
            bits |= NE;
          if (left && up && load<u8>(at - width - 1) >= size && passes(bits, W, N, corners))
            bits |= NW;
        }
      }
      store<u8>(moves + cell, bits);
    }
  }
}

function passes(bits: u32, one: u32, other: u32, corners: u32): bool {
  if (corners == CORNERS_NEVER) return (bits & one) != 0 && (bits & other) != 0;
  if (corners == CORNERS_ONE_OPEN) return (bits & (one | other)) != 0;
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
          const right = <u32>load<u8>(at, 1),
            below = <u32>load<u8>(at + width),
            across = <u32>load<u8>(at + width, 1);
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
 * first is followed, so most cells are generated once. Under 'never' a corner forces a turn beside
 * it, on the step after; under the other rules it forces the diagonal around it.
 */
export function buildSuccessors(table: usize, corners: u32): void {
  for (let m: u32 = 0; m < 256; m++) {
    straight(table, m, 0, E, N, S, NE, SE, NW, SW, corners);
    straight(table, m, 1, W, N, S, NW, SW, NE, SE, corners);
    straight(table, m, 2, S, E, W, SE, SW, NE, NW, corners);
    straight(table, m, 3, N, E, W, NE, NW, SE, SW, corners);
    diagonal(table, m, 4, E | S | SE, N, NE, W, SW, corners);
    diagonal(table, m, 5, W | S | SW, N, NW, E, SE, corners);
    diagonal(table, m, 6, E | N | NE, S, SE, W, NW, corners);
    diagonal(table, m, 7, W | N | NW, S, SW, E, NE, corners);
  }
}

// arrival along `ahead`; a and b are the steps to its sides, aheadA/aheadB the diagonals before
// them, backA/backB those behind
function straight(
  table: usize,
  m: u32,
  d: u32,
  ahead: u32,
  a: u32,
  b: u32,
  aheadA: u32,
  aheadB: u32,
  backA: u32,
  backB: u32,
  corners: u32,
): void {
  let keep = ahead;
  if (corners == CORNERS_NEVER) {
    // the cell behind a is blocked: its diagonal is missing although a is open
    if (m & a && !(m & backA)) keep |= a | aheadA;
    if (m & b && !(m & backB)) keep |= b | aheadB;
  } else {
    if (!(m & a)) keep |= aheadA;
    if (!(m & b)) keep |= aheadB;
  }
  store<u8>(table + (d << 8) + m, m & keep);
}

function diagonal(
  table: usize,
  m: u32,
  d: u32,
  natural: u32,
  a: u32,
  aroundA: u32,
  b: u32,
  aroundB: u32,
  corners: u32,
): void {
  let keep = natural;
  if (corners != CORNERS_NEVER) {
    if (!(m & a)) keep |= aroundA;
    if (!(m & b)) keep |= aroundB;
  }
  store<u8>(table + (d << 8) + m, m & keep);
}
