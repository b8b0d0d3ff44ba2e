// Dijkstra (1959) and A* (Hart, Nilsson and Raphael 1968) from one source: to one target, to marked
// nodes, or to all. Dists are those of Dijkstra's algorithm bit for bit: f32 addition is monotone,
// so the order in which nodes are settled does not show in them. The exceptions, both of A*, are
// heuristics that overestimate, and paths of more than MOST_ROUNDINGS arcs (expand.ts).

import { ARCS, FIRST_OUT, OTHER, RECORDS } from './layout';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import {
  expand,
  expandMarks,
  expandReset,
  expandLimit,
  expandMarked,
  seed,
  expandSpent,
  expandSettled,
} from './expand';
import { aim, boundOf } from './heuristic';
import { advance, lowerBound, queueReset, RecordsOfQueue, sideReset } from './queue';
import {
  graphArcs,
  graphClosedBit,
  distOf,
  graphFirstOut,
  isReached,
  nextGeneration,
  recordOf,
  graphRecords,
  setSettled,
} from './state';

/**
 * The dists of settled nodes are final below this bound. Infinity, unless the search spent its
 * budget: then it may have settled nodes of its last bucket in the wrong order.
 */
let finalBelow: f64 = 0;

/**
 * Searches from `source` to `target`, or with target NONE until the `marked` nodes whose bits are
 * set at `marks` are settled (their bits are cleared), or to all nodes when `marks` is 0. `side` is
 * memory of graphSideBytes(). Returns a status: NO_PATH where there is no target.
 */
export function graphSearch(
  side: usize,
  source: u32,
  target: u32,
  heuristic: u32,
  scale: f64,
  maxSettled: u32,
  marks: usize,
  marked: u32,
): u32 {
  nextGeneration();
  aim(heuristic, scale, target);
  expandReset(target, maxSettled);
  if (marks) expandMarks(marks, marked);
  store<usize>(side, graphRecords(), RECORDS);
  store<usize>(side, graphFirstOut(), FIRST_OUT);
  store<usize>(side, graphArcs(), ARCS);
  store<usize>(side, 0, OTHER);
  queueReset();
  sideReset(side, heuristic ? <f32>boundOf(source) : 0);
  seed(side, source);
  while (advance<RecordsOfQueue>(side, expandLimit())) {
    expand(side);
    if (expandSpent() || (marks && !expandMarked())) break;
  }
  setSettled(expandSettled());
  finalBelow = expandSpent() ? lowerBound(side) : Infinity;
  if (expandSpent()) return BUDGET_SPENT;
  return target != NONE && isReached(recordOf(graphRecords(), target)) ? FOUND : NO_PATH;
}

/** Whether the last search without a heuristic settled `node` with its final dist. */
export function graphIsSettled(node: u32): bool {
  const record = recordOf(graphRecords(), node);
  if (!isReached(record) || !(record & graphClosedBit())) return false;
  return <f64>distOf(record) < finalBelow;
}
