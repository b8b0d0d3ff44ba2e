import { storageBuffer } from '@wayfield/gpu-core';
import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAnswers } from '../src/gpu/answers.ts';
import { createGpuCollisionSolver } from '../src/gpu/index.ts';
import { addBody, BOX, buildBodies, CAPSULE, GHOST, moveBody, removeBody } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { makeScenes } from './gpu-scenes.ts';
import { createRandom } from './random.ts';
import { refusesLater } from './refuses-later.ts';

const device = await sharedDevice();
const updates = suite('updates on the GPU');

updates('a body out of range is refused, and answers stay those of before', async () => {
  for (const hostChecks of [16_384, 0]) {
    const bodies = buildBodies({ x: new Float32Array([0, 1, 5]), radius: 0.5 });
    const solver = await createGpuCollisionSolver(device, bodies, { tuning: { hostChecks } });
    for (const bad of [NaN, Infinity, -(2 ** 62)]) {
      bodies.x[1] = bad;
      await refusesLater(solver.update(), RangeError, /x\[1\] is/);
      sameArray((await solver.pairs()).slots, [0, 1]);
    }
    bodies.x[1] = 5;
    bodies.radius[0] = -1;
    await refusesLater(solver.update(), RangeError, /radius\[0\] is -1/);
    // only some arrays: what was not uploaded is as before
    bodies.radius[0] = 0.5;
    bodies.y[2] = NaN;
    await refusesLater(solver.update(['y', 'x']), RangeError, /y\[2\] is/);
    sameArray((await solver.pairs()).slots, [0, 1]);
    bodies.y[2] = 0;
    bodies.radius[0] = -0;
    await solver.update();
    sameArray((await solver.pairs()).slots, [1, 2]);
    solver.destroy();
  }
});

updates('a box of negative size is refused', async () => {
  for (const hostChecks of [16_384, 0]) {
    const bodies = buildBodies({
      x: new Float32Array([0, 1, 5]),
      extentX: new Float32Array([1, -1, 1]),
      shape: new Uint8Array([BOX, CAPSULE, BOX]),
    });
    const solver = await createGpuCollisionSolver(device, bodies, { tuning: { hostChecks } });
    sameArray((await solver.pairs()).slots, [0, 1]);
    bodies.shape![1] = BOX;
    await refusesLater(solver.update(['shape']), RangeError, /extentX\[1\] is -1/);
    bodies.shape![1] = CAPSULE;
    bodies.extentX![2] = -1;
    await refusesLater(solver.update(['extentX']), RangeError, /extentX\[2\] is -1/);
    bodies.extentX![2] = 1;
    bodies.x[2] = 2;
    await solver.update();
    sameArray((await solver.pairs({ canonical: true })).slots, [0, 1, 0, 2, 1, 2]);
    solver.destroy();
  }
});

updates('questions behind an update whose bodies are wrong are about those before', async () => {
  const bodies = buildBodies({ x: new Float32Array([0, 1, 5]), radius: 0.5 });
  const tuning = { hostChecks: 0 };
  const solver = await createGpuCollisionSolver(device, bodies, { tuning });
  bodies.x[1] = Infinity;
  const refused = refusesLater(solver.update(['x']), RangeError, /x\[1\] is/);
  const pairs = solver.pairs();
  const lists = solver.neighbours({ radius: 1 });
  sameArray((await pairs).slots, [0, 1]);
  sameArray((await lists).first, [0, 1, 2, 2]);
  await refused;
  bodies.x[1] = 5;
  const [, moved] = await Promise.all([solver.update(['x']), solver.contacts()]);
  sameArray(moved.began, [1, 2]);
  solver.destroy();
});

updates(
  'many bytes go through mapped memory, or around it while it is in use (seed 45)',
  async () => {
    const next = createRandom(45);
    const floats = () => Float32Array.from({ length: 20_001 }, () => next() * 12);
    for (const hostChecks of [0, 1000]) {
      const bodies = buildBodies({
        x: floats(),
        y: floats(),
        z: floats(),
        radius: 0.7,
        count: 150,
      });
      const solver = await createGpuCollisionSolver(device, bodies, { tuning: { hostChecks } });
      const reference = createReferenceSolver(bodies);
      for (let tick = 0; tick < 4; tick++) {
        sameArray((await solver.pairs({ canonical: true })).slots, reference.pairs().slots);
        for (let k = 0; k <= tick; k++) {
          for (let i = 0; i < 150; i++) bodies.y[i] = next() * 12;
          // each update right after the last: the staging buffer may not be mapped again yet
          await solver.update(tick % 2 === 0 ? undefined : ['y']);
        }
        reference.update();
      }
      solver.destroy();
    }
  },
);

