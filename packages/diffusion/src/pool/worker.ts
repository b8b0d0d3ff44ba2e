// One thread of a pool: an instance of the kernels on the shared memory that does its rows of every
// pass. Runs as a web worker and as a Node worker thread.

import { instantiateKernels, serveThread } from '@wayfield/wasm';
import { type FieldPlaces, PROGRESS_STRIDE } from '../step/field-memory.ts';
import type { Kernels } from '../kernels.ts';
import { runMove } from '../pursuers/move-job.ts';
import { runAgents } from '../steering/agent-job.ts';
import type { Request } from '../step/settle.ts';
import { type PassJob, runPass } from '../step/pass-job.ts';
import { bindKernels } from '../step/wasm-fields.ts';

/** The requests that all threads of a pool work on. */
export type SharedRequest = Exclude<Request, { kind: 'pause' }>;

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly width: number;
  readonly height: number;
  readonly places: FieldPlaces;
  /** The number of this thread, from 0. */
  readonly thread: number;
  /** See `Resolved`. */
  readonly centre: number;
  /** How often this thread reads the progress of another one before it goes to sleep: `SPINS`. */
  readonly spins: number;
}

export interface WorkMessage {
  readonly type: 'work';
  readonly request: SharedRequest;
  /** The number of threads, among which rows are shared out evenly. */
  readonly threads: number;
}

export interface WorkReply {
  readonly type: 'done';
  /** Cells of these rows above 0 after each step of a pass; or how many pursuers moved. */
  readonly counts: readonly number[];
  readonly residual: number;
}

let kernels: Kernels;
let self = 0;
/**
 * The passes that each thread has done since the start, at every `PROGRESS_STRIDE`-th entry.
 * Between requests all threads have the same number.
 */
let progress: Int32Array;
/** The entry of `progress` that is 1 once a thread has ended. */
let stopped = 0;
let counts = 0;
let centre = 0;
let spins = 0;
let memory: WebAssembly.Memory;

serveThread<StartMessage | WorkMessage, WorkReply>((message) => {
  if (message.type === 'start') {
    ({ memory, centre, spins } = message);
    kernels = instantiateKernels<Kernels>(message.module, memory, () => {
      throw new Error('a thread of a pool takes no memory');
    });
    bindKernels(kernels, message, message.places, message.thread);
    self = message.thread;
    counts = message.places.counts[self];
    const { progress: at } = message.places;
    stopped = message.places.counts.length * PROGRESS_STRIDE;
    progress = new Int32Array(memory.buffer, at, stopped + 1);
    return { type: 'done', counts: [], residual: NaN };
  }
  const { request, threads } = message;
  if (request.kind === 'passes') {
    const { jobs } = request;
    const before = Atomics.load(progress, self * PROGRESS_STRIDE);
    for (const [i, job] of jobs.entries()) {
      if (i > 0) awaitRows(jobs[i - 1], job, before + i, threads);
      const [first, last] = rowsOf(job, threads, self);
      runPass(kernels, job, { first, last, centre, counts: 0 });
      Atomics.store(progress, self * PROGRESS_STRIDE, before + i + 1);
      Atomics.notify(progress, self * PROGRESS_STRIDE);
    }
    return { type: 'done', counts: [], residual: NaN };
  }
  if (request.kind === 'move') {
    const moved = runMove(kernels, request.job, self, threads);
    return { type: 'done', counts: [moved], residual: NaN };
  }
  if (request.kind === 'agents') {
    runAgents(kernels, request.job, self, threads);
    return { type: 'done', counts: [], residual: NaN };
  }
  const { kind, job } = request;
  const [first, last] = rowsOf(job, threads, self);
  if (kind === 'residual') {
    return {
      type: 'done',
      counts: [],
      residual: kernels.residual(job.source, job.target, first, last),
    };
  }
  const words = new Uint32Array(memory.buffer, counts, job.steps).fill(0);
  runPass(kernels, job, { first, last, centre, counts });
  return { type: 'done', counts: [...words], residual: NaN };
});

/** A thread's part of the rows that are not all 0. */
function rowsOf(
  { box: { y0, y1 } }: PassJob,
  threads: number,
  thread: number,
): [first: number, last: number] {
  const at = (i: number): number => y0 + Math.floor(((y1 - y0) * i) / threads);
  return [at(thread), at(thread + 1)];
}

/**
 * Waits until this thread may begin pass number `count`, counted from 0. Threads with rows within
 * `reach` of this thread's rows must have finished the pass before, because this pass reads what
 * they wrote and writes over what they read. All other threads may be one pass further behind.
 */
function awaitRows(before: PassJob, job: PassJob, count: number, threads: number): void {
  const [first, last] = rowsOf(job, threads, self);
  const reach = Math.max(before.steps, job.steps);
  for (let i = 0; i < threads; i++) {
    if (i === self) continue;
    const [from, to] = rowsOf(before, threads, i);
    const near = from < last + reach && to > first - reach;
    awaitPasses(i, near ? count : count - 1);
  }
}

/** Waits until a thread has done `count` passes. Throws when a thread has ended. */
function awaitPasses(thread: number, count: number): void {
  const at = thread * PROGRESS_STRIDE;
  // the difference is an i32, so that it stays right when the numbers wrap around
  const missing = (): boolean => ((Atomics.load(progress, at) - count) | 0) < 0;
  for (let i = 0; i < spins; i++) if (!missing()) return;
  for (;;) {
    const done = Atomics.load(progress, at);
    if (((done - count) | 0) >= 0) return;
    if (Atomics.load(progress, stopped) !== 0) throw new Error('a thread of the pool has ended');
    Atomics.wait(progress, at, done);
  }
}
