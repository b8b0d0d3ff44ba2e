import { buildQueries } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
// the built package: threads run its script
import { createHubLabelPool } from '@wayfield/cpu-wasm/hub-labels-pool';
import { buildHierarchy } from '../src/hierarchy.ts';
import { buildHubLabels, createHubLabelSolver } from '../src/hub-labels.ts';
import { createHubLabelPool as createSlicedPool } from '../src/pool/hub-labels-pool.ts';
import { nodePairs, streets } from './random-graphs.ts';

const graph = streets(50, 3);
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const queries = nodePairs(graph, 1500, 4);
const solver = createHubLabelSolver(graph, hierarchy, labels);

async function rejects(work: Promise<unknown>, text: RegExp): Promise<void> {
  const outcome = await work.then(
    () => 'no error',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );
  assert.match(outcome, text);
}

const test = suite('createHubLabelPool');

test('answers as one solver does, bit for bit, with any number of threads', async () => {
  const expected = solver.run(queries);
  const distances = solver.distances(queries);
  for (const threads of [1, 3]) {
    const pool = await createHubLabelPool(graph, hierarchy, labels, { threads });
    assert.is(pool.threads, threads);
    assert.is(pool.fallback, undefined);
    assert.ok(pool.memoryBytes > labels.byteLength);
    for (let k = 0; k < 2; k++) {
      const routes = await pool.run(queries);
      for (const key of ['status', 'cost', 'firstNode', 'node'] as const) {
        sameArray(routes[key], expected[key], `${key} of ${threads} threads`);
      }
      sameArray(await pool.distances(queries), distances, 'distances');
    }
    const reuse = new Float32Array(queries.count);
    assert.is(await pool.distances(queries, { reuse }), reuse);
    sameArray(reuse, distances, 'distances again');
    await pool.destroy();
  }
});

test('refuses bad queries and options, stops when aborted, and goes on', async () => {
  const pool = await createHubLabelPool(graph, hierarchy, labels, { threads: 2 });
  const outside = buildQueries([[0, 2500]]);
  await rejects(pool.run(outside), /^RangeError: target\[0\] is 2500/);
  await rejects(pool.distances(outside), /^RangeError: target\[0\] is 2500/);
  await rejects(
    pool.distances(queries, { result: 'cost' } as object),
    /^TypeError: distances has no option 'result'/,
  );
  const signal = AbortSignal.abort(new Error('enough'));
  await rejects(pool.run(queries, { signal }), /enough/);
  await rejects(pool.distances(queries, { signal }), /enough/);
  sameArray(await pool.distances(buildQueries([[7, 7]])), [0]);
  await pool.destroy();
  await rejects(pool.distances(queries), /the pool was destroyed/);
  await rejects(
    createHubLabelPool(graph, hierarchy, labels, { threads: 0 }),
    /^RangeError: threads is 0/,
  );
});

test('works in slices where there is no shared memory', async () => {
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    const pool = await createSlicedPool(graph, hierarchy, labels);
    assert.is(pool.threads, 1);
    assert.match(pool.fallback ?? '', /SharedArrayBuffer is missing/);
    sameArray((await pool.run(queries)).node, solver.run(queries).node);
    sameArray(await pool.distances(queries), solver.distances(queries));
    const pending = pool.distances(queries, { onProgress: () => void pool.destroy() });
    await pending;
    await rejects(pool.distances(queries), /the pool was destroyed/);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

test.run();
