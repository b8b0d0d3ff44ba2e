import type { Algorithm } from '@wayfield/cpu-wasm';
import { isGrid } from '@wayfield/graph';
import { judge } from '../check/judge.ts';
import { createOracle } from '../check/oracle.ts';
import { type Problem, sliceProblem } from '../problems/problem.ts';
import { measure } from '../solvers/measure.ts';
import type { BenchSolver } from '../solvers/solver.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { measurementOf } from '../statistics/measurement.ts';
import type { StudyContext } from './study.ts';

/** Milliseconds for the queries of one library. */
const ASK_MS = { tiny: 5, quick: 120, full: 400 };
/** Groups of queries whose means are the sample. */
const GROUPS = 8;

/**
 * Times other programs on a problem, query by query, and one thread of ours on the same queries in one call. What users of
 * a library must prepare before every query counts. Our answers are held against those of the plain program.
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
  const { ask: _, ...mine } = await solver.build(problem);
  const oracle = createOracle(problem);
  try {
    for (const rival of rivals) {
      if (rival.kind !== undefined && rival.kind !== kind) continue;
      if (rival.refuse(problem) !== undefined) continue;
      const built = await rival.build(problem);
      try {
        const budget = { ms: ASK_MS[effort], atLeast: GROUPS };
        const theirs = await measure(built, problem.queries, { budget });
        const part = sliceProblem(problem, 0, theirs.count);
        const own = await measure(mine, part.queries, {
          repeat: effort === 'tiny' ? 1 : GROUPS,
        });
        if (rival.group === 'baseline') {
          // the plain program is exact: its costs are those that ours must have
          const exact = judge(part, oracle, { ...solver, exact: true }, own);
          oracle.learnAnswers(solver.name, own.routes);
          const plain = judge(part, oracle, rival, theirs);
          const what = `${problem.name}: ${solver.name}`;
          const { count } = part.queries;
          check.differences(what, 'its paths', count, exact.differences);
          check.differences(what, rival.name, count, plain.differences);
        }
        const prepare = theirs.prepareMs ?? 0;
        context.rival({
          task: `${problem.name}: a path`,
          rival: rival.name,
          program: `${solver.name}, one thread`,
          unit: 'µs',
          theirs: measurementOf(groupMeans(theirs.queryMs!).map((ms) => 1000 * (ms + prepare))),
          ours: (1000 * own.batchMs) / own.count,
        });
      } finally {
        await built.destroy();
      }
    }
  } finally {
    await mine.destroy();
  }
}

/** Means of groups of neighbouring queries. */
function groupMeans(ms: Float64Array): number[] {
  const groups = Math.min(GROUPS, ms.length);
  return Array.from({ length: groups }, (_, g) => {
    const part = ms.subarray(
      Math.floor((g * ms.length) / groups),
      Math.floor(((g + 1) * ms.length) / groups),
    );
    return part.reduce((a, b) => a + b, 0) / part.length;
  });
}
