import { checkOptions, list } from '@wayfield/check';
import { checkQueries, type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import {
  compileKernels,
  createTurns,
  inSlices,
  openPool,
  type ThreadOptions,
} from '@wayfield/wasm';
import { chooseLandmarks } from './graph-rules.ts';
import { KERNELS_BASE64 } from './kernels-threads.gen.ts';
import { createJobCrew } from './job-crew.ts';
import { checkAlgorithm, chooseHeuristic, createMapHost } from './map-host.ts';
import { agentSizes, aMap, checkRunOptions, POOL_RULES } from './options.ts';
import { openSolver } from './solver.ts';
import type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';
import { WORKER_SOURCE } from './pool-worker.gen.ts';
import type { RunMessage, StartMessage, WorkerReply } from './pool-worker.ts';

export type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';
export type { PoolWorker } from '@wayfield/wasm';

export interface PoolOptions extends SolverOptions, ThreadOptions {}

/** As `WasmSolver`, with many threads: a batch is split query by query. */
export interface WasmPool {
  readonly backend: 'wasm';
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  /** Threads that search: 1 where there are no workers. */
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
 * is worth. Where there is no shared memory, or no worker can be started, it works on the calling thread, in
 * short slices, and says so in `fallback`. A thread that ends while it works makes that `run` reject; the next
 * one has another thread in its place.
 */
export async function createWasmPool(
  map: Grid | Graph,
  options: PoolOptions = {},
): Promise<WasmPool> {
  aMap(map, 'map');
  checkOptions('createWasmPool', options, POOL_RULES);
  const { threads: _threads, worker: _worker, ...solverOptions } = options;
  return openPool(
    options,
    (threads) => threadPool(map, options, threads),
    (reason) => slicedPool(map, solverOptions, reason),
  );
}

async function threadPool(
  map: Grid | Graph,
  options: PoolOptions,
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
  const { memory } = arena;
  const crew = await createJobCrew<StartMessage | RunMessage, WorkerReply>(arena, blocks, {
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (ledger) => ({
      type: 'start',
      module,
      memory,
      ledger,
      layout: host.layout,
      algorithm,
      heuristic,
      landmarks,
    }),
  });

  function runJob(queries: Queries, runOptions: RunOptions): Promise<Routes> {
    runOptions.signal?.throwIfAborted();
    const sizes = agentSizes(runOptions.agentSize, queries.count);
    host.prepare(sizes.distinct, runOptions.nearest === true, algorithm, landmarks);
    return crew.answer(
      queries,
      runOptions,
      sizes.of,
      (job) => ({ type: 'run', layout: host.layout, job }),
      (replies) => {
        if (replies.some(({ misled }) => misled)) host.relabel();
      },
    );
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
      return crew.held();
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
    update: (changed) =>
      turns.inTurn(() => {
        if (changed !== undefined) list(changed, 'changed');
        host.update(changed);
      }),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      await crew.terminate();
    },
  };
}

/** One solver on the calling thread that hands the thread back every few milliseconds. */
function slicedPool(map: Grid | Graph, options: SolverOptions, fallback: string): WasmPool {
  const { solver, begin } = openSolver(map, options);
  const turns = createTurns();

  async function runSliced(queries: Queries, runOptions: RunOptions): Promise<Routes> {
    const batch = begin(queries, runOptions);
    await inSlices((ms) => batch.advance(ms));
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
