import { checkOptions } from '@wayfield/check';
import type { Grid, Queries, Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, openPool, type ThreadOptions } from '@wayfield/wasm';
import { aHubLabels } from '../hub-labels/check.ts';
import type { HubLabelRunOptions, HubLabels } from '../hub-labels/types.ts';
import { aGrid, aHierarchy, checkHubLabelOptions, SUBGOAL_POOL_RULES } from '../options.ts';
import { WORKER_SOURCE } from '../subgoal-pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../subgoals-threads.gen.ts';
import { createSubgoalMap, type LabelledGrid } from '../subgoals/map.ts';
import { openSubgoalSolver } from '../subgoals/solver.ts';
import { createJobCrew, type JobReply } from './job-crew.ts';
import type { SubgoalRun, SubgoalStart } from './messages.ts';
import { createSlicedPool, createThreadedPool } from './route-pool.ts';

export type { HubLabelRunOptions } from '../hub-labels/types.ts';
export type { PoolWorker } from '@wayfield/wasm';

/** Options of `createSubgoalPool`. */
export interface SubgoalPoolOptions extends ThreadOptions {
  /** The `agentSize` that `buildSubgoalHierarchy` was given. Default 1. */
  agentSize?: number;
}

/** Routes by many threads on the same grid and the hub labels of its subgoals. */
export interface SubgoalPool {
  readonly backend: 'wasm';
  /** Threads that answer: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of grid and labels, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * As `run` of a solver on subgoals; batches are answered one after another. Rejects with the
   * signal's reason when aborted, with RangeError for bad queries.
   */
  run(queries: Queries, options?: HubLabelRunOptions): Promise<Routes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of a grid and the hub labels of its subgoals in shared
 * memory. Threads, fallback and failures are as those of `createWasmPool`. Rejects with what
 * `createSubgoalSolver` throws.
 *
 * @example
 * const hierarchy = buildSubgoalHierarchy(grid);
 * const labels = buildHubLabels(hierarchy);
 * const pool = await createSubgoalPool(grid, hierarchy, labels, { threads: 4 });
 * const routes = await pool.run(queries);
 * console.log(routes.cost[0].toFixed(2)); // 41.01
 * await pool.destroy();
 */
export async function createSubgoalPool(
  grid: Grid,
  hierarchy: Hierarchy,
  labels: HubLabels,
  options: SubgoalPoolOptions = {},
): Promise<SubgoalPool> {
  aGrid(grid, 'grid');
  aHierarchy(hierarchy, 'hierarchy');
  aHubLabels(labels, 'labels');
  checkOptions('createSubgoalPool', options, SUBGOAL_POOL_RULES);
  const { agentSize = 1 } = options;
  const labelled = { grid, hierarchy, labels, agentSize };
  return openPool(
    options,
    (threads) => threadPool(labelled, options, threads),
    (reason) => slicedPool(labelled, reason),
  );
}

async function threadPool(
  labelled: LabelledGrid,
  { worker }: SubgoalPoolOptions,
  threads: number,
): Promise<SubgoalPool> {
  const map = createSubgoalMap(labelled, compileKernels(KERNELS_BASE64), true);
  const { layout, blocks } = map;
  const crew = await createJobCrew<SubgoalStart | SubgoalRun, JobReply>(map, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, layout }),
  });
  const answer = (queries: Queries, options: HubLabelRunOptions): Promise<Routes> =>
    crew.answer(queries, options, { sizeOf: () => 1, message: (job) => ({ type: 'run', job }) });
  const { inTurn: _, ...pool } = createThreadedPool(
    labelled.grid,
    threads,
    checkHubLabelOptions,
    answer,
    crew.terminate,
  );
  return {
    ...pool,
    get memoryBytes() {
      return crew.held() + blocks.held();
    },
  };
}

function slicedPool(labelled: LabelledGrid, fallback: string): SubgoalPool {
  const { grid, hierarchy, labels, agentSize } = labelled;
  const { solver, begin } = openSubgoalSolver(grid, hierarchy, labels, { agentSize });
  const { inTurn: _, inSlices: __, ...pool } = createSlicedPool(solver, begin, fallback);
  return {
    ...pool,
    get memoryBytes() {
      return solver.memoryBytes;
    },
  };
}
