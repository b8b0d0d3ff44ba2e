import type { DestroyGuard } from '@wayfield/wasm';

/** Milliseconds between two calls of `onProgress`. */
export const PROGRESS_MS = 50;

/** The options of a table that `createTableWatch` follows. */
interface Watched {
  readonly onProgress: ((done: number, count: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Call it with the number of steps done. If 50 ms have passed since the last report, it reports the
 * number, and throws if the solver was destroyed, another table was begun, or the signal aborted.
 */
type Look = (done: number) => void;

/**
 * Watches the tables of one solver. Call the function that it returns when a table begins, with the
 * number of its steps (`TableOptions.onProgress`). That function returns `undefined` for a table
 * without `onProgress` and `signal`.
 */
export function createTableWatch(
  guard: DestroyGuard,
): (options: Watched, all: number) => Look | undefined {
  /** How many tables were begun. */
  let begun = 0;
  return ({ onProgress, signal }, all) => {
    signal?.throwIfAborted();
    const table = ++begun;
    if (onProgress === undefined && signal === undefined) return undefined;
    let reported = performance.now();
    return (done) => {
      const now = performance.now();
      if (now - reported < PROGRESS_MS) return;
      reported = now;
      onProgress?.(done, all);
      // the callback may have destroyed the solver, or begun another table in the same memory
      guard.check();
      if (begun !== table) throw new Error('onProgress began another table of this solver');
      signal?.throwIfAborted();
    };
  };
}
