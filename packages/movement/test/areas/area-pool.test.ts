// Area pools answer as a search on the calling thread does, bit by bit, also after changes.
import { Worker } from 'node:worker_threads';
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { FOUND, NEAREST, NO_PATH } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AreaRoutes, createAreaSearch, type LineRows } from '../../src/areas.ts';
import { createAreaPool } from '../../src/areas-pool.ts';
import { buildPointQueries, buildPolygonMesh, createNavMesh } from '@wayfield/navmesh';

const test = suite('area pools');

function same(pooled: AreaRoutes, single: AreaRoutes, what: string): void {
  assert.is(pooled.count, single.count, what);
  for (const name of Object.keys(single) as (keyof AreaRoutes)[]) {
    if (name === 'count') continue;
    const [one, other] = [pooled[name], single[name]] as ArrayLike<number>[];
    assert.is(one.length, other.length, `${what}, ${name}`);
    for (let i = 0; i < other.length; i++)
      if (!Object.is(one[i], other[i]))
        assert.unreachable(`${what}, ${name}[${i}]: ${one[i]}, ${other[i]}`);
  }
}

const areas = [
  { polygon: [1, 1, 6, 1, 6, 5, 1, 5], area: 1 },
  { polygon: [4, 4, 9, 5, 7, 9], area: 2 },
];
const costs = [1, 3, 0.5];
const closed = [1, 3, Infinity];
const links = [{ from: [0.5, 0.5], to: [SIDE - 0.5, SIDE - 0.5], cost: 2, twoWay: true }] as const;

for (const [what, options] of Object.entries({
  'areas and links': { areas, costs, links },
  'one cost': { costs: [2] },
  'a closed area, a radius': { areas, costs: closed, radius: 0.1 },
  'one cost, a radius': { costs: [2], radius: 0.1 },
}))
  test(`give the same bits as one thread, while the mesh changes: ${what}`, async () => {
    const nav = createNavMesh(randomScene(31, 6));
    const search = createAreaSearch(nav, options);
    const pool = await createAreaPool(nav, { ...options, threads: 3 });
    assert.is(pool.fallback, undefined);
    assert.is(pool.threads, 3);
    const random = randomOf(5);
    const ids: number[] = [];
    let found = 0;
    for (let round = 0; round < 3; round++) {
      // fewer queries than threads too
      for (const count of [12, 2, 0]) {
        // some ends on vertices and sides
        const place = (): number => Math.round(4 * SIDE * random()) / 4;
        const rows = Array.from({ length: count }, () => [place(), place(), place(), place()]);
        const queries = buildPointQueries(rows);
        const single = search.run(queries);
        same(await pool.run(queries), single, `round ${round}, ${count} queries`);
        const nearest = (['source', 'target', 'both'] as const)[round];
        const moved = search.run(queries, { nearest });
        same(await pool.run(queries, { nearest }), moved, `${nearest}, ${count} queries`);
        found += single.status.filter((status) => status === FOUND).length;
        const { sourceX: ax, sourceY: ay, targetX: bx, targetY: by } = queries;
        const [x, y] = [ax, ay] as Float64Array[];
        const lines = { ax, ay, bx, by } as LineRows;
        sameArray(await pool.areaAtAll({ x, y }), search.areaAtAll({ x, y }));
        sameArray(await pool.costOfAll(lines), search.costOfAll(lines));
        sameArray(await pool.isOpenAll(), search.isOpenAll());
      }
      if (round % 2 === 1) nav.remove(ids.pop()!);
      // many at once: the triangulation outgrows its arrays
      for (let k = 0; k < 12; k++) {
        const [x, y] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
        ids.push(nav.add([x, y, x + 0.2, y, x + 0.2, y + 0.2, x, y + 0.2]));
      }
    }
    assert.ok(found > 8, `${found} paths`);
    assert.ok(pool.memoryBytes > 0);
    await pool.destroy();
    search.destroy();
  });

test('give the same bits as one thread when a worker has replaced a dead one', async () => {
  const nav = createNavMesh(randomScene(31, 6));
  const made: Worker[] = [];
  const file = new URL(import.meta.resolve('@wayfield/movement/areas-pool-worker'));
  const worker = (): Worker => made[made.push(new Worker(file)) - 1];
  const search = createAreaSearch(nav, { areas, costs, links });
  const pool = await createAreaPool(nav, { areas, costs, links, threads: 2, worker });
  const random = randomOf(8);
  const place = (): number => SIDE * random();
  // in round 1 the graph keeps its spacing, in later rounds it is measured again
  for (const [round, changes] of [3, 30, 3, 60].entries()) {
    for (let k = 0; k < changes; k++) {
      const [x, y] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
      nav.add([x, y, x + 0.1, y, x + 0.1, y + 0.1, x, y + 0.1]);
    }
    await made.at(-2)!.terminate();
    const rows = Array.from({ length: 40 }, () => [place(), place(), place(), place()]);
    const queries = buildPointQueries(rows);
    same(await pool.run(queries), search.run(queries), `round ${round}`);
    assert.is(made.length, 3 + round);
  }
  await pool.destroy();
  search.destroy();
});

