// The threads of a model, and how they share requests.
import { createCrew, hardwareThreads, type ThreadOptions } from '@wayfield/wasm';
import { KERNELS_BASE64 as SHARED_KERNELS } from '../kernels-threads.gen.ts';
import { type Core, createCore } from '../model/core.ts';
import { perform } from '../model/perform.ts';
import { PROGRESS_STRIDE } from '../step/field-memory.ts';
import type { Answer, Request } from '../step/settle.ts';
import type { DiffusionMap, DiffusionOptions } from '../types.ts';
import { WORKER_SOURCE } from './worker.gen.ts';
import type { SharedRequest, StartMessage, WorkMessage, WorkReply } from './worker.ts';

/** Milliseconds after which a pool without threads lets the page do other work. */
const SLICE_MS = 8;
/** With fewer pursuers than this per thread, one thread does the tick. */
const LEAST_PURSUERS = 1000;
/** With fewer agents than this per thread, one thread does the call. */
const LEAST_AGENTS = 2000;
/** A pool has at most one thread per this number of rows. */
const LEAST_ROWS = 16;
/**
 * How often a thread reads the progress of another one before it goes to sleep. With a core for
 * each thread this takes some tenths of a millisecond, a part of a pass. Threads that share cores
 * go to sleep almost at once, so that the other thread gets the core.
 */
const SPINS = { ownCore: 100_000, sharedCore: 500 };

/** The public call that makes a request, for the text of errors. */
const CALLS = { passes: 'step', pass: 'settle', residual: 'settle', move: 'move' } as const;
const AGENT_CALLS = { fill: 'headings', steer: 'steer', move: 'moveAlong' } as const;

/** Whether a request of pursuers or agents is faster on one thread, or needs one. */
function isForOne(request: SharedRequest, threads: number): boolean {
  if (request.kind === 'move') {
    const { count, taken } = request.job;
    // exclusive pursuers get their cells in the order of their index
    return taken !== 0 || count < LEAST_PURSUERS * threads;
  }
  if (request.kind !== 'agents' || request.job.task === 'fill') return false;
  return request.job.agents.count < LEAST_AGENTS * threads;
}

/**
 * Returns a function that has all headings of a layer computed before threads share a `steer`: two
 * threads must not compute one heading (assembly/steering/headings.ts).
 */
function createFills(): (
  request: SharedRequest,
  tell: (fill: SharedRequest) => Promise<unknown>,
) => Promise<void> {
  /** By the address of a layer's headings: their `changes` when all of them were found. */
  const filled = new Map<number, number>();
  return async (request, tell) => {
    if (request.kind !== 'agents' || request.job.task !== 'steer') return;
    const { ground, headings } = request.job;
    if (filled.get(headings.headings) === headings.changes) return;
    await tell({ kind: 'agents', job: { task: 'fill', ground, headings } });
    filled.set(headings.headings, headings.changes);
  };
}

const callOf = (request: SharedRequest): string =>
  request.kind === 'agents' ? AGENT_CALLS[request.job.task] : CALLS[request.kind];

/** A model, and what answers its requests. */
export interface PoolParts {
  readonly core: Core;
  readonly threads: number;
  readonly fallback: string | undefined;
  /** Does what a plan asks for. */
  work(request: Request): Promise<Answer>;
  /** Ends the threads. */
  end(): Promise<void>;
}

/** Threads over one shared memory, at most `wanted`, and what they work on. */
export async function openCrew(
  map: DiffusionMap,
  options: DiffusionOptions & ThreadOptions,
  wanted: number,
): Promise<PoolParts> {
  const most = Math.max(1, Math.ceil(map.height / LEAST_ROWS));
  const cores = await hardwareThreads();
  const threads = Math.min(most, wanted);
  const core = createCore(map, options, { binary: SHARED_KERNELS, shared: true, threads });
  const { module, arena } = core;
  const {
    allocateFactors: _,
    allocateCorners: _also,
    clearField: _unsent,
    ...places
  } = core.scent!.memory;
  const { width, height } = map;
  const { centre } = core.options;
  const spins = threads <= cores ? SPINS.ownCore : SPINS.sharedCore;
  const { memory } = arena;
  const common = { type: 'start', module, memory, width, height, places, centre, spins } as const;
  const progress = (): Int32Array =>
    new Int32Array(memory.buffer, places.progress, (threads + 1) * PROGRESS_STRIDE);

  const fillFirst = createFills();
  const crew = await createCrew<StartMessage | WorkMessage, WorkReply>({
    threads,
    source: WORKER_SOURCE,
    worker: options.worker,
    start: (thread) => ({ ...common, thread }),
    stop() {
      const entries = progress();
      Atomics.store(entries, threads * PROGRESS_STRIDE, 1);
      for (let i = 0; i < threads; i++) {
        // changes the number, so that a thread about to wait for the old one does not go to sleep
        Atomics.add(entries, i * PROGRESS_STRIDE, 1);
        Atomics.notify(entries, i * PROGRESS_STRIDE);
      }
    },
  });

  /**
   * Has all threads do a request. If a thread ends in the middle, `stop` wakes the threads that
   * wait for it, and `tell` rejects once no thread works on the request any more. The next request
   * has another thread in its place.
   */
  async function tell(request: SharedRequest): Promise<WorkReply[]> {
    try {
      return await crew.tellAll(callOf(request), () => ({ type: 'work', request, threads }));
    } catch (error) {
      progress().fill(0);
      // A single pass leaves its source unchanged, so the field is as before. Of several passes in
      // a row, each writes over the source of the one before, so the fields are lost and become 0.
      if (request.kind === 'passes') core.members.reset();
      throw error;
    }
  }

  async function share(request: Request): Promise<Answer> {
    if (request.kind === 'pause') {
      await new Promise((resume) => setTimeout(resume, 0));
      return { counts: [], residual: NaN };
    }
    if (isForOne(request, threads)) return perform(core, request);
    await fillFirst(request, tell);
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

  const end = (): Promise<void> => crew.terminate();
  return { core, threads, fallback: undefined, work: share, end };
}

/**
 * Does requests on the calling thread. Hands the page back between two requests, every few
 * milliseconds; a request itself, such as `MOST_PASSES` passes of a `step`, is not interrupted.
 */
export function sliced(core: Core): (request: Request) => Promise<Answer> {
  let since = performance.now();
  return async (request) => {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resume) => setTimeout(resume, 0));
      since = performance.now();
    }
    return perform(core, request);
  };
}
