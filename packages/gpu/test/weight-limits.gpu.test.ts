import { reason } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  type Graph,
  type Grid,
  largestWeight,
  SMALLEST_WEIGHT,
} from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, createGpuTreeSolver, type GpuSolverOptions } from '../src/index.ts';
import { checkRoutes, numbers, randomQueries } from './search-cases.ts';
import { proveTree } from './trees.ts';
import { device } from './device.ts';

/** Weights at both limits and between them. */
function weightsOf(nodeCount: number, seed: number): () => number {
  const random = numbers(seed);
  const largest = largestWeight(nodeCount);
  const list = [0, SMALLEST_WEIGHT, 3 * SMALLEST_WEIGHT, 1e-30, 0.3, 1, 1e20, largest / 3, largest];
  return () => Math.fround(list[Math.floor(random() * list.length)]);
}

function graphOf(nodeCount: number, seed: number, places: boolean): Graph {
  const random = numbers(seed + 100);
  const weight = weightsOf(nodeCount, seed);
  const arcs = 4 * nodeCount;
  const node = (): number => Math.floor(random() * nodeCount);
  const coordinate = (): number => Math.fround((random() - 0.5) * 2 ** 61);
  const at = places
    ? {
        x: Array.from({ length: nodeCount }, coordinate),
        y: Array.from({ length: nodeCount }, coordinate),
      }
    : {};
  return buildGraph({
    nodeCount,
    tail: Array.from({ length: arcs }, node),
    head: Array.from({ length: arcs }, node),
    weight: Array.from({ length: arcs }, weight),
    ...at,
  });
}

function gridOf(width: number, height: number, seed: number, neighbours: 4 | 8): Grid {
  const weight = weightsOf(width * height, seed);
  return buildGrid({
    width,
    height,
    cost: Array.from({ length: width * height }, weight),
    neighbours,
  });
}

const tuning = { workspaces: 4, workgroupSize: 32 };
const WAYS: readonly GpuSolverOptions[] = [
  { algorithm: 'astar', variant: 'workgroup', tuning },
  { algorithm: 'dijkstra', variant: 'workgroup', tuning: { ...tuning, large: true } },
  { algorithm: 'greedy', variant: 'workgroup', tuning },
  { algorithm: 'astar', variant: 'invocation' },
  { algorithm: 'dijkstra', variant: 'invocation' },
  { algorithm: 'greedy', variant: 'invocation' },
];
const MAPS: readonly [string, readonly (Graph | Grid)[]][] = [
  ['graphs', [1, 2, 3].map((seed) => graphOf(12, seed, false))],
  ['graphs with far coordinates', [4, 5, 6].map((seed) => graphOf(12, seed, true))],
  ['grids', [7, 8].map((seed) => gridOf(6, 5, seed, 8))],
  ['grids of four neighbours', [9, 10].map((seed) => gridOf(6, 5, seed, 4))],
  [
    'uniform grids',
    [SMALLEST_WEIGHT, largestWeight(30)].map((cost) =>
      buildGrid({ width: 6, height: 5, cost: Array.from({ length: 30 }, () => cost) }),
    ),
  ],
];

const test = suite('weights at their limits');

for (const [name, maps] of MAPS) {
  test(`have the answers of the reference: ${name}`, async () => {
    for (const data of maps) {
      const queries = randomQueries(data, 40, 71);
      for (const options of WAYS) {
        const solver = await createGpuSolver(device, data, options);
        const algorithm = options.algorithm!;
        for (const share of ['never', 'always'] as const) {
          const routes = await solver.run(queries, { share });
          checkRoutes(data, queries, routes, algorithm, `${options.variant} ${share}`);
          // no path that was found is too long to count
          routes.status.forEach((status, q) => assert.is(status === 1, routes.cost[q] < Infinity));
        }
        solver.destroy();
      }
      const trees = await createGpuTreeSolver(device, data, { tuning: { tileNodes: 64 } });
      for (const source of [0, 7]) proveTree(data, await trees.tree(source));
      trees.destroy();
    }
  });
}

test('beyond them are refused with the numbers, by every solver', async () => {
  const graph = graphOf(12, 1, false);
  const grid = gridOf(6, 5, 7, 8);
  for (const value of [2 ** -127, 2 ** 126, Infinity, NaN, -1]) {
    graph.weight[3] = grid.cost[3] = value;
    for (const create of [createGpuSolver, createGpuTreeSolver]) {
      assert.match(await reason(create(device, graph)), /^RangeError: weight\[3\] is/);
      assert.match(await reason(create(device, grid)), /^RangeError: cost\[3\] is/);
    }
  }
});

test.run();
