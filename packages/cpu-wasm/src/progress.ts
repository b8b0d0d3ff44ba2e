import type { DestroyGuard } from '@wayfield/wasm';

/** Milliseconds between two calls of `onProgress`. */
export const PROGRESS_MS = 50;

/** The options of a table that are watched. */
interface Watched {
  readonly onProgress: ((done: number, count: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** To be called with the searches done: reports them, and throws what ends the table. */
type Look = (done: number) => void;

/**
 * Watches the tables of one solver. The function returned is called once per table, with the number
 * of rows and columns to do. It returns `undefined` for a table without `onProgress` and `signal`.
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
