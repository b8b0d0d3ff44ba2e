import type { Queries, Routes } from '@wayfield/graph';
import { sliceQueries } from '../problems/problem.ts';
import type { BuiltSolver } from './solver.ts';
import { type Budget, timeSingles } from './time-singles.ts';

export interface MeasureOptions {
  /** Times that every query is run; the fastest counts. Default 3. */
  readonly repeat?: number;
  /** For solvers without a batch call: when to stop asking. Default: never; else `repeat` is 1. */
  readonly budget?: Budget;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Times and answers of one solver on one list of queries. */
export interface Measured {
  /** Queries that were run: the first of the list. */
  readonly count: number;
  /** Answers of the batch call, or of the single queries where there is no batch call. */
  readonly routes: Routes;
  /** Answers of the queries asked one by one; undefined where there is only a batch call. */
  readonly singles: Routes | undefined;
  /** Milliseconds per query, the fastest of the repeats; undefined where there is only a batch call. */
  readonly queryMs: Float64Array | undefined;
  /** Milliseconds of all queries in one call (the sum of `queryMs` where there is no such call). */
  readonly batchMs: number;
  /** Mean milliseconds of `prepare` per query. */
  readonly prepareMs: number | undefined;
}

/** Engines compile what is hot: so long the first queries are asked before the clock starts. */
const WARM_UP_MS = 40;

/**
 * After a short warm-up, runs all queries in one batch and one by one with a clock around each, `repeat`
 * times; every figure is the fastest of them.
 */
export async function measure(
  solver: BuiltSolver,
  queries: Queries,
  options: MeasureOptions = {},
): Promise<Measured> {
  const { ask, batch } = solver;
  const budget = batch ? undefined : options.budget;
  const repeat = budget ? 1 : (options.repeat ?? 3);
  const steps = repeat * ((batch ? 1 : 0) + (ask ? 1 : 0));
  let step = 0;
  const report = (share: number): void => options.onProgress?.(step + share, steps);

  await warmUp(solver, queries);
  let routes: Routes | undefined;
  let singles: Routes | undefined;
  let batchMs = Infinity;
  let queryMs: Float64Array | undefined;
  let prepareMs: number | undefined;
  for (let round = 0; round < repeat; round++) {
    if (batch) {
      const start = performance.now();
      const answers = await batch(queries);
      batchMs = Math.min(batchMs, performance.now() - start);
      routes ??= answers;
      step++;
      report(0);
    }
    if (ask) {
      const pass = await timeSingles(solver, queries, { ...(budget && { budget }), report });
      queryMs = queryMs?.map((t, i) => Math.min(t, pass.queryMs[i])) ?? pass.queryMs;
      prepareMs ??= solver.prepareMs ?? pass.prepareMs;
      singles ??= pass.routes;
      step++;
    }
  }
  const answers = routes ?? singles;
  if (!answers) throw new Error('a solver must answer single queries or batches');
  return {
    count: answers.count,
    routes: answers,
    singles,
    queryMs,
    batchMs: batch ? batchMs : (queryMs?.reduce((sum, t) => sum + t, 0) ?? NaN),
    prepareMs,
  };
}

async function warmUp({ ask, batch, prepare }: BuiltSolver, queries: Queries): Promise<void> {
  const { count, source, target } = queries;
  const end = performance.now() + WARM_UP_MS;
  if (!ask) {
    await batch?.(sliceQueries(queries, 0, Math.min(count, 64)));
    return;
  }
  for (let i = 0; i < 4 * count && performance.now() < end; i++) {
    prepare?.();
    const pending = ask(source[i % count], target[i % count]);
    if (pending instanceof Promise) await pending;
  }
}
