import { buildGraph, buildGrid, buildQueries, type Grid, type Queries } from '@wayfield/graph';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compactPath,
  createGpuSolver,
  type GpuCompactRoutes,
  type GpuRoutes,
  type GpuSolverOptions,
} from '../src/index.ts';
import { randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const test = suite('runCompact');

/** The answers of `run` with every path, whatever it shares. */
function checkCompact(compact: GpuCompactRoutes, routes: GpuRoutes): void {
  const { count, status, cost, firstNode, node } = routes;
  assert.is(compact.count, count);
  sameArray(compact.status, status);
  sameArray(compact.cost, cost);
  for (let q = 0; q < count; q++) {
    sameArray(compactPath(compact, q), node.subarray(firstNode[q], firstNode[q + 1]), `path ${q}`);
  }
}

async function compare(grid: Grid, queries: Queries, options: GpuSolverOptions): Promise<void> {
  const solver = await createGpuSolver(device, grid, options);
  const routes = await solver.run(queries, { share: 'never' });
  checkCompact(await solver.runCompact(queries), routes);
  // the waves of each kind are made again
  checkCompact(await solver.runCompact(queries), await solver.run(queries, { share: 'never' }));
  solver.destroy();
}

const invocation = { tuning: { workspaces: 64, compactWave: 100 } };

test('gives the paths of run in several waves, with blocked ends and none', async () => {
  const grid = randomGrid(16, 16, 0.3, [1], {});
  await compare(grid, randomQueries(grid, 450, 5), invocation);
});

test('needs two bits on four neighbours, also on maps one cell wide', async () => {
  const grid = randomGrid(1, 40, 0, [1], { neighbours: 4 });
  await compare(grid, randomQueries(grid, 60, 7), invocation);
  const narrow = randomGrid(2, 20, 0.1, [1], {});
  await compare(narrow, randomQueries(narrow, 60, 7), { ...invocation, algorithm: 'greedy' });
});

test('is the same with workgroups on weighted cells', async () => {
  const grid = randomGrid(12, 12, 0.2, [1, 3], {});
  const tuning = { workspaces: 2, workgroupSize: 32, compactWave: 20 };
  await compare(grid, randomQueries(grid, 50, 9), { variant: 'workgroup', tuning });
});

/** One path of 201 cells back and forth. */
function snake(): Grid {
  const cost = Array.from({ length: 21 * 17 }, (_, cell) => {
    const [x, y] = [cell % 21, Math.floor(cell / 21)];
    return y % 2 === 0 || x === (y % 4 === 1 ? 20 : 0) ? 1 : 0;
  });
  return buildGrid({ width: 21, height: 17, cost });
}

test('asks again where paths find no room, and keeps the order', async () => {
  const grid = snake();
  const pairs = Array.from({ length: 90 }, (_, i) => [i % 21, i % 3 ? 21 * 16 : 2] as const);
  const queries = buildQueries(pairs);
  // a small budget leaves no room for all paths of a wave, so it is halved
  for (const memoryBudget of [200_000, undefined]) {
    const solver = await createGpuSolver(device, grid, {
      tuning: { workspaces: 8, compactWave: 40 },
      ...(memoryBudget !== undefined && { memoryBudget }),
    });
    const seen: number[] = [];
    const compact = await solver.runCompact(queries, { onProgress: (done) => seen.push(done) });
    assert.is(seen.at(-1), 90);
    if (memoryBudget !== undefined) assert.ok(seen.length > 3, `${seen}`);
    assert.ok(memoryBudget === undefined || solver.memoryBytes <= memoryBudget);
    checkCompact(compact, await solver.run(queries, { share: 'never' }));
    solver.destroy();
  }
});

test('writes over an earlier result, marks nearest ends, and takes no queries', async () => {
  const grid = randomGrid(14, 14, 0.4, [1], {});
  const queries = randomQueries(grid, 120, 3);
  const solver = await createGpuSolver(device, grid, invocation);
  const first = await solver.runCompact(queries);
  const { word } = first;
  const again = await solver.runCompact(queries, { reuse: first, nearest: 'both' });
  assert.is(again.status.buffer, first.status.buffer);
  assert.is(again.cost.buffer, first.cost.buffer);
  assert.ok(again.word === word || again.word.length > word.length);
  checkCompact(again, await solver.run(queries, { share: 'never', nearest: 'both' }));
  assert.is((await solver.runCompact(buildQueries([]))).count, 0);
  solver.destroy();
});

test('rejects graphs, aborted calls and queries that are none', async () => {
  const graph = buildGraph({ nodeCount: 2, tail: [0], head: [1], weight: [1] });
  const roads = await createGpuSolver(device, graph);
  assert.match(await reason(roads.runCompact(buildQueries([[0, 1]]))), 'needs a grid');
  roads.destroy();
  const grid = randomGrid(8, 8, 0, [1], {});
  const solver = await createGpuSolver(device, grid, invocation);
  const queries = randomQueries(grid, 300, 3);
  const controller = new AbortController();
  const onProgress = (): void => controller.abort(new Error('enough'));
  const aborted = solver.runCompact(queries, { signal: controller.signal, onProgress });
  assert.match(await reason(aborted), 'enough');
  const routes = await solver.runCompact(queries);
  assert.throws(() => compactPath(routes, 300), /300/);
  const late = solver.runCompact(queries);
  solver.destroy();
  assert.match(await reason(late), 'destroyed');
});

test.run();
