// Corridors in two halves, up to the gate and on from there, each in one go: of their sides only those ends that a shortest way through
// can touch.

import { addLeftAt, addRightAt } from './funnel';
import { at, NONE } from '../sides';

/** Per half: where its steps start. */
let firsts: usize = 0;
/** Steps, 24 bytes: f64 x and y, vertex, 1 = the new left end of the side, 0 = the right. */
let steps: usize = 0;
const STEP: usize = 24;
/** Per node side: the side over which the next node is entered. */
let ends: usize = 0;
/** Per side: the node side whose gate it is, NONE for others. */
let gateNumbers: usize = 0;
/** Two per triangle: the halves that it is in, NONE outside of corridors. */
let halves: usize = 0;
/** Per half: the search in which it holds the start or the target, times 2, and 1 for the target. */
let marks: usize = 0;
let search: u32 = 0;

export function corridorsBind(
  first: usize,
  step: usize,
  end: usize,
  gate: usize,
  half: usize,
  mark: usize,
): void {
  firsts = first;
  steps = step;
  ends = end;
  gateNumbers = gate;
  halves = half;
  marks = mark;
}

export function corridorsForget(number: u32): void {
  search = number;
}

export function gateNumber(side: u32): u32 {
  return at(gateNumbers, side);
}
export function endOf(number: u32): u32 {
  return at(ends, number);
}

/** The halves that a triangle of a corridor is in hold the start, or the target. The latter is marked last. */
export function markHalves(triangle: u32, isTarget: bool): void {
  for (let i = 2 * triangle; i < 2 * triangle + 2; i++) {
    const half = at(halves, i);
    if (half != NONE) store<u32>(marks + ((<usize>half) << 2), (search << 1) | (isTarget ? 1 : 0));
  }
}
export function holdsTarget(half: u32): bool {
  return at(marks, half) == ((search << 1) | 1);
}

/** Through half a corridor. False where no shortest way leads through: it holds the start, or turns where another was shorter. */
export function walkHalf(half: u32): bool {
  if (at(marks, half) >> 1 == search) return false;
  const last = steps + <usize>at(firsts, half + 1) * STEP;
  for (let step = steps + <usize>at(firsts, half) * STEP; step < last; step += STEP) {
    const x = load<f64>(step);
    const y = load<f64>(step, 8);
    const v = load<u32>(step, 16);
    if (load<u32>(step, 20) ? !addLeftAt(x, y, v) : !addRightAt(x, y, v)) return false;
  }
  return true;
}
