// Pools answer as a surface on the calling thread does, bit by bit, also after changes.
import { randomOf, randomScene, SIDE } from '@wayfield/testing/surface';
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNavMesh } from '@wayfield/triangulation';
import { createSurface, type RandomOptions, type RayHits } from '../src/index.ts';
import { createSurfacePool } from '../src/pool.ts';
import { countListeners } from './listeners.ts';

const test = suite('surface pools');

/** Numbers of rows: one that threads answer, and one that the calling thread answers. */
const COUNTS = [3000, 40];

type Columns = Readonly<Record<string, ArrayLike<number>>>;

function same(pooled: object, single: object, what: string): void {
  const [one, other] = [pooled as Columns, single as Columns];
  for (const name in one)
    for (let i = 0; i < one[name].length; i++)
      if (!Object.is(one[name][i], other[name][i]))
        assert.unreachable(`${what}, ${name}[${i}]: ${one[name][i]}, ${other[name][i]}`);
}

/** Options of random places: anywhere, the last part, a polygon with a hole, a disc. */
const drawsOf = (areas: number): RandomOptions[] => [
  {},
  { within: areas - 1 },
  {
    within: [
      [1, 1, SIDE - 1, 2, SIDE / 2, SIDE - 1],
      [SIDE / 2, 2, SIDE / 2 + 1, 2, SIDE / 2, 4],
    ],
  },
  { radius: 0.2 },
];

test('give the same bits as one thread, while the mesh changes', async () => {
  const scene = randomScene(31, 14);
  const nav = createNavMesh(scene);
  const surface = createSurface(nav);
  const pool = await createSurfacePool(nav, { threads: 3 });
  assert.is(pool.fallback, undefined);
  assert.is(pool.threads, 3);
  const random = randomOf(5);
  const ids: number[] = [];
  for (let round = 0; round < 6; round++) {
    for (const count of COUNTS) {
      const column = (low: number, high: number): Float64Array =>
        Float64Array.from({ length: count }, () => low + (high - low) * random());
      const [x, y] = [column(-1, SIDE + 1), column(-1, SIDE + 1)];
      const [dx, dy, radius] = [column(-3, 3), column(-3, 3), column(0, 0.8)];
      const hints = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)];
      const moves = { x, y, dx, dy, radius };
      same(
        await pool.moveAlongAll({ ...moves, at: hints[0] }),
        surface.moveAlongAll({ ...moves, at: hints[1] }),
        'moves',
      );
      same({ at: hints[0] }, { at: hints[1] }, 'hints');
      const places = { x, y, radius, within: 3 };
      same(await pool.closestPointAll(places), surface.closestPointAll(places), 'places');
      const rays = { ax: x, ay: y, bx: dx, by: dy, radius };
      same(await pool.raycastAll(rays), surface.raycastAll(rays), 'rays');
      const [a, b] = await Promise.all([pool.clearanceAtAll({ x, y }), pool.locateAll({ x, y })]);
      same(a, surface.clearanceAtAll({ x, y }), 'clearances');
      same({ at: b }, { at: surface.locateAll({ x, y }) }, 'polygons');
      const near = { x, y, distance: 1.5, most: 3 };
      same(await pool.wallsNearAll(near), surface.wallsNearAll(near), 'walls');
      const areas = await pool.areaOfAll({ x, y });
      same({ at: areas }, { at: surface.areaOfAll({ x, y }) }, 'areas');
      const seed = 1000 * random();
      for (const options of drawsOf(surface.areaCount()))
        same(
          await pool.randomPointAll(count, randomOf(seed), options),
          surface.randomPointAll(count, randomOf(seed), options),
          `random places, ${JSON.stringify(options)}`,
        );
      const around = { x, y, distance: radius };
      for (const options of [{}, { radius: 0.1, within: 0 }])
        same(
          await pool.randomPointNearAll(around, randomOf(seed), options),
          surface.randomPointNearAll(around, randomOf(seed), options),
          `random places near, ${JSON.stringify(options)}`,
        );
    }
    if (round % 2 === 1) nav.remove(ids.pop()!);
    // many at once: the mesh outgrows its room, and the pool starts new threads
    for (let k = 0; k < 60; k++) {
      const [x, y] = [(SIDE - 1) * random(), (SIDE - 1) * random()];
      ids.push(nav.add([x, y, x + 0.2, y, x + 0.2, y + 0.2, x, y + 0.2]));
    }
  }
  assert.ok(pool.memoryBytes > 0);
  await pool.destroy();
  surface.destroy();
});

