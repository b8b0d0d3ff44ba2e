// The control block of a pool, by which threads share rows (`takeRuns` of pool-worker.ts) and wait
// for each other. index.ts zeroes it before each job. Words, as indices into an Int32Array:

/** The next row that no thread has taken. */
export const NEXT = 0;
/** Threads that wait at the barrier. */
const ARRIVED = 1;
/** Barriers passed so far. */
const ROUND = 2;
/** 1: a thread ended or failed, and the job is over. */
const STOPPED = 3;
/**
 * The size of a cache line; the four words above are used. Blocks begin at multiples of 16 bytes,
 * so these words are in one line.
 */
export const CONTROL_BYTES = 64;

/**
 * Waits until all `threads` are at the barrier. The last thread to come runs `first` before all go
 * on. Throws if the job is stopped.
 */
export function meetAll(control: Int32Array, threads: number, first?: () => void): void {
  // ROUND is read before STOPPED, and `stopAll` writes STOPPED before ROUND. So this thread either
  // sees STOPPED or does not wait.
  const round = Atomics.load(control, ROUND);
  checkStopped(control);
  if (Atomics.add(control, ARRIVED, 1) + 1 === threads) {
    first?.();
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, ROUND, 1);
    Atomics.notify(control, ROUND);
    return;
  }
  while (Atomics.load(control, ROUND) === round) Atomics.wait(control, ROUND, round);
  checkStopped(control);
}

/** Throws if the job is stopped. */
export function checkStopped(control: Int32Array): void {
  if (Atomics.load(control, STOPPED) !== 0) throw new Error('the job was stopped');
}

/** Ends a job: threads that wait at a barrier, or come to one, throw. */
export function stopAll(control: Int32Array): void {
  Atomics.store(control, STOPPED, 1);
  Atomics.add(control, ROUND, 1);
  Atomics.notify(control, ROUND);
}
