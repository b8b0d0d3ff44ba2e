// Corridors are divided at their bottlenecks into two halves, each walked in one go. Only those
// ends of portals are visited that a shortest path through the half can touch. Half 2i leads from
// node side i to the bottleneck of the corridor behind the side. Half 2i + 1 leads from this
// bottleneck to the next node.

import { Ends, enterOver } from './chains';
import { DiscStep, HAS_RADIUS, Step, STEP } from './layout';
import { nodeOf, nodeSide } from './mesh';
import { after, at, before, NONE } from '../sides';

/**
 * Per list of steps, and one more: the number of its first step. The lists of the halves come
 * first, then for discs those of the sections, for points those of the passes.
 */
let firsts: usize = 0;
/** Records `Step`, for discs `DiscStep`, list after list. */
let steps: usize = 0;
/** Per node side: the side over which the next node is entered. */
let ends: usize = 0;
/** Two per triangle: the halves that it is in, NONE outside of corridors. */
let halves: usize = 0;
/**
 * Per half: twice the number of the latest query in which the half holds the source or the target,
 * plus 1 if it is the target.
 */
let marks: usize = 0;
let query: u32 = 0;
/**
 * The number of halves. For points, the lists of steps from this number on belong to passes. A node
 * side has three: the stem, from its bottleneck into the node at the far end of its corridor; the
 * fork to the next bottleneck on the right; the fork to the one on the left.
 */
let firstPass: u32 = 0;
/** Of points, per node side: the latest query in which its passes hold the source or the target. */
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

/** Three per node; 0 in TA*, which has no corridors. */
export function nodeSideCount(): u32 {
  return firstPass >> 1;
}

/** Marks have 31 bits for the query, 1 to QUERIES. */
const QUERIES: u32 = NONE >> 1;

export function corridorsForget(newQuery: u32): void {
  query = (newQuery % QUERIES) + 1;
  if (query != 1) return;
  // the numbers begin again: without this, marks of an earlier query with the same number count
  memory.fill(marks, 0, (<usize>firstPass) << 2);
  memory.fill(passMarks, 0, (<usize>firstPass) << 1);
}

/** The side over which the node at the far end of a node side's corridor is entered. */
export function corridorEnd(number: u32): u32 {
  return at(ends, number);
}
/** Half `k`, 0 or 1, of the two halves that a triangle is in; NONE outside corridors. */
export function halfAt(triangle: u32, k: u32): u32 {
  return at(halves, 2 * triangle + k);
}

/**
 * Notes that the halves in which a triangle lies hold the source, or the target. The target has to
 * be marked last, because its mark replaces the source's: a half with both counts as the target's.
 */
export function markHalves(triangle: u32, isTarget: bool): void {
  for (let k: u32 = 0; k < 2; k++) {
    const half = halfAt(triangle, k);
    if (half == NONE) continue;
    store<u32>(marks + ((<usize>half) << 2), (query << 1) | (isTarget ? 1 : 0));
    if (HAS_RADIUS) continue;
    if (half & 1) markPass(half >> 1);
    else markArrivals(half >> 1);
  }
  const node = nodeOf(triangle);
  if (HAS_RADIUS || node == NONE) return;
  for (let k: u32 = 0; k < 3; k++) markPass(arrivalAt(3 * node + k));
}

function markPass(number: u32): void {
  store<u32>(passMarks + ((<usize>number) << 2), query);
}
/** Marks all passes through a node that leave the node over its side `number`. */
function markArrivals(number: u32): void {
  const first = number - (number % 3);
  for (let side = first; side < first + 3; side++) if (side != number) markPass(arrivalAt(side));
}
/** The node side at the other end of the corridor behind a node side. */
function arrivalAt(number: u32): u32 {
  return nodeSide(at(ends, number));
}

export function holdsTarget(half: u32): bool {
  return at(marks, half) == ((query << 1) | 1);
}
/** Whether a half holds the source or the target. */
export function holdsEnd(half: u32): bool {
  return at(marks, half) >> 1 == query;
}

/** Walks along a list of steps. False if no shortest path leads through. */
export function walkSteps(list: u32): bool {
  const last = steps + <usize>at(firsts, list + 1) * STEP;
  for (let address = steps + <usize>at(firsts, list) * STEP; address < last; address += STEP) {
    const step = changetype<Step>(address);
    if (HAS_RADIUS) enterOver(changetype<DiscStep>(address).portal);
    if (!Ends.add(step.x, step.y, step.vertex, step.isLeft != 0)) return false;
  }
  return true;
}

/**
 * Walks the stem of a pass: from a bottleneck into the node behind it, as far as the paths to both
 * next bottlenecks are the same. `number`: the node side from which the bottleneck is crossed.
 */
export function walkStem(number: u32): bool {
  return walkSteps(firstPass + 3 * number);
}
/** Walks from the end of the stem to the next bottleneck on the right, or on the left. */
export function walkFork(number: u32, onRight: bool): bool {
  return walkSteps(firstPass + 3 * number + (onRight ? 1 : 2));
}
/** The node side behind which the next bottleneck on the right, or on the left, lies. */
export function passEnd(number: u32, onRight: bool): u32 {
  const entry = at(ends, number);
  return nodeSide(onRight ? after(entry) : before(entry));
}
/** Whether the passes from a bottleneck hold neither the source nor the target. */
export function isPassFree(number: u32): bool {
  return at(passMarks, number) != query;
}
