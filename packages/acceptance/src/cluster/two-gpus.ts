// Target 5: two processes of `createGpuCrew`, one for each of two GPUs, against one of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { atLeast, NO_DATA, notMeasured, QUICK, result, type Target } from '../run/target.ts';
import { runBench } from './bench-program.ts';

/** A requirement. */
const RATIO = atLeast(1.85, 'of one GPU');
/** Milliseconds after which the program that measures is killed. */
const MOST_MS = 600_000;
/** The keys of the program's answer, and what they are called in the results. */
const CASES = {
  sweeps: 'FLA: sweeps from 2,048 sources',
  'sweeps, distances read': 'FLA: sweeps from 2,048 sources, distances read',
  queries: 'FLA: batches of 1,000,000 queries',
} as const;

type Ratios = Readonly<Record<keyof typeof CASES, number>> & { readonly reason?: string };

export const twoGpus: Target = {
  name: '5',
  title: 'two GPUs against one: sweeps and batches of queries',
  async run({ data, quick, add, session }) {
    const cases = Object.entries(CASES) as [keyof typeof CASES, string][];
    const skip = (why: string): void => {
      for (const [, what] of cases) add(notMeasured(what, RATIO, why));
    };
    if (quick) return skip(QUICK);
    const map = join(data ?? '', 'road', 'FLA.pace.gr.gz');
    if (data === undefined || !existsSync(map)) return skip(NO_DATA);
    session.terminal.progress('each GPU alone, and both');
    const found = await runBench<Ratios>('two-gpus', ['--map', map, '--no-control'], MOST_MS);
    if (found.reason !== undefined) return skip(found.reason);
    for (const [name, what] of cases) add(result(what, found[name], RATIO));
  },
};
