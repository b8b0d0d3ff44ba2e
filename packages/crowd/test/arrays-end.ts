/** Runs `task` with memory for `count` more arrays of f64. Whether that was enough. */
export function whereArraysEnd(count: number, task: () => void): boolean {
  const whole = globalThis.Float64Array;
  let made = 0;
  globalThis.Float64Array = new Proxy(whole, {
    construct(type, values, target) {
      // views of memory that is there take none
      if (!(values[0] instanceof ArrayBuffer) && made++ >= count)
        throw new RangeError('Array buffer allocation failed');
      return Reflect.construct(type, values, target) as object;
    },
  });
  try {
    task();
    return true;
  } catch (error) {
    if (error instanceof RangeError && /allocation failed/.test(error.message)) return false;
    throw error;
  } finally {
    globalThis.Float64Array = whole;
  }
}