test('a change while rays are answered: sides and obstacles of one state of the mesh', async () => {
  const nav = createNavMesh({ boundary: [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE] });
  const surface = createSurface(nav);
  const random = randomOf(9);
  const column = (): Float64Array => Float64Array.from({ length: 600 }, () => SIDE * random());
  const isSame = (one: RayHits, other: RayHits): boolean =>
    (['status', 'side', 'obstacle'] as const).every(
      (name) => String(one[name]) === String(other[name]),
    );
  const square = (x: number): number => nav.add([x, 4, x + 2, 4, x + 2, 6, x, 6]);
  const noThreads = (): never => {
    throw new Error('none');
  };
  for (const options of [{ threads: 2 }, { threads: 2, worker: noThreads }]) {
    const pool = await createSurfacePool(nav, options);
    assert.is(pool.fallback === undefined, options.worker === undefined);
    let id = square(3);
    let older = 0;
    // replies of threads are no microtasks: a change after a few microtasks falls into the batch
    for (let microtasks = 0; microtasks < 12; microtasks++) {
      const rays = { ax: column(), ay: column(), bx: column(), by: column() };
      const before = surface.raycastAll(rays);
      const pooled = pool.raycastAll(rays);
      for (let i = 0; i < microtasks; i++) await undefined;
      nav.remove(id);
      id = square(3 + (microtasks % 2));
      const hits = await pooled;
      const after = surface.raycastAll(rays);
      assert.ok(isSame(hits, before) || isSame(hits, after), `after ${microtasks} microtasks`);
      assert.not(isSame(before, after));
      if (isSame(hits, before)) older++;
    }
    assert.ok(older > 0);
    nav.remove(id);
    await pool.destroy();
  }
  surface.destroy();
});

test('a pool without threads follows its mesh once, and stops when it is destroyed', async () => {
  const { nav, count } = countListeners(createNavMesh({ boundary: [0, 0, SIDE, 0, SIDE, SIDE] }));
  const pool = await createSurfacePool(nav, {
    threads: 2,
    worker() {
      throw new Error('none');
    },
  });
  assert.type(pool.fallback, 'string');
  assert.is(count(), 1);
  await pool.destroy();
  assert.is(count(), 0);
});

test('random places: the same on any number of threads, of the mesh as it is', async () => {
  const nav = createNavMesh({ boundary: [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE] });
  const pools = await Promise.all([1, 2, 4].map((threads) => createSurfacePool(nav, { threads })));
  const count = 20_000;
  const half = [0, 0, SIDE / 2, 0, SIDE / 2, SIDE, 0, SIDE];
  let id = -1;
  for (let round = 0; round < 4; round++) {
    if (round % 2 === 1) id = nav.add(half);
    else if (id >= 0) nav.remove(id);
    const [one, ...others] = await Promise.all(
      pools.map((pool) => pool.randomPointAll(count, randomOf(round + 1))),
    );
    for (const other of others) same(other, one, `round ${round}`);
    const left = one.x.filter((x) => x < SIDE / 2).length;
    if (round % 2 === 1) assert.is(left, 0);
    else assert.ok(Math.abs(left - count / 2) < 5 * Math.sqrt(count / 4), `${left} on the left`);
    // 16 squares of the right half: chi-squared with 15 degrees of freedom, 1 in 100,000
    const seen = new Float64Array(16);
    for (let i = 0; i < count; i++) {
      if (one.x[i] < SIDE / 2) continue;
      const column = Math.min(3, Math.floor((8 * one.x[i]) / SIDE) - 4);
      seen[4 * column + Math.min(3, Math.floor((4 * one.y[i]) / SIDE))]++;
    }
    const wanted = (count - left) / 16;
    const chi = seen.reduce((sum, n) => sum + (n - wanted) ** 2 / wanted, 0);
    assert.ok(chi < 51, `chi-squared ${chi}`);
  }
  await Promise.all(pools.map((pool) => pool.destroy()));
});

