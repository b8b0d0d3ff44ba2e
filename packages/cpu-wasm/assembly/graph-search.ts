// Dijkstra (1959) and A* (Hart, Nilsson and Raphael 1968) from one source: to one target, to marked
// nodes, or to all. Labels are those of Dijkstra's algorithm bit for bit: f32 addition is monotone,
// so the order in which nodes are settled does not show in them.

import {
  expand,
  expandMarks,
  expandReset,
  limit,
  marked,
  seed,
  spent,
  taken,
} from './graph-expand';
import { aim, boundOf } from './graph-heuristic';
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
  BUDGET_SPENT,
  closedBit,
  distOf,
  firstOut,
  FOUND,
  isReached,
  nextGeneration,
  NO_PATH,
  NONE,
  recordOf,
  records,
  setSettled,
} from './graph-state';

/** Settled nodes with a smaller dist have their final one. */
let finalBelow: f64 = 0;

/**
 * Searches from `source` to `target`, or with target NONE until the `open` nodes whose bits are set
 * at `marks` are settled (their bits are cleared), or to all nodes when `marks` is 0. `side` is memory
 * of graphSideBytes(). Returns a status: NO_PATH where there is no target.
 */
export function graphSearch(
  side: usize,
  source: u32,
  target: u32,
  heuristic: u32,
  scale: f64,
  maxSettled: u32,
  marks: usize,
  open: u32,
): u32 {
  nextGeneration();
  aim(heuristic, scale, target);
  expandReset(target, maxSettled);
  if (marks) expandMarks(marks, open);
  store<usize>(side, records, RECORDS);
  store<usize>(side, firstOut, FIRST_OUT);
  store<usize>(side, arcs, ARCS);
  store<usize>(side, 0, OTHER);
  queueReset();
  sideReset(side, heuristic ? <f32>boundOf(source) : 0);
  seed(side, source);
  while (advance(side, limit)) {
    expand(side);
    if (spent || (marks && !marked)) break;
  }
  setSettled(taken);
  finalBelow = spent ? lowerBound(side) : Infinity;
  if (spent) return BUDGET_SPENT;
  return target != NONE && isReached(recordOf(records, target)) ? FOUND : NO_PATH;
}

/** Whether the last search without a heuristic settled `node` and cannot find a shorter path to it. */
export function graphIsSettled(node: u32): bool {
  const record = recordOf(records, node);
  if (!isReached(record) || !(record & closedBit)) return false;
  return <f64>distOf(record) < finalBelow;
}
