// A worker that dies: the batch rejects and names the worker, the next batch has another worker.
import { createSurfacePool } from '@wayfield/surface/pool';
import { outliveWorkers } from '@wayfield/testing/pool-deaths';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { createNavMesh } from '@wayfield/triangulation';
import { suite } from 'uvu';

const random = randomOf(3);
const column = (count: number): Float64Array =>
  Float64Array.from({ length: count }, () => SIDE * random());

const test = suite('workers of surface pools that die');

test('pool-worker', () => {
  const nav = createNavMesh(randomScene(31, 14));
  const file = import.meta.resolve('@wayfield/surface/pool-worker');
  return outliveWorkers(file, nav, async (options) => {
    const pool = await createSurfacePool(nav, options);
    const few = { x: column(600), y: column(600), radius: 0.1 };
    const many = { x: column(200_000), y: column(200_000), radius: 0.1 };
    return {
      ...pool,
      what: 'a batch',
      short: async () => (await pool.closestPointAll(few)).x,
      long: () => pool.closestPointAll(many),
    };
  });
});

test.run();
