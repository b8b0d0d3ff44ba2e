import { FOUND } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('createDiffusionPool');
const SEED = 99;

test(`three threads give every bit that one gives, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 90, height: 75, neighbours: 8, blocked: 0.2, ground: 'mixed' },
    random,
  );
  const goals = randomGoals(map, 3, random);
  for (const precision of ['f32', 'log'] as const) {
    for (const border of ['zero', 'clamp'] as const) {
      const one = createDiffusion(map, { precision, border });
      const pool = await createDiffusionPool(map, { precision, border, threads: 3 });
      assert.is(pool.fallback, undefined);
      assert.is(pool.threads, 3);
      one.setGoals('goal', goals);
      pool.setGoals('goal', goals);
      one.step(41);
      await pool.step(41);
      sameArray(await pool.field('goal'), one.field('goal'), `${precision}, ${border}`);
      assert.equal(await pool.settle(), one.settle());
      sameArray(await pool.field('goal'), one.field('goal'), `${precision}, ${border}, settled`);
      assert.equal(
        await pool.settle({ until: 'residual', tolerance: 0.1 }),
        one.settle({ until: 'residual', tolerance: 0.1 }),
      );
      // many passes, at whose ends the threads wait for each other
      one.step(400);
      await pool.step(400);
      sameArray(await pool.field('goal'), one.field('goal'), `${precision}, ${border}, later`);
      const starts = [0, 777, 6000];
      assert.equal(await pool.ascend('goal', starts), one.ascend('goal', starts));
      await pool.destroy();
      one.destroy();
    }
  }
});

test("method 'steady' gives its memory back when it is aborted, and the field stays", async () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 60, height: 64, neighbours: 8, blocked: 0.2, ground: 'free' },
    random,
  );
  map.terrain[0] = 1;
  const pool = await createDiffusionPool(map, { method: 'steady', threads: 2 });
  const held = pool.memoryBytes;
  pool.setGoals('goal', { cell: [0] });
  const before = await pool.field('goal');
  const afterGoals = pool.memoryBytes;
  const abort = new AbortController();
  let failure: unknown;
  try {
    await pool.settle({
      signal: abort.signal,
      onProgress: (steps) => steps === 2 && abort.abort(new Error('enough')),
    });
  } catch (error) {
    failure = error;
  }
  assert.match(String(failure), /enough/);
  assert.is(pool.memoryBytes, afterGoals);
  assert.ok(afterGoals < held + 4096);
  sameArray(await pool.field('goal'), before);
  const one = createDiffusion(map, { method: 'steady' });
  one.setGoals('goal', { cell: [0] });
  assert.equal(await pool.settle(), one.settle());
  sameArray(await pool.field('goal'), one.field('goal'));
  await pool.destroy();
  one.destroy();
});

test('changes take effect in the order of calls; wrong ones are refused at once', async () => {
  const map = {
    width: 40,
    height: 40,
    neighbours: 8,
    terrain: new Float32Array(1600).fill(1),
  } as const;
  const pool = await createDiffusionPool(map, { threads: 2 });
  pool.setGoals('goal', { cell: [0] });
  const first = pool.settle();
  pool.setGoals('goal', { cell: [1599] });
  const second = pool.settle();
  refuses(() => pool.setGoals('goal', { cell: [1600] }), RangeError, /^cell\[0\] is 1600/);
  assert.is((await first).steps, 39);
  // warm: all cells are above 0 already
  assert.is((await second).steps, 0);
  assert.is(await pool.next('goal', 1599), 1599);
  await pool.destroy();
});

test(`pursuers go where those of one thread go, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  const shape = { width: 90, height: 70, neighbours: 8, blocked: 0.2, ground: 'mixed' } as const;
  const map = randomMap(shape, random);
  const layers = ['goal', 'crowd'];
  const one = createDiffusion(map, { layers });
  const pool = await createDiffusionPool(map, { layers, threads: 3 });
  const goals = randomGoals(map, 3, random);
  for (const model of [one, pool]) model.setGoals('goal', goals);
  // more than the threads need to share a tick
  const cell = Array.from({ length: 4000 }, (_, i) => (i * 7) % 6300);
  const options = {
    cell,
    weights: { goal: 1, crowd: -0.1 },
    emit: { layer: 'crowd', strength: 2 },
    modulate: { layer: 'goal', factor: 0.5 },
  };
  const alone = { cell: cell.filter((_, i) => i % 9 === 0), weights: { goal: 1 }, exclusive: true };
  const expected = [options, alone].map((o) => createPursuers(one, o));
  const crowds = await Promise.all([options, alone].map((o) => pool.pursuers(o)));
  for (let t = 0; t < 5; t++) {
    one.step(9);
    void pool.step(9);
    for (const [i, crowd] of crowds.entries()) {
      assert.is(await crowd.move(), expected[i].move());
      sameArray(crowd.cell, expected[i].cell, `tick ${t}`);
    }
  }
  await crowds[0].place(cell);
  sameArray(crowds[0].cell, cell);
  const message = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'none',
      (error: Error) => error.message,
    );
  assert.match(await message(pool.pursuers({ cell: [6300], weights: { goal: 1 } })), /^cell\[0\]/);
  assert.match(await message(crowds[0].place([1])), /^cell has 1 entries, expected 4000/);
  await crowds[0].destroy();
  assert.match(await message(crowds[0].move()), /pursuers were destroyed/);
  await pool.destroy();
  await crowds[1].destroy();
  assert.match(await message(crowds[1].move()), /model was destroyed/);
});

