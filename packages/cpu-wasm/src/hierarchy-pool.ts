import { checkQueries, type Graph, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import {
  compileKernels,
  createCrew,
  createTurns,
  noSharedMemory,
  poolThreads,
  type ThreadModule,
} from '@wayfield/wasm';
import type { HierarchyReply, HierarchyRun, HierarchyStart } from './hierarchy-worker.ts';
import { KERNELS_BASE64 } from './hierarchy-threads.gen.ts';
import { createHierarchyMap } from './hierarchy/hierarchy-map.ts';
import { checkHierarchyOptions, openHierarchySolver } from './hierarchy/solver.ts';
import type { HierarchyRunOptions } from './hierarchy/types.ts';
import { createPace } from './pace.ts';
import { runPoolJob } from './run-pool-job.ts';

export type { HierarchyRunOptions } from './hierarchy/types.ts';

/** One thread; bundlers look for exactly these expressions. */
const WORKER: ThreadModule = {
  worker: () => new Worker(new URL('./hierarchy-worker.js', import.meta.url), { type: 'module' }),
  url: () => new URL('./hierarchy-worker.js', import.meta.url),
};

/** A fallback without threads hands the page back this often. */
const SLICE_MS = 8;

export interface HierarchyPoolOptions {
  /** Worker threads. Default: what the machine runs at the same time, at most 64. */
  threads?: number;
}

/** Routes by many threads on one hierarchy. */
export interface HierarchyPool {
  readonly backend: 'wasm';
  /** Threads that search: 1 where there is no shared memory. */
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
 * A pool of worker threads on one copy of a hierarchy in shared memory. Threads take queries one by one. Where
 * `SharedArrayBuffer` is missing it works on the calling thread, in short slices, and says so in `fallback`.
 * Rejects with what `createHierarchySolver` throws.
 */
export async function createHierarchyPool(
  graph: Graph,
  hierarchy: Hierarchy,
  options: HierarchyPoolOptions = {},
): Promise<HierarchyPool> {
  const threads = await poolThreads(options.threads);
  const reason = noSharedMemory();
  if (reason !== undefined) return slicedPool(graph, hierarchy, reason);
  return threadPool(graph, hierarchy, threads);
}

async function threadPool(
  graph: Graph,
  hierarchy: Hierarchy,
  threads: number,
): Promise<HierarchyPool> {
  const module = compileKernels(KERNELS_BASE64);
  const { arena, blocks, layout } = createHierarchyMap(graph, hierarchy, module, true);
  const crew = await createCrew<HierarchyStart | HierarchyRun, HierarchyReply>(WORKER, threads);
  const pace = createPace(threads);
  const held = new Float64Array(threads);

  const hold = (replies: readonly HierarchyReply[]): void =>
    replies.forEach((reply, i) => (held[i] = reply.held));

  try {
    hold(await crew.tellAll(() => ({ type: 'start', memory: arena.memory, layout, module })));
  } catch (error) {
    await crew.terminate();
    throw error;
  }
  const turns = createTurns();
  return {
    backend: 'wasm',
    threads,
    fallback: undefined,
    get memoryBytes() {
      return held.reduce((sum, bytes) => sum + bytes, blocks.held());
    },
    run(queries, runOptions = {}) {
      return turns.inTurn(() => {
        checkQueries(graph, queries);
        checkHierarchyOptions(runOptions);
        runOptions.signal?.throwIfAborted();
        return runPoolJob(
          arena,
          blocks,
          queries,
          () => 1,
          threads,
          runOptions,
          async (job) => {
            const { count } = queries;
            const replies = await crew.tell({ type: 'run', job }, pace.threadsFor(count));
            hold(replies);
            pace.learn(
              count,
              replies.reduce((sum, { ms }) => sum + ms, 0),
            );
            runOptions.signal?.throwIfAborted();
          },
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
    while (!batch.advance(SLICE_MS)) await new Promise((resume) => setTimeout(resume, 0));
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
