// A crowd on several threads. In a tick, the threads sort the agents together, each a part of the
// slots. Then each thread takes runs of its own part of the places, and after that runs of other
// parts. Every agent moves by the state at the start of the tick, so the bits do not depend on
// which thread takes which run.
import { checkOptions, type OptionRules } from '@wayfield/check';
import {
  createDestroyGuard,
  createKernelCrew,
  createTurns,
  destroyedError,
  inSlices,
  openPool,
  THREAD_RULES,
  type ThreadOptions,
} from '@wayfield/wasm';
import { createAgents } from '../agents/agents.ts';
import { aWorld, checkCapacity, CROWD_RULES, tickLength } from '../agents/rules.ts';
import { assemble } from '../assemble.ts';
import { createControl } from '../control.ts';
import { type Engine, type EnginePlace, openEngine } from '../engine.ts';
import { KERNELS_BASE64 } from '../kernels-threads.gen.ts';
import { KERNELS_BASE64 as PLAIN_KERNELS_BASE64 } from '../kernels.gen.ts';
import { WORKER_SOURCE } from '../pool-worker.gen.ts';
import type { StartMessage, WorkerReply, WorkMessage } from '../pool-worker.ts';
import { checkPreferred, sortAgents, ticksPerSecond } from '../tick.ts';
import type { CrowdControl, CrowdOptions, CrowdWorld, StepReport } from '../types.ts';
import { putWalls } from '../walls/put-walls.ts';
import { controlAt, controlBytes, stopAll } from './barrier.ts';

export type { PoolWorker } from '@wayfield/wasm';

/** Options of `createCrowdPool`. */
export interface CrowdPoolOptions extends CrowdOptions, ThreadOptions {}

/** A crowd whose ticks several threads do. */
export interface CrowdPool extends CrowdControl {
  readonly backend: 'wasm';
  /** Threads that work. 1: a worker, or the calling thread: see `fallback`. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined: there are workers. */
  readonly fallback: string | undefined;
  /**
   * Advances all agents by `dt` seconds. A second `step` waits for the first. While a step is under
   * way, calls other than `step` and `destroy` throw. A step begins in a microtask: a call right
   * after `step`, in the same task, does not throw, and is done before the step. Do not write to
   * `preferredX` and `preferredY` until the promise settles: threads read them, and `recordCrowd`
   * has written them to the file. If a step ends in the middle, for example because a thread ends,
   * the promise rejects. Some agents have then moved and others not, so `step` rejects until
   * `restore` or `reset`.
   */
  step(dt: number): Promise<StepReport>;
  /** Ends the threads and gives the memory back. A step under way rejects. */
  destroy(): Promise<void>;
}

const POOL_RULES: OptionRules = { ...CROWD_RULES, ...THREAD_RULES };

/** What errors after `destroy` call the pool. */
const NAME = 'crowd pool';

/** How the agents of a pool are advanced: by worker threads, or by the calling thread alone. */
interface Helpers {
  readonly threads: number;
  readonly fallback: string | undefined;
  /** Sorts and advances the agents of all slots below `end`. */
  advance(end: number): Promise<void>;
  /** Bytes that the threads hold, without the memory of the engine. */
  held(): number;
  /** Ends the threads. */
  end(): Promise<void>;
}

/** Places that a calling thread without workers advances between two looks at the clock. */
const RUN = 256;

/**
 * A crowd on a pool of worker threads over one shared memory, with the same bits as `createCrowd`
 * for any number of threads. Without shared memory or workers the calling thread works, and
 * `fallback` says why. Rejects with TypeError for arguments of a wrong kind, RangeError for options
 * out of range, for more walls than `wallCapacity`, and if memory runs out.
 *
 * @example
 * const pool = await createCrowdPool({ walls }, { capacity: 100_000, threads: 4 });
 * pool.add({ x: 1, y: 1, preferredX: 1.3 });
 * await pool.step(1 / 60);
 * console.log(pool.x[0] > 1); // true
 * await pool.destroy();
 */
