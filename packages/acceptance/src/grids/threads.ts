// Target 3c: a pool of workers against one thread.
import { availableParallelism } from 'node:os';
import { mazeGrid, randomGrid, randomQueries } from '@wayfield/graph/generators';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import {
  atLeast,
  result,
  skipped,
  type Target,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { takeTurns } from '../run/take-turns.ts';

/** The number of cores that the target is for. */
const CORES = 16;
/** The least speed of a batch on these cores over one core: half of what is possible. */
const SPEED_UP = CORES / 2;

export const threads: Target = {
  name: '3c',
  title: 'a batch on all cores against the same batch on one thread',
  async run(context) {
    const { seed } = context;
    const make = (name: string, data: Problem['data'], count: number): Problem => ({
      name,
      description: 'target 3c',
      data,
      queries: randomQueries(data, count, { seed }),
    });
    return [
      await compare(context, make('random', randomGrid(512, 512, { seed }), 4000)),
      await compare(context, make('maze', mazeGrid(512, 512, { corridor: 8, seed }), 1500)),
    ];
  },
};

async function compare(
  { session, rounds, threads: asked }: TargetContext,
  problem: Problem,
): Promise<TargetResult> {
  const workers = asked > 1 ? asked : Math.max(2, availableParallelism());
  // every answer of the pool must be that of the single thread
  await session.bench(problem, [wayfieldSolver('astar'), wayfieldSolver('astar', workers)], {
    repeat: 1,
    reference: 0,
  });
  const one = await wayfieldSolver('astar').build(problem);
  const many = await wayfieldSolver('astar', workers).build(problem);
  const times = await takeTurns(
    [
      { name: 'one', run: () => one.batch!(problem.queries) },
      { name: 'many', run: () => many.batch!(problem.queries) },
    ],
    rounds,
    { onRound: (round) => session.terminal.progress(`target 3c, ${problem.name}`, round, rounds) },
  );
  session.terminal.clear();
  await one.destroy();
  await many.destroy();
  const manyMs = times.get('many')!;
  const ratio = median(times.get('one')!.map((ms, round) => ms / manyMs[round]));
  const speed = Math.round((1000 * problem.queries.count) / median(manyMs));
  const measured = result(
    `${problem.name}: ${workers} workers / 1 thread`,
    ratio,
    atLeast(SPEED_UP, 'x'),
    `${speed} queries/s`,
  );
  if (workers >= CORES && availableParallelism() >= CORES) return measured;
  return skipped(
    measured,
    `${speed} queries/s; the target is for ${CORES} cores, here are ${availableParallelism()}`,
  );
}
