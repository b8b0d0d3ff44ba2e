// How much a call allocates on the JavaScript heap.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Least rounds of one length, unless one of them allocates at most `enough`. Chosen, not measured.
 */
const ROUNDS = 12;
/**
 * Milliseconds that rounds of one length go on while each allocates more than `enough`: Node 24
 * optimizes some code only after 50,000 calls.
 */
const PATIENCE_MS = 10_000;
/**
 * Calls in a round. The long round measures a few bytes per call, because `heapUsed` is rounded.
 * The short one ends before a collection, which would hide calls that allocate much. In Node 20 a
 * call of 3 MB still measures right; one of about 10 MB measured as 2 MB.
 */
const LENGTHS = [200, 10];

/**
 * Bytes that a call allocates after 500 calls to warm up. Calls are measured in rounds of two
 * lengths, each round after a collection of the young generation. The answer of a length is the
 * least growth of the heap in a round, less that of rounds of empty calls, divided by the calls.
 * The larger of both answers counts.
 *
 * The least round counts, because compilers and other threads of the engine add to single rounds,
 * and code that is not optimized yet boxes numbers; a call that allocates does it in every round.
 * Rounds in which the heap shrinks do not count: a collection that ends late hides what calls
 * allocate. Rounds of a length end with the first that allocates at most `enough` bytes a call
 * (default 0), else after `patience` milliseconds (default 10 s), but not before the twelfth.
 */
export function allocatedBytes(call: () => void, enough = 0, patience = PATIENCE_MS): number {
  const collect = collector();
  for (let k = 0; k < 500; k++) call();
  const nothing = (): void => {};
  return Math.max(
    ...LENGTHS.map((calls) => {
      const idle = leastOf({ collect, call: nothing, calls, enough: 0, patience: 0 });
      const most = enough * calls + idle;
      const least = leastOf({ collect, call, calls, enough: most, patience });
      return Math.max(0, least - idle) / calls;
    }),
  );
}

interface Rounds {
  collect(): void;
  call(): void;
  /** Calls in each round. */
  readonly calls: number;
  /** Growth of the heap that ends the rounds, in bytes. */
  readonly enough: number;
  /** Milliseconds after which the rounds end. */
  readonly patience: number;
}

/** The least growth of the heap in some rounds in which it did not shrink, in bytes; 0 for none. */
function leastOf({ collect, call, calls, enough, patience }: Rounds): number {
  const end = performance.now() + patience;
  let least = Infinity;
  for (let round = 0; least > enough; round++) {
    if (round >= ROUNDS && performance.now() >= end) break;
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < calls; k++) call();
    const growth = process.memoryUsage().heapUsed - before;
    if (growth >= 0) least = Math.min(least, growth);
  }
  return least === Infinity ? 0 : least;
}

/**
 * A collector of the young generation, where calls allocate; Node hides it without a flag. A
 * collection of the whole heap before each round would take 20 ms instead of 0.5 ms.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  return () => collect({ type: 'minor' });
}
