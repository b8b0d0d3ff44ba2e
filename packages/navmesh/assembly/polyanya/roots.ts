// Roots, each with the length of a path to it: root 0 is the start, all others are turns of paths
// at corners. polyanya.ts makes them; layout.ts holds their records.

import { reallocate } from '../env';
import { SUMS } from '../rounding';
import { NONE, set } from '../sides';
import {
  addRoot,
  bestLength,
  clearRoots,
  clearSearches,
  distance,
  isStart,
  lengthTo,
  moveStart,
  rootBefore,
  setBestLength,
  vertexOf,
  X,
  Y,
} from './layout';

/**
 * The number of the current search, from 1 to 2^32 - 1, written into records so that nothing is
 * cleared between searches. After the largest number all records are cleared.
 */
let search: u32 = 0;
/** u32 per turn of the latest path that was written: its vertex. `turnRoom`: how many turns fit. */
let turns: usize = 0;
let turnRoom: u32 = 0;

export function rootsBind(): void {
  search = 0;
  turns = 0;
  turnRoom = 0;
}

/** Begins a search from a point, root 0. */
export function rootsBegin(startX: f64, startY: f64): void {
  if (++search == 0) {
    clearSearches();
    search = 1;
  }
  clearRoots();
  addRoot(moveStart(startX, startY), NONE, 0);
}
export function currentSearch(): u32 {
  return search;
}
/** For tests: sets the number of the last search. */
export function searchSet(value: u32): void {
  search = value;
}

/**
 * Adds the root for a turn at corner `v` after root `before`; NONE if a path to `v` is known that
 * is shorter by more than the share SUMS.
 */
export function turnAt(v: u32, before: u32): u32 {
  const from = vertexOf(before);
  const length = lengthTo(before) + distance(X(from), Y(from), X(v), Y(v));
  const best = bestLength(v, search);
  if (best < length * (1 - SUMS)) return NONE;
  if (length < best) setBestLength(v, search, length);
  return addRoot(v, before, length);
}

/**
 * Whether a path to the root's corner that is shorter by more than the share SUMS was found after
 * the root was made.
 */
export function isDominated(root: u32): bool {
  const v = vertexOf(root);
  return !isStart(v) && bestLength(v, search) < lengthTo(root) * (1 - SUMS);
}

/** The number of turns of the path to a root: the root counts, the start does not. */
export function turnsTo(last: u32): u32 {
  let count: u32 = 0;
  for (let root = last; root != NONE; root = rootBefore(root)) count++;
  return count - 1;
}

/** Writes the vertices of the turns, in the order of the path, and returns their address. */
export function writeTurns(last: u32): usize {
  let i = turnsTo(last);
  if (i > turnRoom) {
    turns = reallocate(turns, 0, (<usize>i) << 3);
    turnRoom = i << 1;
  }
  for (let root = last; i > 0; root = rootBefore(root)) set(turns, --i, vertexOf(root));
  return turns;
}
