import { FOUND, type Graph, type Queries, type Routes, pathOf, statusName } from '@wayfield/graph';
import { walkGraph } from '../../run/check/walk-graph.ts';
import type { Difference } from '../../report/report.ts';

/**
 * Half an ulp of an f32, relative to its value: the most that one step of a path can add by
 * rounding.
 */
const HALF_ULP = 2 ** -24;

/** Whose answers are compared on which graph, and how. */
export interface AgentComparison {
  readonly problem: string;
  readonly solver: string;
  readonly second: string;
  readonly graph: Graph;
  /**
   * Whether costs must be the same bits. Default false: sums of f32 may differ by half an ulp per
   * step each.
   */
  readonly exact?: boolean;
}

/**
 * Every wrong answer: its path does not lead from source to target along arcs, it costs something
 * else than it says, or its status or cost differs from the second solver's.
 */
export function compareAgents(
  { problem, solver, second, graph, exact = false }: AgentComparison,
  queries: Queries,
  routes: Routes,
  others: Pick<Routes, 'status' | 'cost'>,
): Difference[] {
  const differences: Difference[] = [];
  for (let i = 0; i < queries.count; i++) {
    const what = fault(i);
    if (what === undefined) continue;
    const [source, target] = [queries.source[i], queries.target[i]];
    differences.push({ problem, solver, query: i, source, target, what });
  }
  return differences;

  function fault(i: number): string | undefined {
    const [status, cost] = [routes.status[i], routes.cost[i]];
    const path = pathOf(routes, i);
    if (status !== others.status[i]) {
      return `is ${statusName(status)}, ${second} says ${statusName(others.status[i])}`;
    }
    if (status !== FOUND) {
      return path.length > 0 || cost !== Infinity ? 'has a path and a cost for none' : undefined;
    }
    if (path[0] !== queries.source[i] || path[path.length - 1] !== queries.target[i]) {
      return `its path leads from ${path[0]} to ${path[path.length - 1]}`;
    }
    const slack = 2 * path.length * HALF_ULP;
    const walked = walkGraph(graph, path);
    if (!(Math.abs(walked - cost) <= slack * walked))
      return `cost is ${cost}, its path's ${walked}`;
    const other = others.cost[i];
    if (!(Math.abs(cost - other) <= (exact ? 0 : slack * other)))
      return `cost is ${cost}, ${second} says ${other}`;
    return undefined;
  }
}
