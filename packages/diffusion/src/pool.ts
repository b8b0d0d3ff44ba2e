import {
  createCrew,
  createTurns,
  hardwareThreads,
  openPool,
  type ThreadOptions,
} from '@wayfield/wasm';
import { checkFactors, checkSteps, sortGoals } from './check-input.ts';
import { type Core, createCore } from './core.ts';
import { KERNELS_BASE64 as SHARED_KERNELS } from './kernels-threads.gen.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { perform } from './perform.ts';
import { PROGRESS_STRIDE } from './field-memory.ts';
import { WORKER_SOURCE } from './pool-worker.gen.ts';
import type { SharedRequest, StartMessage, WorkMessage, WorkReply } from './pool-worker.ts';
import { layerIndex } from './resolve-options.ts';
import { checkPoolArguments, checkSettleOptions } from './rules.ts';
import type { Answer, Plan, Request } from './settle.ts';
import { createCrowd, groundOf } from './pursuers.ts';
import type {
  AsyncDiffusion,
  AsyncPursuers,
  DiffusionMap,
  DiffusionOptions,
  PursuerOptions,
} from './types.ts';

export type {
  AsyncDiffusion,
  AsyncPursuers,
  DiffusionMap,
  DiffusionOptions,
  PursuerOptions,
} from './types.ts';
export type { PoolWorker } from '@wayfield/wasm';

/** A pool without threads hands the page back this often. */
const SLICE_MS = 8;
/** Fewer pursuers than this a thread are not worth it. */
const LEAST_PURSUERS = 1000;
/** Fewer rows than this a thread are not worth it. */
const LEAST_ROWS = 16;
/**
 * Looks that a thread spends on another one before it goes to sleep: some tenths of a millisecond, a part of a pass, where
 * each has a core, and hardly any where they must make room for each other.
 */
const SPINS = { ownCore: 100_000, sharedCore: 500 };

/** The call that asks for a request. */
const CALLS = { passes: 'step', pass: 'settle', residual: 'settle', move: 'move' } as const;

export interface DiffusionPoolOptions extends DiffusionOptions, ThreadOptions {}

/** A model whose steps many threads do together. */
export interface DiffusionPool extends AsyncDiffusion {
  /** Threads that work on a step: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /**
   * Pursuers on this model, as `createPursuers` makes them: the threads share their ticks, but where one has a cell to
   * itself. Rejects with what that throws.
   */
  pursuers(options: PursuerOptions): Promise<AsyncPursuers>;
}

/**
 * A model on worker threads over one shared memory: each has a band of rows, and does several steps
 * before it waits for the others. Where there is no shared memory, or no worker can be started, it works on the
 * calling thread, in short slices, and says so in `fallback`. A thread that ends while it works makes that call
 * reject; the next one has another thread in its place. After a `settle` or `move` that rejects so, fields and
 * pursuers are as before its last step; after a `step`, whose fields are half done, all fields are 0, as after
 * `reset`. Throws as `createDiffusion`.
 */
export async function createDiffusionPool(
  map: DiffusionMap,
  options: DiffusionPoolOptions = {},
): Promise<DiffusionPool> {
  checkPoolArguments(map, options);
  const alone =
    options.method === 'distance'
      ? "method 'distance' works on one thread: its order is that of the costs"
      : undefined;
  return openPool(
    options,
    (threads) => threadPool(map, options, threads),
    (fallback) => {
      const core = createCore(map, options, KERNELS_BASE64, false, 1);
      return onCore(core, 1, fallback, sliced(core), async () => undefined);
    },
    alone,
  );
}

async function threadPool(
  map: DiffusionMap,
  options: DiffusionPoolOptions,
  wanted: number,
): Promise<DiffusionPool> {
  const most = Math.max(1, Math.ceil(map.height / LEAST_ROWS));
  const cores = await hardwareThreads();
  const threads = Math.min(most, wanted);
  const core = createCore(map, options, SHARED_KERNELS, true, threads);
  const { module, arena } = core;
  const { allocateFactors: _, ...places } = core.scent!.memory;
  const { width, height } = map;
  const { centre } = core.options;
  const spins = threads <= cores ? SPINS.ownCore : SPINS.sharedCore;
  const { memory } = arena;
  const common = { type: 'start', module, memory, width, height, places, centre, spins } as const;
  const progress = (): Int32Array =>
    new Int32Array(memory.buffer, places.progress, (threads + 1) * PROGRESS_STRIDE);

  const crew = await createCrew<StartMessage | WorkMessage, WorkReply>({
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (worker) => ({ ...common, worker }),
    stop() {
      const entries = progress();
      Atomics.store(entries, threads * PROGRESS_STRIDE, 1);
      for (let i = 0; i < threads; i++) {
        // another number: who is about to wait for the old one does not
        Atomics.add(entries, i * PROGRESS_STRIDE, 1);
        Atomics.notify(entries, i * PROGRESS_STRIDE);
      }
    },
  });

  /** Has all threads do a request; when that fails, no thread works any more. */
  async function tell(request: SharedRequest): Promise<WorkReply[]> {
    try {
      return await crew.tellAll(CALLS[request.kind], () => ({ type: 'work', request, threads }));
    } catch (error) {
      progress().fill(0);
      // what a pass reads is left as it was; of several, one reads what another wrote
      if (request.kind === 'passes') core.members.reset();
      throw error;
    }
  }

  async function share(request: Request): Promise<Answer> {
    if (request.kind === 'pause') {
      await new Promise((resume) => setTimeout(resume, 0));
      return { counts: [], residual: NaN };
    }
    if (request.kind === 'move') {
      const { count, taken } = request.job;
      // who gets a cell for himself is settled in order
      if (taken !== 0 || count < LEAST_PURSUERS * threads) return perform(core, request);
    }
    const replies = await tell(request);
    if (request.kind === 'passes') return { counts: [], residual: NaN };
    const counts = Array.from({ length: replies[0].counts.length }, () => 0);
    let residual = NaN;
    for (const reply of replies) {
      reply.counts.forEach((count, t) => (counts[t] += count));
      if (!(residual >= reply.residual)) residual = reply.residual;
    }
    return { counts, residual };
  }

  return onCore(core, threads, undefined, share, () => crew.terminate());
}

