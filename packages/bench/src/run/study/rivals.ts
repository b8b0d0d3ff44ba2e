import type { Algorithm } from '@wayfield/cpu-wasm';
import { isGrid } from '@wayfield/graph';
import { judge } from '../check/judge.ts';
import { createOracle } from '../check/oracle.ts';
import { type Problem, sliceProblem } from '../problems/problem.ts';
import { answersOf } from '../solvers/answers.ts';
import { contestantOf } from '../solvers/contestant.ts';
import type { BenchSolver } from '../solvers/solver.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { compareFigures, measureInTurns } from '../statistics/measure-in-turns.ts';
import { RIVAL_SAMPLING, type Effort, type StudyContext } from './study.ts';

/**
 * Milliseconds for the first answers of a rival. The task of both programs has as many queries as
 * the rival answers in this time, at least LEAST_QUERIES. At most a tenth of the budget of
 * RIVAL_SAMPLING, so that the `least` number of rounds fits into the budget. 'tiny' has no budget.
 */
export const PROBE_MS: Readonly<Record<Effort, number>> = { tiny: 5, quick: 20, full: 40 };
/** The least number of queries of a task. */
export const LEAST_QUERIES = 8;

/**
 * Races rivals against one of our threads on the same queries, in turns: one by one, and in one
 * call. Our answers are compared with those of the plain program. The answers of libraries are not
 * judged here: `grid --peers` and `graph --peers` do that.
 */
export async function rivalsOf(
  context: StudyContext,
  problem: Problem,
  ours: Algorithm | BenchSolver,
  rivals: readonly BenchSolver[],
): Promise<void> {
  const { effort, check } = context;
  const kind = isGrid(problem.data) ? 'grid' : 'graph';
  const solver = typeof ours === 'string' ? wayfieldSolver(ours) : ours;
  const begun = performance.now();
  const mine = await solver.build(problem);
  const ourPreparation = performance.now() - begun;
  try {
    for (const rival of rivals) {
      if (rival.kind !== undefined && rival.kind !== kind) continue;
      if (rival.refuse(problem) !== undefined) continue;
      const start = performance.now();
      const built = await rival.build(problem);
      const theirPreparation = performance.now() - start;
      try {
        const budget = { ms: PROBE_MS[effort], atLeast: LEAST_QUERIES };
        const theirs = await answersOf(built, problem.queries, { budget });
        const part = sliceProblem(problem, 0, theirs.count);
        const own = await answersOf(mine, part.queries);
        if (rival.group === 'plain') {
          const oracle = createOracle(part);
          // the plain program is exact: our costs must be the same
          const exact = judge(part, oracle, { ...solver, exact: true }, own);
          oracle.learnAnswers(solver.name, own.routes);
          const plain = judge(part, oracle, rival, theirs);
          const what = `${problem.name}: ${solver.name}`;
          const { count } = part.queries;
          check.differences(what, 'its paths', count, exact.differences);
          check.differences(what, rival.name, count, plain.differences);
        }
        for (const calls of ['single', 'batch'] as const) {
          const race = await measureInTurns(
            [
              contestantOf('ours', mine, part.queries, calls),
              contestantOf('theirs', built, part.queries, calls),
            ],
            calls,
            RIVAL_SAMPLING[effort],
          );
          const microseconds = 1000 / part.queries.count;
          context.rival({
            task: `${problem.name}: a path`,
            rival: rival.name,
            program: `${solver.name}, one thread`,
            unit: 'µs',
            comparison: compareFigures(race.figure('ours'), race.figure('theirs'), microseconds),
            preparation: { ours: ourPreparation, theirs: theirPreparation },
            ...(built.prepareMs !== undefined && { eachMs: built.prepareMs }),
          });
        }
      } finally {
        await built.destroy();
      }
    }
  } finally {
    await mine.destroy();
  }
}
