/**
 * Runs `task` with at most `grows` growths of all WebAssembly memories of this thread together.
 * Each further `grow` throws the error that a memory throws at its maximum.
 */
export function whereMemoryEnds<T>(grows: number, task: () => T): T {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  let left = grows;
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (left === 0) throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    left--;
    return grow.call(this, pages);
  };
  try {
    return task();
  } finally {
    prototype.grow = grow;
  }
}

/**
 * Runs `task` on a new subject with 0, 1, 2, … growths of memory, until `task` succeeds. `check`
 * gets every subject whose task threw a RangeError that begins with "out of memory"; every other
 * error is thrown on. Returns the number of growths that sufficed. Throws if 100 do not suffice.
 */
export function everyEndOfMemory<S>(
  make: () => S,
  task: (subject: S) => unknown,
  check: (subject: S) => void,
): number {
  for (let grows = 0; ; grows++) {
    if (grows > 100) throw new Error(`still out of memory after ${grows} growths`);
    const subject = make();
    try {
      whereMemoryEnds(grows, () => task(subject));
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof RangeError) || !message.startsWith('out of memory')) throw error;
      check(subject);
      continue;
    }
    return grows;
  }
}

/** The classes of typed arrays that meshes consist of. */
const ARRAYS = ['Int32Array', 'Uint32Array', 'Uint8Array', 'Float64Array'] as const;

/** Classes whose allocations may fail. */
type ArrayName = (typeof ARRAYS)[number] | 'ArrayBuffer' | 'Uint16Array';

/**
 * Runs `task`, which may make `count` arrays of the given classes by a length. Each further one
 * throws a RangeError. Returns whether `count` sufficed; all other errors are thrown on.
 */
export function whereArraysEnd(
  count: number,
  task: () => unknown,
  classes: readonly ArrayName[] = ARRAYS,
): boolean {
  const whole = Object.fromEntries(classes.map((name) => [name, globalThis[name]]));
  const ends = new RangeError('no memory for another array');
  let left = count;
  const ending = (type: new (...args: never[]) => object): typeof type =>
    new Proxy(type, {
      construct(target, args) {
        if (typeof args[0] === 'number' && left-- <= 0) throw ends;
        return Reflect.construct(target, args) as object;
      },
    });
  for (const name of classes) Object.assign(globalThis, { [name]: ending(globalThis[name]) });
  try {
    task();
    return true;
  } catch (error) {
    if (error === ends) return false;
    throw error;
  } finally {
    Object.assign(globalThis, whole);
  }
}
