import {
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_STRENGTH,
  mcmillanIterations,
} from '@wayfield/diffusion/study';
import { backendMaker } from '../measure/backends.ts';
import { plainScent } from '../peers/plain-scent.ts';
import { diffusionProblem, readDiffusionMap, studyMapFile } from '../measure/problem.ts';
import type { StudyContext, StudyUnit } from '../../run/study/study.ts';
import {
  frontierDijkstra,
  type GoalTree,
  sequentialDijkstra,
  walkTree,
} from '../peers/plain-dijkstra.ts';
import { timeFields, timeTrees } from './timed-fields.ts';

/**
 * One map of the second set: tables 5.3 and 5.4, the paths, the times. The maps are drawn from the
 * study's descriptions, so answers are compared with brute force on the same map and never with the
 * printed counts.
 */
export function mapUnit(number: number): StudyUnit {
  const row = String(number);
  const tables = ['Table 5.3', 'Table 5.4', 'Figures 5.8-5.18', 'Figure 5.19'];
  return {
    key: `map ${number}`,
    rows: tables.map((table) => [table, row] as const),
    // the other maps add nothing in a test
    from: number === 2 || number === 5 ? 'tiny' : 'quick',
    seconds: 0.5,
    run: (context) => oneMap(context, number),
  };
}

async function oneMap(context: StudyContext, number: number): Promise<void> {
  const { put, check, threads } = context;
  const row = String(number);
  const file = studyMapFile(number);
  if (file === undefined) throw new Error(`map ${number} does not come with @wayfield/diffusion`);
  const { grid, name } = await readDiffusionMap(file);
  const { map } = diffusionProblem(name, grid, 8);
  const goal = map.terrain.length - 1;

  const model = await backendMaker('wasm', { device: undefined, threads })!(map, MCMILLAN_PARALLEL);
  model.setGoals('goal', { cell: [goal], strength: MCMILLAN_STRENGTH });
  const report = await model.settle({ limit: MCMILLAN_CAP });
  const iterations = mcmillanIterations(report);
  // the study's program runs to its cap where a cell stays 0
  await model.step(iterations - report.steps);
  const { firstNode, node } = await model.ascend('goal', 0);
  const scent = Array.from(node.subarray(0, firstNode[1]));
  const parallel = await model.field('goal');
  await model.destroy();
  const plain = plainScent(map, goal, iterations);
  check.cells(`map ${row}: field of the parallel program`, 'plain steps', parallel, plain.field);
  check.fact(`map ${row}: iterations, diffusion`, 'plain steps', plain.ends, `${iterations}`);
  const [own, climbed] = [Uint32Array.from(scent), Uint32Array.from(plain.path)];
  check.cells(`map ${row}: path up the scent`, 'a climb on plain steps', own, climbed);

  const one = sequentialDijkstra(grid, goal);
  const many = frontierDijkstra(grid, goal);
  check.cells(`map ${row}: parallel Dijkstra`, 'sequential Dijkstra', many.dist, one.dist);
  const shortest = walkTree(one, 0);
  const costOf = (path: readonly number[]): number =>
    path.slice(1).reduce((sum, v) => sum + grid.cost[v], 0);
  // from start to goal: entering the goal counts, entering the start does not
  const least = shortest.length > 0 ? costOf(shortest) : NaN;
  check.fact(
    `map ${row}: cost of the path`,
    'the label of its start',
    shortest.length === 0 || Math.abs(least - fromGoal(one, grid.cost)) < 1e-9,
    `${least}`,
  );
  const log = await timeFields(context, { map, options: {}, goal });
  const [[first, field], ...others] = log.fields;
  for (const [by, other] of others) {
    check.cells(`map ${row}: field in log form, ${by}`, first, other, field);
  }
  const reached = log.report.unreachable === 0;
  check.fact(
    `map ${row}: out of reach`,
    'Dijkstra',
    reached === one.dist.every((d, v) => d < Infinity || map.terrain[v] === 0),
  );
  const timed = await timeTrees(context, map, goal);
  put('Table 5.3', row, {
    iterations,
    'without underflow': { value: log.report.steps, by: log.by },
  });
  put('Table 5.4', row, { parallel: many.iterations, sequential: one.iterations });
  put('Figures 5.8-5.18', row, {
    diffusion: scent.length,
    Dijkstra: shortest.length,
    'people for diffusion': { value: null, note: 'nobody was asked' },
    'cost / least cost':
      scent.length > 0 ? costOf(scent) / least : { value: null, note: 'no path' },
    'turns, diffusion': turns(scent, map.width),
    'turns, Dijkstra': turns(shortest, map.width),
  });
  put('Figure 5.19', row, {
    diffusion: { value: log.time, by: `${log.by}, log form` },
    Dijkstra: { value: timed.time, by: timed.by },
  });
}

/**
 * The cost of a walk from the start. The study's tree counts entering every cell but the goal, so
 * the start's cell is exchanged for the goal's.
 */
function fromGoal({ dist }: GoalTree, cost: Float32Array): number {
  return dist[0] - cost[0] + cost[cost.length - 1];
}

/** Changes of direction. */
function turns(path: readonly number[], width: number): number {
  let count = 0;
  for (let i = 2; i < path.length; i++) {
    const [a, b, c] = [path[i - 2], path[i - 1], path[i]];
    if ((b % width) - (a % width) !== (c % width) - (b % width) || b - a !== c - b) count++;
  }
  return count;
}
