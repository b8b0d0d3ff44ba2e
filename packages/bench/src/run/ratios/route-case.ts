import type { Graph, Grid } from '@wayfield/graph';
import { randomQueries } from '@wayfield/graph/generators';
import type { Problem } from '../problems/problem.ts';
import { answersOf } from '../solvers/answers.ts';
import type { BenchSolver, BuiltSolver } from '../solvers/solver.ts';
import type { PreparedCase, RatioCase } from './ratio-case.ts';

/** Path queries of one solver against another one's. */
export interface RouteCaseInput {
  readonly name: string;
  readonly ours: BenchSolver;
  readonly theirs: BenchSolver;
  readonly map: () => Graph | Grid;
  readonly queries: number;
}

/** As in `cases.ts`: another seed needs new baselines. */
const SEED = 8;

/** Asks queries one by one, path included, of both solvers; settled nodes are the counted work. */
export function routeCase({ name, ours, theirs, map, queries }: RouteCaseInput): RatioCase {
  return {
    name,
    rival: theirs.name,
    async make(): Promise<PreparedCase> {
      const data = map();
      const problem: Problem = {
        name,
        description: `seed ${SEED}`,
        data,
        queries: randomQueries(data, queries, { seed: SEED }),
      };
      const [a, b] = [await ours.build(problem), await theirs.build(problem)];
      const [own, other] = [
        await answersOf(withoutBatch(a), problem.queries),
        await answersOf(withoutBatch(b), problem.queries),
      ];
      const settled = own.routes.settled?.reduce((sum, n) => sum + n, 0);
      return {
        ours: { run: () => askAll(a, problem) },
        theirs: { run: () => askAll(b, problem) },
        counts: settled === undefined ? {} : { 'settled nodes': settled },
        check(judge) {
          // plain programs add in doubles on grids; ours add in f32
          const tolerance =
            ours.rounded || theirs.rounded || theirs.group !== 'wayfield' ? 1e-5 : 0;
          judge.routes(name, problem, own.routes, {
            by: theirs.name,
            routes: other.routes,
            tolerance,
          });
        },
        async destroy() {
          await a.destroy();
          await b.destroy();
        },
      };
    },
  };
}

/** A solver that is only asked one by one, as in the timed runs. */
export function withoutBatch(solver: BuiltSolver): BuiltSolver {
  const { batch: _, ...single } = solver;
  return single;
}

/** Asks all queries one by one. */
export function askAll({ ask, prepare }: BuiltSolver, { queries }: Problem): void {
  const { count, source, target } = queries;
  for (let i = 0; i < count; i++) {
    prepare?.();
    ask!(source[i], target[i]);
  }
}