/** Starts workers of a pool, and keeps those that live. */
function nursery(): { alive: Set<Worker>; worker(): Worker; onStart(count: number): void } {
  const script = new URL(import.meta.resolve('@wayfield/surface/pool-worker'));
  const alive = new Set<Worker>();
  let count = 0;
  const made = {
    alive,
    onStart(_count: number): void {},
    worker() {
      const one = new Worker(script);
      alive.add(one);
      one.on('exit', () => alive.delete(one));
      made.onStart(++count);
      return one;
    },
  };
  return made;
}

test('destroy ends all threads, also while the pool starts new ones', async () => {
  const one = Float64Array.of(1);
  // `last`: how many workers were started when `destroy` is called, the first two with the pool
  for (const last of [2, 3, 4]) {
    const nav = createNavMesh({ boundary: [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE] });
    const made = nursery();
    const pool = await createSurfacePool(nav, { threads: 2, worker: made.worker });
    assert.is(made.alive.size, 2);
    // the mesh outgrows its room
    for (let k = 0; k < 400; k++) {
      const [x, y] = [0.5 + 0.9 * (k % 20), 0.5 + 0.9 * Math.floor(k / 20)];
      nav.add([x, y, x + 0.2, y, x + 0.2, y + 0.2, x, y + 0.2]);
    }
    let ended: Promise<void> | undefined;
    let most = 2;
    made.onStart = (count) => {
      most = count;
      if (count === last) ended = pool.destroy();
    };
    const failure = pool.closestPointAll({ x: one, y: one }).then(
      () => 'no error',
      ({ message }: Error) => message,
    );
    // the old threads end in a later task
    for (let i = 0; i < 8; i++) await undefined;
    if (last === 2) ended = pool.destroy();
    const message = await failure;
    await ended;
    assert.is(made.alive.size, 0, `after ${last} workers`);
    assert.is(message, 'the pool was destroyed', `after ${last} workers`);
    assert.is(most, last === 2 ? 2 : 4);
  }
});

test('reject wrong rows, wrong threads, and calls after destroy', async () => {
  const nav = createNavMesh({ boundary: [0, 0, 9, 0, 9, 9, 0, 9] });
  const rejects = async (call: Promise<unknown>, message: RegExp): Promise<void> => {
    const error = await call.then(
      () => undefined,
      (reason: Error) => reason,
    );
    assert.match(error?.message ?? 'no error', message);
  };
  await rejects(createSurfacePool(nav, { threads: 0 }), /threads is 0/);
  const pool = await createSurfacePool(nav, { threads: 2 });
  const one = Float64Array.of(1);
  await rejects(pool.closestPointAll({ x: one, y: Float64Array.of(1, 2) }), /y\.length is 2/);
  await rejects(
    pool.moveAlongAll({ x: one, y: one, dx: one, dy: Float64Array.of(NaN) }),
    /dy\[0\]/,
  );
  await rejects(pool.randomPointAll(-1, Math.random), /count is -1/);
  await rejects(
    pool.randomPointAll(1, () => 1),
    /random\(\) is 1/,
  );
  await rejects(pool.randomPointAll(1, Math.random, { within: 1 }), /within is 1.* 1 areas/);
  const near = { x: one, y: one, distance: Float64Array.of(-1) };
  await rejects(pool.randomPointNearAll(near, Math.random), /distance\[0\] is -1/);
  assert.is((await pool.clearanceAtAll({ x: one, y: one })).clearance[0], 1);
  await pool.destroy();
  await rejects(pool.locateAll({ x: one, y: one }), /the pool was destroyed/);
});

test.run();
