import { callback, type Rule, rule } from '@wayfield/check';

const anError: Rule = /* @__PURE__ */ rule('an Error', (value) => value instanceof Error);

/** Runs pieces of work one after another, in the order they came, whatever becomes of each. */
export interface Turns {
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
  /** Rejects all work that has not begun, and all that comes, with this reason. */
  close(reason: Error): void;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let closed: Error | undefined;
  return {
    async inTurn<T>(work: () => T | Promise<T>): Promise<T> {
      callback(work, 'work');
      const result = last.then(() => {
        if (closed !== undefined) throw closed;
        return work();
      });
      last = result.catch(() => undefined);
      return result;
    },
    close(reason) {
      anError(reason, 'reason');
      closed = reason;
    },
  };
}
