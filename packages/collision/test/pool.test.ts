import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bodies, buildBodies, createCollisionSolver } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { createEnvironment } from '../src/environment/index.ts';
// as installed: threads start from a built file
import { createCollisionPool } from '@wayfield/collision/pool';
import { agree, cellsHold } from './agree.ts';
import { createRandom } from './random.ts';
import { randomAreas, randomScene, shake } from './scenes.ts';

const pool = suite('createCollisionPool');

pool('agrees with the reference on 12 scenes that move, seeds 100 to 111', async () => {
  // 530 bodies are more than one run of 512 that a thread takes
  for (let seed = 100; seed < 112; seed++) {
    const bodies = randomScene(seed, seed % 2 === 0 ? { count: 530, plain: true } : {});
    const threads = await createCollisionPool(bodies, { threads: 1 + (seed % 3) });
    assert.is(threads.fallback, undefined);
    const reference = createReferenceSolver(bodies);
    for (let tick = 0; tick < 2; tick++) {
      const areas = randomAreas(bodies, 4, seed);
      await agree(threads, reference, areas, 1, `scene ${seed}, tick ${tick}`);
      shake(bodies, seed);
    }
    await threads.destroy();
  }
});

pool(
  'finds the pairs of the solver among 30,000 bodies, and counts what does not fit',
  async () => {
    const random = createRandom(4);
    const [x, y, z] = [0, 0, 0].map(() =>
      Float32Array.from({ length: 30_000 }, () => random() * 40),
    );
    for (const bodies of [
      buildBodies({ x, y, radius: 0.2 }),
      buildBodies({ x, y, z, radius: 0.8 }),
    ]) {
      const threads = await createCollisionPool(bodies, { threads: 3 });
      const expected = createCollisionSolver(bodies).pairs({ canonical: true });
      const { slots, count } = await threads.pairs({ canonical: true });
      assert.is(count, expected.count);
      sameArray(slots, expected.slots);
      const some = await threads.pairs({ capacity: 1000 });
      assert.equal([some.count, some.total, some.overflow], [1000, expected.total, true]);
      await threads.destroy();
    }
  },
);

pool('gives the cells of no grid, one grid and several levels (seed 8)', async () => {
  const random = createRandom(8);
  const [x, y] = [0, 0].map(() => Float32Array.from({ length: 2000 }, () => random() * 60));
  const sizes = x.map(() => 0.02 / (1 - 0.999 * random()));
  for (const radius of [x.map(() => 0.4), sizes]) {
    const bodies = buildBodies({ x, y, radius });
    const threads = await createCollisionPool(bodies, { threads: 2, grid: 'auto' });
    assert.equal(threads.cells(), []);
    await threads.pairs();
    assert.is(threads.cells().length > 1, radius === sizes);
    cellsHold(threads.cells(), bodies);
    await threads.destroy();
  }
});

pool('makes the lists of the solver, and counts what does not fit, seeds 40 to 43', async () => {
  // 1,600 bodies are four runs of at most 512, more than there are threads
  for (let seed = 40; seed < 44; seed++) {
    const bodies = randomScene(seed, { count: 1600, plain: seed % 2 === 0 });
    const threads = await createCollisionPool(bodies, { threads: 1 + (seed % 3) });
    const solver = createCollisionSolver(bodies);
    const areas = randomAreas(bodies, 600, seed);
    const radius = bodies.radius[1];
    for (let tick = 0; tick < 2; tick++) {
      for (const options of [{ radius }, { k: 5 }, { k: 30, radius }]) {
        const expected = solver.neighbours({ ...options, canonical: true });
        const name = `scene ${seed}, ${JSON.stringify(options)}`;
        const { first, slots, total } = await threads.neighbours({ ...options, canonical: true });
        assert.is(total, expected.total, name);
        sameArray(first, expected.first, name);
        sameArray(slots, expected.slots, name);
        if (total === 0) continue;
        const few = await threads.neighbours({ ...options, capacity: total - 1 });
        assert.equal([few.overflow, few.slots.length, few.total], [true, 0, total]);
        const all = await threads.neighbours({ ...options, capacity: total });
        assert.equal([all.overflow, all.slots.length], [false, total]);
      }
      const found = solver.explore(areas, { canonical: true });
      // with nothing sorted, and with all pairs sorted before
      for (const first of ['explore', 'candidates'] as const) {
        if (first === 'candidates') await threads.candidates();
        const lists = await threads.explore(areas, { canonical: true });
        sameArray(lists.first, found.first, `scene ${seed}, explore`);
        sameArray(lists.slots, found.slots, `scene ${seed}, explore`);
      }
      const none = await threads.explore(areas, { capacity: 0 });
      assert.equal([none.overflow, none.total], [found.total > 0, found.total]);
      shake(bodies, seed + tick);
      await threads.update();
      solver.update();
    }
    await threads.destroy();
    solver.destroy();
  }
});

