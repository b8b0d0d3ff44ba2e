import type { Queries } from '@wayfield/graph';
import type { Contestant } from '../statistics/measure-in-turns.ts';
import type { BuiltSolver } from './solver.ts';

/**
 * A solver as a contestant whose call asks all queries. 'single': one by one, with a clock around
 * each. 'batch': in one call, or in a loop under one clock where the solver has no such call, or in
 * a loop with a clock around each query where it has `prepare`, which is never timed. `onQuery`
 * receives the milliseconds of each query that has a clock of its own. Throws TypeError for single
 * queries of a solver of batches only.
 */
export function contestantOf(
  name: string,
  solver: BuiltSolver,
  queries: Queries,
  calls: 'single' | 'batch',
  onQuery?: (query: number, ms: number) => void,
): Contestant {
  const { ask, batch, prepare } = solver;
  const { count, source, target } = queries;
  if (!ask && !(calls === 'batch' && batch)) {
    throw new TypeError(`${name} answers no single queries`);
  }

  async function clockEach(): Promise<number> {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      prepare?.();
      const start = performance.now();
      const pending = ask!(source[i], target[i]);
      if (pending instanceof Promise) await pending;
      const ms = performance.now() - start;
      sum += ms;
      onQuery?.(i, ms);
    }
    return sum;
  }

  async function clockAll(): Promise<number> {
    const start = performance.now();
    if (batch) {
      const pending = batch(queries);
      if (pending instanceof Promise) await pending;
    } else {
      for (let i = 0; i < count; i++) {
        const pending = ask!(source[i], target[i]);
        if (pending instanceof Promise) await pending;
      }
    }
    return performance.now() - start;
  }

  // preparation of each query cannot be left out of one clock around all queries
  const isEach = calls === 'single' || (!batch && prepare !== undefined);
  return { name, returnsMs: true, run: isEach ? clockEach : clockAll };
}
