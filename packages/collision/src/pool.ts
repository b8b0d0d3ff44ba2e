import { checkOptions, type OptionRules } from '@wayfield/check';
import {
  compileKernels,
  createCrew,
  createTurns,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { packAreas } from './areas.ts';
import { mostOf, checkExploreQueries, checkNeighbourOptions } from './check-queries.ts';
import { createContactLog } from './contact-log.ts';
import { CONTACTS, type Role, SEEN, SIGHTINGS } from './grids.ts';
import { KERNELS_BASE64 } from './kernels-threads.gen.ts';
import { KERNELS_BASE64 as PLAIN_KERNELS_BASE64 } from './kernels.gen.ts';
import { anyTask, areContacts, contactTask, type PairTask } from './pair-finder.ts';
import { CONTROL_BYTES, stopAll } from './pool-barrier.ts';
import { createPoolLists } from './pool-lists.ts';
import { WORKER_SOURCE } from './pool-worker.gen.ts';
import type { StartMessage, Work, WorkerReply, WorkMessage } from './pool-worker.ts';
import {
  aBodies,
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  SOLVER_RULES,
} from './rules.ts';
import type {
  AsyncCollisionSolver,
  Bodies,
  CellLevel,
  ExploreQueries,
  Lists,
  NeighbourOptions,
  Pairs,
  PairsOptions,
  ResultOptions,
  SolverOptions,
} from './types.ts';
import { snapshotBodies } from './snapshot.ts';
import { type OpenSolver, openSolver, reachOf } from './wasm-solver.ts';

export type { PoolWorker } from '@wayfield/wasm';

export interface PoolOptions extends SolverOptions, ThreadOptions {}

/** As `createCollisionSolver`, with many threads. */
export interface CollisionPool extends AsyncCollisionSolver {
  readonly backend: 'wasm';
  /** Threads that work: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** The grids of the last answer, the finest first: what a picture of the search shows. */
  cells(): readonly CellLevel[];
  /** Ends the threads. Answers that are not finished reject. */
  destroy(): Promise<void>;
}

const POOL_RULES: OptionRules = { ...SOLVER_RULES, ...THREAD_RULES };

/** Lists of fewer rows are made sooner than threads are woken. */
const LEAST_ROWS = 512;

const roleOf = ({ of }: PairsOptions): Role => (of === 'sightings' ? SIGHTINGS : CONTACTS);

/**
 * A pool of worker threads over one shared memory. Threads sort the bodies together where one grid serves, and
 * then take runs of them, or of queries, from a common counter. Where there is no shared memory, or no worker can
 * be started, all work is done on the calling thread, and `fallback` says so. A thread that ends while it works
 * makes that call reject; the next one has another thread in its place.
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
    (reason) =>
      poolOn(openSolver(bodies, options, compileKernels(PLAIN_KERNELS_BASE64), false), reason),
  );
}

/** Threads that work on an open solver's memory. */
interface Helpers {
  readonly threads: number;
  /** All threads work on the bodies as they are; plain grids are sorted first. `what` is the call that asks. */
  run(what: string, work: Work, rows: number, capacity: number): Promise<WorkerReply[]>;
  end(): Promise<void>;
}

async function threadPool(
  bodies: Bodies,
  options: PoolOptions,
  threads: number,
): Promise<CollisionPool> {
  const module = compileKernels(KERNELS_BASE64);
  const open = openSolver(bodies, options, module, true);
  const { arena, blocks, store, grids } = open;
  const { memory } = arena;
  const { three } = store.world;
  const control = blocks.allocate(CONTROL_BYTES);
  const ledgers = blocks.allocate(4 * threads);
  const crew = await createCrew<StartMessage | WorkMessage, WorkerReply>({
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (thread) => ({ type: 'start', module, memory, three, ledger: ledgers + 4 * thread }),
    stop: () => stopAll(new Int32Array(memory.buffer, control, 4)),
  });
  return poolOn(open, undefined, {
    threads,
    async run(what, work, rows, capacity) {
      arena.bytes().fill(0, control, control + CONTROL_BYTES);
      const job = {
        store: { ...store.layout },
        grid: { ...grids.layout },
        end: grids.layout.count,
      };
      const common = { type: 'work', work, ...job, rows, control, threads, capacity } as const;
      try {
        const replies = await crew.tellAll(what, (thread) => ({ ...common, thread }));
        grids.layout.sorted = true;
        return replies;
      } catch (error) {
        // bodies may be sorted in part
        grids.forget();
        throw error;
      }
    },
    end: () => crew.terminate(),
  });
}

/** The interface over an open solver: by threads, or where there are none on the calling thread. */
function poolOn(open: OpenSolver, fallback: string | undefined, helpers?: Helpers): CollisionPool {
  const { solver, arena, blocks, store, grids, finder } = open;
  const { bodies } = solver;
  const log = createContactLog();
  let joined = 0;
  let joinedBytes = 0;
  /** The call that is being answered. */
  let what = '';

  const run = (work: Work, rows: number, capacity: number): Promise<WorkerReply[]> =>
    helpers!.run(what, work, rows, capacity);

  const lists = createPoolLists(open.kernels, arena, blocks, run);

  async function neighbours(listOptions: NeighbourOptions): Promise<Lists> {
    if (helpers === undefined || store.count < LEAST_ROWS) return solver.neighbours(listOptions);
    const { k } = listOptions;
    const { reach, square } = reachOf(listOptions);
    finder.answer.begin(0, 4);
    if (k === undefined) grids.forPoints(reach);
    else grids.forNearest();
    const work =
      k === undefined ? { type: 'neighbours' as const } : { type: 'nearest' as const, k };
    const { count } = grids.layout;
    return lists.make({ ...work, square }, store.end, count, listOptions, k === undefined);
  }

  async function explore(queries: ExploreQueries, listOptions: ResultOptions): Promise<Lists> {
    const { count } = queries;
    if (helpers === undefined || store.count === 0 || count < LEAST_ROWS) {
      return solver.explore(queries, listOptions);
    }
    if (grids.layout.kind === 'none') grids.forContacts();
    if (!grids.layout.sorted) await run({ type: 'sort' }, 0, 0);
    finder.answer.begin(0, 4);
    grids.forAll(SEEN, true);
    const areas = packAreas(queries, arena, finder.answer.scratch);
    return lists.make({ type: 'explore', areas }, count, count, listOptions, true);
  }

  /** The threads' pairs, one after another. */
  async function find(task: PairTask, options_: ResultOptions): Promise<Pairs> {
    const capacity = mostOf(options_);
    finder.answer.begin(0, 8);
    const shares = await run({ type: 'pairs', task }, grids.layout.count, capacity);
    const kept = shares.reduce((sum, { bytes }) => sum + bytes, 0);
    const lost = shares.reduce((sum, share) => sum + share.lost, 0);
    if (kept > joinedBytes) {
      if (joined !== 0) blocks.free(joined);
      joinedBytes = Math.ceil(kept * 1.5);
      joined = blocks.allocate(joinedBytes);
    }
    const bytes = arena.bytes();
    let at = joined;
    for (const share of shares) {
      bytes.copyWithin(at, share.address, share.address + share.bytes);
      at += share.bytes;
    }
    const count = Math.min(kept / 8, capacity);
    return finder.finish(joined, count, kept / 8 - count + lost, options_);
  }

  async function contactPairs(pairOptions: ResultOptions): Promise<Pairs> {
    if (helpers === undefined || store.count === 0) return solver.pairs(pairOptions);
    grids.forContacts();
    return find(contactTask(store), pairOptions);
  }

  async function anyPairs(
    role: Role,
    candidates: boolean,
    pairOptions: PairsOptions,
  ): Promise<Pairs> {
    if (helpers === undefined || store.count === 0) {
      return candidates ? solver.candidates(pairOptions) : solver.pairs(pairOptions);
    }
    grids.forAll(role, false);
    return find(anyTask(store, role, candidates, pairOptions), pairOptions);
  }

  const turns = createTurns();
  let busy = 0;
  async function inTurn<T>(call: string, work: () => T | Promise<T>): Promise<T> {
    busy++;
    try {
      return await turns.inTurn(() => {
        what = call;
        return work();
      });
    } finally {
      busy--;
    }
  }

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
      // read at once, as promised; while an answer is in the making, into a copy
      if (busy === 0) solver.update();
      else {
        const taken = snapshotBodies(bodies);
        await inTurn('update', () => {
          store.take(taken);
          grids.forget();
        });
      }
    },
    async pairs(pairOptions = {}) {
      checkPairsOptions('pairs', pairOptions);
      return inTurn('pairs', () =>
        areContacts(store, pairOptions)
          ? contactPairs(pairOptions)
          : anyPairs(roleOf(pairOptions), false, pairOptions),
      );
    },
    async candidates(pairOptions = {}) {
      checkPairsOptions('candidates', pairOptions);
      return inTurn('candidates', () => anyPairs(roleOf(pairOptions), true, pairOptions));
    },
    async neighbours(listOptions) {
      checkNeighbourOptions(listOptions);
      return inTurn('neighbours', () => neighbours(listOptions));
    },
    async explore(queries, listOptions = {}) {
      checkExploreQueries(queries, bodies.dimensions);
      checkExploreOptions(listOptions);
      // while an answer is in the making, a copy waits
      const asked = busy === 0 ? queries : structuredClone(queries);
      return inTurn('explore', () => explore(asked, listOptions));
    },
    async contacts(contactOptions = {}) {
      checkContactsOptions(contactOptions);
      const { fixed = true } = contactOptions;
      return inTurn('contacts', async () => {
        const pairOptions = { canonical: true, fixed };
        const { slots } = areContacts(store, pairOptions)
          ? await contactPairs(pairOptions)
          : await anyPairs(CONTACTS, false, pairOptions);
        return log.advance(slots, store);
      });
    },
    cells: () => grids.plans().map(({ origin, perUnit }) => ({ origin, side: 1 / perUnit })),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      await helpers?.end();
      solver.destroy();
    },
  };
}
