import { buildGrid, buildQueries } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
// the built package: threads run its script
import { createSubgoalPool } from '@wayfield/cpu-wasm/subgoal-pool';
import { buildHubLabels } from '../src/hub-labels.ts';
import { createSubgoalPool as createSlicedPool } from '../src/pool/subgoal-pool.ts';
import { buildSubgoalHierarchy, createSubgoalSolver } from '../src/subgoals.ts';
import { numbers, randomPairs } from './random-grids.ts';

const SEED = 20_291;
const random = numbers(SEED);
const blocked = Array.from({ length: 80 * 60 }, () => random() < 0.25);
const grid = buildGrid({ width: 80, height: 60, blocked });
const hierarchy = buildSubgoalHierarchy(grid);
const labels = buildHubLabels(hierarchy);
const queries = randomPairs(grid, 1500, SEED);
const solver = createSubgoalSolver(grid, hierarchy, labels);

async function rejects(work: Promise<unknown>, text: RegExp): Promise<void> {
  const outcome = await work.then(
    () => 'no error',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );
  assert.match(outcome, text);
}

const test = suite('createSubgoalPool');

test('answers as one solver does, bit for bit, with any number of threads', async () => {
  const expected = solver.run(queries);
  for (const threads of [1, 3]) {
    const pool = await createSubgoalPool(grid, hierarchy, labels, { threads });
    assert.is(pool.threads, threads);
    assert.is(pool.fallback, undefined);
    assert.ok(pool.memoryBytes > labels.byteLength);
    for (let k = 0; k < 2; k++) {
      const routes = await pool.run(queries);
      for (const key of ['status', 'cost', 'firstNode', 'node'] as const) {
        sameArray(routes[key], expected[key], `${key} of ${threads} threads`);
      }
    }
    await pool.destroy();
  }
});

test('answers in slices where there is no worker', async () => {
  const pool = await createSlicedPool(grid, hierarchy, labels, { threads: 1 });
  sameArray((await pool.run(queries)).cost, solver.run(queries).cost, 'cost');
  await pool.destroy();
  await rejects(pool.run(queries), /^Error: the pool was destroyed/);
});

test('refuses bad queries, options and labels, stops when aborted, and goes on', async () => {
  const pool = await createSubgoalPool(grid, hierarchy, labels, { threads: 2 });
  await rejects(pool.run(buildQueries([[0, 4800]])), /^RangeError: target\[0\] is 4800/);
  const signal = AbortSignal.abort(new Error('enough'));
  await rejects(pool.run(queries, { signal }), /enough/);
  sameArray((await pool.run(queries)).cost, solver.run(queries).cost, 'cost');
  await pool.destroy();
  await rejects(
    createSubgoalPool(grid, hierarchy, labels, { threads: 2, agentSize: 2 }),
    /^RangeError: the hierarchy has \d+ nodes, the graph has \d+ nodes/,
  );
});

test.run();
