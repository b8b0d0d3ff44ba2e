// Areas among oriented bodies: brute force beside the solvers, distances by another program.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BOX, CAPSULE, CIRCLE, type ExploreQueries } from '../src/index.ts';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedReference,
  createOrientedSolver,
} from '../src/oriented/index.ts';
import { createOrientedPool } from '@wayfield/collision/oriented-pool';
import { createOrientedEnvironment } from '@wayfield/collision/oriented-environment';
import { randomAreas, randomWorld, stir } from './oriented-scenes.ts';

const areas = suite('areas among oriented bodies');

areas('are found by every solver as by brute force', async () => {
  for (const dimensions of [2, 3] as const) {
    const side = dimensions === 2 ? 30 : 12;
    const world = randomWorld(11, { dimensions, count: 400, side });
    const reference = createOrientedReference(world);
    const solver = createOrientedSolver(world);
    const pool = await createOrientedPool(world, { threads: 2 });
    for (let round = 0; round < 4; round++) {
      const queries = randomAreas(round, dimensions, side);
      const right = reference.explore(queries);
      assert.ok(right.total > 40, `${right.total} found`);
      for (const lists of [solver.explore(queries), await pool.explore(queries)]) {
        sameArray(lists.first, right.first);
        sameArray(lists.slots, right.slots);
      }
      const few = solver.explore(queries, { capacity: right.total - 1 });
      assert.equal([few.overflow, few.total, few.slots.length], [true, right.total, 0]);
      stir(world, round + 50);
      reference.update();
      solver.update();
      await pool.update();
    }
    solver.destroy();
    await pool.destroy();
  }
});

areas('touch by the shape, not by its enclosing circle', () => {
  const world = buildOrientedBodies(buildShapes(2, [{ half: [5, 0.1] }]));
  addOrientedBody(world, { x: 0, y: 0, angle: Math.PI / 4 });
  const solver = createOrientedSolver(world);
  const of = (...values: number[]) => Float32Array.from(values);
  const queries = (x: number, y: number, box: boolean): ExploreQueries => ({
    count: 1,
    x: of(x),
    y: of(y),
    radius: of(box ? 0 : 0.5),
    extentX: of(box ? 0.5 : 0),
    extentY: of(box ? 0.5 : 0),
    shape: Uint8Array.of(box ? BOX : CIRCLE),
  });
  for (const box of [false, true]) {
    assert.equal(Array.from(solver.explore(queries(3, 3, box)).slots), [0]);
    assert.is(solver.explore(queries(3, -3, box)).total, 0);
    // the gap between the rod and a disc is 0.6 · √2 − 0.6, that to the corner of a box less
    assert.is(solver.explore(queries(3, 2, box)).total, box ? 1 : 0);
  }
  const capsule = { ...queries(0, 0, false), shape: Uint8Array.of(CAPSULE) };
  const message =
    'queries.shape[0] is 2, expected CIRCLE or BOX: oriented bodies are found by these';
  refuses(() => solver.explore(capsule), RangeError, message);
  solver.destroy();
});

const ticks = suite('createOrientedEnvironment');

ticks('carries out turns after moves, and answers with contacts and areas', async () => {
  for (const solver of [undefined, createOrientedReference, createOrientedPool]) {
    const shapes = buildShapes(2, [{ half: [2, 0.1] }, { radius: 0.5 }]);
    const environment = createOrientedEnvironment({
      shapes,
      capacity: 1,
      ...(solver && { solver }),
    });
    const heard: number[][] = [];
    const rod = environment.add({ x: 0, y: 0 }, (slots) => heard.push([...slots]));
    const disc = environment.add({ x: 0, y: 1.9, entry: 1 });
    let found: number[] = [];
    environment.explore({ x: 0, y: 1.9, radius: 0.1, self: disc }, (slots) => (found = [...slots]));
    await environment.commit();
    assert.equal([heard, found], [[[]], []]);

    environment.turn(rod, 1);
    environment.turn(rod, Math.PI / 2);
    environment.explore({ x: 0, y: 1.9, radius: 0.1, self: disc }, (slots) => (found = [...slots]));
    const { contacts } = await environment.commit();
    assert.equal(Array.from(contacts.slots), [1, 0]);
    assert.equal(found, [0]);
    assert.is(environment.get(rod).angle, Math.fround(Math.PI / 2));
    assert.is(environment.get(disc).entry, 1);

    environment.turn(rod, 0);
    environment.remove(rod);
    await environment.commit();
    assert.is(environment.has(rod), false);
    refuses(() => environment.turn(rod, 0), RangeError, /id/);
    refuses(() => environment.turn(disc, NaN), RangeError, /to is NaN, expected an angle/);
    refuses(() => environment.add({ x: 0, y: 0, entry: 2 }), RangeError, /entry is 2/);
    const ray = { x: 0, y: 0, shape: CAPSULE, extentX: 1 };
    refuses(() => environment.explore(ray), RangeError, /expected CIRCLE or BOX/);
    await environment.destroy();
  }
});

ticks('turns balls and boxes in 3D by quaternions', async () => {
  const shapes = buildShapes(3, [{ half: [2, 0.1, 0.1] }]);
  const environment = createOrientedEnvironment({ shapes });
  const a = environment.add({ x: 0, y: 0, z: 0 });
  environment.add({ x: 0, y: 0, z: 2 });
  assert.is((await environment.commit()).contacts.total, 0);
  const half = Math.SQRT1_2;
  const turn = [0, -half, 0, half];
  environment.turn(a, turn);
  turn.fill(NaN); // the caller's array counts as it was at the call
  assert.is((await environment.commit()).contacts.total, 2);
  assert.equal(environment.get(a).turn, [0, -half, 0, half].map(Math.fround));
  await environment.destroy();
});

areas.run();
ticks.run();
