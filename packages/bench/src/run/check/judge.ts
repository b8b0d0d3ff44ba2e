import { FOUND, type Grid, isGrid, pathOf, type Queries, statusName } from '@wayfield/graph';
import { createPlainGridAstar } from '../../grids/peers/plain-grid-astar.ts';
import { type MoveRule, ruleName, ruleOf, sameRule, walkGrid } from '../peers/rule.ts';
import { type Problem, sliceQueries } from '../problems/problem.ts';
import type { Difference } from '../../report/report.ts';
import type { Answers } from '../solvers/answers.ts';
import type { BenchSolver } from '../solvers/solver.ts';
import type { Oracle } from './oracle.ts';
import { findRouteFaults } from './route-faults.ts';
import { walkGraph } from './walk-graph.ts';

/**
 * An ulp of an f32, relative to its value: f32 and f64 sums along a path may differ by this per
 * step.
 */
const ULP = 2 ** -23;

/** The verdict on the answers of one solver. */
export interface Verdict {
  /**
   * Answers that have the least cost, or rightly no path. A path whose least cost is not known
   * counts too, and so does every answer of a peer to a query with a blocked end.
   */
  readonly optimal: number;
  /** Worst cost of a path as a multiple of the least. */
  readonly worstRatio: number;
  /** Queries with a path for which the solver found none. */
  readonly missed: number;
  /**
   * Wrong answers of a solver whose answers must be right: Wayfield's and the plain programs.
   * Always empty for a peer, whose wrong answers lower `optimal`, raise `worstRatio` or count as
   * `missed`.
   */
  readonly differences: Difference[];
}

/**
 * Checks every answer of one solver. Wayfield's routes are validated step by step and must agree
 * with the oracle; so must the paths of the plain solvers. The paths of a peer are walked by the
 * peer's own rule of movement and compared with the least cost under that rule.
 */
export function judge(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  answers: Answers,
): Verdict {
  if (solver.group === 'wayfield') return judgeOwn(problem, oracle, solver, answers);
  return judgeRival(problem, oracle, solver, answers);
}

function judgeOwn(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  answers: Answers,
): Verdict {
  const { data, queries } = problem;
  const { count, routes, singles } = answers;
  const asked = sliceQueries(queries, 0, count);
  const faults = findRouteFaults(data, asked, routes);
  if (singles) {
    for (const [i, what] of findRouteFaults(data, asked, singles))
      faults.set(i, `asked alone: ${what}`);
  }
  let optimal = 0;
  let worstRatio = 1;
  let missed = 0;
  for (let i = 0; i < count; i++) {
    const status = routes.status[i],
      cost = routes.cost[i];
    const steps = routes.firstNode[i + 1] - routes.firstNode[i];
    const wrong = oracle.fault(i, status, cost, steps, solver.rounded);
    if (!wrong) optimal++;
    if (wrong && (solver.exact || cost < oracle.least(i) || status !== FOUND)) {
      if (!faults.has(i)) faults.set(i, wrong);
    }
    if (singles && !faults.has(i) && (singles.status[i] !== status || singles.cost[i] !== cost)) {
      faults.set(
        i,
        `asked alone it is ${statusName(singles.status[i])} with cost ` +
          `${singles.cost[i]}, in the batch ` +
          `${statusName(status)} with cost ${cost}`,
      );
    }
    const least = oracle.least(i);
    if (status === FOUND && least > 0) worstRatio = Math.max(worstRatio, cost / least);
    if (status !== FOUND && least < Infinity) missed++;
  }
  return { optimal, worstRatio, missed, differences: toDifferences(problem, solver, faults) };
}

/** Judges a rival: a plain solver or a peer. */
function judgeRival(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  answers: Answers,
): Verdict {
  const { data, queries } = problem;
  const { count, routes } = answers;
  const rule = isGrid(data) ? (solver.rule ?? ruleOf(data)) : undefined;
  const isOther = isGrid(data) && rule !== undefined && !sameRule(rule, ruleOf(data));
  const least = isOther ? leastCosts(data, problem, rule) : (i: number) => oracle.least(i);
  const slack = (i: number): number => (isOther ? 0 : oracle.tolerance(i));
  const faults = new Map<number, string>();
  let optimal = 0;
  let worstRatio = 1;
  let missed = 0;
  for (let i = 0; i < count; i++) {
    if (solver.group === 'peer' && isGrid(data) && !bothOpen(data, queries, i)) {
      // one end is in a wall: some libraries walk out of the wall, some refuse, and no rule says
      // which is right
      optimal++;
      continue;
    }
    const path = pathOf(routes, i);
    const best = least(i);
    if (path.length === 0) {
      if (best === Infinity) optimal++;
      else if (!Number.isNaN(best)) missed++;
      if (best < Infinity) faults.set(i, `no path, although one costs ${best}`);
      continue;
    }
    const joined = path[0] === queries.source[i] && path[path.length - 1] === queries.target[i];
    const cost = !joined
      ? NaN
      : isGrid(data) && rule
        ? walkGrid(data, rule, path)
        : walkPath(problem, path);
    if (Number.isNaN(cost)) {
      faults.set(i, 'its path is broken or makes a move that is not allowed');
    } else if (cost === best || isNear(cost, best, ULP * path.length * best + slack(i))) {
      optimal++;
    } else if (Number.isNaN(best)) {
      // the reference was not asked and no exact solver answered: as with ours, nothing is held
      // against a path that joins both ends
      optimal++;
    } else {
      if (best > 0) worstRatio = Math.max(worstRatio, cost / best);
      faults.set(
        i,
        `its path costs ${cost}, the least is ${best}${rule ? ` (${ruleName(rule)})` : ''}`,
      );
    }
  }
  const differences = solver.exact ? toDifferences(problem, solver, faults) : [];
  return { optimal, worstRatio, missed, differences };
}

/** Whether `a` lies within `slack` of `b`. Nothing is near Infinity, where `slack` is Infinity. */
function isNear(a: number, b: number, slack: number): boolean {
  return Number.isFinite(b) && Math.abs(a - b) <= slack;
}

function walkPath({ data }: Problem, path: ArrayLike<number>): number {
  return isGrid(data) ? walkGrid(data, ruleOf(data), path) : walkGraph(data, path);
}

/** Least costs on a grid under another rule than the grid's own, by a plain A*. */
function leastCosts(data: Grid, { queries }: Problem, rule: MoveRule): (i: number) => number {
  const search = createPlainGridAstar(data, rule);
  return (i) => search.search(queries.source[i], queries.target[i]);
}

function bothOpen({ cost }: Grid, { source, target }: Queries, i: number): boolean {
  return cost[source[i]] > 0 && cost[target[i]] > 0;
}

function toDifferences(
  problem: Problem,
  solver: BenchSolver,
  faults: ReadonlyMap<number, string>,
): Difference[] {
  const { source, target } = problem.queries;
  return [...faults]
    .sort(([a], [b]) => a - b)
    .map(([query, what]) => ({
      problem: problem.name,
      solver: solver.name,
      query,
      source: source[query],
      target: target[query],
      what,
    }));
}
