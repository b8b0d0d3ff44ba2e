import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import { type Budget, type Improving, isOver, SLICE, UNLIMITED } from '../queries/anytime.ts';
import { MOVES_SOURCE, MOVES_TARGET } from '../queries/nearest.ts';
import type { DiscEngine } from './disc-engine.ts';
import { type DiscEnds, MOST_FIRST, PATIENCE } from './disc-query.ts';
import type { HeldEngine } from './follow-engine.ts';

/**
 * If a first path is wanted, `begin` moves the target from place to place, and looks for a first
 * path to each, until the query has expanded this many labels: PATIENCE for the target as given,
 * and PATIENCE for places. `advance` takes the places that are left.
 */
const MOST_AT_ONCE = 2 * PATIENCE;

/** How a query begins. */
interface Asked {
  readonly moves: number;
  /** Whether to look for a first path at once. */
  readonly first: boolean;
  /** Limits on the search for a first path, beside MOST_FIRST and MOST_AT_ONCE. Default: none. */
  readonly budget?: Budget;
}

/** The queries of one engine, one after another. The ends of a query may move. */
export interface Asker extends Improving {
  begin(ends: DiscEnds, asked: Asked): void;
  /** The status of the current query. */
  status(): number;
  /** Counts the queries and runs that were begun: a search for one path ends with the next. */
  task(): number;
  /** Counts a run as begun. */
  startRun(): void;
}

/**
 * Looks for a first path depth first, in at most MOST_FIRST labels, and then by lower bounds in at
 * most MOST_FIRST more. Both end early with the budget.
 */
function findFirst(engine: DiscEngine, budget: Budget): void {
  inSteps(engine, budget, engine.findFirst);
  inSteps(engine, budget, (until) => engine.advance(until - engine.expanded()));
}

/**
 * Lets `work` go on until MOST_FIRST more labels have been expanded: at once, or in slices if there
 * is a limit on time.
 */
function inSteps(engine: DiscEngine, { end, most }: Budget, work: (until: number) => void): void {
  let until = engine.expanded();
  const last = Math.min(until + MOST_FIRST, Math.ceil(most));
  const step = end < Infinity ? SLICE : MOST_FIRST;
  while (!engine.isProven && engine.cost === Infinity && until < last && !isOver(end)) {
    until = Math.min(until + step, last);
    work(until);
  }
}

export function createAsker(held: HeldEngine): Asker {
  let { engine } = held;
  let task = 0;
  let status = NO_PATH;
  /** Whether the source of the current query has been moved. */
  let isMoved = false;
  /** Whether the target may still move: the query allows it, and places are left to try. */
  let canMove = false;
  let places: Generator<void, void> | undefined;

  const mustMove = (): boolean => canMove && engine.hasNoPath;

  /** Moves the target to the next place; without another one the query has no path. */
  function moveOn(): void {
    places ??= engine.places();
    canMove = !places.next().done;
    status = canMove ? NEAREST : NO_PATH;
  }

  return {
    begin(ends, { moves, first, budget = UNLIMITED }) {
      task++;
      isMoved = canMove = false;
      places = undefined;
      engine = held.engine;
      status = engine.begin(ends);
      if (status === SOURCE_BLOCKED && moves & MOVES_SOURCE) {
        status = engine.beginNear(ends);
        isMoved = status !== SOURCE_BLOCKED;
      }
      canMove = (moves & MOVES_TARGET) !== 0 && status !== SOURCE_BLOCKED;
      if (!first) return;
      findFirst(engine, budget);
      const most = Math.min(MOST_AT_ONCE, budget.most);
      while (mustMove() && engine.expanded() < most && !isOver(budget.end)) {
        moveOn();
        findFirst(engine, budget);
      }
    },
    advance(labels) {
      // one place per call, so that limits are read between places
      if (mustMove()) moveOn();
      engine.advance(labels);
    },
    status() {
      if (mustMove()) return BUDGET_SPENT;
      if (status !== FOUND && status !== NEAREST) return status;
      if (engine.cost < Infinity) return isMoved ? NEAREST : status;
      return engine.hasNoPath ? NO_PATH : BUDGET_SPENT;
    },
    get isProven() {
      return engine.isProven && !mustMove();
    },
    get cost() {
      return engine.cost;
    },
    lowerBound() {
      // a path to the place that the target moves to may be shorter than every path to the target
      return canMove && engine.cost === Infinity ? 0 : engine.lowerBound();
    },
    expanded: () => engine.expanded(),
    task: () => task,
    startRun: () => task++,
  };
}
