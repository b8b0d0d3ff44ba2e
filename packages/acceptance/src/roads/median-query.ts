import type { Queries } from '@wayfield/graph';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { contestantOf } from '@wayfield/bench/internal/run/solvers/contestant';
import type { BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { measureInTurns } from '@wayfield/bench/internal/run/statistics/measure-in-turns';

/**
 * Microseconds of the median query in every round. The solvers take turns and are asked one by one.
 */
export async function medianQueries(
  solvers: Readonly<Record<string, BuiltSolver>>,
  queries: Queries,
  rounds: number,
  onRound: (round: number) => void,
): Promise<Record<string, readonly number[]>> {
  const contestants = Object.entries(solvers).map(([name, solver]) => {
    const ms = new Float64Array(queries.count);
    const all = contestantOf(name, solver, queries, 'single', (i, taken) => (ms[i] = taken));
    const run = async (): Promise<number> => {
      await all.run();
      return median(ms);
    };
    return { name, returnsMs: true as const, run };
  });
  const always = { least: rounds, most: rounds, always: rounds, onRound };
  const race = await measureInTurns(contestants, 'single', always);
  return Object.fromEntries(
    race.figures.map(({ name, time }) => [name, time.samples.map((ms) => 1000 * ms)]),
  );
}
