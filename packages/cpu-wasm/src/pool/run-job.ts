import type { Queries, Routes } from '@wayfield/graph';
import type { Arena, SharedHost } from '@wayfield/wasm';
import { RouteWriter } from '../batch.ts';
import { NO_LIMIT } from '../marks.ts';
import { nearestBits } from '../nearest.ts';
import { PROGRESS_MS } from '../progress.ts';
import { allocateJob, controlWords, DONE, type PoolJob, STOP } from './job.ts';
import type { RunOptions } from '../types.ts';

/** One batch in shared memory. */
export interface PoolBatch<Reply> {
  readonly queries: Queries;
  readonly options: RunOptions;
  /** The agent size of query `i`. */
  sizeOf(i: number): number;
  /** Has threads answer the job. `stop` makes them leave what is not answered. */
  work(job: PoolJob, stop: () => void): Promise<Reply[]>;
  /** Called with the replies to a batch that was answered as a whole. */
  done(replies: readonly Reply[]): void;
}

/**
 * Puts a batch into shared memory, has `work` answer it, and copies the answers out. Reports
 * progress meanwhile. Rejects with RangeError where memory ends, with what `work` rejects with,
 * with the reason of an aborted signal, and with what `onProgress` throws; the last two stop the
 * threads first.
 */
export async function runPoolJob<Reply>(
  { arena, blocks }: SharedHost,
  threads: number,
  batch: PoolBatch<Reply>,
): Promise<Routes> {
  const { queries, options, sizeOf } = batch;
  const { count } = queries;
  const { onProgress, signal } = options;
  const { job, free } = allocateJob(blocks, count, {
    threads,
    nearest: nearestBits(options.nearest),
    maxSettled: options.maxSettled ?? NO_LIMIT,
    costOnly: options.result === 'cost',
  });
  const control = controlWords(arena, job);
  const stop = (): void => void Atomics.store(control, STOP, 1);
  let thrown: { readonly error: unknown } | undefined;
  const report = (): void => {
    if (thrown !== undefined) return;
    try {
      onProgress?.(Atomics.load(control, DONE), count);
    } catch (error) {
      // an error thrown in a timer cannot be caught: it would end the process
      thrown = { error };
      stop();
    }
  };
  const timer = onProgress && setInterval(report, PROGRESS_MS);
  signal?.addEventListener('abort', stop);
  try {
    arena.words().set(queries.source.subarray(0, count), job.source / 4);
    arena.words().set(queries.target.subarray(0, count), job.target / 4);
    const sizes = arena.bytes().subarray(job.size, job.size + count);
    for (let i = 0; i < count; i++) sizes[i] = sizeOf(i);
    const replies = await batch.work(job, stop);
    if (thrown !== undefined) throw thrown.error;
    signal?.throwIfAborted();
    batch.done(replies);
    onProgress?.(count, count);
    return collect(arena, job, options);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    free();
  }
}

/** Copies the answers out of shared memory. */
function collect(arena: Arena, job: PoolJob, options: RunOptions): Routes {
  const { count } = job;
  const words = arena.words();
  const at = (address: number): Uint32Array => words.subarray(address / 4, address / 4 + count);
  const length = at(job.pathLength);
  const path = at(job.pathAt);
  const writer = new RouteWriter(arena, count, options);
  writer.status.set(arena.bytes().subarray(job.status, job.status + count));
  writer.cost.set(arena.floats().subarray(job.cost / 4, job.cost / 4 + count));
  writer.settled.set(at(job.settled));
  writer.appendAll(path, length);
  return writer.finish();
}
