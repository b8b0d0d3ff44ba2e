import { FOUND, type Routes, STATUS_NAMES } from '@wayfield/graph';
import { findRouteFaults } from './route-faults.ts';
import type { Problem } from '../problems/problem.ts';
import type { Difference } from '../../report/report.ts';

/** How the routes of one solver are compared with those of another one. */
export interface RouteComparison {
  readonly problem: Problem;
  /** The name in the report of the solver whose routes are judged. */
  readonly solver: string;
  /**
   * Whether costs must be equal. If not (greedy search), only the existence of a path is compared.
   */
  readonly exact: boolean;
  /**
   * Largest relative difference of costs. Default 0: the same bits. Solvers that are `rounded`, and
   * searches on the GPU with weights, may add up another of several shortest paths.
   */
  readonly tolerance?: number;
}

/**
 * Every query whose answer in `routes` differs from `expected` in status or cost, or whose path is
 * no path of the map or does not cost what it says.
 */
export function compareRoutes(
  { problem, solver, exact, tolerance = 0 }: RouteComparison,
  expected: Routes,
  routes: Routes,
): Difference[] {
  const { data, queries, name } = problem;
  const faults = findRouteFaults(data, queries, routes);
  for (let i = 0; i < queries.count; i++) {
    if (routes.status[i] !== expected.status[i]) {
      const say = (status: number): string => STATUS_NAMES[status] ?? `status ${status}`;
      faults.set(i, `is ${say(routes.status[i])}, expected ${say(expected.status[i])}`);
    } else if (exact && expected.status[i] === FOUND) {
      const [a, b] = [routes.cost[i], expected.cost[i]];
      if (!(Math.abs(a - b) <= tolerance * b)) faults.set(i, `cost is ${a}, expected ${b}`);
    }
  }
  return Array.from(faults, ([query, what]) => ({
    problem: name,
    solver,
    query,
    source: queries.source[query],
    target: queries.target[query],
    what,
  }));
}
