// A worker that dies: the call rejects and names the worker, the next call has another worker.
import { Worker } from 'node:worker_threads';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAreaPool } from '@wayfield/navmesh/areas-pool';
import { createCorridorPool } from '@wayfield/navmesh/corridors-pool';
import { createSurfacePool } from '@wayfield/navmesh/surface-pool';
import { buildPointQueries, createNavMesh, createPolyanya, type NavMesh } from '@wayfield/navmesh';

interface Calls {
  readonly fallback: string | undefined;
  readonly threads: number;
  destroy(): Promise<void>;
  /** The name of the call in errors, a short call, and one that takes 50 ms at least. */
  readonly what: string;
  short(): Promise<ArrayLike<number>>;
  long(): Promise<unknown>;
}

interface Options {
  readonly threads: number;
  readonly worker: () => Worker;
}

const random = randomOf(3);
const place = (): number => SIDE * random();
const rows = (count: number): number[][] =>
  Array.from({ length: count }, () => [place(), place(), place(), place()]);
const column = (count: number): Float64Array => Float64Array.from({ length: count }, place);

const POOLS: Record<string, (nav: NavMesh, options: Options) => Promise<Calls>> = {
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
  async 'surface-pool-worker'(nav, options) {
    const pool = await createSurfacePool(nav, options);
    const few = { x: column(600), y: column(600), radius: 0.1 };
    const many = { x: column(200_000), y: column(200_000), radius: 0.1 };
    return {
      ...pool,
      what: 'a batch',
      short: async () => (await pool.closestPointAll(few)).x,
      long: () => pool.closestPointAll(many),
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

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  );

const test = suite('workers of pools that die');

for (const [script, open] of Object.entries(POOLS))
  test(script, async () => {
    const nav = createNavMesh(randomScene(31, 14));
    const made: Worker[] = [];
    const file = new URL(import.meta.resolve(`@wayfield/navmesh/${script}`));
    const worker = (): Worker => {
      made.push(new Worker(file));
      return made.at(-1)!;
    };
    const pool = await open(nav, { threads: 2, worker });
    assert.is(pool.fallback, undefined);
    const before = Array.from(await pool.short());
    const answers = async (what: string): Promise<void> =>
      assert.equal(Array.from(await pool.short()), before, what);
    for (const end of [0, 1]) {
      const long = outcome(pool.long());
      // the workers have been told by then, and their work takes longer
      setImmediate(() => void made[end].terminate());
      const message = new RegExp(`^Error: worker [12] of 2 .*during ${pool.what}$`);
      const ended = await long;
      assert.ok(message.test(ended), ended);
      await answers(`after worker ${end}`);
    }
    assert.is(made.length, 4);
    // between two calls, and with changes that no worker has been told
    await Promise.all(made.map((thread) => thread.terminate()));
    const id = nav.add([4, 4, 4.1, 4, 4.1, 4.1, 4, 4.1]);
    await pool.short();
    nav.remove(id);
    await answers('after changes');
    assert.is(made.length, 6);
    // destroy ends calls that are not finished
    const long = outcome(pool.long());
    await pool.destroy();
    assert.match(await long, /the pool was destroyed/);
  });

test('a corridor pool goes on with empty slots, and the others as they are', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const made: Worker[] = [];
  const file = new URL(import.meta.resolve('@wayfield/navmesh/corridors-pool-worker'));
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
