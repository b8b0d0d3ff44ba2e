/** Calls of one solver, answered one after another in their order. */
export interface Turns {
  readonly destroyed: boolean;
  /** Runs `work` once all earlier calls are over. Rejects where the solver was destroyed. */
  take<T>(work: () => T | Promise<T>): Promise<T>;
  /** Marks the solver as destroyed; false where it was before. */
  destroy(): boolean;
  /** Fulfilled when the calls so far are over. */
  over(): Promise<unknown>;
}

export const destroyedError = (): Error => new Error('the solver was destroyed');

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let destroyed = false;
  return {
    get destroyed() {
      return destroyed;
    },
    take(work) {
      const result = last.then(() => {
        if (destroyed) throw destroyedError();
        return work();
      });
      last = result.catch(() => {});
      return result;
    },
    destroy() {
      const first = !destroyed;
      destroyed = true;
      return first;
    },
    over: () => last,
  };
}