pool('reads queries when it is asked, also while it answers', async () => {
  const n = 600;
  const bodies = buildBodies({ x: Float32Array.from({ length: n }, (_, i) => i), radius: 0.4 });
  const threads = await createCollisionPool(bodies, { threads: 2 });
  const x = Float32Array.from({ length: n }, (_, i) => i);
  const queries = { count: n, x, y: new Float32Array(n) };
  const before = threads.pairs();
  const asked = threads.explore(queries);
  x.fill(-50);
  assert.is((await before).total, 0);
  const { total, slots } = await asked;
  assert.is(total, n);
  sameArray(slots, bodies.x);
  // with no call before, and with an array that is shared
  const shared = new Float32Array(new SharedArrayBuffer(4 * n)).map((_, i) => i);
  for (const own of [shared.slice(), shared]) {
    for (const pending of [false, true]) {
      own.set(bodies.x);
      const first = pending ? threads.pairs() : undefined;
      const rows = threads.explore({ count: n, x: own, y: new Float32Array(n) });
      own.fill(-50);
      await first;
      assert.is((await rows).total, n, `${own === shared ? 'shared' : 'own'}, ${pending}`);
    }
  }
  await threads.destroy();
});

pool('reads the bodies when update is called, also while it answers', async () => {
  const bodies = buildBodies({ x: new Float32Array([0, 1, 9]), radius: 1 });
  const threads = await createCollisionPool(bodies, { threads: 2 });
  const before = threads.pairs().then(({ slots }) => [...slots]);
  bodies.x[2] = 2.5;
  const update = threads.update();
  bodies.x[2] = 50;
  assert.equal(await before, [0, 1]);
  await update;
  assert.equal([...(await threads.pairs({ canonical: true })).slots], [0, 1, 1, 2]);
  bodies.x[2] = NaN;
  const refused = await threads.update().catch((error) => error.message);
  assert.match(refused, /x\[2\] is NaN/);
  await threads.destroy();
  const late = await threads.pairs().catch((error) => error.message);
  assert.is(late, 'the pool was destroyed');
});
pool('answers an environment as the reference does, through 30 ticks, seed 6', async () => {
  const random = createRandom(6);
  const solver = (bodies: Bodies) => createCollisionPool(bodies, { threads: 2 });
  const both = [
    createEnvironment({ solver }),
    createEnvironment({ solver: createReferenceSolver }),
  ];
  await both[0].ready;
  const ids: number[] = [];
  for (let tick = 0; tick < 30; tick++) {
    for (let i = 0; i < 5; i++) {
      const body = { x: random() * 20, y: random() * 20, radius: 1 };
      ids.push(...both.map((one) => one.add(body)).slice(1));
    }
    for (const id of ids) {
      const [x, y] = [random() * 20, random() * 20];
      for (const one of both) {
        one.move(id, x, y);
        one.explore({ x, y, radius: 4, self: id });
      }
    }
    const [mine, truth] = [await both[0].commit(), await both[1].commit()];
    sameArray(mine.contacts.slots, truth.contacts.slots, `tick ${tick}, contacts`);
    sameArray(mine.found.slots, truth.found.slots, `tick ${tick}, found`);
  }
  for (const one of both) await one.destroy();
});

pool('that cannot be made makes the first commit fail, and says why', async () => {
  const environment = createEnvironment({
    solver: (bodies) => createCollisionPool(bodies, { threads: 0 }),
  });
  const why = await environment.commit().catch((error) => error.message);
  assert.is(why, 'threads is 0, expected a whole number from 1 to 64');
  await environment.destroy();
});
pool.run();
