/** Calls of one solver, one after another. */
export interface CallQueue {
  readonly destroyed: boolean;
  /** Runs `work` once all earlier calls are over. Rejects where the solver was destroyed. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws where the solver was destroyed. */
  check(): void;
  /** Marks the solver as destroyed; false where it was before. */
  destroy(): boolean;
}

/** @param what the solver, for messages */
export function createCallQueue(what: string): CallQueue {
  let last: Promise<unknown> = Promise.resolve();
  let destroyed = false;
  const check = (): void => {
    if (destroyed) throw new Error(`${what}: destroyed`);
  };
  return {
    get destroyed() {
      return destroyed;
    },
    run(work) {
      const mine = last.then(() => {
        check();
        return work();
      });
      last = mine.catch(() => {});
      return mine;
    },
    check,
    destroy() {
      const first = !destroyed;
      destroyed = true;
      return first;
    },
  };
}
