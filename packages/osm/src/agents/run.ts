// Searches the routes of a plan in batches, so that the paths of a million agents keep to a memory
// budget. A batch is one call of the solver.
import { callback, checkOptions, number, object, type OptionRules, refuse } from '@wayfield/check';
import { FOUND, type Queries, type Routes } from '@wayfield/graph';
import { checkNetwork, routesRule, watching } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type AgentPlan, checkPlan } from './plan.ts';

/** Any solver of Wayfield. */
export interface RoadSolver {
  run(
    queries: Queries,
    options?: { reuse?: Routes; signal?: AbortSignal },
  ): Routes | Promise<Routes>;
}

/** A batch: routes `first` to `first + routes.count` − 1 of a plan. */
export interface RouteBatch {
  readonly first: number;
  readonly queries: Queries;
  /** Handed to the solver as `reuse` of the next batch, which may overwrite it. */
  readonly routes: Routes;
}

/** Options of `runAgents`. */
export interface AgentRunOptions {
  /**
   * Bytes that the paths of a batch and 24 bytes per route should not exceed. A batch has at least
   * one route, however long. Default 64 MiB.
   */
  readonly memoryBudget?: number;
  /** Called with each batch; the next batch waits for its promise and overwrites the paths. */
  readonly onBatch?: (batch: RouteBatch) => void | Promise<void>;
  /** Called after each batch with the number of finished routes. */
  readonly onProgress?: (done: number, count: number) => void;
  /** Stops the run before the next batch, and within it if the solver heeds the signal. */
  readonly signal?: AbortSignal;
}

/** The results of all routes of a plan. */
export interface AgentRun {
  readonly plan: AgentPlan;
  /**
   * routeCount entries each: status and cost as in `Routes`, and the nodes of the path, 0 where
   * there is none.
   */
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly nodes: Uint32Array;
  /** Time from the calls of the solver to its answers, all batches together. */
  readonly milliseconds: number;
  /** Batches: calls of the solver. */
  readonly batches: number;
  /** Bytes of the paths of the largest batch. */
  readonly pathBytes: number;
}

const SOLVER = object({ run: callback }, 'a solver');
const OPTIONS: OptionRules = {
  ...watching,
  memoryBudget: number(Number.MIN_VALUE, Infinity),
  onBatch: callback,
};
const DEFAULT_BUDGET = 64 * 2 ** 20;
/**
 * Safety factor on path lengths: the next batch is planned for paths 1.5 times as long as the
 * longest mean of a batch so far. If the next mean is longer still, that one batch exceeds the
 * budget in proportion.
 */
const LENGTH_FACTOR = 1.5;
/**
 * The next batch has at most 8 times the routes of the last one, so that few short paths do not
 * lead to one batch of all routes. A million routes take 7 batches if the first has 10: sizes of
 * 10, 80, 640, 5,120, 40,960 and 327,680 add up to 374,490, and the seventh has the rest.
 */
const GROWTH_FACTOR = 8;
/**
 * Bytes per route without its path: 5 words for cost, first node, settled, source and target, and
 * the byte of its status, rounded up to a word.
 */
const ROUTE_BYTES = 24;

/**
 * Searches all routes of a plan, batch by batch, with any solver on the network's graph. Paths go
 * to `onBatch`; 9 bytes per route are kept. The first batch fits the budget even if each path has
 * all nodes of the graph, unless one such path exceeds it. The size of later batches follows the
 * mean path lengths so far (see LENGTH_FACTOR and GROWTH_FACTOR). Throws what the solver and the
 * callbacks throw, RangeError for a budget that is not above 0, and the reason of the signal.
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
  const { memoryBudget = DEFAULT_BUDGET, onBatch, onProgress, signal } = options;
  const { routeCount, queries } = plan;
  const status = new Uint8Array(routeCount);
  const cost = new Float32Array(routeCount);
  const nodes = new Uint32Array(routeCount);
  let [milliseconds, batches, pathBytes, longestMean] = [0, 0, 0, 0];
  let reuse: Routes | undefined;
  let size = batchSize(memoryBudget, network.graph.nodeCount);
  for (let first = 0; first < routeCount;) {
    signal?.throwIfAborted();
    const end = Math.min(routeCount, first + size);
    const batch: Queries = {
      count: end - first,
      source: queries.source.subarray(first, end),
      target: queries.target.subarray(first, end),
    };
    const begun = performance.now();
    const routes = await solver.run(batch, { ...(reuse && { reuse }), ...(signal && { signal }) });
    milliseconds += performance.now() - begun;
    routesRule(routes, 'routes of the solver');
    if (routes.count !== batch.count)
      refuse('routes.count of the solver', routes.count, batch.count);
    batches++;
    const total = routes.firstNode[batch.count];
    pathBytes = Math.max(pathBytes, 4 * total);
    longestMean = Math.max(longestMean, total / batch.count);
    for (let i = 0; i < batch.count; i++) {
      status[first + i] = routes.status[i];
      cost[first + i] = routes.cost[i];
      nodes[first + i] = routes.firstNode[i + 1] - routes.firstNode[i];
    }
    await onBatch?.({ first, queries: batch, routes });
    reuse = routes;
    first = end;
    size = Math.min(GROWTH_FACTOR * size, batchSize(memoryBudget, LENGTH_FACTOR * longestMean));
    onProgress?.(first, routeCount);
  }
  return { plan, status, cost, nodes, milliseconds, batches, pathBytes };
}

/** The routes, with paths of `nodes` nodes each, that fit the budget. */
function batchSize(budget: number, nodes: number): number {
  return Math.max(1, Math.floor(budget / (4 * nodes + ROUTE_BYTES)));
}

/** Whether route `i` has a path. */
export function hasPath({ status }: Pick<AgentRun, 'status'>, i: number): boolean {
  return status[i] === FOUND;
}
