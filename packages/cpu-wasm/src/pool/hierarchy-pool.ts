import { checkOptions } from '@wayfield/check';
import type { Graph, Queries, Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, openPool, THREAD_RULES, type ThreadOptions } from '@wayfield/wasm';
import { WORKER_SOURCE } from '../hierarchy-pool-worker.gen.ts';
import { KERNELS_BASE64 } from '../hierarchy-threads.gen.ts';
import { createHierarchyMap } from '../hierarchy/map.ts';
import { openHierarchySolver } from '../hierarchy/solver.ts';
import type { HierarchyRunOptions } from '../hierarchy/types.ts';
import { aGraph, aHierarchy, checkHierarchyOptions } from '../options.ts';
import { createJobCrew, type JobReply } from './job-crew.ts';
import type { HierarchyRun, HierarchyStart } from './messages.ts';
import { createSlicedPool, createThreadedPool } from './route-pool.ts';

export type { HierarchyRunOptions } from '../hierarchy/types.ts';
export type { PoolWorker } from '@wayfield/wasm';

export interface HierarchyPoolOptions extends ThreadOptions {}

/** Routes by many threads on one hierarchy. */
export interface HierarchyPool {
  readonly backend: 'wasm';
  /** Threads that search: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of the hierarchy, once for all threads, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * As `run` of a hierarchy solver; batches are answered one after another. Rejects with the
   * signal's reason when aborted, with RangeError for bad queries.
   */
  run(queries: Queries, options?: HierarchyRunOptions): Promise<Routes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of a hierarchy in shared memory. Threads, fallback and
 * failures are as those of `createWasmPool`. Rejects with what `createHierarchySolver` throws.
 *
 * @example
 * const pool = await createHierarchyPool(graph, buildHierarchy(graph), { threads: 4 });
 * const routes = await pool.run(queries);
 * await pool.destroy();
 */
export async function createHierarchyPool(
  graph: Graph,
  hierarchy: Hierarchy,
  options: HierarchyPoolOptions = {},
): Promise<HierarchyPool> {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('createHierarchyPool', options, THREAD_RULES);
  return openPool(
    options,
    (threads) => threadPool(graph, hierarchy, options, threads),
    (reason) => slicedPool(graph, hierarchy, reason),
  );
}

async function threadPool(
  graph: Graph,
  hierarchy: Hierarchy,
  { worker }: HierarchyPoolOptions,
  threads: number,
): Promise<HierarchyPool> {
  const map = createHierarchyMap(graph, hierarchy, compileKernels(KERNELS_BASE64), true);
  const { layout, blocks } = map;
  const crew = await createJobCrew<HierarchyStart | HierarchyRun, JobReply>(map, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => ({ ...start, layout }),
  });
  const answer = (queries: Queries, options: HierarchyRunOptions): Promise<Routes> =>
    crew.answer(queries, options, { sizeOf: () => 1, message: (job) => ({ type: 'run', job }) });
  const { inTurn: _, ...pool } = createThreadedPool(
    graph,
    threads,
    checkHierarchyOptions,
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

function slicedPool(graph: Graph, hierarchy: Hierarchy, fallback: string): HierarchyPool {
  const { solver, begin } = openHierarchySolver(graph, hierarchy);
  const { inTurn: _, inSlices: __, ...pool } = createSlicedPool(solver, begin, fallback);
  return {
    ...pool,
    get memoryBytes() {
      return solver.memoryBytes;
    },
  };
}
