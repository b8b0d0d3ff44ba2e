// One thread of a pool: an instance of the kernels on the shared memory that does its rows of every pass.
// Runs as a web worker and as a Node worker thread.

import { instantiateKernels, serveThread } from '@wayfield/wasm';
import type { FieldPlaces } from './field-memory.ts';
import type { Kernels } from './kernels.ts';
import type { Request } from './settle.ts';
import { bindKernels, type PassJob, runPass } from './wasm-fields.ts';

/** What threads can share. */
export type SharedRequest = Exclude<Request, { kind: 'pause' }>;

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly width: number;
  readonly height: number;
  readonly places: FieldPlaces;
  readonly worker: number;
  readonly centre: number;
}

export interface WorkMessage {
  readonly type: 'work';
  readonly request: SharedRequest;
  /** Of how many threads this one is number `worker`: the rows are shared out evenly. */
  readonly threads: number;
}

export interface WorkReply {
  readonly type: 'done';
  /** Cells of these rows above 0 after each step of a pass. */
  readonly counts: readonly number[];
  readonly residual: number;
}

/** Looks at the barrier before a thread goes to sleep: others are a fraction of a pass behind. */
const SPINS = 2000;

let kernels: Kernels;
let self = 0;
let barrier: Int32Array;
let counts = 0;
let centre = 0;
let memory: WebAssembly.Memory;

serveThread<StartMessage | WorkMessage, WorkReply>((message) => {
  if (message.type === 'start') {
    ({ memory, centre } = message);
    kernels = instantiateKernels<Kernels>(message.module, memory, () => {
      throw new Error('a thread of a pool takes no memory');
    });
    bindKernels(kernels, { map: message }, message.places, message.worker);
    self = message.worker;
    counts = message.places.counts[self];
    barrier = new Int32Array(memory.buffer, message.places.barrier, 2);
    return { type: 'done', counts: [], residual: NaN };
  }
  const { request, threads } = message;
  if (request.kind === 'passes') {
    for (const [i, job] of request.jobs.entries()) {
      // every row of a pass is read by the next
      if (i > 0) meet(threads);
      runPass(kernels, job, ...rowsOf(job, threads), centre, 0);
    }
    return { type: 'done', counts: [], residual: NaN };
  }
  const { kind, job } = request;
  const [first, last] = rowsOf(job, threads);
  if (kind === 'residual') {
    return {
      type: 'done',
      counts: [],
      residual: kernels.residual(job.source, job.target, first, last),
    };
  }
  const words = new Uint32Array(memory.buffer, counts, job.steps).fill(0);
  runPass(kernels, job, first, last, centre, counts);
  return { type: 'done', counts: [...words], residual: NaN };
});

/** This thread's part of the rows that are not all 0. */
function rowsOf({ box: { y0, y1 } }: PassJob, threads: number): [first: number, last: number] {
  const at = (i: number): number => y0 + Math.floor(((y1 - y0) * i) / threads);
  return [at(self), at(self + 1)];
}

/** Waits until all threads are here. `barrier`: how many are, how often all were. */
function meet(threads: number): void {
  const round = Atomics.load(barrier, 1);
  if (Atomics.add(barrier, 0, 1) === threads - 1) {
    Atomics.store(barrier, 0, 0);
    Atomics.add(barrier, 1, 1);
    Atomics.notify(barrier, 1);
    return;
  }
  for (let i = 0; i < SPINS; i++) if (Atomics.load(barrier, 1) !== round) return;
  while (Atomics.load(barrier, 1) === round) Atomics.wait(barrier, 1, round);
}