export async function createCrowdPool(
  world: CrowdWorld,
  options: CrowdPoolOptions,
): Promise<CrowdPool> {
  aWorld(world, 'world');
  checkOptions('createCrowdPool', options, POOL_RULES);
  checkCapacity(options.capacity);
  /** An engine with the walls, which are refused before any thread is started. */
  const open = (place: EnginePlace): Engine => {
    const engine = openEngine(world, options, place);
    if (world.walls) putWalls(engine, world.walls);
    return engine;
  };
  return openPool(
    options,
    async (threads) => {
      const engine = open({ code: KERNELS_BASE64, shared: true, threads });
      return poolOn(engine, world, options, await startThreads(engine, options));
    },
    (fallback) => {
      const engine = open({ code: PLAIN_KERNELS_BASE64, shared: false, threads: 1 });
      return poolOn(engine, world, options, alone(engine, fallback));
    },
  );
}

async function startThreads(engine: Engine, options: CrowdPoolOptions): Promise<Helpers> {
  const { host, record, threads } = engine;
  const { arena, blocks } = host;
  const bytes = controlBytes(threads);
  const control = blocks.allocate(bytes);
  const crew = await createKernelCrew<StartMessage | WorkMessage, WorkerReply>(host, {
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (start) => ({ ...start, record }),
    stop: () => stopAll(controlAt(arena.memory, control, threads)),
  });
  return {
    threads,
    fallback: undefined,
    async advance(end) {
      arena.bytes().fill(0, control, control + bytes);
      const work = { type: 'work', control, threads, end } as const;
      await crew.tellAll('step', (thread) => ({ ...work, thread }));
    },
    held: crew.held,
    end: () => crew.terminate(),
  };
}

/**
 * Without workers the calling thread works in slices of time, so that a page stays responsive. A
 * step whose pool is destroyed between two slices rejects.
 */
function alone({ kernels }: Engine, fallback: string): Helpers {
  let isEnded = false;
  return {
    threads: 1,
    fallback,
    advance(end) {
      const count = sortAgents(kernels, end);
      let place = 0;
      return inSlices((ms) => {
        if (isEnded) throw destroyedError(NAME);
        const until = performance.now() + ms;
        while (place < count && performance.now() < until) {
          kernels.advance(place, Math.min(count, place + RUN), 0);
          place += RUN;
        }
        return place >= count;
      });
    },
    held: () => 0,
    end() {
      isEnded = true;
      return Promise.resolve();
    },
  };
}

function poolOn(
  engine: Engine,
  world: CrowdWorld,
  options: CrowdPoolOptions,
  helpers: Helpers,
): CrowdPool {
  const { host, kernels } = engine;
  const guard = createDestroyGuard(NAME);
  const turns = createTurns(NAME);
  let isStepping = false;
  /** Whether a step has ended in the middle: some agents have moved, others not. */
  let isTorn = false;
  const check = (): void => {
    guard.check();
    if (isStepping) throw new Error('a step is under way: await it first');
  };
  const agents = createAgents(engine, world.bounds, options, check);
  const control = createControl(engine, agents, check);
  const { restore, reset } = control;

  const pool: CrowdPool = assemble(agents, control, () => host.blocks.held() + helpers.held(), {
    backend: 'wasm' as const,
    threads: helpers.threads,
    fallback: helpers.fallback,
    async step(dt: number) {
      guard.check();
      tickLength(dt, 'dt');
      return turns.inTurn(async () => {
        if (isTorn) throw new Error('a step ended in the middle: restore a snapshot, or reset');
        control.guide?.update(pool, dt);
        checkPreferred(kernels, agents.columns, agents.end);
        kernels.beginTick(control.tick, dt, ticksPerSecond(dt), agents.end);
        isStepping = true;
        isTorn = true;
        try {
          await helpers.advance(agents.end);
          isTorn = false;
        } finally {
          isStepping = false;
        }
        kernels.endRuns();
        control.tick++;
        return control.report();
      });
    },
    restore(snapshot: Parameters<typeof restore>[0]) {
      restore(snapshot);
      isTorn = false;
    },
    reset() {
      reset();
      isTorn = false;
    },
    async destroy() {
      turns.close();
      if (!guard.end()) return;
      await helpers.end();
      host.blocks.freeAll();
    },
  });
  return pool;
}
