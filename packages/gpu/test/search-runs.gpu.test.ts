import { buildGrid, buildQueries, type Grid, type Queries } from '@wayfield/graph';
import { reason, sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, type GpuSolverOptions } from '../src/index.ts';
import { checkRoutes, randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const tuning = { workspaces: 2, workgroupSize: 32 };

/** One way of 201 cells back and forth, and short ways at its beginning. */
function snake(): Grid {
  const cost = Array.from({ length: 21 * 17 }, (_, cell) => {
    const [x, y] = [cell % 21, Math.floor(cell / 21)];
    return y % 2 === 0 || x === (y % 4 === 1 ? 20 : 0) ? 1 : 0;
  });
  return buildGrid({ width: 21, height: 17, cost });
}

const waves = suite('waves');

waves('split a batch that exceeds the budget', async () => {
  const grid = randomGrid(16, 16, 0.2, [1], {});
  const queries = randomQueries(grid, 900, 81);
  const solver = await createGpuSolver(device, grid, { memoryBudget: 90_000, tuning });
  const seen: number[] = [];
  const routes = await solver.run(queries, { onProgress: (done) => seen.push(done) });
  assert.ok(seen.length > 2, `${seen.length} waves`);
  assert.is(seen.at(-1), 900);
  assert.ok(solver.memoryBytes <= 90_000, `${solver.memoryBytes} bytes`);
  checkRoutes(grid, queries, routes, 'astar');
  const next = await solver.run(queries, { result: 'next' });
  sameArray(next.status, routes.status);
  sameArray(next.cost, routes.cost);
  assert.is(next.node.length, next.firstNode[900]);
  solver.destroy();
});

waves('ask again for paths without room', async () => {
  const grid = snake();
  // next to each other across a wall: the first guess is far too low
  const pairs = Array.from({ length: 60 }, (_, i) => [i % 21, i % 3 ? 21 * 16 : 2] as const);
  const queries = buildQueries(pairs);
  const short = buildQueries(pairs.map(() => [0, 1] as const));
  const solver = await createGpuSolver(device, grid, { tuning });
  await solver.run(short);
  const seen: number[] = [];
  const onProgress = (done: number): number => seen.push(done);
  // trees are no whole batch, so the waves learn the length of paths from the first one
  const shared = await solver.run(queries, { share: 'always', onProgress });
  assert.ok(seen.length > 1 && seen[0] < 60, `answered after each wave: ${seen}`);
  checkRoutes(grid, queries, shared, 'astar');
  seen.length = 0;
  checkRoutes(grid, queries, await solver.run(queries, { onProgress }), 'astar');
  sameArray(seen, [60], 'the second time there is room');
  solver.destroy();
});

waves('of a batch without room are searched twice, not three times', async () => {
  const grid = snake();
  const pairs = Array.from({ length: 60 }, (_, i) => [i % 21, i % 3 ? 21 * 16 : 2] as const);
  const queries = buildQueries(pairs);
  const short = buildQueries(pairs.map(() => [0, 1] as const));
  // one wave, and two that take turns
  for (const compactWave of [100, 30]) {
    const solver = await createGpuSolver(device, grid, { tuning: { ...tuning, compactWave } });
    await solver.run(short, { share: 'never' });
    const seen: number[] = [];
    const onProgress = (done: number): number => seen.push(done);
    const routes = await solver.run(queries, { share: 'never', onProgress });
    sameArray(seen, [60], 'one wave beside those without room');
    checkRoutes(grid, queries, routes, 'astar');
    solver.destroy();
  }
});

waves('that take turns give what one wave gives', async () => {
  const grid = randomGrid(16, 16, 0.3, [1], {});
  const queries = randomQueries(grid, 470, 83);
  for (const algorithm of ['astar', 'dijkstra', 'greedy'] as const) {
    const one = await createGpuSolver(device, grid, { algorithm });
    const options = { algorithm, tuning: { workspaces: 64, compactWave: 100 } };
    const several = await createGpuSolver(device, grid, options);
    const expected = await one.run(queries, { share: 'never' });
    const seen: number[] = [];
    const onProgress = (done: number): number => seen.push(done);
    // the array for nodes is too short the first time
    const before = await one.run(randomQueries(grid, 470, 84), { share: 'never' });
    const reuse = { ...before, node: new Uint32Array(7) };
    let found = await several.run(queries, { share: 'never', onProgress, reuse });
    sameArray(seen, [94, 188, 282, 376, 470]);
    for (let k = 0; k < 2; k++) {
      sameArray(found.status, expected.status);
      sameArray(found.cost, expected.cost);
      sameArray(found.settled!, expected.settled!);
      sameArray(found.firstNode, expected.firstNode);
      sameArray(found.node, expected.node);
      found = await several.run(queries, { share: 'never' });
    }
    const costs = await several.run(queries, { share: 'never', result: 'cost' });
    sameArray(costs.cost, expected.cost);
    assert.is(costs.node.length, 0);
    assert.ok(costs.firstNode.every((first) => first === 0));
    one.destroy();
    several.destroy();
  }
});

waves('reuse the arrays of an earlier result', async () => {
  const grid = snake();
  const solver = await createGpuSolver(device, grid, { tuning });
  const long = randomQueries(grid, 40, 84);
  const reuse = await solver.run(long);
  const { status, cost, settled, firstNode, node } = reuse;
  const few = buildQueries({
    source: long.source.subarray(0, 30),
    target: long.target.subarray(0, 30),
  });
  const routes = await solver.run(few, { reuse });
  checkRoutes(grid, few, routes, 'astar');
  for (const [now, before] of [
    [routes.status, status],
    [routes.cost, cost],
    [routes.settled!, settled!],
    [routes.firstNode, firstNode],
  ]) {
    assert.is(now.buffer, before.buffer);
  }
  assert.is(routes.node, node);
  const more = randomQueries(grid, 60, 86);
  checkRoutes(grid, more, await solver.run(more, { reuse: routes }), 'astar');
  solver.destroy();
});

waves.run();

const runs = suite('runs');

async function started(
  options: GpuSolverOptions = {},
): Promise<Awaited<ReturnType<typeof createGpuSolver>>> {
  return createGpuSolver(device, randomGrid(16, 16, 0.2, [1], {}), { tuning, ...options });
}

runs('stop between waves when aborted, and the solver goes on', async () => {
  const solver = await started({ memoryBudget: 90_000 });
  const queries = randomQueries(randomGrid(16, 16, 0.2, [1], {}), 900, 82);
  const controller = new AbortController();
  let waveCount = 0;
  const onProgress = (): void => {
    waveCount++;
    controller.abort(new Error('no more'));
  };
  const { signal } = controller;
  assert.is(await reason(solver.run(queries, { signal, onProgress })), 'Error: no more');
  assert.is(waveCount, 1);
  assert.is(await reason(solver.run(queries, { signal })), 'Error: no more');
  assert.is((await solver.run(queries)).count, 900);
  solver.destroy();
});

runs('are one at a time, and none after destroy', async () => {
  const solver = await started();
  const queries = buildQueries([[0, 5]]);
  const first = solver.run(queries);
  assert.is(await reason(solver.run(queries)), 'Error: the solver is at work: one run at a time');
  await first;
  const last = reason(solver.run(queries));
  solver.destroy();
  solver.destroy();
  assert.is(await last, 'Error: the solver was destroyed');
  assert.is(await reason(solver.run(queries)), 'Error: the solver was destroyed');
});

runs('reject when the device is lost, and a solver on a new device works', async () => {
  const grid = randomGrid(16, 16, 0.2, [1], {});
  const queries = randomQueries(grid, 20, 83);
  const lost = await testDevice();
  const solver = await createGpuSolver(lost, grid, { tuning });
  await solver.run(queries);
  const pending = reason(solver.run(queries));
  lost.destroy();
  assert.match(await pending, /^Error: .*: the GPU device was lost: it was destroyed/);
  assert.match(await reason(solver.run(queries)), /the GPU device was lost/);
  assert.match(await reason(createGpuSolver(lost, grid)), /the GPU device was lost/);
  const fresh = await started();
  checkRoutes(grid, queries, await fresh.run(queries), 'astar');
  fresh.destroy();
});

runs.run();

const refusals = suite('refusals');

refusals('name what is wrong with queries', async () => {
  const solver = await started();
  const refused = async (queries: Queries, text: string): Promise<void> =>
    assert.is(await reason(solver.run(queries)), text);
  await refused(buildQueries([[3, 256]]), 'RangeError: target[0] is 256, the graph has 256 nodes');
  const one = new Uint32Array(1);
  await refused(
    { count: 2, source: new Uint32Array(2), target: one },
    'RangeError: target has 1 entries, expected 2',
  );
  solver.destroy();
});

refusals('name what is wrong with options', async () => {
  const refused = async (options: object, text: RegExp): Promise<void> =>
    assert.match(await reason(started(options)), text);
  await refused(
    { algorithm: 'best' },
    /^RangeError: algorithm is 'best', expected 'astar', 'dijkstra' or /,
  );
  await refused(
    { heuristic: 'h' },
    /^RangeError: heuristic is 'h', expected 'zero', 'manhattan', /,
  );
  await refused({ heuristic: 'manhattan' }, /^RangeError: heuristic 'manhattan' overestimates/);
  await refused(
    { algorithm: 'dijkstra', heuristic: 'octile' },
    /^RangeError: dijkstra takes no heuristic, got 'octile'/,
  );
  await refused(
    { tuning: { workgroupSize: 48 } },
    /^RangeError: workgroupSize is 48: it must be a power of two from 32 to /,
  );
  await refused({ memoryBudget: 100 }, /memoryBudget is 100/);
  await refused({ memoryBudget: 9000, tuning: { large: true } }, /memoryBudget is 9,000/);
});

refusals.run();
