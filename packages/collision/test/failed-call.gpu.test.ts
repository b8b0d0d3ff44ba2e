import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import { addBody, buildBodies, QUERY } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { createGpuCollisionSolver } from '../src/gpu/index.ts';
import { refusesLater } from './refuses-later.ts';

const device = await sharedDevice();
const test = suite('a call that finds no memory on the GPU');

test('leaves no grid behind that was never built', async () => {
  const bodies = buildBodies();
  for (const x of [0, 1, 5]) addBody(bodies, { x, y: 0, radius: 1 });
  addBody(bodies, { x: 1, y: 0, radius: 1, kind: QUERY });
  const solver = await createGpuCollisionSolver(device, bodies);
  const { createBuffer } = device;
  // a buffer larger than the limit is invalid, as is a buffer that finds no memory
  device.createBuffer = (descriptor) => {
    const isEntries = descriptor.label === 'collision explore: entries';
    const size = isEntries ? device.limits.maxBufferSize + 16 : descriptor.size;
    return createBuffer.call(device, { ...descriptor, size });
  };
  const area = { count: 1, x: Float32Array.of(0), y: Float32Array.of(0) };
  await refusesLater(solver.explore(area), Error, /collision lists/);
  device.createBuffer = createBuffer;
  const { slots } = await solver.pairs({ of: 'sightings', canonical: true });
  sameArray(slots, createReferenceSolver(bodies).pairs({ of: 'sightings' }).slots);
  solver.destroy();
});

test.run();
