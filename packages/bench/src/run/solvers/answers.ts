import type { Queries, Routes } from '@wayfield/graph';
import { createRoutesBuilder } from './routes-builder.ts';
import type { BuiltSolver } from './solver.ts';

/** Limits on asking. */
export interface Budget {
  /** Asking stops after this many milliseconds, preparations included … */
  readonly ms: number;
  /** … but not before this number of queries. */
  readonly atLeast: number;
}

/** The answers of one solver to one list of queries. */
export interface Answers {
  /** The number of queries that were asked, from the beginning of the list. */
  readonly count: number;
  /** Answers of the batch call, or of the single queries where there is no batch call. */
  readonly routes: Routes;
  /** Answers of the queries asked one by one; undefined where there is only a batch call. */
  readonly singles: Routes | undefined;
  /** Milliseconds that asking took, for planning a race and never for comparing. */
  readonly spentMs: number;
}

/**
 * Asks all queries, in one batch and one by one. Solvers without a batch call stop when the budget
 * is spent.
 */
export async function answersOf(
  { ask, answer, batch, prepare }: BuiltSolver,
  queries: Queries,
  options: { readonly budget?: Budget; readonly onProgress?: (share: number) => void } = {},
): Promise<Answers> {
  const { budget, onProgress } = options;
  const begun = performance.now();
  const routes = await batch?.(queries);
  let singles: Routes | undefined;
  if (ask && answer) {
    const { count, source, target } = queries;
    const { ms, atLeast } = (!batch && budget) || { ms: Infinity, atLeast: 0 };
    const deadline = begun + ms;
    const builder = createRoutesBuilder();
    let done = 0;
    while (done < count && (done < Math.max(1, atLeast) || performance.now() < deadline)) {
      prepare?.();
      const pending = ask(source[done], target[done]);
      if (pending instanceof Promise) await pending;
      builder.add(answer());
      done++;
      if ((done & 15) === 0) onProgress?.(done / count);
    }
    singles = builder.routes();
  }
  const answers = routes ?? singles;
  if (!answers) throw new Error('a solver must answer single queries or batches');
  return { count: answers.count, routes: answers, singles, spentMs: performance.now() - begun };
}