updates('calls are answered in turn, for the bodies as they were', async () => {
  const bodies = buildBodies({ x: new Float32Array([0, 1, 5]), radius: 0.5 });
  const solver = await createGpuCollisionSolver(device, bodies);
  const before = solver.pairs();
  bodies.x[1] = 5;
  const update = solver.update();
  bodies.x[1] = 9;
  const after = solver.pairs();
  sameArray((await before).slots, [0, 1]);
  await update;
  sameArray((await after).slots, [1, 2]);
  solver.destroy();
});
updates('memory does not grow from tick to tick', async () => {
  const [{ bodies }] = makeScenes(2, 60, 46);
  const solver = await createGpuCollisionSolver(device, bodies, { tuning: { direct: 0 } });
  const sizes: number[] = [];
  for (let tick = 0; tick < 12; tick++) {
    bodies.x[tick] += 1;
    await solver.update();
    await solver.contacts();
    await solver.neighbours({ radius: 1 });
    await solver.neighbours({ k: 2 });
    sizes.push(solver.memoryBytes);
  }
  assert.is(sizes[11], sizes[2]);
  solver.destroy();
});

updates('long answers are views that live through the next call', async () => {
  const bodies = buildBodies({ x: new Float32Array(150), radius: 1 });
  const solver = await createGpuCollisionSolver(device, bodies);
  const keys = (slots: Uint32Array): Float64Array =>
    Float64Array.from(
      { length: slots.length / 2 },
      (_, i) => slots[2 * i] * 150 + slots[2 * i + 1],
    ).sort();
  const expected = createReferenceSolver(bodies).pairs();
  assert.ok(expected.slots.length > 2 ** 14);
  const before = await solver.pairs();
  const after = await solver.pairs();
  for (const { slots } of [before, after]) sameArray(keys(slots), keys(expected.slots));
  // a mapping that was looked at a lot, then unmapped
  let sum = 0;
  for (let k = 0; k < 500; k++) for (let i = 0; i < after.slots.length; i++) sum += after.slots[i];
  assert.is(sum, 500 * expected.slots.reduce((a, v) => a + v, 0));
  bodies.x[0] = 9;
  await solver.update();
  for (let k = 0; k < 3; k++) assert.is((await solver.pairs()).total, expected.total - 149);
  solver.destroy();
});

updates('all long parts of an answer are views, also beyond 64 MiB together', async () => {
  const answers = createAnswers(device, () => {});
  const lengths = [2 ** 22, 2 ** 24 - 2 ** 16];
  const sources = lengths.map((words) => storageBuffer(device, 'part', words));
  const parts = await answers.run('parts', () =>
    sources.map((source, i) => ({ source, words: lengths[i] })),
  );
  assert.equal(
    parts.map(({ length }) => length),
    lengths,
  );
  answers.release();
  assert.equal(
    parts.map(({ length }) => length),
    [0, 0],
  );
  for (const made of [answers, ...sources]) made.destroy();
});
updates.run();

const contacts = suite('contacts on the GPU');

contacts('begin, stay and end as those of the reference, over 12 ticks (seed 41)', async () => {
  const next = createRandom(41);
  const bodies = buildBodies({ capacity: 8 });
  const add = () =>
    addBody(bodies, {
      x: next() * 9,
      y: next() * 9,
      radius: 0.5,
      kind: next() < 0.1 ? GHOST : 1,
    });
  const ids = Array.from({ length: 60 }, add);
  const solver = await createGpuCollisionSolver(device, bodies);
  const reference = createReferenceSolver(bodies);
  let stayed = 0;
  for (let tick = 0; tick < 12; tick++) {
    const [now, expected] = [await solver.contacts(), reference.contacts()];
    for (const list of ['began', 'stayed', 'ended'] as const) {
      sameArray(now[list], expected[list], `tick ${tick}: ${list}`);
    }
    stayed += now.stayed.length;
    for (let j = 0; j < ids.length; j++) {
      if (next() < 0.05) {
        removeBody(bodies, ids[j]);
        ids[j] = add();
      } else {
        const slot = ids[j] % 2 ** 32;
        moveBody(bodies, ids[j], bodies.x[slot] + next() - 0.5, bodies.y[slot] + next() - 0.5);
      }
    }
    if (tick % 4 === 3) for (let j = 0; j < 30; j++) ids.push(add());
    await solver.update();
    reference.update();
  }
  assert.ok(stayed > 0);
  solver.destroy();
});

contacts.run();
