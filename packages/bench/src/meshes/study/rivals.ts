import {
  buildPointQueries,
  createPolyanya,
  createTriangleSearch,
  type PointQueries,
} from '@wayfield/navmesh';
import { sliceProblem } from '../../run/problems/problem.ts';
import { answersOf } from '../../run/solvers/answers.ts';
import { chooseSolvers } from '../../run/solvers/choose.ts';
import { contestantOf } from '../../run/solvers/contestant.ts';
import {
  compareFigures,
  type Contestant,
  measureInTurns,
} from '../../run/statistics/measure-in-turns.ts';
import { LEAST_QUERIES, PROBE_MS } from '../../run/study/rivals.ts';
import { RIVAL_SAMPLING, type StudyUnit } from '../../run/study/study.ts';
import { oneOf } from './judge.ts';
import { cellQueries, fillBuckets } from './queries.ts';
import { CELL_WORLDS } from './tables.ts';
import { buildWorld, timed } from './worlds.ts';

/** A search on the mesh. */
interface MeshSearch {
  run(queries: PointQueries): unknown;
}

/**
 * Libraries for grids between the cells of the same places. Their paths are longer; ours are the
 * shortest in the plane.
 */
export function rivalUnits(): StudyUnit[] {
  return CELL_WORLDS.map(([name, from]) => ({
    key: `rivals ${name}`,
    rows: [],
    from,
    seconds: 3,
    async run({ effort, seed, rival }) {
      const world = buildWorld(name, effort, seed);
      const { side, grid, mesh, reduction, merged, buildMs, reduceMs, mergedMs } = world;
      const { queries: points } = fillBuckets(world, 10, effort === 'tiny' ? 1 : 20, seed);
      const queries = cellQueries(points, grid!);
      const problem = { name, description: '', data: grid!, queries };
      const peers = effort === 'tiny' ? ['pathfinding astar'] : (true as const);
      const { solvers } = chooseSolvers({ names: ['plain'], peers });
      const [tra, traMs] = timed(() => createTriangleSearch(mesh, { reduction }));
      const [polyanya, polyanyaMs] = timed(() => createPolyanya(merged));
      const ours = [
        { program: 'TRA*', search: tra, ready: buildMs + reduceMs + traMs },
        { program: 'Polyanya', search: polyanya, ready: mergedMs + polyanyaMs },
      ];
      try {
        for (const solver of solvers) {
          if (solver.kind === 'graph' || solver.refuse(problem) !== undefined) continue;
          const start = performance.now();
          const built = await solver.build(problem);
          const theirMs = performance.now() - start;
          try {
            const budget = { ms: PROBE_MS[effort], atLeast: LEAST_QUERIES };
            const { count } = await answersOf(built, queries, { budget });
            const part = sliceProblem(problem, 0, count);
            for (const calls of ['single', 'batch'] as const) {
              for (const { program, search, ready } of ours) {
                const race = await measureInTurns(
                  [
                    meshContestant('ours', search, firstOf(points, count), calls),
                    contestantOf('theirs', built, part.queries, calls),
                  ],
                  calls,
                  RIVAL_SAMPLING[effort],
                );
                rival({
                  task: `${name}, ${side} x ${side}: a path`,
                  rival: `${solver.name}, on cells`,
                  program,
                  unit: 'µs',
                  comparison: compareFigures(
                    race.figure('ours'),
                    race.figure('theirs'),
                    1000 / count,
                  ),
                  preparation: { ours: ready, theirs: theirMs },
                  ...(built.prepareMs !== undefined && { eachMs: built.prepareMs }),
                });
              }
            }
          } finally {
            await built.destroy();
          }
        }
      } finally {
        tra.destroy();
        polyanya.destroy();
      }
    },
  }));
}

/** A search on the mesh as a contestant, measured like `contestantOf`. */
function meshContestant(
  name: string,
  search: MeshSearch,
  queries: PointQueries,
  calls: 'single' | 'batch',
): Contestant {
  const each = Array.from({ length: queries.count }, (_, i) => oneOf(queries, i));
  return {
    name,
    returnsMs: true,
    run() {
      if (calls === 'batch') {
        const start = performance.now();
        search.run(queries);
        return performance.now() - start;
      }
      let sum = 0;
      for (const query of each) {
        const start = performance.now();
        search.run(query);
        sum += performance.now() - start;
      }
      return sum;
    },
  };
}

function firstOf(points: PointQueries, count: number): PointQueries {
  return buildPointQueries(
    Array.from({ length: count }, (_, i) => [
      points.sourceX[i],
      points.sourceY[i],
      points.targetX[i],
      points.targetY[i],
    ]),
  );
}
