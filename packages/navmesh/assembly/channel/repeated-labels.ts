// Dominance at bottlenecks, for points: of two labels with the same funnel, the later one is pruned
// if its path to the apex is not shorter. Both have the same corners ahead, so every path on from
// the later label is open to the earlier one, at no greater length. Equal lengths count: in a grid
// of street blocks the number of equally long paths grows exponentially.
//
// vertex-chains.ts prunes a label if a shorter path has reached its apex. There only a strictly
// shorter path prunes, so no two labels prune each other.

import { apex, entryLength } from './funnel';
import { apexLengthOf, hasSameFunnel } from './labels';
import { COMPARED, LATEST } from './layout';
import { SUMS } from '../rounding';
import { at, NONE } from '../sides';

/**
 * Per bottleneck, in TA* per side, LATEST bytes: the numbers of its latest COMPARED labels, the
 * newest first, NONE where there are fewer, and the query that made them.
 */
let latest: usize = 0;
let query: u32 = 0;
export function repeatedLabelsBind(address: usize): void {
  latest = address;
}
export function repeatedLabelsForget(newQuery: u32): void {
  query = newQuery;
}
/** Forgets which query made which lists, `count` in all. */
export function repeatedLabelsRestart(count: u32): void {
  for (let i: u32 = 0; i < count; i++) setWord(latestAt(i), COMPARED, 0);
}

function latestAt(number: u32): usize {
  return latest + <usize>number * LATEST;
}
function setWord(list: usize, i: u32, word: u32): void {
  store<u32>(list + ((<usize>i) << 2), word);
}

/**
 * Whether a latest label at a bottleneck has the current funnel, and a path to the apex that is no
 * longer than the current one (SUMS).
 */
export function isRepeated(number: u32): bool {
  const list = latestAt(number);
  const length = entryLength(apex());
  if (at(list, COMPARED) != query) {
    setWord(list, COMPARED, query);
    v128.store(list, i32x4.splat(NONE));
    return false;
  }
  for (let i: u32 = 0; i < COMPARED; i++) {
    const label = at(list, i);
    if (label == NONE) return false;
    if (length >= apexLengthOf(label) * (1 - SUMS) && hasSameFunnel(label)) return true;
  }
  return false;
}

/** Adds a label for which `isRepeated` was false, in place of the oldest of the latest labels. */
export function addLatest(number: u32, label: u32): void {
  const list = latestAt(number);
  const moved = v128.shuffle<i32>(v128.load(list), v128.load(list), 0, 0, 1, 2);
  v128.store(list, i32x4.replace_lane(moved, 0, label));
}
