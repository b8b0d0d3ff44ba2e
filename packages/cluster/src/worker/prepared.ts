import type { RunContext } from '../types.ts';

interface Kept {
  readonly made: Promise<unknown>;
  readonly free: ((made: never) => unknown) | undefined;
}

/** Makes `RunContext.prepared` of a lane. It keeps the `most` things that were used last. */
export function createPrepared(most: number): RunContext['prepared'] {
  // a Map lists its keys in the order of their insertion: the first is the one unused for longest
  const kept = new Map<string, Kept>();
  return <T>(key: string, make: () => T | Promise<T>, free?: (made: T) => unknown): Promise<T> => {
    const found = kept.get(key);
    if (found !== undefined) {
      kept.delete(key);
      kept.set(key, found);
      return found.made as Promise<T>;
    }
    const made = Promise.resolve().then(make);
    const entry = { made, free };
    kept.set(key, entry);
    // the key may belong to a later entry by then
    made.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    for (const [oldest, { made: old, free: drop }] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
      void old.then((thing) => drop?.(thing as never)).catch(() => undefined);
    }
    return made;
  };
}
