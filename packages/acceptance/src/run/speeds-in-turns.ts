import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { contestantOf } from '@wayfield/bench/internal/run/solvers/contestant';
import type { BenchSolver, BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { measureInTurns } from '@wayfield/bench/internal/run/statistics/measure-in-turns';

/** Milliseconds of warm-up of every solver, as in `src/run/bench-problem.ts` of bench. */
const WARM_UP_MS = 40;
/**
 * The most milliseconds of warm-up of all solvers together. A race spends at most a quarter of its
 * budget on the warm-up, so its budget is four times this. `always` runs all rounds nevertheless.
 */
const MOST_WARM_UP_MS = 4000;

/**
 * Queries per second of each solver in every round, one query at a time, so that no solver gains by
 * a batch. The solvers take turns within a round, so what slows the machine slows all of them.
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
