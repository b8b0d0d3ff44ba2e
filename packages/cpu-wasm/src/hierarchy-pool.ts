import { checkOptions } from '@wayfield/check';
import { checkQueries, type Graph, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import {
  compileKernels,
  createTurns,
  inSlices,
  openPool,
  type ThreadOptions,
} from '@wayfield/wasm';
import { WORKER_SOURCE } from './hierarchy-pool-worker.gen.ts';
import type { HierarchyRun, HierarchyStart } from './hierarchy-pool-worker.ts';
import { KERNELS_BASE64 } from './hierarchy-threads.gen.ts';
import { createHierarchyMap } from './hierarchy/hierarchy-map.ts';
import { openHierarchySolver } from './hierarchy/solver.ts';
import type { HierarchyRunOptions } from './hierarchy/types.ts';
import { createJobCrew, type JobReply } from './job-crew.ts';
import { aGraph, aHierarchy, checkHierarchyOptions, HIERARCHY_POOL_RULES } from './options.ts';

export type { HierarchyRunOptions } from './hierarchy/types.ts';
export type { PoolWorker } from '@wayfield/wasm';

export interface HierarchyPoolOptions extends ThreadOptions {}

/** Routes by many threads on one hierarchy. */
export interface HierarchyPool {
  readonly backend: 'wasm';
  /** Threads that search: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of the hierarchy, once for all, and of the scratch of all threads. */
  readonly memoryBytes: number;
  /**
   * As `run` of a hierarchy solver; batches are answered one after another. Rejects with the signal's reason
   * when aborted, with RangeError for bad queries.
   */
  run(queries: Queries, options?: HierarchyRunOptions): Promise<Routes>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of a hierarchy in shared memory. Threads take queries one by one. Where there
 * is no shared memory, or no worker can be started, it works on the calling thread, in short slices, and says so in
 * `fallback`. A thread that ends while it works makes that `run` reject; the next one has another thread in its place.
 * Rejects with what `createHierarchySolver` throws.
 */
export async function createHierarchyPool(
  graph: Graph,
  hierarchy: Hierarchy,
  options: HierarchyPoolOptions = {},
): Promise<HierarchyPool> {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  checkOptions('createHierarchyPool', options, HIERARCHY_POOL_RULES);
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
  const module = compileKernels(KERNELS_BASE64);
  const { arena, blocks, layout } = createHierarchyMap(graph, hierarchy, module, true);
  const { memory } = arena;
  const crew = await createJobCrew<HierarchyStart | HierarchyRun, JobReply>(arena, blocks, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (ledger) => ({ type: 'start', module, memory, ledger, layout }),
  });
  const turns = createTurns();
  return {
    backend: 'wasm',
    threads,
    fallback: undefined,
    get memoryBytes() {
      return crew.held() + blocks.held();
    },
    run(queries, runOptions = {}) {
      return turns.inTurn(() => {
        checkQueries(graph, queries);
        checkHierarchyOptions(runOptions);
        runOptions.signal?.throwIfAborted();
        return crew.answer(
          queries,
          runOptions,
          () => 1,
          (job) => ({ type: 'run', job }),
        );
      });
    },
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      await crew.terminate();
    },
  };
}

/** One solver on the calling thread that hands the thread back every few milliseconds. */
function slicedPool(graph: Graph, hierarchy: Hierarchy, fallback: string): HierarchyPool {
  const { solver, begin } = openHierarchySolver(graph, hierarchy);
  const turns = createTurns();

  async function runSliced(queries: Queries, runOptions: HierarchyRunOptions): Promise<Routes> {
    const batch = begin(queries, runOptions);
    await inSlices((ms) => batch.advance(ms));
    return batch.finish();
  }

  return {
    backend: 'wasm',
    threads: 1,
    fallback,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    run: (queries, runOptions = {}) => turns.inTurn(() => runSliced(queries, runOptions)),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      solver.destroy();
    },
  };
}
