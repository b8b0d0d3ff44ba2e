// Searches the routes of a plan part by part, so that a million agents need no more memory for paths than a budget.
import { callback, checkOptions, number, object, type OptionRules } from '@wayfield/check';
import { FOUND, type Queries, type Routes } from '@wayfield/graph';
import { checkNetwork, routesRule, watching } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type AgentPlan, checkPlan } from './plan.ts';

/** What all solvers of Wayfield have in common. */
export interface RoadSolver {
  run(
    queries: Queries,
    options?: { reuse?: Routes; signal?: AbortSignal },
  ): Routes | Promise<Routes>;
}

/** Routes `first .. first + routes.count` of a plan. */
export interface RoutePart {
  readonly first: number;
  readonly queries: Queries;
  /** Overwritten by the next part. */
  readonly routes: Routes;
}

/** Options of `runAgents`. */
export interface AgentRunOptions {
  /** Bytes that the paths of one part should not exceed. Default 64 MiB. */
  readonly memoryBudget?: number;
  /** Takes each part as soon as it is there: its paths are gone after that. */
  readonly onPart?: (part: RoutePart) => void | Promise<void>;
  /** Called after each part with the number of finished routes. */
  readonly onProgress?: (done: number, count: number) => void;
  readonly signal?: AbortSignal;
}

/** What became of the routes of a plan. */
export interface AgentRun {
  readonly plan: AgentPlan;
  /** routeCount entries each: status and cost as in `Routes`, and the nodes of the path, 0 where there is none. */
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly nodes: Uint32Array;
  /** Time within the solver. */
  readonly milliseconds: number;
  /** Calls of the solver. */
  readonly parts: number;
  /** Bytes of the paths of the largest part. */
  readonly pathBytes: number;
}

const SOLVER = object({ run: callback }, 'a solver');
const OPTIONS: OptionRules = {
  ...watching,
  memoryBudget: number(Number.MIN_VALUE, Infinity),
  onPart: callback,
};
const DEFAULT_BUDGET = 64 * 2 ** 20;
/** A part is taken for so much longer than any before; and not more than so many times as many routes. */
const CAUTION = 1.5;
const GROWTH = 8;
/** Bytes per route beside the path: status, cost, first node, settled; source and target. */
const BESIDE = 24;

/**
 * Searches all routes of a plan with any solver on the network's graph. Paths go to `onPart`; what is kept are 9
 * bytes per route. The first part is so small that its paths fit the budget however long they are; the next ones
 * by the longest mean so far, with half as much to spare. Throws what the solver throws, RangeError for a budget
 * that is no number above 0, and the signal's reason.
 */
export async function runAgents(
  network: RoadNetwork,
  plan: AgentPlan,
  solver: RoadSolver,
  options: AgentRunOptions = {},
): Promise<AgentRun> {
  checkNetwork(network);
  checkPlan(plan);
  SOLVER(solver, 'solver');
  checkOptions('runAgents', options, OPTIONS);
  const { memoryBudget = DEFAULT_BUDGET, onPart, onProgress, signal } = options;
  const { routeCount, queries } = plan;
  const status = new Uint8Array(routeCount);
  const cost = new Float32Array(routeCount);
  const nodes = new Uint32Array(routeCount);
  let [milliseconds, parts, pathBytes, longest] = [0, 0, 0, 0];
  let reuse: Routes | undefined;
  let size = partSize(memoryBudget, network.graph.nodeCount);
  for (let first = 0; first < routeCount;) {
    signal?.throwIfAborted();
    const end = Math.min(routeCount, first + size);
    const part: Queries = {
      count: end - first,
      source: queries.source.subarray(first, end),
      target: queries.target.subarray(first, end),
    };
    const begun = performance.now();
    const routes = await solver.run(part, { ...(reuse && { reuse }), ...(signal && { signal }) });
    milliseconds += performance.now() - begun;
    routesRule(routes, 'routes of the solver');
    parts++;
    const total = routes.firstNode[part.count];
    pathBytes = Math.max(pathBytes, 4 * total);
    longest = Math.max(longest, total / part.count);
    for (let i = 0; i < part.count; i++) {
      status[first + i] = routes.status[i];
      cost[first + i] = routes.cost[i];
      nodes[first + i] = routes.firstNode[i + 1] - routes.firstNode[i];
    }
    await onPart?.({ first, queries: part, routes });
    reuse = routes;
    first = end;
    size = Math.min(GROWTH * size, partSize(memoryBudget, CAUTION * longest));
    onProgress?.(first, routeCount);
  }
  return { plan, status, cost, nodes, milliseconds, parts, pathBytes };
}

/** Routes with paths of so many nodes that fit the budget. */
function partSize(budget: number, nodes: number): number {
  return Math.max(1, Math.floor(budget / (4 * nodes + BESIDE)));
}

/** Whether route `i` has a path. */
export function hasPath({ status }: Pick<AgentRun, 'status'>, i: number): boolean {
  return status[i] === FOUND;
}
