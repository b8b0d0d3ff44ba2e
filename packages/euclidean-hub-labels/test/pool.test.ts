// Pools answer as a search on the calling thread does, bit by bit.
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPointLabels, createLabelSearch } from '../src/index.ts';
import { createLabelPool } from '../src/pool/index.ts';

const test = suite('label pools');

test('paths of so many points that shared memory grows', async () => {
  // walls that leave a gap now at the top, now at the bottom
  const obstacles = Array.from({ length: 39 }, (_, i) => {
    const [x, low, high] = i % 2 === 0 ? [4 * i + 4, 0, 16] : [4 * i + 4, 4, 20];
    return [x, low, x + 1, low, x + 1, high, x, high];
  });
  const { triangulation } = createNavMesh({ boundary: [0, 0, 164, 0, 164, 20, 0, 20], obstacles });
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const labels = buildPointLabels(mesh);
  const queries = buildPointQueries(Array.from({ length: 512 }, () => [1, 10, 162, 10]));
  const search = createLabelSearch(mesh, labels);
  const pool = await createLabelPool(mesh, labels, { threads: 2 });
  const expected = search.run(queries);
  assert.is(expected.x.length, 512 * 80);
  assert.equal(await pool.run(queries), expected);
  await pool.destroy();
  search.destroy();
});

test('give the same bits as one thread', async () => {
  const nav = createNavMesh(randomScene(60, 20));
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const labels = buildPointLabels(mesh);
  const search = createLabelSearch(mesh, labels);
  const pool = await createLabelPool(mesh, labels, { threads: 3 });
  assert.is(pool.fallback, undefined);
  assert.is(pool.threads, 3);
  const random = randomOf(6);
  const place = (): number => SIDE * random();
  for (const count of [700, 2, 0]) {
    const rows = Array.from({ length: count }, () => [place(), place(), place(), place()]);
    const queries = buildPointQueries(rows);
    for (const options of [{}, { result: 'cost' }, { nearest: 'both' }] as const)
      assert.equal(await pool.run(queries, options), search.run(queries, options));
  }
  const memory = pool.memoryBytes;
  assert.ok(memory > labels.byteLength && memory < 4 * search.memoryBytes, `${memory}`);
  await pool.destroy();
  search.destroy();
});

const noWorker = (): never => {
  throw new Error('workers are forbidden');
};

test('answers the queries as they were at the call, on the calling thread as well', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9], walls: [[4, 0, 4, 7]] });
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const labels = buildPointLabels(mesh);
  for (const worker of [undefined, noWorker]) {
    const pool = await createLabelPool(mesh, labels, { threads: 1, worker });
    assert.is(pool.fallback === undefined, worker === undefined);
    const queries = buildPointQueries([[1, 1, 8, 1]]);
    const options: { result: 'routes' | 'cost' } = { result: 'cost' };
    const answered = pool.run(queries, options);
    (queries.targetX as Float64Array)[0] = 1;
    options.result = 'routes';
    const { cost, x } = await answered;
    assert.is(cost[0].toFixed(3), '13.919');
    assert.is(x.length, 0);
    await pool.destroy();
  }
});

test.run();
