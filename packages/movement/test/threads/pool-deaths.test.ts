// A worker that dies: the call rejects and names the worker, the next call has another worker.
import { Worker } from 'node:worker_threads';
import { type MortalOptions, type MortalPool, outliveWorkers } from '@wayfield/testing/pool-deaths';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaPool } from '@wayfield/movement/areas-pool';
import { createCorridorPool } from '@wayfield/movement/corridors-pool';
import { buildPointQueries, createNavMesh, createPolyanya, type NavMesh } from '@wayfield/navmesh';

const random = randomOf(3);
const place = (): number => SIDE * random();
const rows = (count: number): number[][] =>
  Array.from({ length: count }, () => [place(), place(), place(), place()]);

const POOLS: Record<string, (nav: NavMesh, options: MortalOptions) => Promise<MortalPool>> = {
  async 'areas-pool-worker'(nav, options) {
    const areas = [{ polygon: [1, 1, 6, 1, 6, 5, 1, 5], area: 1 }];
    const pool = await createAreaPool(nav, { areas, costs: [1, 3], ...options });
    const [few, many] = [buildPointQueries(rows(10)), buildPointQueries(rows(1000))];
    return {
      ...pool,
      what: 'a batch',
      short: async () => (await pool.run(few)).cost,
      long: () => pool.run(many),
    };
  },
  async 'corridors-pool-worker'(nav, options) {
    const count = 20_000;
    const pool = await createCorridorPool(nav, count, options);
    const solver = createPolyanya(nav);
    const routes = solver.run(buildPointQueries(rows(count)));
    solver.destroy();
    return {
      ...pool,
      what: 'setAll',
      async short() {
        await pool.setAll({ routes });
        return pool.distanceAll();
      },
      long: () => pool.setAll({ routes }),
    };
  },
};

const test = suite('workers of pools that die');

for (const [script, open] of Object.entries(POOLS))
  test(script, () => {
    const nav = createNavMesh(randomScene(31, 14));
    const file = import.meta.resolve(`@wayfield/movement/${script}`);
    return outliveWorkers(file, nav, (options) => open(nav, options));
  });

test('a corridor pool goes on with empty slots, and the others as they are', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const made: Worker[] = [];
  const file = new URL(import.meta.resolve('@wayfield/movement/corridors-pool-worker'));
  const worker = (): Worker => {
    made.push(new Worker(file));
    return made.at(-1)!;
  };
  const pool = await createCorridorPool(nav, 4, { threads: 2, worker });
  const solver = createPolyanya(nav);
  const row = [1, 1, 8, 8];
  await pool.setAll({ routes: solver.run(buildPointQueries([row, row, row, row])) });
  assert.equal(await pool.validAll(), Uint8Array.of(1, 1, 1, 1));
  await made[0].terminate();
  const valid = Array.from(await pool.validAll());
  // either half: workers start in any order
  assert.ok(['0,0,1,1', '1,1,0,0'].includes(String(valid)), String(valid));
  await pool.destroy();
  solver.destroy();
});

test.run();
