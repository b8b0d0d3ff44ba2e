import { createDiffusion } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { type Answer, runCases } from './cases.ts';

export interface Report {
  readonly answers: Answer[];
  /** Of the pools: how many threads, and why there was only one. */
  readonly threads: number[];
  readonly fallback: (string | undefined)[];
}

/** What the test calls: the cases on this thread, or by pools of as many threads as asked. */
export interface Page {
  run(threads: number): Promise<Report>;
}

const page: Page = {
  async run(threads) {
    const seen = new Set<number>();
    const reasons = new Set<string | undefined>();
    const answers = await runCases(async (map, options) => {
      if (threads === 0) return createDiffusion(map, options);
      const pool = await createDiffusionPool(map, { ...options, threads });
      seen.add(pool.threads);
      reasons.add(pool.fallback);
      return pool;
    });
    return { answers, threads: [...seen], fallback: [...reasons] };
  },
};
Object.assign(globalThis, { page });
