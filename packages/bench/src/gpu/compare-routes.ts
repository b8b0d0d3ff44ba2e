import { FOUND, type Routes, STATUS_NAMES } from '@wayfield/graph';
import { findRouteFaults } from '../check/route-faults.ts';
import type { Problem } from '../problems/problem.ts';
import type { Difference } from '../report/report.ts';

/** What the routes of the GPU are held against those of the CPU by. */
export interface RouteComparison {
  readonly problem: Problem;
  /** Name of the solver in the report. */
  readonly solver: string;
  /** Costs must be equal. Otherwise (greedy search) only whether there is a path. */
  readonly exact: boolean;
  /**
   * Largest relative difference of equal costs: 0 on uniform grids and by Dijkstra, where both are the
   * same bits; A* on weights may add up another of several shortest paths.
   */
  readonly tolerance?: number;
}

/**
 * Every query whose answer is not the CPU's: another status or another cost; or whose path, where there
 * are paths, is no path of the map, or does not cost what it says.
 */
export function compareRoutes(
  { problem, solver, exact, tolerance = 0 }: RouteComparison,
  cpu: Routes,
  gpu: Routes,
): Difference[] {
  const { data, queries, name } = problem;
  const faults = findRouteFaults(data, queries, gpu);
  for (let i = 0; i < queries.count; i++) {
    if (gpu.status[i] !== cpu.status[i]) {
      const say = (status: number): string => STATUS_NAMES[status] ?? `status ${status}`;
      faults.set(i, `is ${say(gpu.status[i])}, on the CPU ${say(cpu.status[i])}`);
    } else if (exact && cpu.status[i] === FOUND) {
      const [a, b] = [gpu.cost[i], cpu.cost[i]];
      if (!(Math.abs(a - b) <= tolerance * b)) faults.set(i, `cost is ${a}, on the CPU ${b}`);
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
