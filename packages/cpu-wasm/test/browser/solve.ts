import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { type Answer, solveCases } from './cases.ts';

/** What a page or a worker can be asked to do. */
export interface Report {
  readonly answers: Answer[];
  /** Of the pools: how many threads, and why there was only one. */
  readonly threads: number[];
  readonly fallback: (string | undefined)[];
  /** True on a page, false in a worker. */
  readonly hasDocument: boolean;
}

const ownWorker = (): Worker =>
  new Worker(new URL('./own-worker.ts', import.meta.url), { type: 'module' });

/**
 * Solves all cases on this thread, or by a pool of as many threads as asked; `own`: from a file of
 * this page.
 */
export async function report(threads: number, own = false): Promise<Report> {
  const seen = new Set<number>();
  const reasons = new Set<string | undefined>();
  const answers = await solveCases(async (map, options, queries) => {
    if (threads === 0) {
      const solver = createWasmSolver(map, options);
      const routes = solver.run(queries);
      solver.destroy();
      return routes;
    }
    const pool = await createWasmPool(map, {
      ...options,
      threads,
      worker: own ? ownWorker : undefined,
    });
    seen.add(pool.threads);
    reasons.add(pool.fallback);
    const routes = await pool.run(queries);
    await pool.destroy();
    return routes;
  });
  const hasDocument = 'document' in globalThis;
  return { answers, threads: [...seen], fallback: [...reasons], hasDocument };
}
