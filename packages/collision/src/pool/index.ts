// Where a pool divides work: pool-worker.ts. `sort` gives each thread an equal part: of the slots
// in COUNT and SCATTER, of the places in APART. `takeRuns` lets threads take runs of places or
// areas from a common counter. There are at most 16 times as many runs as threads, and a run has at
// least 512 places or 16 areas. Levels and the k-d tree are sorted on the calling thread; then only
// the search is divided.
//
// When a worker ends during a call: the crew (@wayfield/wasm) calls `stop` below, which frees
// threads that wait at a barrier (barrier.ts). The call rejects, and all grids are forgotten,
// because they may be sorted in part. The crew starts another worker before the next call. A worker
// that ends between two calls is replaced too, and no call rejects unless it cannot be replaced.
import { checkOptions, type OptionRules } from '@wayfield/check';
import {
  createKernelCrew,
  createTurns,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { snapshotBodies } from '../bodies/snapshot.ts';
import { KERNELS_BASE64 } from '../kernels-threads.gen.ts';
import { KERNELS_BASE64 as PLAIN_KERNELS_BASE64 } from '../kernels.gen.ts';
import { checkExploreQueries, checkNeighbourOptions, copyQueries } from '../lists/check-queries.ts';
import { createContactLog } from '../pairs/contact-log.ts';
import { WORKER_SOURCE } from '../pool-worker.gen.ts';
import type { StartMessage, WorkerReply, WorkMessage } from '../pool-worker.ts';
import {
  aBodies,
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  SOLVER_RULES,
} from '../rules.ts';
import { type OpenSolver, openSolver } from '../solvers/wasm-solver.ts';
import type { AsyncCollisionSolver, Bodies, CellLevel, SolverOptions } from '../types.ts';
import { CONTROL_BYTES, stopAll } from './barrier.ts';
import type { Helpers, RunWork } from './helpers.ts';
import { createPoolLists } from './lists.ts';
import { createPoolPairs } from './pairs.ts';

export type { PoolWorker } from '@wayfield/wasm';

export interface PoolOptions extends SolverOptions, ThreadOptions {}

/** A solver that answers by several threads. */
export interface CollisionPool extends AsyncCollisionSolver {
  readonly backend: 'wasm';
  /** Threads that work; 1: there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined: there are workers. */
  readonly fallback: string | undefined;
  /**
   * The grids of the last answer, the finest first, for a picture of the search. Empty if there are
   * none: before the first answer after an update, and after the k nearest. A pool without workers
   * does not show the grids of two layers (`motion`).
   */
  cells(): readonly CellLevel[];
  /** Ends the threads. Calls that are not answered reject. */
  destroy(): Promise<void>;
}

const POOL_RULES: OptionRules = { ...SOLVER_RULES, ...THREAD_RULES };

/** Lists of fewer rows are made in less time than waking the threads takes. */
const LEAST_ROWS = 512;

/**
 * A pool of worker threads over one shared memory. The threads sort the bodies together if one grid
 * serves, and then take runs of bodies or queries from a common counter. If there is no shared
 * memory, or no worker can be started, the calling thread does all work, and `fallback` says why.
 * If a thread ends while it works, that call rejects, and the next call has a new thread in its
 * place.
 *
 * @example
 * const pool = await createCollisionPool(bodies, { threads: 4 });
 * const { count, slots } = await pool.pairs();
 * console.log(count, slots.join()); // 1 0,1
 * await pool.destroy();
 */
export async function createCollisionPool(
  bodies: Bodies,
  options: PoolOptions = {},
): Promise<CollisionPool> {
  aBodies(bodies, 'bodies');
  checkOptions('createCollisionPool', options, POOL_RULES);
  return openPool(
    options,
    (threads) => threadPool(bodies, options, threads),
    (reason) => poolOn(openSolver(bodies, options, PLAIN_KERNELS_BASE64, false), reason),
  );
}

async function threadPool(
  bodies: Bodies,
  options: PoolOptions,
  threads: number,
): Promise<CollisionPool> {
  const open = openSolver(bodies, options, KERNELS_BASE64, true);
  const { host, store, grids } = open;
  const { arena, blocks, three } = host;
  const control = blocks.allocate(CONTROL_BYTES);
  const crew = await createKernelCrew<StartMessage | WorkMessage, WorkerReply>(host, {
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (start) => ({ ...start, three }),
    stop: () => stopAll(new Int32Array(arena.memory.buffer, control, 4)),
  });
  return poolOn(open, undefined, {
    threads,
    async run(call, work, rows, capacity) {
      arena.bytes().fill(0, control, control + CONTROL_BYTES);
      const job = {
        store: { ...store.layout },
        grid: { ...grids.layout },
        end: grids.layout.count,
      };
      const common = { type: 'work', work, ...job, rows, control, threads, capacity } as const;
      try {
        const replies = await crew.tellAll(call, (thread) => ({ ...common, thread }));
        grids.layout.sorted = true;
        return replies;
      } catch (error) {
        // the threads may have sorted a part of the bodies
        grids.forget();
        throw error;
      }
    },
    end: () => crew.terminate(),
  });
}

/**
 * The interface over an open solver: by threads or, where there are none, on the calling thread.
 */
function poolOn(open: OpenSolver, fallback: string | undefined, helpers?: Helpers): CollisionPool {
  const { solver, store, grids } = open;
  const { bodies } = solver;
  const log = createContactLog();
  const turns = createTurns('pool');
  /** The method that is being answered. */
  let current = '';
  const run: RunWork = (work, rows, capacity) => helpers!.run(current, work, rows, capacity);
  const lists = createPoolLists(open, run);
  const pairs = createPoolPairs(open, helpers && run);
  const alone = (rows: number): boolean =>
    helpers === undefined || store.count === 0 || rows < LEAST_ROWS;

  const inTurn = <T>(call: string, work: () => T | Promise<T>): Promise<T> =>
    turns.inTurn(() => {
      current = call;
      return work();
    });

  return {
    backend: 'wasm',
    bodies,
    threads: helpers?.threads ?? 1,
    fallback,
    get grid() {
      return solver.grid;
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    async update() {
      if (turns.waiting === 0) return solver.update();
      // a call is being answered: the bodies are copied now, and taken in turn
      const taken = snapshotBodies(bodies);
      await inTurn('update', () => open.take(taken));
    },
    async pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return inTurn('pairs', () => pairs.find(options, false));
    },
    async candidates(options = {}) {
      checkPairsOptions('candidates', options);
      return inTurn('candidates', () => pairs.find(options, true));
    },
    async neighbours(options) {
      checkNeighbourOptions(options);
      return inTurn('neighbours', () =>
        alone(store.count) ? solver.neighbours(options) : lists.neighbours(options),
      );
    },
    async explore(queries, options = {}) {
      checkExploreQueries(queries, bodies.dimensions);
      checkExploreOptions(options);
      // work in turn begins after this returns, also if no call is pending
      const asked = copyQueries(queries);
      return inTurn('explore', () =>
        alone(asked.count) ? solver.explore(asked, options) : lists.explore(asked, options),
      );
    },
    async contacts(options = {}) {
      checkContactsOptions(options);
      const { fixed = true } = options;
      return inTurn('contacts', async () => {
        const { slots } = await pairs.find({ canonical: true, fixed }, false);
        return log.advance(slots, store);
      });
    },
    cells: () => grids.plans().map(({ origin, perUnit }) => ({ origin, side: 1 / perUnit })),
    async destroy() {
      turns.close();
      await helpers?.end();
      solver.destroy();
    },
  };
}
