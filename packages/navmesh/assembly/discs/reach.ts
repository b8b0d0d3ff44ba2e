// How short circles were reached, and what is in doubt: first turns that the way to is longer than it seems.

import { angleOf } from './angle';
import { entryHand, entryLength } from './entries';
import { NONE } from '../sides';

/** Per portal and hand, 32 bytes: how short a turn around its end on that hand was reached, f64 length, direction, and in which search. */
let reached: usize = 0;
let search: u32 = 0;
/** First turns that the way to is longer than it seems: what comes after them beats nothing. */
let doubtful: usize = 0;
let doubtfulCount: u32 = 0;
export const MOST_DOUBTFUL: u32 = 64;
/** What the least of those needs that were found in this run: what they ended needs no less. Infinity where there is none. */
export let doubted: f64 = Infinity;

export function reachBind(table: usize, list: usize): void {
  reached = table;
  doubtful = list;
}
export function reachForget(): void {
  search++;
  doubted = Infinity;
}
export function doubtsForget(): void {
  doubtfulCount = 0;
}
export function isDoubtful(first: u32): bool {
  for (let i: u32 = 0; i < doubtfulCount; i++)
    if (load<u32>(doubtful + ((<usize>i) << 2)) == first) return true;
  return false;
}
/** One more, if there is room, of which a way of at least this length was found. */
export function doubt(first: u32, least: f64): void {
  if (doubtfulCount == MOST_DOUBTFUL) return;
  doubted = min(doubted, least);
  store<u32>(doubtful + ((<usize>doubtfulCount) << 2), first);
  doubtfulCount++;
}

function placeOf(turned: usize): usize {
  const place = (load<u32>(turned, 56) << 1) | <u32>(entryHand(turned) > 0);
  return reached + ((<usize>place) << 5);
}

/**
 * Whether another way reached the circle, and went around it through the same portal, so much shorter that it can go on around
 * it to where this one arrives.
 */
export function isReached(turned: usize, radius: f64): bool {
  const place = placeOf(turned);
  if (load<u32>(place, 24) != search) return false;
  const length = entryLength(turned) * (1 - 1e-12);
  const other = load<f64>(place);
  if (other >= length) return false;
  if (radius == 0) return true;
  const ax = load<f64>(place, 8);
  const ay = load<f64>(place, 16);
  const bx = load<f64>(turned, 24);
  const by = load<f64>(turned, 32);
  return other + radius * abs(angleOf(ax * by - ay * bx, ax * bx + ay * by)) < length;
}

export function reach(turned: usize, radius: f64): bool {
  if (isReached(turned, radius)) return false;
  const place = placeOf(turned);
  if (load<u32>(place, 24) == search && load<f64>(place) <= entryLength(turned)) return true;
  if (doubtfulCount > 0 && isDoubtful(load<u32>(turned, 60))) return true;
  store<f64>(place, entryLength(turned));
  store<f64>(place, load<f64>(turned, 24), 8);
  store<f64>(place, load<f64>(turned, 32), 16);
  store<u32>(place, search, 24);
  return true;
}

/** Whether no way is in doubt, or one with this first turn that is certain is not. */
export function isTrusted(first: u32): bool {
  if (doubtfulCount == 0) return true;
  return first != NONE && !isDoubtful(first);
}
