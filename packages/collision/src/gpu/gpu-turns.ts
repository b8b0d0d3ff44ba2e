/** Answers calls one at a time, in the order in which they came. */
export interface GpuTurns {
  /** Calls that are being answered or wait. */
  readonly pending: number;
  /**
   * Runs `work` after all calls before it. Unlike the turns of @wayfield/wasm, work begins before
   * this returns if no call is pending, so that an update reads the bodies at once.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects all later calls of `run`; those before still run. */
  close(): void;
}

export function createGpuTurns(): GpuTurns {
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    get pending() {
      return pending;
    },
    run(work) {
      if (closed) return Promise.reject(new Error('this collision solver was destroyed'));
      const started = pending++ === 0 ? work() : last.then(work);
      const settled = started.finally(() => pending--);
      last = settled.catch(() => {});
      return settled;
    },
    close() {
      closed = true;
    },
  };
}
