// What a crowd on a GPU takes of memory comes back where the crowd cannot be made.
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { countBuffers, sharedDevice, testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCrowd, createHeadings } from '../src/gpu/index.ts';
import { fmaRoundsOnce } from '../src/gpu/numbers/fused.ts';
import { createGpuJam } from '../src/gpu/jam/gpu-jam.ts';

const device = await sharedDevice();
const test = suite('a crowd that finds no memory on the GPU');
const buffers = countBuffers(device);
test.before(buffers.begin);
test.after(buffers.end);

/** Lets each buffer that `make` makes fail in turn. */
async function checkAll(make: () => Promise<{ destroy(): unknown }>): Promise<void> {
  // what a device is asked once
  await (await make()).destroy();
  const held = buffers.live.size;
  const first = buffers.made;
  await (await make()).destroy();
  const count = buffers.made - first;
  assert.ok(count > 0);
  assert.is(buffers.live.size, held, 'after destroy');
  for (let at = 0; at < count; at++) {
    assert.not.match(await buffers.failing(at, make), 'it came to its end');
    assert.is(buffers.live.size, held, `buffer ${at} of ${count} fails`);
  }
  await (await make()).destroy();
}

test('createGpuCrowd leaves no buffer, whichever cannot be made', () =>
  checkAll(() => createGpuCrowd(device, {}, { capacity: 50 })));

test('createHeadings leaves no buffer', () =>
  checkAll(() => createHeadings(device, { width: 8, height: 8 })));

test('createGpuJam leaves no buffer, whichever cannot be made', async () => {
  const terrain = new Float32Array(64).fill(1);
  const model = await createGpuDiffusion(device, { width: 8, height: 8, neighbours: 8, terrain });
  const headings = await createHeadings(device, { width: 8, height: 8 });
  const crowd = await createGpuCrowd(device, {}, { capacity: 50 });
  await checkAll(() => createGpuJam(crowd, model, { headings, terrain }));
  crowd.destroy();
  headings.destroy();
  await model.destroy();
  assert.is(buffers.live.size, 0);
});

test('a probe of the device that fails is made again', async () => {
  const own = await testDevice();
  const counted = countBuffers(own);
  counted.begin();
  for (const at of [0, 1, 2]) {
    assert.not.match(await counted.failing(at, () => fmaRoundsOnce(own)), 'it came to its end');
    assert.is(counted.live.size, 0, `buffer ${at} fails`);
  }
  assert.type(await fmaRoundsOnce(own), 'boolean');
  assert.is(counted.live.size, 0);
  own.destroy();
});

test.run();
