import {
  callback,
  object,
  optional,
  type OptionRules,
  type Rule,
  text,
  whole,
} from '@wayfield/check';
import { NoThreads, poolThreads } from './crew.ts';
import { noSharedMemory, type PoolWorker } from './threads.ts';

/** A pool on the calling thread hands the thread back this often. */
const SLICE_MS = 8;

/** The rules of `ThreadOptions`, for the pools that have more options. */
export const THREAD_RULES: OptionRules = {
  threads: /* @__PURE__ */ whole(1, 64),
  worker: callback,
};

const threadOptions: Rule = /* @__PURE__ */ object({ worker: /* @__PURE__ */ optional(callback) });
const reasonAlone: Rule = /* @__PURE__ */ optional(text);

/** What every pool can be told about its threads. */
export interface ThreadOptions {
  /** Worker threads, 1 to 64. Default: what the machine runs at the same time, at most 64. */
  readonly threads?: number | undefined;
  /**
   * Makes one worker, from the file that the package exports beside its pool (`…/pool-worker`) or from a file
   * that imports it. For pages whose content security policy refuses workers from `blob:` addresses; without it
   * the pool brings the script itself.
   */
  readonly worker?: (() => PoolWorker) | undefined;
}

/**
 * Opens a pool: `many` with threads, or `one` on the calling thread where there can be none, with the reason.
 * `alone` is a reason known beforehand. Rejects with RangeError for a wrong number of threads, and with what
 * `many` and `one` throw.
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

/** Goes on with work, `advance` some milliseconds of it at a time, until `advance` returns true. Others have the thread in between. */
export async function inSlices(advance: (ms: number) => boolean): Promise<void> {
  callback(advance, 'advance');
  while (!advance(SLICE_MS)) await new Promise((resume) => setTimeout(resume, 0));
}
