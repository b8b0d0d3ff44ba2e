// Corridors in two halves, up to the gate and on from there, each in one go: of their sides only those ends that a shortest way through
// can touch.

import { addLeft, addRight, setPortal } from './funnel';
import { gateSide } from './gates';
import { nodes } from './mesh';
import { at, NONE } from '../sides';

/** Per half and piece: where its steps start. */
let firsts: usize = 0;
/**
 * Steps, 32 bytes: f64 x and y, vertex, 1 = the new left end of the side, 0 = the right, the last side that the end on that hand before it
 * is an end of.
 */
let steps: usize = 0;
const STEP: usize = 32;
/** Two per piece of a half, behind the halves: the piece after it, NONE for the last, and the half. */
let pieces: usize = 0;
let firstPiece: u32 = 0;
/** Per half and piece, f64: how wide it is. */
let halfWidths: usize = 0;
/** The same for ways that begin or end in it, or beside. */
let innerWidths: usize = 0;
/** Per node side: the side over which the next node is entered. */
let ends: usize = 0;
/** Per side: the node side whose gate it is, NONE for others. */
let gateNumbers: usize = 0;
/** Two per triangle: the halves that it is in, NONE outside of corridors. */
let halves: usize = 0;
/** Per half: the search in which the target is in it, or in a dead end there. */
let marks: usize = 0;
let search: u32 = 0;

export function corridorsBind(
  width: usize,
  inner: usize,
  end: usize,
  gate: usize,
  half: usize,
  mark: usize,
  piece: usize,
  halfCount: u32,
): void {
  halfWidths = width;
  innerWidths = inner;
  ends = end;
  gateNumbers = gate;
  halves = half;
  marks = mark;
  pieces = piece;
  firstPiece = halfCount;
}

/** The steps from now on: they are others for other radii. */
export function stepsBind(first: usize, step: usize): void {
  firsts = first;
  steps = step;
}

export function corridorsForget(number: u32): void {
  search = number;
}

export function gateNumber(side: u32): u32 {
  return at(gateNumbers, side);
}
/** Whether a side is the gate of its corridor, either way. */
export function isGate(side: u32): bool {
  const node = at(nodes, side / 3);
  const number = node == NONE ? gateNumber(side) : 3 * node + (side % 3);
  return number != NONE && gateSide(number) == side;
}

export function endOfCorridor(number: u32): u32 {
  return at(ends, number);
}

/** What a triangle is in is gone through triangle by triangle. */
export function markHalves(triangle: u32): void {
  for (let i = 2 * triangle; i < 2 * triangle + 2; i++) {
    const half = at(halves, i);
    if (half != NONE) store<u32>(marks + ((<usize>half) << 2), search);
  }
}
export function isMarked(half: u32): bool {
  return at(marks, half) == search;
}

/** Whether a half is wide enough for those only that begin or end by the walls that make it narrow. */
export function isForEnds(half: u32, width: f64): bool {
  const entry = (<usize>half) << 3;
  return load<f64>(halfWidths + entry) < width && load<f64>(innerWidths + entry) >= width;
}

export function pieceAfter(piece: u32): u32 {
  return at(pieces, 2 * (piece - firstPiece));
}
export function halfOf(piece: u32): u32 {
  return at(pieces, 2 * (piece - firstPiece) + 1);
}

export function isHalfWide(half: u32, width: f64): bool {
  return load<f64>(halfWidths + ((<usize>half) << 3)) >= width;
}

/** Through half a corridor, or a piece of one. False where it is narrower than `width`, or turns where another way was shorter. */
export function walkHalf(half: u32, width: f64): bool {
  if (!isHalfWide(half, width)) return false;
  const last = steps + <usize>at(firsts, half + 1) * STEP;
  for (let step = steps + <usize>at(firsts, half) * STEP; step < last; step += STEP) {
    const x = load<f64>(step);
    const y = load<f64>(step, 8);
    const v = load<u32>(step, 16);
    setPortal(load<u32>(step, 24));
    if (load<u32>(step, 20) ? !addLeft(x, y, 1, v) : !addRight(x, y, v)) return false;
  }
  return true;
}
