// Of discs: which turns dominate others, which first turns are in doubt, and why the disc search is
// exact although a funnel's length may be too small. In a search for points no turn is ever in
// doubt.
//
// Claim: pruning never loses the shortest path, although lengths of funnels may be too small and
// widths too large.
//
// 1. What is pruned. A label T is pruned at a bottleneck (channel/kept-labels.ts), or at a turn
//    (`isReachedShorter`), by a label F that is nowhere longer there and whose lower bound is no
//    larger. Every continuation of T is open to F as well. The pruning is right if the length of F
//    is true.
// 2. Lengths of F may be too small, never too large, for two reasons. First, widths count only the
//    gaps that are surely too narrow. There may be several walls behind a corner that a path goes
//    around; widths count only the first on either hand (see the test 'between a corner that is not
//    turned around and a wall behind the one that is'). Second, a funnel can drop a corner to which
//    a later circle leads back.
// 3. A wrong length is found. The lower bound of F, or of the label that pruned F in turn, is at
//    most the length of the shortest path over T. So that label reaches the target before a path
//    over T could. There its path is checked along the whole length (channel.ts).
// 4. A wrong length is undone. Two results of the check put the first turn of F in doubt (`doubt`).
//    Either the path is blocked. Or its length is too small already at a bottleneck or a turn,
//    where F may have pruned other labels. The search is then run again from the source, and labels
//    whose first turn is in doubt prune nothing. A length that is too small only after the last
//    bottleneck and turn does no harm. F pruned nothing there, and a path over T that goes on in
//    the same manner would be longer there by as much.
// 5. The runs end, because there are finitely many first turns. In the last run every length that
//    pruned another was true.
//
// Dominance at turns prunes at most 1 % of the labels on game maps, 6 to 15 % among rooms and
// random obstacles. Without it searches among loose points do not end: labels fill the memory.
//
// Not proven: where circles of neighbouring corners overlap, the lengths of F to points of a
// bottleneck other than the one that its path crosses. 81,000 paths in 9,100 hard scenes agree with
// an exact solver that knows no triangles (test/discs/disc-hard.test.ts).

import { angleOf } from './angle';
import { expandedBound, setExpandedBound } from '../channel/bounds';
import { entryHand, entryLength } from '../channel/funnel';
import { Circle } from '../channel/layout';
import { MOST_DOUBTFUL, ReachedTurn } from './layout';
import { SUMS } from '../rounding';
import { at, NONE } from '../sides';

/** Records `ReachedTurn`. */
let reached: usize = 0;
/** The number of the current run, counted over all queries; 0 only before the first run. */
let run: u32 = 0;
/** The first turns in doubt, each by its name: its vertex and hand (`nameOf` in turns.ts). */
let doubtful: usize = 0;
let doubtfulCount: u32 = 0;
/** Whether there were more first turns in doubt than MOST_DOUBTFUL. */
let isAllDoubtful: bool = false;
/**
 * Whether a first turn came into doubt in this run: labels with this turn may have pruned others
 * wrongly before.
 */
let hasDoubt: bool = false;
/**
 * A run in doubt goes on for as many labels as it had expanded when the doubt came, and for this
 * many more. Then the search is run again, because it may lack labels that were pruned wrongly. So
 * a run in doubt costs at most twice what it had cost, plus a constant that lets short ones end.
 */
const MOST_DOUBTING: u32 = 256;
/**
 * A run in doubt stops when the query has expanded this many labels; NONE = the run is not in
 * doubt.
 */
let lastLabel: u32 = NONE;

export function dominanceBind(table: usize, list: usize): void {
  reached = table;
  doubtful = list;
}
/** Sets the number of the last run: 0, except in tests that begin near the end of the numbers. */
export function runsNumber(last: u32): void {
  run = last;
}
/**
 * Begins the numbers of runs again after 2^32 - 1 runs: records of runs that had the same numbers
 * would count. `records`: the number of records `ReachedTurn`.
 */
