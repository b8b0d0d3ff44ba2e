// Bidirectional Dijkstra (Nicholson 1966): one search from the source along the arcs, one from the
// target against them. It may stop once nothing that is left on one side can be joined with anything
// left on the other below the cheapest meeting so far; not at the first node known to both.

import {
  expand,
  expandAgainst,
  expandReset,
  joinAt,
  limit,
  meeting,
  meetingCost,
  seed,
  spent,
  taken,
} from './graph-expand';
import { aim } from './graph-heuristic';
import {
  advance,
  ARCS,
  FIRST_OUT,
  lowerBound,
  OTHER,
  queueReset,
  RECORDS,
  sideReset,
} from './graph-queue';
import {
  arcs,
  backwardRecords,
  BUDGET_SPENT,
  firstOut,
  FOUND,
  nextGeneration,
  NO_PATH,
  NONE,
  records,
  setSettled,
} from './graph-state';

let firstIn: usize = 0;
let backwardArcs: usize = 0;

/** Binds the reverse graph: the same addresses as the graph's where every arc also leads back. */
export function graphBackwardBind(firstInAt: usize, arcsAt: usize): void {
  firstIn = firstInAt;
  backwardArcs = arcsAt;
}

/** Searches from `source` to `target`; `forward` and `backward` are memory of graphSideBytes() each. */
export function graphBidirectionalSearch(
  forward: usize,
  backward: usize,
  source: u32,
  target: u32,
  maxSettled: u32,
): u32 {
  nextGeneration();
  aim(0, 0, NONE);
  expandReset(NONE, maxSettled);
  queueReset();
  begin(forward, source, records, firstOut, arcs, backwardRecords);
  begin(backward, target, backwardRecords, firstIn, backwardArcs, records);
  let takenForward: u32 = 0;
  let lowerForward: f64 = 0,
    lowerBackward: f64 = 0;
  if (source == target) joinAt(source);
  for (;;) {
    expandAgainst(lowerBackward);
    if (!advance(forward, limit)) break;
    lowerForward = lowerBound(forward);
    expandAgainst(lowerForward);
    if (!advance(backward, limit)) break;
    lowerBackward = lowerBound(backward);
    if (lowerForward + lowerBackward >= meetingCost) break;
    // the side that has settled less goes on
    if (takenForward <= taken - takenForward) {
      const before = taken;
      expandAgainst(lowerBackward);
      expand(forward);
      takenForward += taken - before;
    } else {
      expand(backward);
    }
    if (spent) break;
  }
  setSettled(taken);
  if (spent) return BUDGET_SPENT;
  return meetingCost < Infinity ? FOUND : NO_PATH;
}

function begin(
  side: usize,
  node: u32,
  recordsAt: usize,
  rowsAt: usize,
  arcsAt: usize,
  otherAt: usize,
): void {
  store<usize>(side, recordsAt, RECORDS);
  store<usize>(side, rowsAt, FIRST_OUT);
  store<usize>(side, arcsAt, ARCS);
  store<usize>(side, otherAt, OTHER);
  sideReset(side, 0);
  seed(side, node);
}

/** The node at which the two halves of the path join. */
export function graphMeeting(): u32 {
  return meeting;
}
