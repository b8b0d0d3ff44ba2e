import { buildGrid, buildQueries, FOUND, NO_PATH } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWasmSolver } from '../src/index.ts';
// the built package: threads run its script
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { numbers, randomPairs } from './random-grids.ts';

const test = suite('createWasmPool');

const random = numbers(11);
const grid = buildGrid({
  width: 90,
  height: 70,
  blocked: Array.from({ length: 90 * 70 }, () => random() < 0.3),
});
const queries = randomPairs(grid, 500, 12);

async function rejects(work: Promise<unknown>, text: RegExp): Promise<void> {
  const outcome = await work.then(
    () => 'no error',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );
  assert.match(outcome, text);
}

test('answers as one solver does, bit for bit, with any number of threads', async () => {
  const expected = createWasmSolver(grid).run(queries);
  for (const threads of [1, 2, 5]) {
    const pool = await createWasmPool(grid, { threads });
    assert.is(pool.threads, threads);
    assert.is(pool.fallback, undefined);
    for (let k = 0; k < 3; k++) {
      const routes = await pool.run(queries);
      for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
        sameArray(routes[key] ?? [], expected[key] ?? [], `${key} of ${threads} threads`);
      }
    }
    await pool.destroy();
  }
  validateRoutes(grid, queries, expected);
});

test('answers small and large batches in turn, whatever pace the last batch set', async () => {
  const pool = await createWasmPool(grid, { threads: 3 });
  const solver = createWasmSolver(grid);
  // 3,000 are taken many at a time
  for (const count of [0, 1, 3000, 2, 0, 3000, 7]) {
    const some = randomPairs(grid, count, 100 + count);
    const [routes, expected] = [await pool.run(some), solver.run(some)];
    for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
      sameArray(routes[key] ?? [], expected[key] ?? [], `${key} of ${count} queries`);
    }
  }
  const held = pool.memoryBytes;
  await pool.run(queries);
  assert.ok(pool.memoryBytes >= held && held > 0, `${held}, then ${pool.memoryBytes} bytes`);
  await pool.destroy();
});

test('splits batches for agents of several sizes, nearest cells and limits', async () => {
  const options = {
    agentSize: Array.from(queries.source, (_, i) => 1 + (i % 3)),
    nearest: true,
    maxSettled: 900,
  };
  const pool = await createWasmPool(grid, { threads: 2 });
  const routes = await pool.run(queries, options);
  const expected = createWasmSolver(grid).run(queries, options);
  sameArray(routes.status, expected.status);
  sameArray(routes.node, expected.node);
  const costs = await pool.run(queries, { ...options, result: 'cost' });
  sameArray(costs.cost, expected.cost);
  assert.is(costs.node.length, 0);
  await pool.destroy();
});

test('runs batches and updates in the order they were asked for', async () => {
  const map = buildGrid({ width: 40, height: 40 });
  const pool = await createWasmPool(map, { threads: 2 });
  const across = buildQueries([[0, 39]]);
  const before = pool.run(across);
  await before;
  for (let y = 0; y < 40; y++) map.cost[y * 40 + 20] = 0;
  const updated = pool.update(Array.from({ length: 40 }, (_, y) => y * 40 + 20));
  const after = pool.run(across);
  assert.is((await before).status[0], FOUND);
  await updated;
  assert.is((await after).status[0], NO_PATH);
  // the walls are known now: nothing is searched
  assert.is((await pool.run(across)).settled?.[0], 0);
  await pool.destroy();
});

test('finds paths longer than one block of nodes', async () => {
  const width = 600;
  const blocked = new Uint8Array(width * 1201);
  for (let y = 1; y < 1201; y += 2) {
    blocked.fill(1, y * width, (y + 1) * width);
    blocked[y * width + (y % 4 === 1 ? width - 1 : 0)] = 0;
  }
  const map = buildGrid({ width, height: 1201, blocked });
  const pool = await createWasmPool(map, { threads: 2 });
  const end = 1200 * width + width - 1;
  const long = buildQueries([
    [0, end],
    [0, 5],
    [end, 0],
    [0, width * 10],
  ]);
  for (let k = 0; k < 2; k++) {
    const routes = await pool.run(long);
    sameArray(routes.node, createWasmSolver(map).run(long).node);
  }
  await pool.destroy();
});

test('reports progress and can be aborted', async () => {
  const map = buildGrid({ width: 500, height: 500 });
  const pool = await createWasmPool(map, { algorithm: 'dijkstra', threads: 2 });
  const slow = buildQueries(Array.from({ length: 400 }, () => [0, 249_999] as const));
  const controller = new AbortController();
  let reports = 0;
  const run = pool.run(slow, {
    signal: controller.signal,
    onProgress: () => {
      reports++;
      controller.abort(new Error('enough'));
    },
  });
  await rejects(run, /Error: enough/);
  assert.ok(reports > 0);
  // the pool still works
  assert.is((await pool.run(buildQueries([[0, 1]]))).cost[0], 1);
  await pool.destroy();
});

test('refuses bad input and goes on', async () => {
  await rejects(createWasmPool(grid, { threads: 0 }), /RangeError: threads is 0/);
  await rejects(
    createWasmPool(grid, { algorithm: 'x' as never }),
    /RangeError: algorithm is 'x', expected/,
  );
  const pool = await createWasmPool(grid, { threads: 1 });
  await rejects(pool.run(buildQueries([[0, 6300]])), /RangeError: target\[0\] is 6300/);
  assert.is((await pool.run(queries)).count, 500);
  await pool.destroy();
  await rejects(pool.run(queries), /the pool was destroyed/);
});

test('rejects what is under way when it is destroyed', async () => {
  const map = buildGrid({ width: 500, height: 500 });
  const pool = await createWasmPool(map, { algorithm: 'dijkstra', threads: 2 });
  const slow = buildQueries(Array.from({ length: 400 }, () => [0, 249_999] as const));
  const run = rejects(pool.run(slow), /the pool was destroyed/);
  await new Promise((resume) => setTimeout(resume, 30));
  await pool.destroy();
  await run;
});

test('falls back to the calling thread where there is no shared memory', async () => {
  const kept = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const pool = await createWasmPool(grid, { threads: 4 });
    assert.is(pool.threads, 1);
    assert.match(pool.fallback ?? '', /SharedArrayBuffer is missing/);
    const routes = await pool.run(queries);
    sameArray(routes.node, createWasmSolver(grid).run(queries).node);
    await pool.destroy();
    const map = buildGrid({ width: 300, height: 300 });
    const slow = buildQueries(Array.from({ length: 400 }, () => [0, 89_999] as const));
    const sliced = await createWasmPool(map, { algorithm: 'dijkstra' });
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => {
      // the thread is handed back between slices
      if (++turns === 3) controller.abort(new Error('enough'));
    }, 1);
    await rejects(sliced.run(slow, { signal: controller.signal }), /enough/);
    clearInterval(timer);
    assert.is(turns, 3);
    // in the middle of a batch, between two slices
    const run = rejects(sliced.run(slow), /the pool was destroyed/);
    await new Promise((resume) => setTimeout(resume, 1));
    await sliced.destroy();
    await run;
    await rejects(sliced.run(queries), /the pool was destroyed/);
  } finally {
    globalThis.SharedArrayBuffer = kept;
  }
});

test.run();
