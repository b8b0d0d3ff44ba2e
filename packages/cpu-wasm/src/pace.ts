/** What a thread has to do at least to be worth waking, in milliseconds: as long as that takes. */
const WORTH_MS = 0.1;

/** How many threads of a pool begin with a batch, as the last one went. */
export interface Pace {
  threadsFor(count: number): number;
  /** A batch of `count` queries kept threads busy for so many milliseconds in all. */
  learn(count: number, busyMs: number): void;
}

/** All of the `threads` until something is known. */
export function createPace(threads: number): Pace {
  let each = Infinity;
  return {
    threadsFor: (count) =>
      count === 0 ? 1 : Math.max(1, Math.min(threads, Math.ceil((count * each) / WORTH_MS))),
    learn(count, busyMs) {
      if (count > 0) each = busyMs / count;
    },
  };
}
