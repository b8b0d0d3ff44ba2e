import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedReference,
} from '../src/oriented/index.ts';
import { createGpuOrientedSolver } from '../src/oriented-gpu.ts';
import { refusesLater } from './refuses-later.ts';
import { randomAreas, randomWorld, stir } from './oriented-scenes.ts';

const device = await sharedDevice();
const test = suite('createGpuOrientedSolver');

test('agrees with the reference on worlds that move and turn, seeds 0 to 3', async () => {
  for (let seed = 0; seed < 4; seed++) {
    const dimensions = seed % 2 === 0 ? 2 : 3;
    const world = randomWorld(seed, { dimensions, count: 300, side: dimensions === 2 ? 12 : 6 });
    const solver = await createGpuOrientedSolver(device, world);
    const reference = createOrientedReference(world);
    for (let tick = 0; tick < 2; tick++) {
      for (const of of ['contacts', 'sightings'] as const) {
        for (const fixed of [true, false]) {
          const found = await solver.pairs({ canonical: true, of, fixed });
          const expected = reference.pairs({ of, fixed });
          assert.ok(expected.count > 10);
          sameArray(found.slots, expected.slots, `seed ${seed}, tick ${tick}: ${of}`);
          assert.ok(solver.undecided < expected.count / 4, `${solver.undecided} undecided`);
        }
      }
      assert.equal(await solver.contacts(), reference.contacts());
      const areas = randomAreas(seed + tick, dimensions, dimensions === 2 ? 12 : 6);
      const [found, expected] = [await solver.explore(areas), reference.explore(areas)];
      assert.ok(expected.total > 40);
      sameArray(found.first, expected.first);
      sameArray(found.slots, expected.slots, `seed ${seed}, tick ${tick}: areas`);
      stir(world, seed + 100 * tick);
      await solver.update();
      reference.update();
    }
    assert.ok(solver.memoryBytes > 0);
    await solver.destroy();
  }
});

test('leaves pairs that just touch to the host, with answers to the last bit', async () => {
  // walls of boxes: neighbours share a side, or are 2^-20 apart
  for (const dimensions of [2, 3] as const) {
    const half = dimensions === 2 ? [1, 1] : [1, 1, 1];
    const world = buildOrientedBodies(buildShapes(dimensions, [{ half }]));
    for (let i = 0; i < 60; i++) {
      const gap = i % 3 === 0 ? 2 ** -20 : 0;
      addOrientedBody(world, { x: 2 * (i % 10) + gap, y: 2 * Math.floor(i / 10) });
    }
    const solver = await createGpuOrientedSolver(device, world);
    const found = await solver.pairs({ canonical: true });
    sameArray(found.slots, createOrientedReference(world).pairs().slots);
    assert.ok(solver.undecided >= found.count);
    await solver.destroy();
  }
});

test('finds more pairs than there was room for, and answers calls in their order', async () => {
  const world = randomWorld(8, { dimensions: 2, count: 400, side: 4 });
  const solver = await createGpuOrientedSolver(device, world);
  const reference = createOrientedReference(world);
  const first = reference.pairs();
  assert.ok(first.count > 4096);
  stir(world, 1);
  const [before, update, after] = [
    solver.pairs({ canonical: true }),
    solver.update(),
    solver.pairs({ canonical: true }),
  ];
  sameArray((await before).slots, first.slots);
  await update;
  reference.update();
  sameArray((await after).slots, reference.pairs().slots);
  const cut = await solver.pairs({ capacity: 9 });
  assert.equal([cut.count, cut.overflow], [9, true]);
  await solver.destroy();
  await solver.pairs().then(
    () => assert.unreachable('after destroy'),
    (error: Error) => assert.match(error.message, /destroyed/),
  );
});

test('rejects more candidates than one buffer holds, and answers again with fewer', async () => {
  const plain = await sharedDevice({ limits: 'default', features: [] });
  const world = buildOrientedBodies(buildShapes(2, [{ half: [0.25, 0.25] }]));
  // 18 M candidates of 8 bytes: more than the 128 MiB of one binding
  for (let i = 0; i < 6000; i++) addOrientedBody(world, { x: 0, y: 0 });
  const solver = await createGpuOrientedSolver(plain, world);
  await refusesLater(solver.pairs(), RangeError, /needs 1\d\d,\d+,\d+ bytes/);
  const { x } = world.bodies;
  for (let i = 2; i < 6000; i++) x[i] = i;
  await solver.update();
  sameArray((await solver.pairs()).slots, [0, 1]);
  await solver.destroy();
});

test('refuses bodies that no table has, and keeps those of before', async () => {
  const world = randomWorld(2, { dimensions: 3, count: 60, side: 4 });
  const solver = await createGpuOrientedSolver(device, world);
  const before = (await solver.pairs({ canonical: true })).slots.slice();
  world.entry[4] = 99;
  await solver.update().then(
    () => assert.unreachable('entry 99'),
    (error: Error) => assert.match(error.message, /entry\[4\] is 99/),
  );
  sameArray((await solver.pairs({ canonical: true })).slots, before);
  await solver.destroy();
});

test.run();
