import { buildGraph, buildGrid, buildQueries, FOUND, type Graph, type Grid } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, type GpuAlgorithm, type SearchTuning } from '../src/index.ts';
import { checkRoutes, randomGraph, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './ways.ts';

const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];
const few = { slots: 3, workgroupSize: 32 };
const SMALL: SearchTuning = few;
const LARGE: SearchTuning = { ...few, large: true };

const test = suite('createGpuSolver');

async function check(
  data: Graph | Grid,
  tuning: SearchTuning,
  algorithms = ALGORITHMS,
): Promise<void> {
  const queries = randomQueries(data, 45, 71);
  for (const algorithm of algorithms) {
    const solver = await createGpuSolver(device, data, { algorithm, tuning });
    try {
      checkRoutes(data, queries, await solver.run(queries), algorithm);
    } finally {
      solver.destroy();
    }
  }
}

const MAPS: readonly [string, Graph | Grid, SearchTuning, GpuAlgorithm[]?][] = [
  ['a grid in workgroup memory', randomGrid(30, 30, 0.2, [1], {}), SMALL],
  ['a grid in storage', randomGrid(17, 9, 0.3, [2.5], { corners: 'always' }), LARGE],
  ['one open corner', randomGrid(13, 21, 0.3, [1], { corners: 'one-open' }), SMALL, ['astar']],
  ['four neighbours', randomGrid(12, 12, 0.2, [3], { neighbours: 4 }), SMALL, ['astar']],
  ['weighted cells', randomGrid(13, 21, 0.3, [1, 3, 0.7], {}), SMALL],
  [
    'weighted cells, four neighbours',
    randomGrid(9, 9, 0.2, [1, 0.1], { neighbours: 4 }),
    LARGE,
    ['astar'],
  ],
  ['a graph in workgroup memory', randomGraph(90, 72), SMALL],
  ['a graph in storage', randomGraph(90, 73), LARGE, ['dijkstra', 'greedy']],
];
for (const [name, data, tuning, algorithms] of MAPS) {
  test(`finds shortest paths: ${name}, 45 queries of seed 71`, () =>
    check(data, tuning, algorithms));
}

test('gives the same costs for every tuning, seed 71', async () => {
  const grid = randomGrid(24, 24, 0.25, [1, 2, 1.3], {});
  const queries = randomQueries(grid, 60, 71);
  let first: Float32Array | undefined;
  for (const tuning of [
    SMALL,
    { workgroupSize: 64, lanesPerNode: 1, window: 0.5, slots: 60 },
    { workgroupSize: 128, lanesPerNode: 16, window: 50, slots: 1 },
    { ...LARGE, window: 8, queriesPerDispatch: 7 },
  ]) {
    const solver = await createGpuSolver(device, grid, { algorithm: 'dijkstra', tuning });
    const { cost } = await solver.run(queries);
    solver.destroy();
    if (first) sameArray(cost, first, JSON.stringify(tuning));
    else first = cost;
  }
});

test('takes heuristics on graphs with coordinates, and any one where asked to', async () => {
  const x = Array.from({ length: 40 }, (_, u) => u % 8);
  const y = Array.from({ length: 40 }, (_, u) => Math.floor(u / 8));
  const arcs = [...x.keys()].flatMap((u) =>
    [1, 8, 9].flatMap((step) => [
      [u, u + step],
      [u + step, u],
    ]),
  );
  const inside = arcs.filter(([u, v]) => u < 40 && v < 40);
  const tail = inside.map(([u]) => u);
  const head = inside.map(([, v]) => v);
  const weight = inside.map(([u, v]) => 1.5 * Math.hypot(x[u] - x[v], y[u] - y[v]));
  const graph = buildGraph({ nodeCount: 40, tail, head, weight, x, y });
  const queries = randomQueries(graph, 30, 74);
  const solver = await createGpuSolver(device, graph, { tuning: SMALL });
  assert.is(solver.heuristic, 'euclidean');
  checkRoutes(graph, queries, await solver.run(queries), 'astar');
  solver.destroy();

  const grid = buildGrid({ width: 5, height: 5, cost: new Float32Array(25).fill(1) });
  const options = { heuristic: 'manhattan', allowInadmissible: true, tuning: SMALL } as const;
  const loose = await createGpuSolver(device, grid, options);
  const routes = await loose.run(buildQueries([[0, 24]]));
  assert.is(routes.status[0], FOUND);
  loose.destroy();
});

test('answers about blocked cells, other components and the source itself', async () => {
  //  0 1 # 3
  //  # # # 7
  const grid = buildGrid({ width: 4, height: 2, cost: [1, 1, 0, 1, 0, 0, 0, 1] });
  const solver = await createGpuSolver(device, grid, { tuning: SMALL });
  const queries = buildQueries([
    [0, 1],
    [0, 0],
    [0, 3],
    [2, 0],
    [0, 2],
    [3, 7],
  ]);
  const routes = await solver.run(queries);
  sameArray(routes.status, [1, 1, 3, 4, 5, 1]);
  sameArray(routes.cost, [1, 0, Infinity, Infinity, Infinity, 1]);
  sameArray(routes.firstNode, [0, 2, 3, 3, 3, 3, 5]);
  sameArray(routes.node, [0, 1, 0, 3, 7]);

  const costs = await solver.run(queries, { result: 'cost' });
  sameArray(costs.cost, routes.cost);
  sameArray(costs.firstNode, [0, 0, 0, 0, 0, 0, 0]);
  assert.is(costs.node.length, 0);

  const next = await solver.run(queries, { result: 'next' });
  sameArray(next.status, routes.status);
  sameArray(next.firstNode, [0, 1, 2, 2, 2, 2, 3]);
  sameArray(next.node, [1, 0, 7]);
  const none = await solver.run(buildQueries([]));
  assert.is(none.count, 0);
  sameArray(none.firstNode, [0]);
  solver.destroy();

  const walls = buildGrid({ width: 2, height: 1, cost: [0, 0] });
  const blocked = await createGpuSolver(device, walls, { tuning: SMALL });
  sameArray((await blocked.run(buildQueries([[0, 1]]))).status, [4]);
  blocked.destroy();
});

test.run();
