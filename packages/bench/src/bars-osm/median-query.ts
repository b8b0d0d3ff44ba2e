import type { Queries } from '@wayfield/graph';
import { median } from '../report/statistics.ts';
import { contestantOf } from '../solvers/contestant.ts';
import type { BuiltSolver } from '../solvers/solver.ts';
import { measureInTurns } from '../statistics/measure-in-turns.ts';

/** Microseconds of the median query in every round, of solvers that take turns and are asked one by one. */
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
