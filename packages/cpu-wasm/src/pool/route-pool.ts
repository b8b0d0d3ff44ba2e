// What all four pools have in common: batches of queries, answered one batch after another, by
// threads or on the calling thread.

import { checkQueries, type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import { createTurns, destroyedError, inSlices } from '@wayfield/wasm';
import type { Batch, SlicedWork } from '../batch.ts';
import type { RunOptions } from '../types.ts';

/** The calls that every pool of routes has. */
export interface RoutePool {
  readonly backend: 'wasm';
  readonly threads: number;
  readonly fallback: string | undefined;
  run(queries: Queries, options?: RunOptions): Promise<Routes>;
  /** Runs work that is not a batch after the batches and the work asked for before. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
  destroy(): Promise<void>;
}

/** A pool whose batches `answer` checks and answers; `end` ends threads or destroys the solver. */
export function createRoutePool(pool: {
  readonly threads: number;
  readonly fallback: string | undefined;
  answer(queries: Queries, options: RunOptions): Promise<Routes>;
  end(): void | Promise<void>;
}): RoutePool {
  const { threads, fallback, answer, end } = pool;
  // batches and updates follow one another: memory belongs to one of them at a time
  const turns = createTurns('pool');
  return {
    backend: 'wasm',
    threads,
    fallback,
    run: (queries, options = {}) => turns.inTurn(() => answer(queries, options)),
    inTurn: turns.inTurn,
    async destroy() {
      turns.close();
      await end();
    },
  };
}

/** A pool whose threads answer; queries and options are checked first. */
export function createThreadedPool(
  map: Grid | Graph,
  threads: number,
  check: (options: RunOptions) => void,
  answer: (queries: Queries, options: RunOptions) => Promise<Routes>,
  end: () => Promise<void>,
): RoutePool {
  return createRoutePool({
    threads,
    fallback: undefined,
    async answer(queries, options) {
      checkQueries(map, queries);
      check(options);
      options.signal?.throwIfAborted();
      return answer(queries, options);
    },
    end,
  });
}

/** A pool on the calling thread. */
export interface SlicedPool extends RoutePool {
  /** Does other work of the solver in slices, after the batches before it. */
  inSlices<Result>(begin: () => SlicedWork<Result>): Promise<Result>;
}

/** A pool of one solver on the calling thread, which is free for other tasks every 8 ms. */
export function createSlicedPool(
  solver: { destroy(): void },
  begin: (queries: Queries, options: RunOptions) => Batch,
  fallback: string,
): SlicedPool {
  let ended = false;
  async function answer<Result>(work: SlicedWork<Result>): Promise<Result> {
    await inSlices((ms) => {
      // the pool was destroyed between two slices, and with it the memory of the solver freed
      if (ended) throw destroyedError('pool');
      try {
        return work.advance(ms);
      } catch (error) {
        // `onProgress` destroyed the pool
        throw ended ? destroyedError('pool') : error;
      }
    });
    return work.finish();
  }
  const pool = createRoutePool({
    threads: 1,
    fallback,
    answer: async (queries, options) => answer(begin(queries, options)),
    end() {
      ended = true;
      solver.destroy();
    },
  });
  return { ...pool, inSlices: (work) => pool.inTurn(() => answer(work())) };
}
