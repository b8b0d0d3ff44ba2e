import {
  compileKernels,
  createCrew,
  createTurns,
  noSharedMemory,
  poolThreads,
  type ThreadModule,
} from '@wayfield/wasm';
import { packAreas } from './areas.ts';
import { checkCapacity, checkExploreQueries, checkNeighbourOptions } from './check-queries.ts';
import { createContactLog } from './contact-log.ts';
import { CONTACTS, type Role, SEEN, SIGHTINGS } from './grids.ts';
import { KERNELS_BASE64 } from './kernels-threads.gen.ts';
import { KERNELS_BASE64 as PLAIN_KERNELS_BASE64 } from './kernels.gen.ts';
import { anyTask, areContacts, contactTask, type PairTask } from './pair-finder.ts';
import { CONTROL_BYTES } from './pool-barrier.ts';
import { createPoolLists } from './pool-lists.ts';
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
import { openSolver, reachOf } from './wasm-solver.ts';
import type { StartMessage, Work, WorkerReply, WorkMessage } from './worker.ts';

export interface PoolOptions extends SolverOptions {
  /** Worker threads. Default: what the machine runs at the same time, at most 64. */
  threads?: number;
}

/** As `createCollisionSolver`, with many threads. */
export interface CollisionPool extends AsyncCollisionSolver {
  readonly backend: 'wasm';
  /** Threads that work: 1 where there is no shared memory. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /** The grids of the last answer, the finest first: what a picture of the search shows. */
  cells(): readonly CellLevel[];
  /** Ends the threads. Answers that are not finished reject. */
  destroy(): Promise<void>;
}

/** Lists of fewer rows are made sooner than threads are woken. */
const LEAST_ROWS = 512;

const roleOf = ({ of }: PairsOptions): Role => (of === 'sightings' ? SIGHTINGS : CONTACTS);

/** One thread; bundlers look for exactly these expressions. */
const WORKER: ThreadModule = {
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  url: () => new URL('./worker.js', import.meta.url),
};

/**
 * A pool of worker threads over one shared memory. Threads sort the bodies together where one grid serves, and
 * then take runs of them, or of queries, from a common counter. Where `SharedArrayBuffer` is missing all work
 * is done on the calling thread, and `fallback` says so.
 */
export async function createCollisionPool(
  bodies: Bodies,
  options: PoolOptions = {},
): Promise<CollisionPool> {
  const wanted = await poolThreads(options.threads);
  const fallback = noSharedMemory();
  const threads = fallback === undefined ? wanted : 1;
  const shared = fallback === undefined;
  const module = compileKernels(shared ? KERNELS_BASE64 : PLAIN_KERNELS_BASE64);
  const open = openSolver(bodies, options, module, shared);
  const { solver, arena, blocks, store, grids, finder } = open;
  const { three } = store.world;
  const crew = await createCrew<StartMessage | WorkMessage, WorkerReply>(
    WORKER,
    shared ? threads : 0,
  );
  const control = blocks.allocate(CONTROL_BYTES);
  const log = createContactLog();
  let joined = 0;
  let joinedBytes = 0;

  try {
    const { memory } = arena;
    await crew.tellAll(() => ({ type: 'start', module, memory, three }));
  } catch (error) {
    await crew.terminate();
    throw error;
  }

  /** All threads work on the bodies as they are; plain grids are sorted first. */
  async function run(work: Work, rows: number, capacity: number): Promise<WorkerReply[]> {
    arena.bytes().fill(0, control, control + CONTROL_BYTES);
    const job = { store: { ...store.layout }, grid: { ...grids.layout }, end: grids.layout.count };
    const common = { type: 'work', work, ...job, rows, control, threads, capacity } as const;
    const replies = await crew.tellAll((thread) => ({ ...common, thread }));
    grids.layout.sorted = true;
    return replies;
  }

  const lists = createPoolLists(open.kernels, arena, blocks, run);

  async function neighbours(listOptions: NeighbourOptions): Promise<Lists> {
    checkNeighbourOptions(listOptions);
    if (!shared || store.count < LEAST_ROWS) return solver.neighbours(listOptions);
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
    checkExploreQueries(queries, bodies.dimensions);
    const { count } = queries;
    if (!shared || store.count === 0 || count < LEAST_ROWS) {
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
    const capacity = checkCapacity(options_);
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
    if (!shared || store.count === 0) return solver.pairs(pairOptions);
    grids.forContacts();
    return find(contactTask(store), pairOptions);
  }

  async function anyPairs(
    role: Role,
    candidates: boolean,
    pairOptions: PairsOptions,
  ): Promise<Pairs> {
    if (!shared || store.count === 0) {
      return candidates ? solver.candidates(pairOptions) : solver.pairs(pairOptions);
    }
    grids.forAll(role, false);
    return find(anyTask(store, role, candidates, pairOptions), pairOptions);
  }

  const turns = createTurns();
  let busy = 0;
  async function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    busy++;
    try {
      return await turns.inTurn(work);
    } finally {
      busy--;
    }
  }

  return {
    backend: 'wasm',
    bodies,
    threads,
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
        await inTurn(() => {
          store.take(taken);
          grids.forget();
        });
      }
    },
    pairs: (pairOptions = {}) =>
      inTurn(() =>
        areContacts(store, pairOptions)
          ? contactPairs(pairOptions)
          : anyPairs(roleOf(pairOptions), false, pairOptions),
      ),
    candidates: (pairOptions = {}) =>
      inTurn(() => anyPairs(roleOf(pairOptions), true, pairOptions)),
    neighbours: (listOptions) => inTurn(() => neighbours(listOptions)),
    explore: (queries, listOptions = {}) => {
      // while an answer is in the making, a copy waits
      const asked = busy === 0 ? queries : structuredClone(queries);
      return inTurn(() => explore(asked, listOptions));
    },
    contacts: ({ fixed = true } = {}) =>
      inTurn(async () => {
        const pairOptions = { canonical: true, fixed };
        const { slots } = areContacts(store, pairOptions)
          ? await contactPairs(pairOptions)
          : await anyPairs(CONTACTS, false, pairOptions);
        return log.advance(slots, store);
      }),
    cells: () => grids.plans().map(({ origin, perUnit }) => ({ origin, side: 1 / perUnit })),
    async destroy() {
      turns.close(new Error('the pool was destroyed'));
      await crew.terminate();
      solver.destroy();
    },
  };
}
