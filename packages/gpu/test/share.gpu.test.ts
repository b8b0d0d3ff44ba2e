import {
  buildQueries,
  FOUND,
  type Graph,
  type Grid,
  isGrid,
  NO_PATH,
  nodeCountOf,
  type Queries,
  referenceDijkstra,
  SOURCE_BLOCKED,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createGpuSolver,
  type GpuAlgorithm,
  type GpuRoutes,
  type GpuSolverOptions,
} from '../src/index.ts';
import { checkRoutes, numbers, randomGraph, randomGrid } from './search-cases.ts';
import { device } from './device.ts';

const tuning = { workspaces: 8, workgroupSize: 32 };

/** Crowds to few targets, crowds from few sources, and the same number of pairs all over. */
function mixed(data: Graph | Grid, each: number, seed: number): Queries {
  const random = numbers(seed);
  const nodes = nodeCountOf(data);
  const any = (): number => Math.floor(random() * nodes);
  const ends = [any(), any(), any()];
  return buildQueries(
    Array.from({ length: 3 * each }, (_, i) => {
      const end = ends[Math.floor(i / 3) % 3];
      if (i % 3 === 0) return [any(), any()] as const;
      if (i % 30 === 1) return [end, end] as const;
      return i % 3 === 1 ? ([any(), end] as const) : ([end, any()] as const);
    }),
  );
}

async function runBoth(
  data: Graph | Grid,
  queries: Queries,
  options: GpuSolverOptions,
): Promise<GpuRoutes> {
  const solver = await createGpuSolver(device, data, { tuning, ...options });
  try {
    const way = options.algorithm ?? 'astar';
    const apart = await solver.run(queries, { share: 'never' });
    assert.equal(apart.shared, { queries: 0, trees: 0 });
    assert.is(apart.distinct, queries.count);
    const routes = await solver.run(queries, { share: 'always' });
    checkRoutes(data, queries, routes, way, 'shared');
    sameArray(routes.status, apart.status, 'status');
    if (way === 'dijkstra') sameArray(routes.cost, apart.cost, 'cost');
    assert.is(routes.distinct + routes.shared.queries, queries.count);

    const costs = await solver.run(queries, { share: 'always', result: 'cost' });
    sameArray(costs.status, routes.status);
    sameArray(costs.cost, routes.cost);
    assert.is(costs.node.length, 0);
    const next = await solver.run(queries, { share: 'always', result: 'next' });
    sameArray(next.status, routes.status);
    sameArray(next.cost, routes.cost);
    // again, in the arrays of before, and then the first one once more
    const again = await solver.run(queries, { share: 'always', reuse: costs });
    sameArray(again.cost, routes.cost);
    checkRoutes(data, queries, again, way, 'shared again');
    return routes;
  } finally {
    solver.destroy();
  }
}

const test = suite('shared ends');

const BOTH = ['astar', 'dijkstra'] as const;
const MAPS: readonly [string, Graph | Grid, readonly GpuAlgorithm[]][] = [
  ['a uniform grid', randomGrid(21, 17, 0.25, [1], {}), BOTH],
  ['four neighbours', randomGrid(12, 15, 0.25, [3], { neighbours: 4 }), ['astar']],
  ['corners that can be cut', randomGrid(33, 9, 0.3, [2.5], { corners: 'always' }), ['dijkstra']],
  ['weighted cells', randomGrid(18, 14, 0.25, [1, 3, 0.7], {}), BOTH],
  ['a graph', randomGraph(90, 72), BOTH],
];
for (const [name, data, algorithms] of MAPS) {
  test(`have the answers of distinct searches: ${name}, seed 61`, async () => {
    const queries = mixed(data, 60, 61);
    for (const algorithm of algorithms) {
      const { shared } = await runBoth(data, queries, { algorithm });
      assert.ok(shared.queries >= 25 && shared.trees >= 3, JSON.stringify(shared));
    }
  });
}

