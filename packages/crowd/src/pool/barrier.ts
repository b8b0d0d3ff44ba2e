// How the threads of a pool meet and share work in a step: called by pool-worker.ts. All steps use
// one control block in shared memory, which is set to 0 before each step: one cache line with the
// words below, then one line per thread. The first word of that line counts the places of the
// thread's part that are taken. The count ends above the number of places of the part, because each
// thread adds a whole run before it sees that the part is used up.

// words of the first line, as indices into an Int32Array; word 0 is not used
/** Threads that wait at the barrier. */
const ARRIVED = 1;
/** Barriers passed so far. */
const ROUND = 2;
/** 1: a thread ended or failed, and the step is over. */
const STOPPED = 3;
/** Words of a cache line (64 bytes): words that different threads write lie in different lines. */
const LINE = 16;

/** Bytes of the control block of a step. The block must be 0 when the step begins. */
export const controlBytes = (threads: number): number => 4 * LINE * (threads + 1);

/** The control block at an address. */
export function controlAt(
  { buffer }: { readonly buffer: ArrayBufferLike },
  address: number,
  threads: number,
): Int32Array {
  return new Int32Array(buffer, address, LINE * (threads + 1));
}

/**
 * Calls `work` with runs of at most `run` of the places below `count`, until all places are taken.
 * Each thread owns an equal part of the places and begins with its own part: from tick to tick most
 * agents then stay with one thread, and in the cache of its core. Then the thread takes runs of the
 * parts of the next threads. Throws if the step is stopped.
 */
export function takeRuns(
  control: Int32Array,
  { thread, threads, count, run }: RunsOf,
  work: (from: number, to: number) => void,
): void {
  for (let k = 0; k < threads; k++) {
    const owner = (thread + k) % threads;
    const from = Math.floor((count * owner) / threads);
    const end = Math.floor((count * (owner + 1)) / threads);
    for (;;) {
      checkStopped(control);
      const place = from + Atomics.add(control, LINE * (owner + 1), run);
      if (place >= end) break;
      work(place, Math.min(end, place + run));
    }
  }
}

interface RunsOf {
  readonly thread: number;
  readonly threads: number;
  /** All places. */
  readonly count: number;
  /** Places of a run. */
  readonly run: number;
}

/**
 * How often a thread looks at a barrier before it sleeps: about 20 µs. Mostly the last thread comes
 * within that time, and a thread that sleeps takes 50 µs to wake.
 */
const LOOKS = 2000;

/**
 * Waits until all `threads` are at the barrier. The last thread to come calls `first`; then all go
 * on. Throws if the step is stopped. There is no time limit.
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
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(control, ROUND) !== round) break;
  while (Atomics.load(control, ROUND) === round) Atomics.wait(control, ROUND, round);
  checkStopped(control);
}

/** Throws if the step is stopped. */
export function checkStopped(control: Int32Array): void {
  if (Atomics.load(control, STOPPED) !== 0) throw new Error('the step was stopped');
}

/** Stops a step: every thread that waits at a barrier, comes to one or takes a run throws. */
export function stopAll(control: Int32Array): void {
  Atomics.store(control, STOPPED, 1);
  Atomics.add(control, ROUND, 1);
  Atomics.notify(control, ROUND);
}
