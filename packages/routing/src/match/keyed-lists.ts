// Lists of candidates by arc and by node, for candidates.ts; confidence.ts fills them with states.

/** A linked list of numbers per key. Keys are below a fixed count; a number has one key. */
export interface KeyedLists {
  /** The number added last under a key; -1: the list is empty. */
  first(key: number): number;
  /** The number after this one in the list, added before it under the same key; -1: the end. */
  next(value: number): number;
  add(key: number, value: number): void;
  /** Empties all lists, in time linear in the numbers added. */
  clear(): void;
}

export function createKeyedLists(keyCount: number): KeyedLists {
  const head = new Int32Array(keyCount).fill(-1);
  let after = new Int32Array(1024);
  const keys: number[] = [];
  return {
    first: (key) => head[key],
    next: (value) => after[value],
    add(key, value) {
      keys.push(key);
      if (value >= after.length) {
        const longer = new Int32Array(2 * value);
        longer.set(after);
        after = longer;
      }
      after[value] = head[key];
      head[key] = value;
    },
    clear() {
      for (const key of keys) head[key] = -1;
      keys.length = 0;
    },
  };
}
