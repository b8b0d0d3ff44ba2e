// How much a call allocates on the JavaScript heap.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Most rounds of one length. */
const ROUNDS = 12;
/**
 * Calls in a round. The long round tells few bytes a call from the rounding of the heap's figure.
 * The short one ends before a collection, which would hide calls that allocate much.
 */
const LENGTHS = [200, 10];

/**
 * Bytes that a call allocates after warm-up: of many rounds, each after a collection, the least
 * counts. Compilers and other threads of the engine add to single rounds only, and code that is not
 * optimized yet boxes numbers; a call that allocates does it in every round. Rounds end as soon as
 * one allocates at most `enough` bytes a call.
 */
export function allocatedBytes(call: () => void, enough = 0): number {
  const collect = collector();
  for (let k = 0; k < 500; k++) call();
  const nothing = (): void => {};
  return Math.max(
    ...LENGTHS.map((calls) => {
      const idle = leastOf(collect, nothing, calls, 0);
      return Math.max(0, leastOf(collect, call, calls, enough * calls + idle) - idle) / calls;
    }),
  );
}

/** The least growth of the heap in some rounds, in bytes. */
function leastOf(collect: () => void, call: () => void, calls: number, enough: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > enough; round++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < calls; k++) call();
    least = Math.min(least, process.memoryUsage().heapUsed - before);
  }
  return least;
}

/** The collector of the engine, which Node hides without a flag. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
