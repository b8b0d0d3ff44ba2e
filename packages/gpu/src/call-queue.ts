// Calls of a solver wait for each other. Trees, hierarchies, customizable hierarchies and hub
// labels use this queue; search solvers reject a second call instead (`createJobs` in
// search/solver.ts).
import type { Timer } from '@wayfield/gpu-core/internal';

/** Calls of one solver, one after another. */
export interface CallQueue {
  readonly destroyed: boolean;
  /**
   * Runs `work` once all earlier calls are over. Where the solver was destroyed before or during
   * `work`, rejects with the error of `check`: a destroyed read-back would give an AbortError.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws where the solver was destroyed. */
  check(): void;
  /**
   * Returns the resource. Where the solver was destroyed while a call awaited the resource, frees
   * it and throws: the solver's `destroy` is over and did not see what was made since.
   */
  keep<T extends { destroy(): void }>(resource: T): T;
  /** Marks the solver as destroyed; false where it was before. */
  destroy(): boolean;
}

/**
 * @param what the solver, for messages
 * @param timer is cleared before each call, so that no call counts device times of one that failed
 */
export function createCallQueue(what: string, timer?: Pick<Timer, 'clear'>): CallQueue {
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
        timer?.clear();
        return work().finally(check);
      });
      last = mine.catch(() => {});
      return mine;
    },
    check,
    keep(resource) {
      if (destroyed) resource.destroy();
      check();
      return resource;
    },
    destroy() {
      const first = !destroyed;
      destroyed = true;
      return first;
    },
  };
}
