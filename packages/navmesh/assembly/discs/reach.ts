// How short circles were reached, and what is in doubt: first turns that the way to is longer than it seems.
//
// Why ways may be ended although widths and funnels know only so much. A way F ends a way T at a gate, or at a turn, where F is
// nowhere longer: what T could go on with, F can go on with. That holds if the lengths of F are true. Both that widths say no more
// than what is surely too narrow (a wall behind the corner gone around, beyond the first, is not counted: see the test 'between a corner
// that is not turned around and a wall behind the one that is') and that funnels may put aside a corner that a later circle leads back to
// make F seem shorter than it is, never longer. Then F, or what ended it in turn, comes to the target before T could, as all of them have
// bounds no greater than the length of T; and there its path is checked all along. If it is longer before a gate or a turn where it may have ended others,
// or blocked, its first turn is doubted: ways with that end none in the next run, which begins soon, as this one has lost what they ended. There are only so many first turns, so
// that the runs come to an end in which all that ended others was true. What is longer after the last gate and turn is so for T, too.
//
// Not proven: where circles of neighbouring corners overlap, lengths of F to points of a gate other than the one that its path crosses it at.

import { angleOf } from './angle';
import { entryHand, entryLength } from './entries';
import { NONE } from '../sides';

/**
 * Per portal and hand, 40 bytes: how short a turn around its end on that hand was reached, f64 length, direction, the least length of what
 * reached it, and in which search.
 */
let reached: usize = 0;
const REACHED: usize = 40;
/**
 * The least length of the state at hand: what comes after it cannot be less. What ends another needs no more, so that it comes to the target before the other
 * could, also where a first path is looked for out of order.
 */
export let floor: f64 = 0;
export function setFloor(least: f64): void {
  floor = least;
}
let search: u32 = 0;
/** First turns that the way to is longer than it seems: what comes after them beats nothing. */
let doubtful: usize = 0;
let doubtfulCount: u32 = 0;
export const MOST_DOUBTFUL: u32 = 64;
/** Whether there were more than there is room for: then every way is in doubt. */
let isAllDoubtful: bool = false;
/** Whether some were found in this run: what they ended is not known. */
export let isDoubted: bool = false;
/** A run goes on for as many states as it had when a way came to be in doubt, and for so many more; then it is run again, for what it has lost by then. */
const MOST_DOUBTING: u32 = 256;
/** After how many states in all that is. */
export let enough: u32 = NONE;

export function reachBind(table: usize, list: usize): void {
  reached = table;
  doubtful = list;
}
export function reachForget(): void {
  search++;
  isDoubted = false;
  enough = NONE;
}
export function doubtsForget(): void {
  doubtfulCount = 0;
  isAllDoubtful = false;
}
export function isDoubtful(first: u32): bool {
  if (isAllDoubtful) return true;
  for (let i: u32 = 0; i < doubtfulCount; i++)
    if (load<u32>(doubtful + ((<usize>i) << 2)) == first) return true;
  return false;
}
/** One more, after which the run may go on for that many states in all. */
export function doubt(first: u32, most: u32): void {
  if (!isDoubted) enough = most + MOST_DOUBTING;
  isDoubted = true;
  if (doubtfulCount == MOST_DOUBTFUL) {
    isAllDoubtful = true;
    return;
  }
  store<u32>(doubtful + ((<usize>doubtfulCount) << 2), first);
  doubtfulCount++;
}

function placeOf(turned: usize): usize {
  const place = (load<u32>(turned, 56) << 1) | <u32>(entryHand(turned) > 0);
  return reached + <usize>place * REACHED;
}

/**
 * Whether another way reached the circle, and went around it through the same portal, so much shorter that it can go on around
 * it to where this one arrives.
 */
export function isReached(turned: usize, radius: f64): bool {
  const place = placeOf(turned);
  if (load<u32>(place, 32) != search || load<f64>(place, 24) > floor) return false;
  const length = entryLength(turned) * (1 - 1e-12);
  const other = load<f64>(place);
  if (other >= length) return false;
  // half around is the most
  if (other + radius * Math.PI < length) return true;
  const ax = load<f64>(place, 8);
  const ay = load<f64>(place, 16);
  const bx = load<f64>(turned, 24);
  const by = load<f64>(turned, 32);
  return other + radius * abs(angleOf(ax * by - ay * bx, ax * bx + ay * by)) < length;
}

export function reach(turned: usize, radius: f64): bool {
  if (isReached(turned, radius)) return false;
  const place = placeOf(turned);
  if (load<u32>(place, 32) == search && load<f64>(place) <= entryLength(turned)) return true;
  if (doubtfulCount > 0 && isDoubtful(load<u32>(turned, 60))) return true;
  store<f64>(place, entryLength(turned));
  store<f64>(place, load<f64>(turned, 24), 8);
  store<f64>(place, load<f64>(turned, 32), 16);
  store<f64>(place, floor, 24);
  store<u32>(place, search, 32);
  return true;
}

/** Whether no way is in doubt, or one with this first turn that is certain is not. */
export function isTrusted(first: u32): bool {
  if (doubtfulCount == 0) return true;
  return first != NONE && !isDoubtful(first);
}