/** Does requests on this thread, and lets others have it every few milliseconds. */
function sliced(core: Core): (request: Request) => Promise<Answer> {
  let since = performance.now();
  return async (request) => {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resume) => setTimeout(resume, 0));
      since = performance.now();
    }
    return perform(core, request);
  };
}

/** The interface over whatever answers requests. */
function onCore(
  core: Core,
  threads: number,
  fallback: string | undefined,
  work: (request: Request) => Promise<Answer>,
  end: () => Promise<void>,
): DiffusionPool {
  const { members, plans, blocks, model, options } = core;
  const { layers } = options;
  const cells = model.terrain.length;
  // calls take effect in their order: memory belongs to one of them at a time
  const turns = createTurns();
  let waiting = 0;
  let destroyed = false;

  async function run<T>(plan: Plan<T>, look: () => void): Promise<T> {
    try {
      let next = plan.next();
      while (next.done !== true) {
        const answer = await work(next.value);
        look();
        next = plan.next(answer);
      }
      return next.value;
    } finally {
      // an aborted plan gives back what it holds
      plan.return(undefined as T);
    }
  }

  function alive(): void {
    if (destroyed) throw new Error('the model was destroyed');
  }

  async function inTurn<T>(task: () => T | Promise<T>): Promise<T> {
    alive();
    waiting++;
    try {
      return await turns.inTurn(task);
    } finally {
      waiting--;
    }
  }

  /** At once where nothing is under way, else after it. What can be wrong has been checked. */
  function change(task: () => void): void {
    alive();
    if (waiting === 0) task();
    else void inTurn(task).catch(() => undefined);
  }

  return {
    ...members,
    threads,
    fallback,
    get memoryBytes() {
      return blocks.held();
    },
    setGoals(layer, goals) {
      const i = layerIndex(layers, layer);
      const sorted = sortGoals(cells, goals);
      change(() => model.layers[i].setSources(model.caller, sorted));
    },
    setTerrain(at, terrain) {
      checkFactors(cells, at, terrain, 'terrain');
      const [copy, values] = [Uint32Array.from(at), copied(terrain)];
      change(() => members.setTerrain(copy, values));
    },
    setModulation(layer, at, factor) {
      layerIndex(layers, layer);
      checkFactors(cells, at, factor, 'factor');
      const [copy, values] = [Uint32Array.from(at), copied(factor)];
      change(() => members.setModulation(layer, copy, values));
    },
    unreachable(layer) {
      alive();
      return model.regions.openCells - model.layers[layerIndex(layers, layer)].reachable();
    },
    reset: () => change(members.reset),
    step: (count = 1) =>
      inTurn(async () => {
        checkSteps(count, 'count');
        await run(plans.step(count), () => undefined);
      }),
    settle: (settleOptions = {}) =>
      inTurn(async () => {
        checkSettleOptions(settleOptions);
        const { signal, onProgress } = settleOptions;
        signal?.throwIfAborted();
        let steps = 0;
        const look = (): void => {
          onProgress?.(steps);
          signal?.throwIfAborted();
        };
        return run(
          plans.settle(settleOptions, (done) => (steps = done)),
          look,
        );
      }),
    pursuers: (pursuerOptions) =>
      inTurn(() => {
        const crowd = createCrowd(groundOf(core), pursuerOptions);
        let over = false;
        const ready = (): void => {
          if (over) throw new Error('the pursuers were destroyed');
        };
        return {
          count: crowd.count,
          cell: crowd.cell,
          move: () =>
            inTurn(async () => {
              ready();
              try {
                const { counts } = await work({ kind: 'move', job: crowd.begin() });
                crowd.end(counts[0]);
                return counts[0];
              } catch (error) {
                crowd.undo();
                throw error;
              }
            }),
          async place(cell) {
            crowd.check(cell);
            const to = Uint32Array.from(cell);
            return inTurn(() => {
              ready();
              crowd.place(to);
            });
          },
          async destroy() {
            if (destroyed || over) return;
            await inTurn(() => {
              over = true;
              crowd.destroy();
            });
          },
        };
      }),
    field: (layer, out) => inTurn(() => core.read(layer, out)),
    next: (layer, cell) => inTurn(() => core.next(layer, cell)),
    ascend: (layer, starts, routeOptions) => inTurn(() => core.ascend(layer, starts, routeOptions)),
    descend: (layer, starts, routeOptions) =>
      inTurn(() => core.descend(layer, starts, routeOptions)),
    async destroy() {
      destroyed = true;
      turns.close(new Error('the model was destroyed'));
      await end();
      blocks.freeAll();
    },
  };
}

function copied(value: number | ArrayLike<number>): number | Float32Array {
  return typeof value === 'number' ? value : Float32Array.from(value);
}
