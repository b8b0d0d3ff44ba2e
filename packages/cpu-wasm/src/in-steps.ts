/** Milliseconds of a portion: `step` looks at signals and reports progress once per portion. */
const STEP_MS = 10;

/**
 * Calls `step(done, count)` until all `all` items are done. A step does about `count` items more
 * and returns how many are done then; `count` follows the time, so that it takes about 10 ms.
 */
export function inSteps(step: (done: number, count: number) => number, all: number): void {
  let count = 256;
  for (let done = 0; done < all;) {
    const start = performance.now();
    done = step(done, count);
    const ms = performance.now() - start;
    count = ms > STEP_MS ? Math.max(1, count >> 1) : ms < STEP_MS / 2 ? count * 2 : count;
  }
}
