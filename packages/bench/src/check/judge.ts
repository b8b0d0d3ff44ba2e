import { FOUND, type Grid, isGrid, type Queries, type Routes, STATUS_NAMES } from '@wayfield/graph';
import { createPlainGridAstar } from '../peers/plain-grid-astar.ts';
import { type MoveRule, ruleName, ruleOf, sameRule, walkGrid } from '../peers/rule.ts';
import { type Problem, sliceQueries } from '../problems/problem.ts';
import type { Difference } from '../report/report.ts';
import type { Answers } from '../solvers/answers.ts';
import type { BenchSolver } from '../solvers/solver.ts';
import type { Oracle } from './oracle.ts';
import { findRouteFaults } from './route-faults.ts';
import { walkGraph } from './walk-graph.ts';

/** An ulp of an f32 as a share of it: f32 and f64 sums along a path may differ by so much per step. */
const ULP = 2 ** -23;

/** How the answers of one solver turned out. */
export interface Verdict {
  readonly optimal: number;
  /** Worst cost of a path as a multiple of the least. */
  readonly worstRatio: number;
  /** Queries with a path for which it found none. */
  readonly missed: number;
  /** Answers that are wrong. Peers are not judged: their faults show in the other figures. */
  readonly differences: Difference[];
}

/**
 * Checks every answer of one solver. Wayfield's own routes are validated step by step; they and the
 * baselines must agree with the oracle. Peers are measured against the least cost under their own rule.
 */
export function judge(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  answers: Answers,
): Verdict {
  if (solver.group === 'wayfield') return judgeOwn(problem, oracle, solver, answers);
  return judgeForeign(problem, oracle, solver, answers);
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
        `asked alone it is ${STATUS_NAMES[singles.status[i]]} with cost ${singles.cost[i]}, in the batch ` +
          `${STATUS_NAMES[status]} with cost ${cost}`,
      );
    }
    const least = oracle.least(i);
    if (status === FOUND && least > 0) worstRatio = Math.max(worstRatio, cost / least);
    if (status !== FOUND && least < Infinity) missed++;
  }
  return { optimal, worstRatio, missed, differences: toDifferences(problem, solver, faults) };
}

function judgeForeign(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  answers: Answers,
): Verdict {
  const { data, queries } = problem;
  const { count, routes } = answers;
  const rule = isGrid(data) ? (solver.rule ?? ruleOf(data)) : undefined;
  const least = leastCosts(problem, oracle, rule);
  const faults = new Map<number, string>();
  let optimal = 0;
  let worstRatio = 1;
  let missed = 0;
  for (let i = 0; i < count; i++) {
    if (solver.group === 'peer' && isGrid(data) && !bothOpen(data, queries, i)) {
      // some walk out of a wall, some refuse: no rule says what is right
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
    } else if (Math.abs(cost - best) <= ULP * path.length * best || cost === best) {
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

function walkPath({ data }: Problem, path: ArrayLike<number>): number {
  return isGrid(data) ? walkGrid(data, ruleOf(data), path) : walkGraph(data, path);
}

/** Least costs under a rule: the oracle's for that of the problem, else those of a plain A* under the rule. */
function leastCosts(
  { data, queries }: Problem,
  oracle: Oracle,
  rule: MoveRule | undefined,
): (i: number) => number {
  if (!isGrid(data) || !rule || sameRule(rule, ruleOf(data))) return (i) => oracle.least(i);
  const search = createPlainGridAstar(data, rule);
  return (i) => search.search(queries.source[i], queries.target[i]);
}

function bothOpen({ cost }: Grid, { source, target }: Queries, i: number): boolean {
  return cost[source[i]] > 0 && cost[target[i]] > 0;
}

function pathOf({ firstNode, node }: Routes, i: number): Uint32Array {
  return node.subarray(firstNode[i], firstNode[i + 1]);
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
