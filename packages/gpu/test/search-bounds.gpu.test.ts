import { reason } from '@wayfield/testing';
import {
  buildGraph,
  buildGrid,
  buildQueries,
  FOUND,
  type Graph,
  nodeCountOf,
  type Queries,
} from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, type GpuAlgorithm, type GpuSolverOptions } from '../src/index.ts';
import { createSolver } from '../src/search/solver.ts';
import { checkRoutes, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const tuning = { workspaces: 2, workgroupSize: 32 };
const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];

function allPairs(graph: Graph): Queries {
  const nodes = nodeCountOf(graph);
  const pairs: [number, number][] = [];
  for (let u = 0; u < nodes; u++) for (let v = 0; v < nodes; v++) pairs.push([u, v]);
  return buildQueries(pairs);
}

async function answers(graph: Graph, options: GpuSolverOptions): Promise<void> {
  const solver = await createGpuSolver(device, graph, options);
  const queries = allPairs(graph);
  const routes = await solver.run(queries, { share: 'never' });
  checkRoutes(graph, queries, routes, options.algorithm ?? 'astar');
  solver.destroy();
}

const test = suite('bounds of searches');

const tail = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4];
const head = [4, 1, 4, 1, 3, 0, 3, 4, 2, 2, 1, 3, 1, 2, 0];
const inStorage = { ...tuning, large: true };

test('searches end where all weights are 0', async () => {
  const chain = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [0, 0] });
  const net = buildGraph({ nodeCount: 5, tail, head, weight: tail.map(() => 0) });
  for (const algorithm of ALGORITHMS) {
    await answers(chain, { algorithm, tuning });
    await answers(net, { algorithm, tuning });
    await answers(net, { algorithm, tuning: inStorage });
    await answers(net, { algorithm, variant: 'invocation' });
  }
});

test('searches end where the width of a window is lost in rounding', async () => {
  // keys near 2^27 are 8 apart, and the mean weight is 1
  const weight = [2 ** 27, ...Array<number>(9).fill(1), 2 ** 27, ...Array<number>(9).fill(1)];
  const from = weight.map((_, i) => i);
  const graph = buildGraph({
    nodeCount: weight.length + 1,
    tail: from,
    head: from.map((u) => u + 1),
    weight,
  });
  await answers(graph, { algorithm: 'dijkstra', tuning: { ...tuning, window: 1e-9 } });
});

test('greedy search ends where targets are farther away than 2^23', async () => {
  for (const x of [
    [0, 9e6, 9e7],
    [0, 2 ** 40, 2 ** 60],
    [2 ** 60, 2 ** 60, -(2 ** 60)],
  ]) {
    const graph = buildGraph(
      {
        nodeCount: 3,
        tail: [0, 0, 1, 1, 2],
        head: [1, 1, 2, 2, 0],
        weight: [9.5, 6.7, 8.6, 8.6, 4.5],
        x,
        y: [0, 0, 0],
      },
      { heuristicScale: 0 },
    );
    for (const variant of ['workgroup', 'invocation'] as const) {
      await answers(graph, { algorithm: 'greedy', variant, tuning });
    }
  }
});

test('searches end where sums come to the largest that a map may have', async () => {
  const most = 2 ** 126 / 6;
  const weight = [1, 1, most, most / 3, most / 2, most / 2, most, 1, most / 2, 1, 1, 1, most, 0, 1];
  const graph = buildGraph({ nodeCount: 5, tail, head, weight });
  for (const algorithm of ALGORITHMS) {
    await answers(graph, { algorithm, tuning });
    await answers(graph, { algorithm, variant: 'invocation' });
  }
  const row = buildGrid({ width: 6, height: 1, cost: [1, most, most, most, 1, most] });
  const solver = await createGpuSolver(device, row, { algorithm: 'dijkstra', tuning });
  const { status, cost } = await solver.run(buildQueries([[0, 5]]), { share: 'never' });
  assert.is(status[0], FOUND);
  assert.ok(cost[0] < Infinity && cost[0] > 3 * most, `${cost[0]}`);
  solver.destroy();
});

