// Bar 3b: the largest map of the grid competition's kind, against the best native entries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMovingAi } from '../problems/movingai.ts';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { type Problem, sliceQueries } from '../problems/problem.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { type Bar, notMeasured, result } from './bar.ts';

/** Mean milliseconds per query, path included: the bar and what the native entry takes. */
const LIMITS: readonly { algorithm: Algorithm; bar: number; native: number }[] = [
  { algorithm: 'jps+', bar: 0.45, native: 0.353 },
  { algorithm: 'astar', bar: 4.2, native: 3.19 },
];

/** Queries of a part. */
const PART = 50;

export const aurora: Bar = {
  name: '3b',
  title: 'sc1/Aurora, all rows, mean time with the path, near the best native programs',
  async run({ data, session, rounds }) {
    const map = join(data ?? '', 'grid', 'sc1', 'Aurora.map.gz');
    if (data === undefined || !existsSync(map)) {
      const note = 'needs the public data set: --data DIR or WAYFIELD_DATA';
      return LIMITS.map(({ algorithm, bar }) =>
        notMeasured(`${algorithm}: mean`, bar, 'ms', 'less', note),
      );
    }
    const problem = await readMovingAi(map, join(data, 'grid', 'sc1', 'Aurora.map.scen.gz'));
    const solvers = LIMITS.map(({ algorithm }) => wayfieldSolver(algorithm));
    await session.bench(problem, solvers, { repeat: 1, reference: 0 });
    const means = await meanOfParts(problem, solvers, rounds, (round) =>
      session.terminal.progress('bar 3b', round, rounds),
    );
    session.terminal.clear();
    return LIMITS.map(({ algorithm, bar, native }, i) => {
      const note = `best native entry: ${native} ms`;
      return result(`${algorithm}: mean`, means[i], bar, 'ms', 'less', note);
    });
  },
};

/**
 * Mean milliseconds per query of each solver. The queries go in parts, the solvers take turns on each,
 * and of each part the fastest round counts: long enough that no query is lucky, short enough that
 * some round is free of other programs. Where the processor was taken away all the same, the time that
 * it really worked counts: these bars are absolute times, and waiting is not searching.
 */
async function meanOfParts(
  problem: Problem,
  solvers: readonly BenchSolver[],
  rounds: number,
  onRound: (round: number) => void,
): Promise<number[]> {
  const { queries } = problem;
  const built: BuiltSolver[] = [];
  for (const solver of solvers) built.push(await solver.build(problem));
  const parts = Math.ceil(queries.count / PART);
  const best = solvers.map(() => new Float64Array(parts).fill(Infinity));
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    for (let part = 0; part < parts; part++) {
      const end = Math.min((part + 1) * PART, queries.count);
      const some = sliceQueries(queries, part * PART, end);
      for (const [i, { batch }] of built.entries()) {
        const start = performance.now();
        const cpu = process.cpuUsage();
        await batch?.(some);
        const wall = performance.now() - start;
        const { user, system } = process.cpuUsage(cpu);
        best[i][part] = Math.min(best[i][part], wall, (user + system) / 1000);
      }
    }
  }
  for (const solver of built) await solver.destroy();
  return best.map((times) => times.reduce((sum, t) => sum + t, 0) / queries.count);
}
