/** Runs a task on a clock that passes 100 ms at every look, so that every look reports progress. */
export function onFastClock<T>(task: () => T): T {
  const { performance } = globalThis;
  let now = 0;
  const fast = { now: () => (now += 100) } as Performance;
  Object.defineProperty(globalThis, 'performance', { value: fast, configurable: true });
  try {
    return task();
  } finally {
    Object.defineProperty(globalThis, 'performance', { value: performance, configurable: true });
  }
}
