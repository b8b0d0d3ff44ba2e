// One cell by itself, for the cells at the edges of the map with border 'clamp': a missing
// neighbour beside, above or below is the cell itself, a missing diagonal one is 0. The rows
// (rows.ts) are zeros outside the map, and so is their padding. pass.ts calls these functions.

import { f32At, i32At } from '../layout';
import { cellScale, setCell } from './log-block';
import { downRow, lowerCorners, midRow, outRow, upperCorners, upRow } from './rows';

/** Sides of the map that a cell lies at, as bits. */
export const AT_TOP: i32 = 1;
export const AT_BOTTOM: i32 = 2;
export const AT_LEFT: i32 = 4;
export const AT_RIGHT: i32 = 8;

/** Below the exponent of every value. */
const NOTHING: i32 = -0x20000000;

/** The new value of cell `x` in precision 'f32'. */
export function edgeCell(x: i32, sides: i32, eight: bool, centre: f32, factor: f32): f32 {
  const mid = midRow();
  const self = f32At(mid, x);
  const left = sides & AT_LEFT ? self : columnOf(x - 1, eight, x);
  const right = sides & AT_RIGHT ? self : columnOf(x + 1, eight, x + 1);
  const above = sides & AT_TOP ? self : f32At(upRow(), x);
  const below = sides & AT_BOTTOM ? self : f32At(downRow(), x);
  // the stencil's sum (src/types.ts)
  let sum = left + right + (above + below);
  if (centre != 0) sum += centre * self;
  return sum * factor;
}

/** Whether corner `x` of a row of corners is open; 0 for the row: all are. */
function isOpen(corners: usize, x: i32): bool {
  return corners == 0 || i32At(corners, x) != 0;
}

/**
 * s(x) (src/types.ts) as a cell beside column `x` counts it, by corner number `corner` of both rows
 * of corners; with 4 neighbours the cell itself.
 */
function columnOf(x: i32, eight: bool, corner: i32): f32 {
  const here = f32At(midRow(), x);
  if (!eight) return here;
  const above = isOpen(upperCorners(), corner) ? f32At(upRow(), x) : 0;
  const below = isOpen(lowerCorners(), corner) ? f32At(downRow(), x) : 0;
  return above + below + here;
}

/** Writes the new value of cell `x` in precision 'log'. */
export function edgeLogCell(x: i32, sides: i32, eight: bool, centre: f32, factor: f32): void {
  const most = largestExponent(x, sides, eight, centre);
  if (most == NOTHING || factor == 0) {
    setCell(outRow(), x, 0, 0);
    return;
  }
  const self = alignedAt(midRow(), x, most);
  const left = sides & AT_LEFT ? self : logColumnOf(x - 1, eight, x, most);
  const right = sides & AT_RIGHT ? self : logColumnOf(x + 1, eight, x + 1, most);
  const above = sides & AT_TOP ? self : alignedAt(upRow(), x, most);
  const below = sides & AT_BOTTOM ? self : alignedAt(downRow(), x, most);
  // the stencil's sum (src/types.ts)
  let sum = left + right + (above + below);
  if (centre != 0) sum += centre * self;
  setCell(outRow(), x, sum * factor, most);
}

/** The largest exponent of all that is added up for a cell. */
function largestExponent(x: i32, sides: i32, eight: bool, centre: f32): i32 {
  const self = exponentAt(midRow(), x);
  const onEdge = sides != 0 || centre != 0;
  let most = onEdge ? self : NOTHING;
  if (!(sides & AT_TOP)) most = max(most, exponentAt(upRow(), x));
  if (!(sides & AT_BOTTOM)) most = max(most, exponentAt(downRow(), x));
  for (let side = -1; side <= 1; side += 2) {
    if (sides & (side < 0 ? AT_LEFT : AT_RIGHT)) continue;
    most = max(most, exponentAt(midRow(), x + side));
    if (!eight) continue;
    const corner = side < 0 ? x : x + 1;
    if (isOpen(upperCorners(), corner)) most = max(most, exponentAt(upRow(), x + side));
    if (isOpen(lowerCorners(), corner)) most = max(most, exponentAt(downRow(), x + side));
  }
  return most;
}

function exponentAt(row: usize, x: i32): i32 {
  const bits = reinterpret<u32>(f32At(row, x));
  return bits == 0 ? NOTHING : <i32>(bits >>> 23) - 127 + cellScale(row, x);
}

/** The value of a cell times 2^-exponent: exact, or 0 where the result is below 2^-126. */
function alignedAt(row: usize, x: i32, exponent: i32): f32 {
  const places = exponentAt(row, x) - exponent + 127;
  const fraction = reinterpret<i32>(f32At(row, x)) & 0x7fffff;
  return places <= 0 ? 0 : reinterpret<f32>(fraction | (places << 23));
}

function logColumnOf(x: i32, eight: bool, corner: i32, exponent: i32): f32 {
  const here = alignedAt(midRow(), x, exponent);
  if (!eight) return here;
  const above = isOpen(upperCorners(), corner) ? alignedAt(upRow(), x, exponent) : 0;
  const below = isOpen(lowerCorners(), corner) ? alignedAt(downRow(), x, exponent) : 0;
  return above + below + here;
}
