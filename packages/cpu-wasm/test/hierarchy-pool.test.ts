import { buildQueries } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
// the built package: threads run its script
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { createHierarchyPool as createSlicedPool } from '../src/pool/hierarchy-pool.ts';
import { nodePairs, streets } from './random-graphs.ts';

const graph = streets(50, 3);
const hierarchy = buildHierarchy(graph);
const queries = nodePairs(graph, 400, 4);

async function rejects(work: Promise<unknown>, text: RegExp): Promise<void> {
  const outcome = await work.then(
    () => 'no error',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );
  assert.match(outcome, text);
}

const test = suite('createHierarchyPool');

test('answers as one solver does, bit for bit, with any number of threads', async () => {
  const expected = createHierarchySolver(graph, hierarchy).run(queries);
  for (const threads of [1, 3]) {
    const pool = await createHierarchyPool(graph, hierarchy, { threads });
    assert.is(pool.threads, threads);
    assert.is(pool.fallback, undefined);
    assert.ok(pool.memoryBytes > 0);
    for (let k = 0; k < 2; k++) {
      const routes = await pool.run(queries);
      for (const key of ['status', 'cost', 'firstNode', 'node', 'settled'] as const) {
        sameArray(routes[key] ?? [], expected[key] ?? [], `${key} of ${threads} threads`);
      }
    }
    const costs = await pool.run(queries, { result: 'cost' });
    sameArray(costs.cost, expected.cost);
    assert.is(costs.node.length, 0);
    await pool.destroy();
  }
});

test('refuses bad queries and options, stops when aborted, and goes on', async () => {
  const pool = await createHierarchyPool(graph, hierarchy, { threads: 2 });
  await rejects(pool.run(buildQueries([[0, 2500]])), /^RangeError: target\[0\] is 2500/);
  await rejects(
    pool.run(queries, { nearest: true } as object),
    /^TypeError: run has no option 'nearest'/,
  );
  await rejects(pool.run(queries, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  const { cost } = await pool.run(buildQueries([[7, 7]]));
  sameArray(cost, [0]);
  await pool.destroy();
  await rejects(pool.run(queries), /the pool was destroyed/);
  await rejects(createHierarchyPool(graph, hierarchy, { threads: 0 }), /^RangeError: threads is 0/);
});

test('works in slices where there is no shared memory', async () => {
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const pool = await createSlicedPool(graph, hierarchy);
    assert.is(pool.threads, 1);
    assert.match(pool.fallback ?? '', /SharedArrayBuffer is missing/);
    const routes = await pool.run(queries);
    sameArray(routes.node, createHierarchySolver(graph, hierarchy).run(queries).node);
    await pool.destroy();
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test.run();
