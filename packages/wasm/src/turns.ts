import { callback, text } from '@wayfield/check';
import { destroyedError } from './destroy-guard.ts';

/**
 * Runs one call at a time, in the order in which the calls were made. A call made during another
 * one waits for its turn and gets no error. A call that rejects does not stop those behind it.
 */
export interface Turns {
  /** Calls under way and waiting. */
  readonly waiting: number;
  /**
   * Runs `work` after all calls before it, and resolves or rejects as `work` does. Within `work` do
   * not await `inTurn` of the same queue: that call waits for `work`, so neither settles.
   */
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
  /**
   * Calls that have not begun, and all later ones, reject with "the pool was destroyed". Each
   * rejects at its turn, once the calls before it are over.
   */
  close(): void;
}

/**
 * A queue of calls on the object that `what` names in the error after `close`.
 *
 * @example
 * const turns = createTurns('pool');
 * const pool = {
 *   run: (n: number) => turns.inTurn(() => 2 * n),
 *   destroy: () => turns.close(),
 * };
 * console.log(await pool.run(4)); // 8
 * pool.destroy();
 */
export function createTurns(what: string): Turns {
  text(what, 'what');
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;
  return {
    get waiting() {
      return waiting;
    },
    async inTurn<T>(work: () => T | Promise<T>): Promise<T> {
      callback(work, 'work');
      waiting++;
      const result = last.then(() => {
        if (closed) throw destroyedError(what);
        return work();
      });
      const leave = (): void => void waiting--;
      last = result.then(leave, leave);
      return result;
    },
    close() {
      closed = true;
    },
  };
}
