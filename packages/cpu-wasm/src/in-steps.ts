/** Milliseconds of a portion: the caller looks at signals and reports between portions. */
const STEP_MS = 10;

/** Runs `step(done, count)`, which returns how many are done, in portions of about 10 ms. */
export function inSteps(step: (done: number, count: number) => number, all: number): void {
  let count = 256;
  for (let done = 0; done < all;) {
    const start = performance.now();
    done = step(done, count);
    const ms = performance.now() - start;
    count = ms > STEP_MS ? Math.max(1, count >> 1) : ms < STEP_MS / 2 ? count * 2 : count;
  }
}
