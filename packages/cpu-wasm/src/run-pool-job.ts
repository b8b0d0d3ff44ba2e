import type { Queries, Routes } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';
import { createRouteWriter } from './batch.ts';
import { allocateJob, controlWords, DONE, type PoolJob, STOP } from './pool-job.ts';
import type { RunOptions } from './types.ts';

const POLL_MS = 50;

/**
 * Puts a batch into shared memory, lets `work` have the threads answer it, and copies the answers out. Reports
 * progress meanwhile; an abort stops the threads, after which `work` must throw.
 */
export async function runPoolJob(
  arena: Arena,
  blocks: Blocks,
  queries: Queries,
  sizeOf: (i: number) => number,
  threads: number,
  options: RunOptions,
  work: (job: PoolJob) => Promise<void>,
): Promise<Routes> {
  const { count } = queries;
  const { onProgress, signal } = options;
  const { job, free } = allocateJob(blocks, count, {
    threads,
    nearest: options.nearest === true,
    maxSettled: options.maxSettled ?? 0xffffffff,
    costOnly: options.result === 'cost',
  });
  const control = controlWords(arena, job);
  const stop = (): void => void Atomics.store(control, STOP, 1);
  const timer =
    onProgress && setInterval(() => onProgress(Atomics.load(control, DONE), count), POLL_MS);
  signal?.addEventListener('abort', stop);
  try {
    arena.words().set(queries.source.subarray(0, count), job.source / 4);
    arena.words().set(queries.target.subarray(0, count), job.target / 4);
    const sizes = arena.bytes().subarray(job.size, job.size + count);
    for (let i = 0; i < count; i++) sizes[i] = sizeOf(i);
    await work(job);
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
  const writer = createRouteWriter(arena, count, options);
  writer.status.set(arena.bytes().subarray(job.status, job.status + count));
  writer.cost.set(arena.floats().subarray(job.cost / 4, job.cost / 4 + count));
  writer.settled.set(at(job.settled));
  writer.appendAll(path, length);
  return writer.finish();
}
