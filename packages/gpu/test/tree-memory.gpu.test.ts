import { roadGraph } from '@wayfield/graph/generators';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuTreeSolver } from '../src/index.ts';

const test = suite('memory of tree solvers');

test('bind groups are held for few numbers of sources', async () => {
  const device = await testDevice();
  const { createBindGroup } = device;
  let made = 0;
  device.createBindGroup = (descriptor) => {
    made++;
    return createBindGroup.call(device, descriptor);
  };
  const solver = await createGpuTreeSolver(device, roadGraph(12, 11, { seed: 71 }));
  const madeFor = async (count: number): Promise<number> => {
    made = 0;
    await solver.run([0, 131, 7, 64, 7, 9, 11].slice(0, count));
    return made;
  };
  for (const count of [7, 1, 2, 3, 4, 5, 6]) assert.ok((await madeFor(count)) > 0);
  assert.is(await madeFor(6), 0);
  assert.ok((await madeFor(1)) > 0, 'those for one source are still held');
  solver.destroy();
  device.destroy();
});

test.run();