const open = {
  width: 40,
  height: 30,
  neighbours: 8,
  terrain: new Float32Array(1200).fill(1),
} as const;

test('pursuers that are destroyed twice at once free their memory once', async () => {
  const pool = await createDiffusionPool(open, { threads: 2 });
  pool.setGoals('goal', { cell: [0] });
  await pool.settle();
  const crowdAt = (cell: number) => pool.pursuers({ cell: [cell], weights: { goal: 1 } });
  const first = await crowdAt(500);
  const ended = [first.destroy()];
  const second = crowdAt(600);
  ended.push(first.destroy());
  const third = crowdAt(700);
  await Promise.all(ended);
  for (const [crowd, cell] of [[await second, 561] as const, [await third, 659] as const]) {
    await crowd.move();
    assert.equal([...crowd.cell], [cell]);
  }
  await pool.destroy();
});

test('a call that waits goes by its arguments at the time of the call', async () => {
  for (const method of ['diffusion', 'distance'] as const) {
    const options = { layers: ['a', 'b'], method, threads: 2 };
    const pool = await createDiffusionPool(open, options);
    for (const layer of ['a', 'b']) pool.setGoals(layer, { cell: [0] });
    const first = pool.settle({ layers: ['a'] });
    const layers = ['b'];
    const until = { until: 'front', layers } as const;
    const second = pool.settle(until);
    const starts = [1199];
    const route = { maxSteps: 100 };
    const walk = method === 'distance' ? pool.descend : pool.ascend;
    const routes = walk('b', starts, route);
    const cell = [700];
    const weights: Record<string, number> = { a: 1 };
    const crowd = pool.pursuers({ cell, weights });
    layers[0] = 'a';
    starts[0] = 41;
    route.maxSteps = 0;
    cell[0] = 2000;
    weights.a = NaN;
    await first;
    assert.ok((await second).steps > 0);
    assert.is((await routes).status[0], FOUND);
    assert.is((await routes).node[0], 1199);
    assert.equal([...(await crowd).cell], [700]);
    await pool.destroy();
  }
});

test('a pool has the map and layers of the time of the call', async () => {
  const terrain = new Float32Array(1200).fill(1);
  const [map, layers] = [{ ...open, terrain }, ['goal']];
  const opens = createDiffusionPool(map, { layers, threads: 2 });
  terrain.fill(0);
  Object.assign(map, { height: 1 });
  layers[0] = 'other';
  const pool = await opens;
  assert.is(pool.height, 30);
  assert.is(pool.unreachable('goal'), 1200);
  await pool.destroy();
});

test("a pool that is destroyed ends the settle of method 'steady'", async () => {
  const pool = await createDiffusionPool(open, { method: 'steady', threads: 2 });
  pool.setGoals('goal', { cell: [0] });
  let destroyed: Promise<void> | undefined;
  const onProgress = (): unknown => (destroyed ??= pool.destroy());
  const settled = pool.settle({ tolerance: 0, onProgress });
  assert.match(String(await settled.catch((error: unknown) => error)), /model was destroyed/);
  await destroyed;
});

test('wrong arguments are refused before the calls that wait are done', async () => {
  const pool = await createDiffusionPool(open, { threads: 2 });
  pool.setGoals('goal', { cell: [0] });
  const order: string[] = [];
  const done = pool.settle({ until: 400 }).then(() => order.push('settled'));
  const wrong = {
    step: () => pool.step(-1),
    settle: () => pool.settle({ layers: ['none'] }),
    field: () => pool.field('none'),
    next: () => pool.next('goal', 1200),
    ascend: () => pool.ascend('goal', [1200]),
    descend: () => pool.descend('goal', [0]),
    pursuers: () => pool.pursuers({ cell: [1200], weights: { goal: 1 } }),
  };
  const refused = Object.entries(wrong).map(([name, call]) => call().catch(() => order.push(name)));
  await Promise.all([done, ...refused]);
  assert.equal(order.at(-1), 'settled');
  assert.equal(order.slice(0, -1).sort(), Object.keys(wrong).sort());
  await pool.destroy();
});

test.run();
