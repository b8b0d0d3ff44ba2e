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
    inTurn<T>(work: () => T | Promise<T>): Promise<T> {
      const result = last.then(() => {
        if (closed !== undefined) throw closed;
        return work();
      });
      last = result.catch(() => undefined);
      return result;
    },
    close(reason) {
      closed = reason;
    },
  };
}
