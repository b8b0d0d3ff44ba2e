// Bidirectional Dijkstra (Nicholson 1966): one search from the source along the arcs, one from the
// target against them. It stops once the smallest keys left on both sides add up to the cost of the
// cheapest meeting so far. Stopping at the first node that both sides reached would be wrong: a
// cheaper path may meet elsewhere.
//
// Rounding of f32 sums does not break the rule. Adding a weight >= 0 never lowers a rounded sum, so
// a path not met yet has halves of at least the smallest key of their side. Both are added as f64,
// and the limit of a side is rounded up (`setLimit` in expand.ts). Each half is rounded from its
// own end, so the path may not be the one with the smallest f32 sum from the source: docs/costs.md.

import { ARCS, FIRST_OUT, OTHER, RECORDS } from './layout';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import {
  expand,
  setOtherLower,
  expandReset,
  joinAt,
  expandLimit,
  expandMeeting,
  expandMeetingCost,
  seed,
  expandSpent,
  expandSettled,
} from './expand';
import { aim } from './heuristic';
import { advance, lowerBound, queueReset, RecordsOfQueue, sideReset } from './queue';
import {
  graphArcs,
  graphBackwardRecords,
  graphFirstOut,
  nextGeneration,
  graphRecords,
  setSettled,
} from './state';

/** Rows and arcs of the reverse graph: the arcs into each node, with their tails. */
let firstIn: usize = 0;
let backwardArcs: usize = 0;

/** Binds the reverse graph. A symmetric graph is its own reverse, at the same addresses. */
export function graphBackwardBind(firstInAt: usize, arcsAt: usize): void {
  firstIn = firstInAt;
  backwardArcs = arcsAt;
}

/**
 * Searches from `source` to `target`. `forward` and `backward` are the addresses of two sides, of
 * graphSideBytes() each. Returns FOUND, after which `graphMeeting` has the meeting node, NO_PATH,
 * or BUDGET_SPENT after `maxSettled` nodes of both sides together.
 */
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
  begin(forward, source, graphRecords(), graphFirstOut(), graphArcs(), graphBackwardRecords());
  begin(backward, target, graphBackwardRecords(), firstIn, backwardArcs, graphRecords());
  let settledForward: u32 = 0;
  let lowerForward: f64 = 0,
    lowerBackward: f64 = 0;
  if (source == target) joinAt(source);
  for (;;) {
    setOtherLower(lowerBackward);
    if (!advance<RecordsOfQueue>(forward, expandLimit())) break;
    lowerForward = lowerBound(forward);
    setOtherLower(lowerForward);
    if (!advance<RecordsOfQueue>(backward, expandLimit())) break;
    lowerBackward = lowerBound(backward);
    if (lowerForward + lowerBackward >= expandMeetingCost()) break;
    // the side that has settled less goes on
    if (settledForward <= expandSettled() - settledForward) {
      const before = expandSettled();
      setOtherLower(lowerBackward);
      expand(forward);
      settledForward += expandSettled() - before;
    } else {
      expand(backward);
    }
    if (expandSpent()) break;
  }
  setSettled(expandSettled());
  if (expandSpent()) return BUDGET_SPENT;
  return expandMeetingCost() < Infinity ? FOUND : NO_PATH;
}

/** Fills the fields of a side (layout.ts) and starts its search at `node`. */
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
  return expandMeeting();
}
