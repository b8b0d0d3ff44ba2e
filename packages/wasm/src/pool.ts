import { callback, object, optional, type OptionRules, type Rule, text } from '@wayfield/check';
import { NoThreads, poolThreads, threadCount } from './crew.ts';
import { noSharedMemory, type PoolWorker } from './threads.ts';

/**
 * The length of a slice, after which a pool on the calling thread frees it for other tasks: half of
 * a frame at 60 Hz, so that a page still draws.
 */
const SLICE_MS = 8;

/** The rules of `ThreadOptions`, for the pools that have more options. */
export const THREAD_RULES: OptionRules = {
  threads: threadCount,
  worker: callback,
};

const threadOptions: Rule = /* @__PURE__ */ object({ worker: /* @__PURE__ */ optional(callback) });
const reasonAlone: Rule = /* @__PURE__ */ optional(text);

/** The options about threads that every pool has. */
export interface ThreadOptions {
  /** Worker threads, 1 to 64. Default: what the machine runs at the same time, at most 64. */
  readonly threads?: number | undefined;
  /**
   * Makes one worker, from the file that the package exports beside its pool (`…/pool-worker`) or
   * from a file that imports it. For pages whose content security policy refuses workers from
   * `blob:` addresses; without it the pool brings the script itself.
   */
  readonly worker?: (() => PoolWorker) | undefined;
}

/**
 * Opens a pool with threads by `many`. Where no thread can be started, or `many` throws
 * `NoThreads`, opens it on the calling thread by `one`, which gets the reason. `alone` is a reason
 * that the caller knows already: no thread is tried. Rejects with RangeError for a wrong number of
 * threads, and with what `many` and `one` throw otherwise.
 *
 * @example
 * const pool = await openPool(
 *   { threads: 2 },
 *   async (threads) => `${threads} threads`, // opens a crew
 *   (fallback) => `one thread: ${fallback}`,
 * );
 * console.log(pool); // 2 threads
 */
export async function openPool<Pool>(
  options: ThreadOptions,
  many: (threads: number) => Promise<Pool>,
  one: (fallback: string) => Pool,
  alone?: string,
): Promise<Pool> {
  threadOptions(options, 'options');
  callback(many, 'many');
  callback(one, 'one');
  reasonAlone(alone, 'alone');
  const threads = await poolThreads(options.threads);
  const reason = alone ?? noSharedMemory();
  if (reason !== undefined) return one(reason);
  try {
    return await many(threads);
  } catch (error) {
    if (!(error instanceof NoThreads)) throw error;
    return one(error.message);
  }
}

/**
 * Calls `advance(8)`, which is to work for about 8 ms, until it returns true: the work is done.
 * Between two calls the calling thread is free for other tasks.
 *
 * @example
 * let left = 100;
 * await inSlices((ms) => {
 *   for (const end = performance.now() + ms; left > 0 && performance.now() < end;) left--;
 *   return left === 0;
 * });
 * console.log(left); // 0
 */
export async function inSlices(advance: (ms: number) => boolean): Promise<void> {
  callback(advance, 'advance');
  while (!advance(SLICE_MS)) await new Promise((resume) => setTimeout(resume, 0));
}
