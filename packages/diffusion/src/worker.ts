// One thread of a pool: an instance of the kernels on the shared memory that does its rows of every pass.
// Runs as a web worker and as a Node worker thread.

import { instantiateKernels, serveThread } from '@wayfield/wasm';
import type { FieldPlaces } from './field-memory.ts';
import type { Kernels } from './kernels.ts';
import type { Request } from './settle.ts';
import { bindKernels, runPass } from './wasm-fields.ts';

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

/** Rows `[first, last)` of what a plan asks for. */
export interface WorkMessage {
  readonly type: 'work';
  readonly request: SharedRequest;
  readonly first: number;
  readonly last: number;
}

export interface WorkReply {
  readonly type: 'done';
  /** Cells of these rows above 0 after each step of a pass. */
  readonly counts: readonly number[];
  readonly residual: number;
}

let kernels: Kernels;
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
    counts = message.places.counts[message.worker];
    return { type: 'done', counts: [], residual: NaN };
  }
  const { request, first, last } = message;
  const { kind, job } = request;
  if (kind === 'residual') {
    const residual = kernels.residual(job.source, job.target, first, last);
    return { type: 'done', counts: [], residual };
  }
  const words = new Uint32Array(memory.buffer, counts, job.steps).fill(0);
  runPass(kernels, job, first, last, centre, counts);
  return { type: 'done', counts: [...words], residual: NaN };
});
