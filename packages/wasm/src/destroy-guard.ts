import { text } from '@wayfield/check';

/** Whether an object that has a `destroy` may still be used. */
export interface DestroyGuard {
  /** Throws Error "the solver was destroyed" after `end`. For the first line of every call. */
  check(): void;
  /** Ends the object. True on the first call: only then is there anything to free. */
  end(): boolean;
}

/** The error of every call after `destroy`. `what` names the object: "solver", "pool". */
export function destroyedError(what: string): Error {
  text(what, 'what');
  return new Error(`the ${what} was destroyed`);
}

/**
 * A guard for the object that `what` names in its error.
 *
 * @example
 * const guard = createDestroyGuard('solver');
 * const solver = {
 *   run() {
 *     guard.check();
 *     return 7;
 *   },
 *   destroy() {
 *     if (guard.end()) blocks.freeAll();
 *   },
 * };
 * console.log(solver.run()); // 7
 * solver.destroy();
 */
export function createDestroyGuard(what: string): DestroyGuard {
  text(what, 'what');
  let ended = false;
  return {
    check() {
      if (ended) throw destroyedError(what);
    },
    end() {
      if (ended) return false;
      ended = true;
      return true;
    },
  };
}
