// Target 3b: the largest map of the Grid-Based Path Planning Competition, against the best native
// entries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMovingAi } from '@wayfield/bench/internal/run/problems/movingai';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { type Problem, sliceQueries } from '@wayfield/bench/internal/run/problems/problem';
import type { BenchSolver, BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { atMost, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';

/**
 * Mean milliseconds per query, path included: the time of the best native entry, and the target,
 * which allows WebAssembly 1.3 times as much.
 */
const LIMITS: readonly { algorithm: Algorithm; target: number; native: number }[] = [
  { algorithm: 'jps+', target: 0.45, native: 0.353 },
  { algorithm: 'astar', target: 4.2, native: 3.19 },
];

/** Queries of one part: see `meanOfParts`. */
const PART = 50;

export const aurora: Target = {
  name: '3b',
  title: 'sc1/Aurora, all rows, mean time with the path, near the best native programs',
  async run({ data, session, rounds }) {
    const map = join(data ?? '', 'grid', 'sc1', 'Aurora.map.gz');
    if (data === undefined || !existsSync(map)) {
      return LIMITS.map(({ algorithm, target }) =>
        notMeasured(`${algorithm}: mean`, atMost(target, 'ms'), NO_DATA),
      );
    }
    const problem = await readMovingAi(map, join(data, 'grid', 'sc1', 'Aurora.map.scen.gz'));
    const solvers = LIMITS.map(({ algorithm }) => wayfieldSolver(algorithm));
    await session.bench(problem, solvers, { repeat: 1, reference: 0 });
    const means = await meanOfParts(problem, solvers, rounds, (round) =>
      session.terminal.progress('target 3b', round, rounds),
    );
    session.terminal.clear();
    return LIMITS.map(({ algorithm, target, native }, i) => {
      const note = `best native entry: ${native} ms`;
      return result(`${algorithm}: mean`, means[i], atMost(target, 'ms'), note);
    });
  },
};

/**
 * Mean milliseconds per query of each solver. Queries go in parts, solvers take turns on each part,
 * and the fastest round of a part counts. A part is so long that its least time is not that of one
 * lucky query, and so short that other programs leave at least one round undisturbed. If they
 * disturb every round, the processor time of the part is less than its wall time, and counts
 * instead, since these targets are absolute times.
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
