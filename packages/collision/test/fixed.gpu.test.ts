import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import Flatbush from 'flatbush';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCollisionSolver } from '../src/gpu/index.ts';
import {
  type BodiesOptions,
  buildBodies,
  fixBody,
  fixedChanged,
  idOf,
  moveBody,
} from '../src/index.ts';
import { createReferenceSolver, createTreeSolver } from '../src/reference.ts';
import { makeMixture } from './gpu-scenes.ts';
import { createRandom } from './random.ts';

const device = await sharedDevice();
const fixed = suite('fixed bodies on the GPU');

fixed('are no pairs with fixed: false (seed 51)', async () => {
  const next = createRandom(51);
  const mixture = makeMixture(2, 150, 51);
  for (let i = 0; i < 150; i++) mixture.x[i] *= 0.3;
  const { x, y, radius, kind, shape, extentX, extentY, group, mask } = mixture;
  const columns = { x, y, radius, kind, shape, extentX, extentY, group, mask };
  const bodies = buildBodies({
    ...(columns as BodiesOptions),
    fixed: Uint8Array.from(x, () => +(next() < 0.7)),
  });
  const reference = createReferenceSolver(bodies);
  for (const direct of [0, 1000]) {
    const solver = await createGpuCollisionSolver(device, bodies, { tuning: { direct } });
    const options = { fixed: false, canonical: true };
    const pairs = await solver.pairs(options);
    sameArray(pairs.slots, reference.pairs(options).slots, 'pairs');
    const all = reference.pairs().total;
    assert.ok(pairs.total > 0 && pairs.total < all, `${pairs.total} of ${all}`);
    if (direct > 0) {
      sameArray((await solver.candidates(options)).slots, reference.candidates(options).slots);
      const sightings = { ...options, of: 'sightings' } as const;
      sameArray((await solver.pairs(sightings)).slots, reference.pairs(sightings).slots);
      sameArray((await solver.contacts({ fixed: false })).began, reference.pairs(options).slots);
    }
    solver.destroy();
  }
});

fixed('are not read again until one of them changed (seed 52)', async () => {
  const next = createRandom(52);
  const count = 2100;
  const floats = (side: number) => Float32Array.from({ length: count }, () => next() * side);
  for (const hostChecks of [0, 16_384]) {
    // spans of slots that are fixed, that are not, and one with both
    const bodies = buildBodies({
      x: floats(50),
      y: floats(50),
      radius: 0.5,
      fixed: Uint8Array.from({ length: count }, (_, i) => +(i < 1100 || i >= 1500)),
    });
    const solver = await createGpuCollisionSolver(device, bodies, { tuning: { hostChecks } });
    const reference = createTreeSolver(bodies, Flatbush);
    const check = async (what: string): Promise<void> => {
      reference.update();
      const { slots } = await solver.pairs({ canonical: true });
      sameArray(slots, reference.pairs().slots, `${what}, hostChecks ${hostChecks}`);
    };
    await check('first');
    for (let i = 1100; i < 1500; i++) bodies.x[i] = next() * 50;
    const was = bodies.x[7];
    bodies.x[7] = 1e6;
    await solver.update(hostChecks > 0 ? ['x'] : undefined);
    bodies.x[7] = was;
    await check('some move');
    bodies.x[7] = 20;
    fixedChanged(bodies);
    await solver.update(['x']);
    await check('a fixed one was written');
    moveBody(bodies, idOf(bodies, 2000), 30, 30);
    fixBody(bodies, idOf(bodies, 0), false);
    await solver.update(['x', 'y']);
    bodies.x[0] += 1;
    await solver.update(['x']);
    await check('one was moved, one let go');
    sameArray(
      (await solver.pairs({ canonical: true, fixed: false })).slots,
      reference.pairs({ fixed: false }).slots,
    );
    solver.destroy();
  }
});
fixed('stay sorted if all bodies are fixed', async () => {
  const bodies = buildBodies({
    x: new Float32Array([0, 1, 5]),
    radius: 0.5,
    fixed: new Uint8Array([1, 1, 1]),
  });
  const tuning = { direct: 0 };
  const solver = await createGpuCollisionSolver(device, bodies, { tuning });
  const area = { count: 1, x: new Float32Array([5]), y: new Float32Array(1) };
  bodies.x[2] = 1.5;
  await solver.update();
  sameArray((await solver.pairs()).slots, [0, 1]);
  sameArray((await solver.explore(area)).slots, [2]);
  fixedChanged(bodies);
  await solver.update();
  sameArray((await solver.pairs({ canonical: true })).slots, [0, 1, 1, 2]);
  assert.is((await solver.explore(area)).total, 0);
  fixBody(bodies, idOf(bodies, 2), false);
  await solver.update();
  bodies.x[2] = 9;
  await solver.update();
  sameArray((await solver.pairs()).slots, [0, 1]);
  solver.destroy();
});
fixed.run();
