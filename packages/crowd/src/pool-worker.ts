// One thread of a pool: kernels of its own on the memory of the pool. Runs as a web worker and as a
// Node worker thread. `startThreads` in pool/index.ts sends the messages.
import { type KernelReply, type KernelStart, serveKernels } from '@wayfield/wasm';
import type { Kernels } from './kernels.gen.ts';
import { controlAt, meetAll, takeRuns } from './pool/barrier.ts';

export interface StartMessage extends KernelStart {
  /** Address of the record of the crowd. */
  readonly record: number;
}

/** One tick, which all threads do together. */
export interface WorkMessage {
  readonly type: 'work';
  /** Address of the control block. */
  readonly control: number;
  readonly thread: number;
  readonly threads: number;
  /** No slot from here on has an agent. */
  readonly end: number;
}

export type WorkerReply = KernelReply;

/** Places that a thread takes at a time: about 0.1 ms of work, far longer than taking them. */
const RUN = 128;

serveKernels<Kernels, StartMessage, WorkMessage, object>(({ kernels, arena }, { record }) => {
  kernels.bindWorld(record);
  // the order of a tick: see assembly/index.ts
  return (message) => {
    const { thread, threads, end } = message;
    const control = controlAt(arena.memory, message.control, threads);
    const from = Math.floor((end * thread) / threads);
    const to = Math.floor((end * (thread + 1)) / threads);
    kernels.measure(from, to, thread);
    meetAll(control, threads, () => kernels.planGrid());
    kernels.countCells(from, to);
    meetAll(control, threads, () => kernels.startCells());
    kernels.scatter(from, to, thread);
    meetAll(control, threads);
    kernels.beginRuns(thread);
    const count = kernels.agentCount() >>> 0;
    takeRuns(control, { thread, threads, count, run: RUN }, (place, until) =>
      kernels.advance(place, until, thread),
    );
    return {};
  };
});
