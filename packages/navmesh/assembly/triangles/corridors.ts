// Corridors in two halves, up to the gate and on from there, each in one go: of their sides only those ends that a shortest way through
// can touch.

import { Sides } from './funnel';
import { nodeIn } from './mesh';
import { after, at, before, NONE } from '../sides';

/** Per list of steps, and one more: where it starts. Those of the halves come first. */
let firsts: usize = 0;
/** Steps, 24 bytes: f64 x and y, vertex, 1 = the new left end of the side, 0 = the right. */
let steps: usize = 0;
const STEP: usize = 24;
/** Per node side: the side over which the next node is entered. */
let ends: usize = 0;
/** Two per triangle: the halves that it is in, NONE outside of corridors. */
let halves: usize = 0;
/** Per half: the search in which it holds the start or the target, times 2, and 1 for the target. */
let marks: usize = 0;
let search: u32 = 0;
/** Of the lists of steps those from here on are of passes, three per node side: from its gate on, then to the next gates on the left and on the right. */
let firstPass: u32 = 0;
/** Per node side: the search in which its passes hold the start or the target. */
let passMarks: usize = 0;

export function corridorsBind(
  first: usize,
  step: usize,
  end: usize,
  half: usize,
  mark: usize,
  passMark: usize,
  halfCount: u32,
): void {
  firsts = first;
  steps = step;
  ends = end;
  halves = half;
  marks = mark;
  passMarks = passMark;
  firstPass = halfCount;
}

export function corridorsForget(number: u32): void {
  search = number;
}

export function endOf(number: u32): u32 {
  return at(ends, number);
}

/** The halves that a triangle of a corridor is in hold the start, or the target. The latter is marked last. */
export function markHalves(triangle: u32, isTarget: bool): void {
  for (let i = 2 * triangle; i < 2 * triangle + 2; i++) {
    const half = at(halves, i);
    if (half == NONE) continue;
    store<u32>(marks + ((<usize>half) << 2), (search << 1) | (isTarget ? 1 : 0));
    if (half & 1) markPass(half >> 1);
    else markArrivals(half >> 1);
  }
  const node = nodeIn(triangle);
  if (node != NONE) for (let k: u32 = 0; k < 3; k++) markPass(arrivalAt(3 * node + k));
}

function markPass(number: u32): void {
  store<u32>(passMarks + ((<usize>number) << 2), search);
}
/** All that come into a node in order to leave over one of its sides. */
function markArrivals(number: u32): void {
  const first = number - (number % 3);
  for (let side = first; side < first + 3; side++) if (side != number) markPass(arrivalAt(side));
}
/** The node side from which a corridor leads here. */
function arrivalAt(number: u32): u32 {
  return nodeSide(at(ends, number));
}
/** A side of a node's triangle as a number. */
export function nodeSide(side: u32): u32 {
  return 3 * nodeIn(side / 3) + (side % 3);
}

/** The node from which the way to a triangle of a corridor meets no gate, or the triangle's own; NONE where there is no such. */
export function nodeBefore(triangle: u32): u32 {
  const node = nodeIn(triangle);
  if (node != NONE) return node;
  const half = at(halves, 2 * triangle);
  if (half == NONE) return NONE;
  return (half & 1 ? at(halves, 2 * triangle + 1) : half) / 6;
}

export function holdsTarget(half: u32): bool {
  return at(marks, half) == ((search << 1) | 1);
}

/** Through half a corridor. False where no shortest way leads through: it holds the start, or turns where another was shorter. */
export function walkHalf(half: u32): bool {
  if (at(marks, half) >> 1 == search) return false;
  return walkList(half);
}

function walkList(list: u32): bool {
  const last = steps + <usize>at(firsts, list + 1) * STEP;
  for (let step = steps + <usize>at(firsts, list) * STEP; step < last; step += STEP)
    if (
      !Sides.add(load<f64>(step), load<f64>(step, 8), load<u32>(step, 16), load<u32>(step, 20) != 0)
    )
      return false;
  return true;
}

/** From a gate through the node behind it as far as the ways to the next gates on both hands are the same. False where no shortest way leads. */
export function walkStem(number: u32): bool {
  return walkList(firstPass + 3 * number);
}
/** From there to the next gate on the left, or on the right. */
export function walkBranch(number: u32, isLeft: bool): bool {
  return walkList(firstPass + 3 * number + (isLeft ? 1 : 2));
}
/** The node side behind which that gate is. */
export function passEnd(number: u32, isLeft: bool): u32 {
  const entry = at(ends, number);
  return nodeSide(isLeft ? after(entry) : before(entry));
}
/** Whether neither of these ways holds the start or the target. */
export function isPassFree(number: u32): bool {
  return at(passMarks, number) != search;
}
