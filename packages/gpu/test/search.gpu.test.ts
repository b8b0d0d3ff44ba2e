import { buildGraph, buildGrid, buildQueries, FOUND, type Graph, type Grid } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createGpuSolver,
  type GpuAlgorithm,
  type GpuSolverOptions,
  type SearchTuning,
} from '../src/index.ts';
import { checkRoutes, randomGraph, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];
const few = { workspaces: 3, workgroupSize: 32 };
const SMALL: GpuSolverOptions = { variant: 'workgroup', tuning: few };
const LARGE: GpuSolverOptions = { variant: 'workgroup', tuning: { ...few, large: true } };
const QUEUES: GpuSolverOptions = { variant: 'invocation', tuning: few };
const HEAP: GpuSolverOptions = { variant: 'invocation', tuning: { ...few, heap: true } };

const test = suite('createGpuSolver');

const MAPS: readonly [string, Graph | Grid, Record<string, readonly GpuAlgorithm[]>][] = [
  ['open cells', randomGrid(19, 11, 0, [1], {}), { QUEUES: ['astar', 'dijkstra'] }],
  [
    'a grid of 30 x 30',
    randomGrid(30, 30, 0.2, [1], {}),
    { SMALL: ALGORITHMS, QUEUES: ALGORITHMS, HEAP: ['astar'] },
  ],
  [
    'corners that can be cut',
    randomGrid(17, 9, 0.3, [2.5], { corners: 'always' }),
    { LARGE: ALGORITHMS, QUEUES: ['astar', 'dijkstra'] },
  ],
  [
    'one open corner',
    randomGrid(13, 21, 0.3, [1], { corners: 'one-open' }),
    { SMALL: ['astar'], QUEUES: ['astar', 'dijkstra'] },
  ],
  [
    'four neighbours',
    randomGrid(12, 12, 0.2, [3], { neighbours: 4 }),
    { SMALL: ['astar'], QUEUES: ['astar', 'dijkstra'] },
  ],
  ['a column', randomGrid(1, 9, 0, [1], {}), { QUEUES: ['astar'] }],
  ['two columns', randomGrid(2, 19, 0.1, [1], {}), { QUEUES: ['astar'] }],
  [
    'weighted cells',
    randomGrid(13, 21, 0.3, [1, 3, 0.7], {}),
    { SMALL: ALGORITHMS, QUEUES: ALGORITHMS },
  ],
  [
    'weighted cells, four neighbours',
    randomGrid(9, 9, 0.2, [1, 0.1], { neighbours: 4 }),
    { LARGE: ['astar'], HEAP: ['astar'] },
  ],
  ['a graph', randomGraph(90, 72), { SMALL: ALGORITHMS, HEAP: ['dijkstra', 'greedy'] }],
  ['another graph', randomGraph(90, 73), { LARGE: ['dijkstra', 'greedy'] }],
];
const OPTIONS: Record<string, GpuSolverOptions> = { SMALL, LARGE, QUEUES, HEAP };
for (const [name, data, ways] of MAPS) {
  test(`finds shortest paths: ${name}, 45 queries of seed 71`, async () => {
    const queries = randomQueries(data, 45, 71);
    for (const [way, algorithms] of Object.entries(ways)) {
      for (const algorithm of algorithms) {
        const solver = await createGpuSolver(device, data, { algorithm, ...OPTIONS[way] });
        try {
          checkRoutes(data, queries, await solver.run(queries), algorithm, way);
          // once more on records and labels that were used
          checkRoutes(data, queries, await solver.run(queries), algorithm, `${way} again`);
        } finally {
          solver.destroy();
        }
      }
    }
  });
}

test('gives the same costs for every tuning, seed 71', async () => {
  const grid = randomGrid(24, 24, 0.25, [1, 2, 1.3], {});
  const queries = randomQueries(grid, 60, 71);
  let first: Float32Array | undefined;
  const tunings: SearchTuning[] = [
    few,
    { workgroupSize: 64, invocationsPerNode: 1, window: 0.5, workspaces: 60 },
    { workgroupSize: 128, invocationsPerNode: 16, window: 50, workspaces: 1 },
    { ...few, large: true, window: 8, queriesPerDispatch: 7 },
    // two nodes times this are 2^32
    { ...few, invocationsPerNode: 2 ** 31 },
  ];
  const ways: GpuSolverOptions[] = tunings.map((tuning) => ({ tuning, variant: 'workgroup' }));
  ways.push(HEAP, { variant: 'invocation', tuning: { workspaces: 100, queriesPerDispatch: 7 } });
  for (const way of ways) {
    const solver = await createGpuSolver(device, grid, { algorithm: 'dijkstra', ...way });
    const { cost } = await solver.run(queries);
    solver.destroy();
    if (first) sameArray(cost, first, JSON.stringify(way));
    else first = cost;
  }
});

test('takes heuristics on graphs with coordinates, and any heuristic if allowed to', async () => {
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
  const solver = await createGpuSolver(device, graph, SMALL);
  assert.is(solver.heuristic, 'euclidean');
  checkRoutes(graph, queries, await solver.run(queries), 'astar');
  solver.destroy();

  const grid = buildGrid({ width: 5, height: 5, cost: new Float32Array(25).fill(1) });
  const options = { heuristic: 'manhattan', allowInadmissible: true, ...SMALL } as const;
  const loose = await createGpuSolver(device, grid, options);
  const routes = await loose.run(buildQueries([[0, 24]]));
  assert.is(routes.status[0], FOUND);
  loose.destroy();
});

for (const way of ['SMALL', 'QUEUES', 'HEAP']) {
  test(`answers about blocked cells, other components and the source itself: ${way}`, () =>
    answersAll(OPTIONS[way]));
}

async function answersAll(options: GpuSolverOptions): Promise<void> {
  //  0 1 # 3
  //  # # # 7
  const grid = buildGrid({ width: 4, height: 2, cost: [1, 1, 0, 1, 0, 0, 0, 1] });
  const solver = await createGpuSolver(device, grid, options);
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
  const blocked = await createGpuSolver(device, walls, options);
  sameArray((await blocked.run(buildQueries([[0, 1]]))).status, [4]);
  blocked.destroy();
}

test.run();
