/** Work that is worth waking a thread for, in milliseconds: about what waking takes. */
const WORTH_MS = 0.1;

/**
 * How many threads of a pool begin with a batch, from the time that the last batch took. The others
 * help with a batch that is not done after a millisecond: `tell` of crews in @wayfield/wasm.
 */
export interface Pace {
  threadsFor(count: number): number;
  /** A batch of `count` queries took `busyMs` milliseconds, summed over all threads. */
  learn(count: number, busyMs: number): void;
}

/** The first batch begins with all of the `threads`. */
export function createPace(threads: number): Pace {
  /** Milliseconds of work per query in the last batch; Infinity before the first one. */
  let msPerQuery = Infinity;
  return {
    threadsFor: (count) =>
      count === 0 ? 1 : Math.max(1, Math.min(threads, Math.ceil((count * msPerQuery) / WORTH_MS))),
    learn(count, busyMs) {
      if (count > 0) msPerQuery = busyMs / count;
    },
  };
}
