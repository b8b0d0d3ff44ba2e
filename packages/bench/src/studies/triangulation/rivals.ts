import { buildPointQueries, createPolyanya, createTriangleSearch } from '@wayfield/navmesh';
import { chooseSolvers } from '../../solvers/choose.ts';
import { measure } from '../../solvers/measure.ts';
import { sampleInTurns } from '../../statistics/sample-in-turns.ts';
import type { Effort, StudyUnit } from '../study.ts';
import { cellQueries, fillBuckets } from './queries.ts';
import { buildWorld, type WorldName } from './worlds.ts';

/** Worlds that are made of cells: libraries for grids can be asked the same. */
const TASKS: readonly (readonly [WorldName, Effort])[] = [
  ['rooms', 'tiny'],
  ['lakes', 'quick'],
  ['maze', 'quick'],
];
const ASK_MS: Readonly<Record<Effort, number>> = { tiny: 5, quick: 150, full: 1500 };

/** Libraries for grids between the cells of the same places: their paths are longer, ours are the shortest there are. */
export function rivalUnits(): StudyUnit[] {
  return TASKS.map(([name, from]) => ({
    key: `rivals ${name}`,
    rows: [],
    from,
    seconds: 3,
    async run({ effort, seed, sampling, rival }) {
      const world = buildWorld(name, effort, seed);
      const { side, grid, mesh, reduction, merged } = world;
      const { queries: points } = fillBuckets(world, 10, effort === 'tiny' ? 1 : 20, seed);
      const queries = cellQueries(points, grid!);
      const problem = { name, description: '', data: grid!, queries };
      const peers = effort === 'tiny' ? ['pathfinding astar'] : (true as const);
      const { solvers } = chooseSolvers({ names: ['plain'], peers });
      const [tra, polyanya] = [createTriangleSearch(mesh, { reduction }), createPolyanya(merged)];
      try {
        for (const solver of solvers) {
          if (solver.kind === 'graph' || solver.refuse(problem) !== undefined) continue;
          const built = await solver.build(problem);
          const budget = { ms: ASK_MS[effort], atLeast: 4 };
          const theirs = await measure(built, queries, { budget });
          await built.destroy();
          const part = firstOf(points, theirs.count);
          const ours = await sampleInTurns(
            [
              { name: 'TRA*', run: () => void tra.run(part) },
              { name: 'Polyanya', run: () => void polyanya.run(part) },
            ],
            sampling,
          );
          const us =
            (1000 * (theirs.batchMs + (theirs.prepareMs ?? 0) * theirs.count)) / theirs.count;
          for (const [program, time] of ours) {
            rival({
              task: `${name}, ${side} x ${side}: a path`,
              rival: `${solver.name}, on cells`,
              program,
              unit: 'µs',
              ours: (1000 * time.median) / theirs.count,
              theirs: us,
            });
          }
        }
      } finally {
        tra.destroy();
        polyanya.destroy();
      }
    },
  }));
}

function firstOf(points: Parameters<ReturnType<typeof createPolyanya>['run']>[0], count: number) {
  return buildPointQueries(
    Array.from({ length: count }, (_, i) => [
      points.sourceX[i]!,
      points.sourceY[i]!,
      points.targetX[i]!,
      points.targetY[i]!,
    ]),
  );
}
