/** Answers calls one at a time, in the order in which they came. */
export interface GpuTurns {
  /** Calls that are being answered or wait. */
  readonly pending: number;
  /**
   * Runs `work` after all calls before it. Unlike the turns of @wayfield/wasm, work begins before
   * this returns if no call is pending, so that an update reads the bodies at once.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws after `close`. */
  check(): void;
  /** Rejects the calls that wait and all later ones; the call under way goes on. */
  close(): void;
}

export function createGpuTurns(): GpuTurns {
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const error = (): Error => new Error('this collision solver was destroyed');
  const destroyed = (): Promise<never> => Promise.reject(error());
  return {
    get pending() {
      return pending;
    },
    run(work) {
      if (closed) return destroyed();
      // work that began after `destroy` would make buffers that nobody frees
      const started = pending++ === 0 ? work() : last.then(() => (closed ? destroyed() : work()));
      const settled = started.finally(() => pending--);
      last = settled.catch(() => {});
      return settled;
    },
    check() {
      if (closed) throw error();
    },
    close() {
      closed = true;
    },
  };
}
