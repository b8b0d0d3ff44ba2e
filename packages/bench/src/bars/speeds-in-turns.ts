import type { Problem } from '../problems/problem.ts';
import { contestantOf } from '../solvers/contestant.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';
import { measureInTurns } from '../statistics/measure-in-turns.ts';

/** Milliseconds that every solver runs before the clock counts. */
const WARM_UP_MS = 40;
/** And the most that this may take of all of them. */
const MOST_WARM_UP_MS = 4000;

/**
 * Queries per second of each solver in every round, all on the same queries and one query at a time, so
 * that nobody has the advantage of a batch. They take turns within a round: what slows the machine
 * down slows all of them, and the ratios of one round can be trusted.
 */
export async function speedsInTurns(
  problem: Problem,
  solvers: readonly BenchSolver[],
  rounds: number,
  onTurn: (what: string) => void,
): Promise<Map<string, Float64Array>> {
  const { count } = problem.queries;
  const built: [BenchSolver, BuiltSolver][] = [];
  try {
    for (const solver of solvers) built.push([solver, await solver.build(problem)]);
    const race = await measureInTurns(
      built.map(([{ name }, solver]) => contestantOf(name, solver, problem.queries, 'single')),
      'single',
      {
        warmUpMs: WARM_UP_MS,
        budgetMs: 4 * MOST_WARM_UP_MS,
        least: rounds,
        always: rounds,
        most: rounds,
        onRound: (round) => onTurn(`round ${round + 1} of ${rounds}`),
      },
    );
    return new Map(
      race.figures.map(({ name, time }) => [
        name,
        Float64Array.from(time.samples, (ms) => (1000 * count) / ms),
      ]),
    );
  } finally {
    for (const [, solver] of built) await solver.destroy();
  }
}
