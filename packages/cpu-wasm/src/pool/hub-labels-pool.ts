import { checkOptions } from '@wayfield/check';
import { checkQueries, type Graph, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, openPool, THREAD_RULES, type ThreadOptions } from '@wayfield/wasm';
import { WORKER_SOURCE } from '../hub-labels-pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../hub-labels-threads.gen.ts';
import { aHubLabels } from '../hub-labels/check.ts';
import { createHubLabelMap } from '../hub-labels/map.ts';
import { openHubLabelSolver } from '../hub-labels/solver.ts';
import type { DistanceOptions, HubLabelRunOptions, HubLabels } from '../hub-labels/types.ts';
import { aGraph, aHierarchy, checkHubLabelOptions, TABLE_RULES } from '../options.ts';
import { createJobCrew, type JobReply } from './job-crew.ts';
import type { HubLabelRun, HubLabelStart } from './messages.ts';
import { createSlicedPool, createThreadedPool } from './route-pool.ts';

export type { DistanceOptions, HubLabelRunOptions } from '../hub-labels/types.ts';
export type { PoolWorker } from '@wayfield/wasm';

/** Options of `createHubLabelPool`. */
export interface HubLabelPoolOptions extends ThreadOptions {}

/** Distances and routes by many threads on the same hub labels. */
export interface HubLabelPool {
  readonly backend: 'wasm';
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of labels and hierarchy, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * As `distances` of a solver on hub labels; batches are answered one after another. Rejects with
   * the signal's reason when aborted, with RangeError for bad queries.
   */
  distances(queries: Queries, options?: DistanceOptions): Promise<Float32Array>;
  /** As `run` of a solver on hub labels. */
  run(queries: Queries, options?: HubLabelRunOptions): Promise<Routes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of hub labels in shared memory. Threads, fallback and
 * failures are as those of `createWasmPool`. Rejects with what `createHubLabelSolver` throws.
 *
 * @example
 * const pool = await createHubLabelPool(graph, hierarchy, labels, { threads: 4 });
 * const distances = await pool.distances(queries);
 * console.log(distances.length); // 2
 * await pool.destroy();
 */
export async function createHubLabelPool(
  graph: Graph,
  hierarchy: Hierarchy,
  labels: HubLabels,
  options: HubLabelPoolOptions = {},
): Promise<HubLabelPool> {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  aHubLabels(labels, 'labels');
  checkOptions('createHubLabelPool', options, THREAD_RULES);
  const labelled = { graph, hierarchy, labels };
  return openPool(
    options,
    (threads) => threadPool(labelled, options, threads),
    (reason) => slicedPool(labelled, reason),
  );
}

/** What a pool answers from. */
interface Labelled {
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  readonly labels: HubLabels;
}

async function threadPool(
  { graph, hierarchy, labels }: Labelled,
  { worker }: HubLabelPoolOptions,
  threads: number,
): Promise<HubLabelPool> {
  const module = compileKernels(KERNELS_BASE64);
  const map = createHubLabelMap(graph, hierarchy, labels, module, true);
  const { layout, blocks } = map;
  const crew = await createJobCrew<HubLabelStart | HubLabelRun, JobReply>(map, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, layout }),
  });
  const answer = (
    queries: Queries,
    options: HubLabelRunOptions,
    type: HubLabelRun['type'] = 'run',
  ): Promise<Routes> =>
    crew.answer(queries, options, { sizeOf: () => 1, message: (job) => ({ type, job }) });
  const { inTurn, ...pool } = createThreadedPool(
    graph,
    threads,
    checkHubLabelOptions,
    (queries, options) => answer(queries, options),
    crew.terminate,
  );
  return {
    ...pool,
    distances: (queries, options = {}) =>
      inTurn(async () => {
        checkQueries(graph, queries);
        checkOptions('distances', options, TABLE_RULES);
        const { reuse, ...watch } = options;
        options.signal?.throwIfAborted();
        const { cost } = await answer(queries, { ...watch, result: 'cost' }, 'distances');
        if (reuse?.length !== cost.length) return cost;
        reuse.set(cost);
        return reuse;
      }),
    get memoryBytes() {
      return crew.held() + blocks.held();
    },
  };
}

function slicedPool({ graph, hierarchy, labels }: Labelled, fallback: string): HubLabelPool {
  const { solver, begin, beginDistances } = openHubLabelSolver(graph, hierarchy, labels);
  const { inTurn: _, inSlices, ...pool } = createSlicedPool(solver, begin, fallback);
  return {
    ...pool,
    distances: (queries, options = {}) => inSlices(() => beginDistances(queries, options)),
    get memoryBytes() {
      return solver.memoryBytes;
    },
  };
}
