// Target 3b: the largest map of the Grid-Based Path Planning Competition, against the best native
// entries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMovingAi } from '@wayfield/bench/internal/run/problems/movingai';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { sliceQueries } from '@wayfield/bench/internal/run/problems/problem';
import type { BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { describeRounds, timesOfParts } from '../run/parts.ts';
import { atMost, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';

/**
 * Mean milliseconds per query, path included: the time of the best native entry, and the target,
 * which allows WebAssembly 1.3 times as much.
 */
const LIMITS: readonly { algorithm: Algorithm; target: number; native: number }[] = [
  { algorithm: 'jps+', target: 0.45, native: 0.353 },
  { algorithm: 'astar', target: 4.2, native: 3.19 },
];

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
    const built: BuiltSolver[] = [];
    for (const solver of solvers) built.push(await solver.build(problem));
    const { queries } = problem;
    const programs = built.map(
      ({ batch }) =>
        (from: number, end: number) =>
          batch?.(sliceQueries(queries, from, end)),
    );
    const times = await timesOfParts(queries.count, programs, rounds, (round) =>
      session.terminal.progress('target 3b', round, rounds),
    );
    for (const solver of built) await solver.destroy();
    session.terminal.clear();
    return LIMITS.map(({ algorithm, target, native }, i) => {
      const { least, rounds: all } = times[i];
      const note = `best native entry: ${native} ms; each part in its best round; of the rounds `;
      return result(`${algorithm}: mean`, least, atMost(target, 'ms'), note + describeRounds(all));
    });
  },
};