test('give the same bits on a mesh that does not change', async () => {
  const nav = createNavMesh(randomScene(8, 6));
  const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
  const search = createAreaSearch(mesh, { areas, costs });
  const pool = await createAreaPool(mesh, { areas, costs, threads: 2 });
  const random = randomOf(6);
  const place = (): number => SIDE * random();
  const rows = Array.from({ length: 30 }, () => [place(), place(), place(), place()]);
  const queries = buildPointQueries(rows);
  const [all, cut] = await Promise.all([
    pool.run(queries),
    pool.run(queries, { result: 'cost', maxExpanded: 40 }),
  ]);
  same(all, search.run(queries), 'paths');
  same(cut, search.run(queries, { result: 'cost', maxExpanded: 40 }), 'costs');
  await pool.destroy();
  search.destroy();
});

test('links of pools: one way, both ways, closed and open right after changes', async () => {
  // a wall across; nothing but links leads over
  const nav = createNavMesh({
    boundary: [0, 0, 20, 0, 20, 20, 0, 20],
    obstacles: [[9, 0, 11, 0, 11, 20, 9, 20]],
  });
  const jumps = [
    { from: [5, 10], to: [15, 10], cost: 2 },
    { from: [15, 18], to: [5, 18], cost: 4, twoWay: true },
  ] as const;
  const pools = await Promise.all(
    [1, 2, 3].map((threads) => createAreaPool(nav, { links: jumps, threads })),
  );
  // forty queries over the wall, there and back
  const rows = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0 ? [2, 10, 18, 10] : [18, 10, 2, 10],
  );
  const queries = buildPointQueries(rows);
  const back = 2 * Math.hypot(3, 8) + 4;
  const expectCosts = async (there: number, again: number, what: string): Promise<void> => {
    for (const pool of pools) {
      const { cost, status, firstPoint, link } = await pool.run(queries);
      for (let i = 0; i < rows.length; i++) {
        const wanted = i % 2 === 0 ? there : again;
        assert.is(status[i], wanted < Infinity ? FOUND : NO_PATH, `${what}, query ${i}`);
        if (wanted === Infinity) continue;
        assert.ok(Math.abs(cost[i] - wanted) < 1e-6, `${what}, query ${i}: ${cost[i]}`);
        const taken = [...link.subarray(firstPoint[i], firstPoint[i + 1])].filter((l) => l >= 0);
        assert.equal(taken, [wanted === 8 ? 0 : 1], `${what}, query ${i}`);
      }
    }
  };
  await expectCosts(8, back, 'all open');
  const one = nav.add([14, 9, 16, 9, 16, 11, 14, 11]);
  await expectCosts(back, back, 'the end of the first covered');
  const other = nav.add([4, 17, 6, 17, 6, 19, 4, 19]);
  await expectCosts(Infinity, Infinity, 'both covered');
  nav.remove(one);
  await expectCosts(8, Infinity, 'the second covered');
  nav.remove(other);
  await expectCosts(8, back, 'open again');
  await Promise.all(pools.map((pool) => pool.destroy()));
});

test('reject wrong options, wrong queries, and calls after destroy', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const rejects = async (call: Promise<unknown>, message: RegExp): Promise<void> => {
    const error = await call.then(
      () => undefined,
      (reason: Error) => reason,
    );
    assert.match(error?.message ?? 'no error', message);
  };
  await rejects(createAreaPool(nav, { threads: 0 }), /threads is 0/);
  await rejects(createAreaPool(nav, { costs: [-1] }), /costs\[0\] is -1/);
  const pool = await createAreaPool(nav, { areas, costs, threads: 2 });
  const queries = buildPointQueries([[1, 1, 8, 8]]);
  await rejects(pool.run({ ...queries, count: 2 }), /sourceX/);
  await rejects(pool.run(queries, { maxExpanded: -1 }), /maxExpanded is -1/);
  assert.is((await pool.run(queries)).status[0], FOUND);
  await pool.destroy();
  await rejects(pool.run(queries), /the pool was destroyed/);
});

const noWorker = (): never => {
  throw new Error('workers are forbidden');
};

test('answer what was given at the call, on the calling thread as well', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const door = [{ from: [1, 1], to: [8, 8], cost: 2 }] as const;
  const options = { areas: [{ polygon: [4, 0, 5, 0, 5, 9, 4, 9], area: 1 }], costs: [1, 3] };
  for (const worker of [undefined, noWorker]) {
    const pool = await createAreaPool(nav, { ...options, links: door, threads: 1, worker });
    assert.is(pool.fallback === undefined, worker === undefined);
    // keeps the pool busy, so that the calls below wait
    const first = pool.run(buildPointQueries([[1, 2, 8, 2]]));
    const queries = buildPointQueries([[1, 5, 10, 5]]);
    const runOptions: { nearest: boolean } = { nearest: true };
    const [x, y] = [Float64Array.of(4.5), Float64Array.of(1)];
    const [ax, ay, bx, by] = [1, 1, 3, 1].map((value) => Float64Array.of(value));
    const chosen = [0];
    const routes = pool.run(queries, runOptions);
    const area = pool.areaAtAll({ x, y });
    const cost = pool.costOfAll({ ax, ay, bx, by });
    const isOpen = pool.isOpenAll(chosen);
    (queries.targetX as Float64Array)[0] = 3;
    runOptions.nearest = false;
    x[0] = 1;
    bx[0] = 8;
    chosen.length = 0;
    await first;
    const { status, x: pathX } = await routes;
    assert.is(status[0], NEAREST);
    assert.is(pathX.at(-1), 9);
    sameArray(await area, Uint32Array.of(1));
    sameArray(await cost, Float64Array.of(2));
    sameArray(await isOpen, Uint8Array.of(1));
    await pool.destroy();
  }
});

test.run();