test('a search that relaxes a chain again in every window is not given up', async () => {
  // Node i of the first `n` is in the far pile from the first round on, falls below the end of
  // window i - 1, and lowers the whole chain of the last `n` in window i: n * n rounds.
  const n = 80;
  const arcs: [from: number, to: number, weight: number][] = [[0, 2 * n + 1, 2e6]];
  for (let i = 1; i <= n; i++) {
    arcs.push([0, i, i === 1 ? 0 : 1e6], [i, n + 1, 3 * (n - i) + 1]);
    if (i < n) arcs.push([i, i + 1, 1], [n + i, n + i + 1, 1]);
  }
  const graph = buildGraph({
    nodeCount: 2 * n + 2,
    tail: arcs.map(([from]) => from),
    head: arcs.map(([, to]) => to),
    weight: arcs.map(([, , weight]) => weight),
  });
  const queries = buildQueries([
    [0, 2 * n + 1],
    [0, 2 * n],
  ]);
  for (const large of [false, true]) {
    const solver = await createGpuSolver(device, graph, {
      algorithm: 'dijkstra',
      tuning: { ...tuning, large },
    });
    checkRoutes(graph, queries, await solver.run(queries, { share: 'never' }), 'dijkstra');
    solver.destroy();
  }
});

test('a search that reaches its bound is an error, and the solver goes on', async () => {
  const grid = randomGrid(24, 24, 0.2, [1], {});
  const queries = randomQueries(grid, 20, 91);
  for (const large of [false, true]) {
    const solver = await createSolver(
      device,
      grid,
      { variant: 'workgroup', tuning: { ...tuning, large } },
      { rounds: 3 },
    );
    assert.match(await reason(solver.run(queries, { share: 'never' })), /a search was given up/);
    assert.match(await reason(solver.agents(queries)), /a search was given up/);
    const near = buildQueries([[0, 0]]);
    checkRoutes(grid, near, await solver.run(near), 'astar');
    solver.destroy();
  }
});

test('an abort ends a batch between two dispatches, and the solver goes on', async () => {
  const grid = randomGrid(40, 40, 0.2, [1], {});
  const queries = randomQueries(grid, 400, 92);
  const dispatches = { workspaces: 4, workgroupSize: 32, queriesPerDispatch: 4, large: true };
  const solver = await createGpuSolver(device, grid, { variant: 'workgroup', tuning: dispatches });
  await solver.run(queries, { share: 'never' });
  const timed = async (call: Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await call.catch(() => {});
    return performance.now() - begun;
  };
  const whole = await timed(solver.run(queries, { share: 'never' }));
  const controller = new AbortController();
  const aborted = solver.run(queries, { share: 'never', signal: controller.signal });
  setTimeout(() => controller.abort(new Error('no more')), whole / 20);
  const part = await timed(aborted);
  assert.is(await reason(aborted), 'Error: no more');
  assert.ok(part < whole / 2, `aborted after ${part} of ${whole} ms`);
  checkRoutes(grid, queries, await solver.run(queries), 'astar');
  const calm = new AbortController().signal;
  checkRoutes(grid, queries, await solver.run(queries, { signal: calm }), 'astar');
  solver.destroy();
});

test('an onProgress that throws rejects the call, and the solver goes on', async () => {
  const grid = randomGrid(16, 16, 0.2, [1], {});
  const queries = randomQueries(grid, 30, 93);
  const solver = await createGpuSolver(device, grid, { tuning });
  const onProgress = (): never => {
    throw new Error('from the caller');
  };
  for (const share of ['never', 'always'] as const) {
    const call = solver.run(queries, { share, onProgress });
    assert.is(await reason(call), 'Error: from the caller');
  }
  checkRoutes(grid, queries, await solver.run(queries), 'astar');
  solver.destroy();
});

test.run();
