import { checkOptions, list } from '@wayfield/check';
import type { Graph, Grid, Queries, Routes } from '@wayfield/graph';
import { compileKernels, openPool, type ThreadOptions } from '@wayfield/wasm';
import { chooseSearch, createMapHost } from '../create-map-host.ts';
import { KERNELS_BASE64 } from '../kernels-threads.gen.ts';
import { nearestBits } from '../nearest.ts';
import { agentSizes, aMap, checkRunOptions, POOL_RULES } from '../options.ts';
import { WORKER_SOURCE } from '../pool-worker.gen.ts';
import { openSolver } from '../solver.ts';
import type { Algorithm, Heuristic, RunOptions, SolverOptions } from '../types.ts';
import { createJobCrew } from './job-crew.ts';
import type { RunMessage, StartMessage, WorkerReply } from './messages.ts';
import { createSlicedPool, createThreadedPool } from './route-pool.ts';

export type { Algorithm, Heuristic, RunOptions, SolverOptions } from '../types.ts';
export type { PoolWorker } from '@wayfield/wasm';

/** Options of `createWasmPool`: those of the solver without `warmUp`, and of the threads. */
export interface PoolOptions extends Omit<SolverOptions, 'warmUp'>, ThreadOptions {}

/** As `WasmSolver`, with many threads: a batch is split query by query. */
export interface WasmPool {
  readonly backend: 'wasm';
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  /** Threads that search: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** Bytes of the scratch of all threads after their last work: records, queues and paths. */
  readonly memoryBytes: number;
  /**
   * Bytes of the map and of what was derived from it, once for all threads, and of the batch being
   * answered. Map and scratch lie in the same WebAssembly memory.
   */
  readonly sharedBytes: number;
  /**
   * As `run` of a solver; batches are answered one after another. Rejects with the signal's reason
   * when aborted, with RangeError for bad queries and where memory ends, with Error when a thread
   * ends or the pool is destroyed.
   */
  run(queries: Queries, options?: RunOptions): Promise<Routes>;
  /**
   * As `update` of a solver, after the batches that were asked for before: costs or weights are
   * read then.
   */
  update(changed?: ArrayLike<number>): Promise<void>;
  /** Ends the threads. Batches that are not finished reject. */
  destroy(): Promise<void>;
}

/**
 * A pool of worker threads on one copy of the map in shared memory. Threads take queries from a
 * common counter: up to 64 at a time at first, one at a time at the end, so that all threads finish
 * together. A batch begins with as many threads as the time of the last one suggests; the others
 * help if it takes more than a millisecond. Where there is no shared memory, or no worker can be
 * started, the pool works on the calling thread, in slices of 8 ms, and says so in `fallback`. A
 * thread that ends while it works makes that `run` reject; the next `run` has another thread in its
 * place. Queries, options and the arrays of `reuse` may be read until the promise settles: do not
 * change them before.
 *
 * @example
 * const pool = await createWasmPool(grid, { algorithm: 'jps+', threads: 4 });
 * const routes = await pool.run(queries);
 * console.log(routes.cost[0].toFixed(2)); // 41.01
 * await pool.destroy();
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
  const choice = chooseSearch(map, options);
  const host = createMapHost(map, compileKernels(KERNELS_BASE64), true);
  host.prepare([1], 0, choice);
  const crew = await createJobCrew<StartMessage | RunMessage, WorkerReply>(host, {
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (start) => ({ ...start, layout: host.layout, choice }),
  });
  const answer = (queries: Queries, runOptions: RunOptions): Promise<Routes> => {
    const sizes = agentSizes(runOptions.agentSize, queries.count);
    host.prepare(sizes.distinct, nearestBits(runOptions.nearest), choice);
    return crew.answer(queries, runOptions, {
      sizeOf: sizes.of,
      message: (job) => ({ type: 'run', layout: host.layout, job }),
      done(replies) {
        if (replies.some(({ metStaleComponents }) => metStaleComponents)) host.rebuildComponents();
      },
    });
  };
  const { inTurn, ...pool } = createThreadedPool(
    map,
    threads,
    checkRunOptions,
    answer,
    crew.terminate,
  );
  return {
    ...pool,
    algorithm: choice.algorithm,
    heuristic: choice.heuristic,
    get memoryBytes() {
      return crew.held();
    },
    get sharedBytes() {
      return host.blocks.held();
    },
    update: (changed) =>
      inTurn(() => {
        if (changed !== undefined) list(changed, 'changed');
        host.update(changed);
      }),
  };
}

function slicedPool(map: Grid | Graph, options: SolverOptions, fallback: string): WasmPool {
  const { solver, begin } = openSolver(map, options);
  const { inTurn, ...pool } = createSlicedPool(solver, begin, fallback);
  return {
    ...pool,
    algorithm: solver.algorithm,
    heuristic: solver.heuristic,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    get sharedBytes() {
      return solver.sharedBytes;
    },
    update: (changed) => inTurn(() => solver.update(changed)),
  };
}
