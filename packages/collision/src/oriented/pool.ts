import { callback, checkOptions, type OptionRules } from '@wayfield/check';
import {
  createKernelCrew,
  createTurns,
  type KernelReply,
  type KernelStart,
  openKernels,
  openPool,
  type PoolWorker,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64 as PLAIN_KERNELS_BASE64 } from '../oriented.gen.ts';
import { KERNELS_BASE64 } from '../oriented-threads.gen.ts';
import type { NarrowDone, NarrowWork } from '../oriented-worker.ts';
import { WORKER_SOURCE } from '../oriented-worker.gen.ts';
import { type CollisionPool, createCollisionPool } from '../pool/index.ts';
import { SOLVER_RULES } from '../rules.ts';
import type { Pairs, PairsOptions, SolverOptions } from '../types.ts';
import { broadOptions, cutPairs } from './answer.ts';
import { asyncCalls } from './async-calls.ts';
import { aWorld } from './bodies.ts';
import { bindNarrow, createNarrow, type Narrow, type NarrowLayout } from './narrow.ts';
import { type Taken, takeWorld } from './take.ts';
import type { AsyncOrientedSolver, OrientedBodies } from './types.ts';

/** Options of the pool of solvers for oriented bodies. */
export interface OrientedPoolOptions extends SolverOptions, ThreadOptions {
  /**
   * Makes a worker of the broad phase, from `@wayfield/collision/pool-worker`. `worker` makes those
   * of the narrow phase, from `@wayfield/collision/oriented-worker`.
   */
  readonly broadWorker?: (() => PoolWorker) | undefined;
}

/** A solver for oriented bodies that answers by several threads. */
export interface OrientedPool extends AsyncOrientedSolver {
  readonly backend: 'wasm';
  /** Threads of the narrow phase; the broad phase has as many. 1: there are no workers. */
  readonly threads: number;
  /** Why one phase has only the calling thread; undefined: both have workers. */
  readonly fallback: string | undefined;
}

const RULES: OptionRules = { ...SOLVER_RULES, ...THREAD_RULES, broadWorker: callback };

/**
 * Fewer candidates are tested in less time than waking the threads takes. No measurement is
 * recorded.
 */
const LEAST_PAIRS = 2048;

/** The narrow phase of a pool. */
interface Phase {
  readonly threads: number;
  readonly fallback: string | undefined;
  readonly narrow: Narrow;
  memoryBytes(): number;
  /** Keeps the pairs that touch, from an address on, and returns their number. */
  keep(layout: NarrowLayout, pairs: number, count: number): Promise<number>;
  end(): Promise<void>;
}

/**
 * A pool of worker threads that finds pairs of oriented bodies. If no worker can be started, the
 * calling thread does all work, and `fallback` says why.
 *
 * @example
 * const pool = await createOrientedPool(world, { threads: 4 });
 * const { count, slots } = await pool.pairs();
 * console.log(count, slots.join()); // 1 0,1
 * await pool.destroy();
 */
export async function createOrientedPool(
  world: OrientedBodies,
  options: OrientedPoolOptions = {},
): Promise<OrientedPool> {
  aWorld(world, 'world');
  checkOptions('createOrientedPool', options, RULES);
  const { broadWorker, ...rest } = options;
  const taken = takeWorld(world);
  const phase = await openPool(
    options,
    (threads) => threadPhase(taken, options, threads),
    (fallback) => lonePhase(taken, fallback),
  );
  const held = { ...taken.bodies };
  try {
    // before the broad phase: nothing that can fail comes after its threads are started
    const layout = phase.narrow.take(taken);
    const broad = await createCollisionPool(held, { ...rest, worker: broadWorker });
    return poolOn(world, taken, { held, broad, phase, layout });
  } catch (error) {
    await phase.end();
    throw error;
  }
}

function lonePhase(taken: Taken, fallback: string): Phase {
  const host = openKernels<Kernels>(PLAIN_KERNELS_BASE64);
  return {
    threads: 1,
    fallback,
    narrow: createNarrow(host, taken),
    memoryBytes: () => host.arena.memory.buffer.byteLength,
    async keep(layout, pairs, count) {
      bindNarrow(host.kernels, layout);
      return host.kernels.keepPairs(pairs, count) >>> 0;
    },
    async end() {
      host.blocks.freeAll();
    },
  };
}

async function threadPhase(
  taken: Taken,
  { worker }: OrientedPoolOptions,
  threads: number,
): Promise<Phase> {
  const host = openKernels<Kernels>(KERNELS_BASE64, { shared: true });
  const { kernels, arena } = host;
  const narrow = createNarrow(host, taken);
  const crew = await createKernelCrew<KernelStart | NarrowWork, KernelReply & NarrowDone>(host, {
    threads,
    source: WORKER_SOURCE,
    worker,
    start: (start) => start,
    // no thread waits for another
    stop: () => {},
  });
  return {
    threads,
    fallback: undefined,
    narrow,
    memoryBytes: () => arena.memory.buffer.byteLength,
    async keep(layout, pairs, count) {
      if (count < LEAST_PAIRS) {
        bindNarrow(kernels, layout);
        return kernels.keepPairs(pairs, count) >>> 0;
      }
      const size = Math.ceil(count / threads);
      const begin = (thread: number): number => Math.min(count, thread * size);
      const replies = await crew.tellAll('pairs', (thread) => ({
        type: 'work',
        layout,
        pairs: pairs + 8 * begin(thread),
        count: begin(thread + 1) - begin(thread),
      }));
      const bytes = arena.bytes();
      let kept = 0;
      replies.forEach((reply, thread) => {
        const from = pairs + 8 * begin(thread);
        bytes.copyWithin(pairs + 8 * kept, from, from + 8 * reply.kept);
        kept += reply.kept;
      });
      return kept;
    },
    end: () => crew.terminate(),
  };
}

interface Parts {
  /** The bodies that the broad phase reads. */
  readonly held: Taken['bodies'];
  readonly broad: CollisionPool;
  readonly phase: Phase;
  /** Addresses of the first bodies in the memory of the narrow phase. */
  readonly layout: NarrowLayout;
}

function poolOn(
  world: OrientedBodies,
  first: Taken,
  { held, broad, phase, layout: firstLayout }: Parts,
): OrientedPool {
  const { narrow } = phase;
  const turns = createTurns('pool');
  /** Addresses of the bodies that answers are about, in the memory of the narrow phase. */
  let layout = firstLayout;

  async function find(options: PairsOptions): Promise<Pairs> {
    const { slots, count } = await broad.pairs(broadOptions(options));
    const address = narrow.putPairs(slots);
    const kept = await phase.keep(layout, address, count);
    return cutPairs(narrow.pairsAt(address, kept), options);
  }

  return {
    backend: 'wasm',
    world,
    threads: phase.threads,
    fallback: phase.fallback ?? broad.fallback,
    get memoryBytes() {
      return broad.memoryBytes + phase.memoryBytes();
    },
    ...asyncCalls(world, first, turns, {
      held,
      broad,
      take: (taken) => (layout = narrow.take(taken)),
      find,
    }),
    async destroy() {
      turns.close();
      await Promise.all([broad.destroy(), phase.end()]);
    },
  };
}
