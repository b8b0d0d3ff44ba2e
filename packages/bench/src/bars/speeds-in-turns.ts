import type { Problem } from '../problems/problem.ts';
import { measure } from '../solvers/measure.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';

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
  for (const solver of solvers) built.push([solver, await solver.build(problem)]);
  const speeds = new Map(solvers.map(({ name }) => [name, new Float64Array(rounds)]));
  for (let round = 0; round < rounds; round++) {
    for (const [{ name }, solver] of built) {
      onTurn(`round ${round + 1} of ${rounds}, ${name}`);
      const { batch: _, ...single } = solver;
      const { batchMs } = await measure(single, problem.queries, { repeat: 1 });
      speeds.get(name)![round] = (1000 * count) / batchMs;
    }
  }
  for (const [, solver] of built) await solver.destroy();
  return speeds;
}
