// Pools answer as a search on the calling thread does, bit by bit.
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPointLabels, createLabelSearch } from '../src/index.ts';
import { createLabelPool } from '../src/pool/index.ts';

const test = suite('label pools');

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

test.run();