test('of weighted maps are shared by target for A*, never for Dijkstra, seed 62', async () => {
  const grid = randomGrid(18, 14, 0.2, [1, 3, 0.7], {});
  const graph = randomGraph(90, 74);
  for (const data of [grid, graph]) {
    const source = Uint32Array.from({ length: 40 }, (_, i) => (i * 37) % nodeCountOf(data));
    const target = new Uint32Array(40).fill(isGrid(data) ? data.cost.findIndex((c) => c > 0) : 7);
    const queries = buildQueries({ source, target });
    const { shared } = await runBoth(data, queries, { algorithm: 'astar' });
    assert.ok(shared.trees === 1 && shared.queries > 25, JSON.stringify(shared));
    const apart = await runBoth(data, queries, { algorithm: 'dijkstra' });
    assert.equal(apart.shared, { queries: 0, trees: 0 });
  }
});

test('take several waves of trees and of paths under a small budget, seed 63', async () => {
  const grid = randomGrid(20, 20, 0.2, [1], {});
  const random = numbers(63);
  const pairs = Array.from(
    { length: 800 },
    (_, i) => [Math.floor(random() * 400), i % 300] as const,
  );
  const queries = buildQueries(pairs);
  const memoryBudget = 200_000;
  const solver = await createGpuSolver(device, grid, {
    memoryBudget,
    tuning: { ...tuning, workspaces: 2 },
  });
  const seen: number[] = [];
  const onProgress = (done: number): number => seen.push(done);
  // makes a wave that has to go when trees come
  await solver.run(queries, { share: 'never' });
  const routes = await solver.run(queries, { share: 'always', onProgress });
  checkRoutes(grid, queries, routes, 'astar');
  assert.ok(routes.shared.trees > 150, `${routes.shared.trees} trees`);
  assert.ok(seen.length > 5, `${seen.length} waves`);
  assert.is(seen.at(-1), 800);
  sameArray(
    seen,
    [...seen].sort((a, b) => a - b),
    'progress',
  );
  assert.ok(solver.memoryBytes <= memoryBudget, `${solver.memoryBytes} bytes`);
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error('no more'));
  const { signal } = controller;
  const aborted = solver.run(queries, { share: 'always', signal, onProgress: stop });
  assert.is(await reason(aborted), 'Error: no more');
  checkRoutes(grid, queries, await solver.run(queries), 'astar');
  solver.destroy();

  const small = await createGpuSolver(device, grid, {
    memoryBudget: 60_000,
    tuning: { workspaces: 1 },
  });
  const few = buildQueries(pairs.slice(0, 20));
  checkRoutes(grid, few, await small.run(few), 'astar');
  assert.match(await reason(small.run(queries, { share: 'always' })), /memoryBudget is /);
  assert.match(
    await reason(small.run(few, { share: 'often' as 'auto' })),
    /^RangeError: share is 'often', expected 'auto', 'never' or 'always'/,
  );
  small.destroy();
});

test('are found by default in a crowd of 4,000 with one target, seed 64', async () => {
  const size = 256;
  const grid = randomGrid(size, size, 0.3, [1], {});
  const goal = grid.cost.lastIndexOf(1);
  const random = numbers(64);
  const source = Uint32Array.from({ length: 4000 }, () => Math.floor(random() * size * size));
  const queries = buildQueries({ source, target: new Uint32Array(4000).fill(goal) });
  const solver = await createGpuSolver(device, grid, { tuning });
  const routes = await solver.run(queries);
  const { dist } = referenceDijkstra(grid, goal);
  assert.equal(routes.shared, { queries: 4000, trees: 1 });
  assert.is(routes.distinct, 0);
  // some are in walls, some are cut off
  const expected = source.map((u) =>
    grid.cost[u] === 0 ? SOURCE_BLOCKED : dist[u] < Infinity ? FOUND : NO_PATH,
  );
  assert.ok(expected.includes(SOURCE_BLOCKED) && expected.includes(NO_PATH));
  sameArray(routes.status, expected, 'status');
  validateRoutes(grid, queries, routes);
  sameArray(
    routes.cost,
    Float32Array.from(source, (u) => dist[u]),
    'cost',
  );
  solver.destroy();
});

test.run();
