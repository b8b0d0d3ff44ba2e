import { sameArray } from '@wayfield/testing';
import { sharedDevice, testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAnswers } from '../src/gpu/answers.ts';
import { createGpuCollisionSolver, type GpuCollisionSolver } from '../src/gpu/index.ts';
import { addBody, buildBodies, type CollisionSolver, QUERY } from '../src/index.ts';
import { createGpuOrientedSolver } from '../src/oriented-gpu.ts';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedReference,
} from '../src/oriented/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { refusesLater } from './refuses-later.ts';

const device = await sharedDevice();
const test = suite('a call that finds no memory on the GPU');

/** Lets `work` fail: a buffer without a usage is invalid, as is one that finds no memory. */
async function failing(label: string, work: () => Promise<unknown>, text: RegExp): Promise<void> {
  const { createBuffer } = device;
  let failed = 0;
  device.createBuffer = (descriptor) => {
    const isIt = descriptor.label === label;
    if (isIt) failed++;
    const usage = isIt ? 0 : descriptor.usage;
    return createBuffer.call(device, { ...descriptor, usage });
  };
  try {
    await refusesLater(work(), Error, text);
  } finally {
    device.createBuffer = createBuffer;
  }
  assert.ok(failed > 0, `no buffer ${label} was made`);
}

function threeAndQuery() {
  const bodies = buildBodies();
  for (const x of [0, 1, 5]) addBody(bodies, { x, y: 0, radius: 1 });
  addBody(bodies, { x: 1, y: 0, radius: 1, kind: QUERY });
  return bodies;
}

const area = { count: 1, x: Float32Array.of(0), y: Float32Array.of(0) };
const canonical = true;

test('leaves no grid behind that was never built', async () => {
  const bodies = threeAndQuery();
  const solver = await createGpuCollisionSolver(device, bodies);
  await failing('collision explore: entries', () => solver.explore(area), /collision lists/);
  const { slots } = await solver.pairs({ of: 'sightings', canonical });
  sameArray(slots, createReferenceSolver(bodies).pairs({ of: 'sightings' }).slots);
  solver.destroy();
});

type AnySolver = GpuCollisionSolver | CollisionSolver;
const questions: readonly [string, (solver: AnySolver) => unknown][] = [
  ['collision pairs', (solver) => solver.pairs({ canonical })],
  ['collision order: first words', (solver) => solver.pairs({ canonical })],
  ['collision explore: entries', (solver) => solver.explore(area, { canonical })],
  ['collision queries', (solver) => solver.explore(area, { canonical })],
  ['collision neighbours: stash', (solver) => solver.neighbours({ radius: 3, canonical })],
  ['collision nearest: heaps', (solver) => solver.neighbours({ k: 2 })],
  ['collision contacts: changed', (solver) => solver.contacts()],
  ['collision contacts: list 1', (solver) => solver.contacts()],
];

for (const [label, ask] of questions) {
  test(`keeps no buffer without memory: ${label}`, async () => {
    const bodies = threeAndQuery();
    const solver = await createGpuCollisionSolver(device, bodies);
    await failing(label, async () => ask(solver), /collision/);
    assert.equal(await ask(solver), ask(createReferenceSolver(bodies)));
    solver.destroy();
  });
}

for (const label of ['collision bodies: incoming', 'collision bodies: staging']) {
  test(`keeps no buffer without memory after an update: ${label}`, async () => {
    const bodies = threeAndQuery();
    const solver = await createGpuCollisionSolver(device, bodies, { tuning: { hostChecks: 0 } });
    while (bodies.end <= 1024) addBody(bodies, { x: 3 * bodies.end, y: 0, radius: 2 });
    await failing(label, () => solver.update(), /./);
    sameArray((await solver.pairs()).slots, [0, 1]);
    await solver.update();
    const { slots } = await solver.pairs({ canonical });
    sameArray(slots, createReferenceSolver(bodies).pairs().slots);
    solver.destroy();
  });
}

const shapes = buildShapes(2, [{ half: [2, 1] }]);

for (const label of ['oriented pairs: kept', 'collision pairs']) {
  test(`keeps no buffer of oriented bodies without memory: ${label}`, async () => {
    const world = buildOrientedBodies(shapes);
    for (const x of [0, 3, 9]) addOrientedBody(world, { x, y: 0 });
    const solver = await createGpuOrientedSolver(device, world);
    await failing(label, () => solver.pairs(), /oriented pairs/);
    sameArray((await solver.pairs()).slots, createOrientedReference(world).pairs().slots);
    await solver.destroy();
  });
}

test('keeps the old poses if there is no memory for new ones', async () => {
  const world = buildOrientedBodies(shapes);
  for (const x of [0, 3, 9]) addOrientedBody(world, { x, y: 0 });
  const solver = await createGpuOrientedSolver(device, world);
  addOrientedBody(world, { x: 9, y: 0 });
  await failing('oriented pairs: poses', () => solver.update(), /oriented pairs/);
  sameArray((await solver.pairs()).slots, [0, 1]);
  await solver.update();
  sameArray((await solver.pairs({ canonical })).slots, [0, 1, 2, 3]);
  await solver.destroy();
});

test('reads answers that fill the largest buffer', async () => {
  const limits = { maxBufferSize: 4096 };
  const small = new Proxy(device, {
    get(target, name) {
      if (name === 'limits') return limits;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const answers = createAnswers(small, () => {});
  const source = device.createBuffer({ size: 4096, usage: 0x4 });
  await answers.run('read', () => [{ source, words: 1024 }]);
  assert.is(answers.memoryBytes, 4096);
  answers.destroy();
  source.destroy();
});

test('makes a step again whose pipeline was invalid', async () => {
  // the pipelines of the shared device are made already
  const own = await testDevice();
  const bodies = threeAndQuery();
  const solver = await createGpuCollisionSolver(own, bodies, { tuning: { direct: 0 } });
  const { createComputePipeline } = own;
  own.createComputePipeline = ({ compute, ...rest }) => {
    own.createComputePipeline = createComputePipeline;
    return own.createComputePipeline({ ...rest, compute: { ...compute, entryPoint: 'none' } });
  };
  await refusesLater(solver.pairs({ canonical }), Error, /collision pairs: .*none/s);
  const { slots } = await solver.pairs({ canonical });
  sameArray(slots, createReferenceSolver(bodies).pairs().slots);
  solver.destroy();
  own.destroy();
});

test.run();