export function runsRestart(records: u32): void {
  run = 0;
  memory.fill(reached, 0, <usize>records * offsetof<ReachedTurn>());
}
/** A run of the query begins. */
export function runBegin(): void {
  run++;
  hasDoubt = false;
  lastLabel = NONE;
  setExpandedBound(0);
}
/** Another query begins. */
export function doubtsForget(): void {
  doubtfulCount = 0;
  isAllDoubtful = false;
}
/** The number of the current run: kept labels and turns of earlier runs do not count. */
export function runNow(): u32 {
  return run;
}

/** Whether a first turn is in doubt. */
export function isDoubtful(first: u32): bool {
  if (isAllDoubtful) return true;
  for (let i: u32 = 0; i < doubtfulCount; i++) if (at(doubtful, i) == first) return true;
  return false;
}
/**
 * Puts a first turn in doubt. The first doubt of a run lets the run go on until the query has
 * expanded `labels` + MOST_DOUBTING labels. `labels`: the number of labels expanded in earlier runs
 * of the query, plus twice the number expanded in this run.
 */
export function doubt(first: u32, labels: u32): void {
  if (!hasDoubt) lastLabel = labels + MOST_DOUBTING;
  hasDoubt = true;
  if (doubtfulCount == MOST_DOUBTFUL) {
    isAllDoubtful = true;
    return;
  }
  store<u32>(doubtful + ((<usize>doubtfulCount) << 2), first);
  doubtfulCount++;
}
/** Whether a first turn has come into doubt in this run. */
export function isInDoubt(): bool {
  return hasDoubt;
}
/** The run ends when the query has expanded this many labels; NONE if the run is not in doubt. */
export function runEnds(): u32 {
  return lastLabel;
}

/**
 * Whether labels whose first turn is `first` may prune others: always if nothing is in doubt, else
 * if `first` is not in doubt. While anything is in doubt, a path without a certain turn (NONE) may
 * not prune: the first turn that it takes later may be one in doubt.
 */
export function isTrusted(first: u32): bool {
  if (doubtfulCount == 0) return true;
  return first != NONE && !isDoubtful(first);
}

/** The record for the last portal and the hand of a turn: all turns with this pair share it. */
function reachedAt(turned: usize): ReachedTurn {
  const place = (changetype<Circle>(turned).portal << 1) | <u32>(entryHand(turned) > 0);
  return changetype<ReachedTurn>(reached + <usize>place * offsetof<ReachedTurn>());
}

/**
 * Whether another path dominates the current one at a turn. The other path turned around the same
 * circle with the same last portal (`ReachedTurn`), and is shorter even with the arc from its own
 * arrival on the circle to that of the current path. Its lower bound is not larger, so it comes to
 * the target first, as step 3 of the header needs. The bounds are compared because `searchFirst`
 * expands labels out of the order of their bounds.
 */
export function isReachedShorter(turned: usize, radius: f64): bool {
  const best = reachedAt(turned);
  if (best.run != run || best.lowerBound > expandedBound()) return false;
  const length = entryLength(turned) * (1 - SUMS);
  const other = best.length;
  if (other >= length) return false;
  // the other path has to go on around the circle by at most half a turn
  if (other + radius * Math.PI < length) return true;
  const ax = best.fromX;
  const ay = best.fromY;
  const bx = changetype<Circle>(turned).fromX;
  const by = changetype<Circle>(turned).fromY;
  return other + radius * abs(angleOf(ax * by - ay * bx, ax * bx + ay * by)) < length;
}

/**
 * Notes the length of the current path at a turn, unless a shorter one is known or its first turn
 * is in doubt. False if another path dominates the current one there.
 */
export function noteTurn(turned: usize, radius: f64): bool {
  if (isReachedShorter(turned, radius)) return false;
  const best = reachedAt(turned);
  const circle = changetype<Circle>(turned);
  if (best.run == run && best.length <= circle.length) return true;
  if (doubtfulCount > 0 && isDoubtful(circle.first)) return true;
  best.length = circle.length;
  best.fromX = circle.fromX;
  best.fromY = circle.fromY;
  best.lowerBound = expandedBound();
  best.run = run;
  return true;
}
