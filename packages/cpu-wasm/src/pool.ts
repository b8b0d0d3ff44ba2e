import { checkQueries, type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import {
  compileKernels,
  createCrew,
  createTurns,
  noSharedMemory,
  poolThreads,
  type ThreadModule,
} from '@wayfield/wasm';
import { chooseLandmarks } from './graph-rules.ts';
import { KERNELS_BASE64 } from './kernels-threads.gen.ts';
import { checkAlgorithm, chooseHeuristic, createMapHost } from './map-host.ts';
import { createPace } from './pace.ts';
import { agentSizes, checkRunOptions } from './run-options.ts';
import { runPoolJob } from './run-pool-job.ts';
import { openSolver } from './solver.ts';
import type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';
import type { RunMessage, StartMessage, WorkerReply } from './worker.ts';

export type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';

/** One thread; bundlers look for exactly these expressions. */
const WORKER: ThreadModule = {
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  url: () => new URL('./worker.js', import.meta.url),
};

/** A fallback without threads hands the page back this often. */
const SLICE_MS = 8;

export interface PoolOptions extends SolverOptions {
  /** Worker threads. Default: what the machine runs at the same time, at most 64. */
  threads?: number;
}

/** As `WasmSolver`, with many threads: a batch is split query by query. */
export interface WasmPool {
  readonly backend: 'wasm';
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  /** Threads that search: 1 where there is no shared memory. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of scratch memory of all threads. */
  readonly memoryBytes: number;
  readonly sharedBytes: number;
  /**
   * As `run` of a solver; batches are answered one after another. Rejects with the signal's reason
   * when aborted, with RangeError for bad queries.
   */
  run(queries: Queries, options?: RunOptions): Promise<Routes>;
  /** As `update` of a solver; waits for the batches before it. */
  update(changed?: ArrayLike<number>): Promise<void>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of the map in shared memory. Threads take queries from a common
 * counter, at the end one by one, so a slow query holds up nobody; a batch wakes no more threads than it
 * is worth. Where `SharedArrayBuffer` is missing it works on the calling thread, in short slices, and says
 * so in `fallback`.
 */
export async function createWasmPool(
  map: Grid | Graph,
  options: PoolOptions = {},
): Promise<WasmPool> {
  const threads = await poolThreads(options.threads);
  const reason = noSharedMemory();
  if (reason !== undefined) return slicedPool(map, options, reason);
  return threadPool(map, options, threads);
}

async function threadPool(
  map: Grid | Graph,
  options: SolverOptions,
  threads: number,
): Promise<WasmPool> {
  const { algorithm = 'astar' } = options;
  checkAlgorithm(map, algorithm);
  const heuristic = chooseHeuristic(map, options);
  const landmarks = chooseLandmarks(options);
  const module = compileKernels(KERNELS_BASE64);
  const host = createMapHost(map, module, true);
  host.prepare([1], false, algorithm, landmarks);
  const { arena, blocks } = host;
  const crew = await createCrew<StartMessage | RunMessage, WorkerReply>(WORKER, threads);
  const pace = createPace(threads);
  const held = new Float64Array(threads);

  try {
    const start = { memory: arena.memory, layout: host.layout, algorithm, heuristic, landmarks };
    const replies = await crew.tellAll(() => ({ type: 'start', ...start, module }));
    replies.forEach((reply, i) => (held[i] = reply.held));
  } catch (error) {
    await crew.terminate();
    throw error;
  }

  function runJob(queries: Queries, runOptions: RunOptions): Promise<Routes> {
    runOptions.signal?.throwIfAborted();
    const sizes = agentSizes(runOptions.agentSize, queries.count);
    host.prepare(sizes.distinct, runOptions.nearest === true, algorithm, landmarks);
    const { count } = queries;
    return runPoolJob(arena, blocks, queries, sizes.of, threads, runOptions, async (job) => {
      const first = pace.threadsFor(count);
      const replies = await crew.tell({ type: 'run', layout: host.layout, job }, first);
      runOptions.signal?.throwIfAborted();
      replies.forEach((reply, i) => (held[i] = reply.held));
      pace.learn(
        count,
        replies.reduce((sum, reply) => sum + reply.ms, 0),
      );
      if (replies.some((reply) => reply.misled)) host.relabel();
    });
  }

  // batches and updates follow one another: memory belongs to one of them at a time
  const turns = createTurns();
  return {
    backend: 'wasm',
    algorithm,
    heuristic,
    threads,
    fallback: undefined,
    get memoryBytes() {
      return held.reduce((sum, bytes) => sum + bytes, 0);
    },
    get sharedBytes() {
      return blocks.held();
    },
    run(queries, runOptions = {}) {
      return turns.inTurn(() => {
        checkQueries(map, queries);
        checkRunOptions(runOptions);
        return runJob(queries, runOptions);
      });
    },
    update: (changed) => turns.inTurn(() => host.update(changed)),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      await crew.terminate();
    },
  };
}

/** One solver on the calling thread that hands the thread back every few milliseconds. */
async function slicedPool(
  map: Grid | Graph,
  options: SolverOptions,
  fallback: string,
): Promise<WasmPool> {
  const { solver, begin } = openSolver(map, options);
  const turns = createTurns();

  async function runSliced(queries: Queries, runOptions: RunOptions): Promise<Routes> {
    const batch = begin(queries, runOptions);
    while (!batch.advance(SLICE_MS)) await new Promise((resume) => setTimeout(resume, 0));
    return batch.finish();
  }

  return {
    backend: 'wasm',
    algorithm: solver.algorithm,
    heuristic: solver.heuristic,
    threads: 1,
    fallback,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    get sharedBytes() {
      return solver.sharedBytes;
    },
    run: (queries, runOptions = {}) => turns.inTurn(() => runSliced(queries, runOptions)),
    update: (changed) => turns.inTurn(() => solver.update(changed)),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      solver.destroy();
    },
  };
}
