/** Numbers chained by keys below a count: all under one key in turn. */
export interface Chains {
  /** The last number added under a key; -1: none. */
  first(key: number): number;
  /** The number added before it under the same key; -1: none. */
  next(value: number): number;
  add(key: number, value: number): void;
  clear(): void;
}

export function createChains(keyCount: number): Chains {
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
