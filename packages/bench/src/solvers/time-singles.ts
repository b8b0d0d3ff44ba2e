import type { Queries, Routes } from '@wayfield/graph';
import { createRoutesBuilder } from './routes-builder.ts';
import type { BuiltSolver } from './solver.ts';

/** When to stop asking. */
export interface Budget {
  /** After this many milliseconds, preparations included … */
  readonly ms: number;
  /** … but not before so many queries. */
  readonly atLeast: number;
}

/** One pass over the queries. */
export interface Singles {
  /** Milliseconds of each query that was asked. */
  readonly queryMs: Float64Array;
  readonly routes: Routes;
  /** Mean milliseconds of `prepare`; undefined where there is nothing to prepare. */
  readonly prepareMs: number | undefined;
}

/** Asks query after query with a clock around each, and around what must be prepared for it. */
export async function timeSingles(
  { ask, answer, prepare }: BuiltSolver,
  { count, source, target }: Queries,
  options: { readonly budget?: Budget; readonly report?: (share: number) => void } = {},
): Promise<Singles> {
  if (!ask || !answer) throw new Error('the solver cannot be asked single queries');
  const { ms, atLeast } = options.budget ?? { ms: Infinity, atLeast: 0 };
  const queryMs = new Float64Array(count);
  const answers = createRoutesBuilder();
  const deadline = performance.now() + ms;
  let preparing = 0;
  let done = 0;
  while (done < count && (done < Math.max(1, atLeast) || performance.now() < deadline)) {
    if (prepare) {
      const start = performance.now();
      prepare();
      preparing += performance.now() - start;
    }
    const start = performance.now();
    const pending = ask(source[done], target[done]);
    if (pending instanceof Promise) await pending;
    queryMs[done] = performance.now() - start;
    answers.add(answer());
    done++;
    if ((done & 15) === 0) options.report?.(done / count);
  }
  return {
    queryMs: queryMs.subarray(0, done),
    routes: answers.routes(),
    prepareMs: prepare ? preparing / done : undefined,
  };
}
