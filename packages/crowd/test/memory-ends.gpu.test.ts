// What a crowd on a GPU takes of memory comes back where the crowd cannot be made.
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { countBuffers, sharedDevice, testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { storageBuffer } from '@wayfield/gpu-core';
import { createGpuCrowd, createHeadings, type GpuCrowd } from '../src/gpu/index.ts';
import type { GpuPaths } from '../src/gpu/aim/path-types.ts';
import { fmaRoundsOnce } from '../src/gpu/numbers/fused.ts';
import { createGpuJam } from '../src/gpu/jam/gpu-jam.ts';
import { createGpuPaths } from '../src/gpu/aim/gpu-paths.ts';
import { wallsOfPolygons } from '../src/walls.ts';

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

/**
 * Lets each buffer that `call` makes at first fail in turn, of a crowd each; then `call` must do.
 * Errors that no call reports are errors of the test.
 */
async function checkCalls(
  call: (crowd: GpuCrowd) => Promise<unknown>,
  count: number,
  prepare: (crowd: GpuCrowd) => unknown = () => {},
): Promise<void> {
  const unheard: string[] = [];
  const hear = ({ error }: GPUUncapturedErrorEvent): void => void unheard.push(error.message);
  device.addEventListener('uncapturederror', hear);
  for (let at = 0; at < count; at++) {
    const crowd = await createGpuCrowd(device, {}, { capacity: 50 });
    crowd.add({ x: 1, y: 1, preferredX: 1 });
    await prepare(crowd);
    const message = await buffers.failing(at, () => call(crowd));
    assert.not.match(message, 'it came to its end', `buffer ${at}`);
    await call(crowd);
    crowd.destroy();
  }
  await device.queue.onSubmittedWorkDone();
  device.removeEventListener('uncapturederror', hear);
  assert.equal(unheard, []);
}

test('a step that finds no memory can be made again', async () => {
  // the lists of neighbours, and the uniform of the ticks of one length
  await checkCalls((crowd) => crowd.step(0.1), 2);
});

test('a read that finds no memory can be made again', () => checkCalls((crowd) => crowd.read(), 1));

test('an update of paths that finds no memory can be made again', async () => {
  const all = new Map<GpuCrowd, GpuPaths>();
  const prepare = (crowd: GpuCrowd): void => {
    const paths = createGpuPaths(crowd);
    all.set(crowd, paths);
    paths.assign(crowd.idOf(0), [0, 0, 1, 1]);
  };
  await checkCalls((crowd) => all.get(crowd)!.update(), 1, prepare);
  for (const paths of all.values()) paths.destroy();
});

test('more points of paths that find no memory are brought by the next call', async () => {
  const all = new Map<GpuCrowd, GpuPaths>();
  const prepare = async (crowd: GpuCrowd): Promise<void> => {
    const paths = createGpuPaths(crowd);
    all.set(crowd, paths);
    crowd.aim({ paths });
    paths.assign(crowd.idOf(0), [0, 0, 1, 1]);
    await crowd.step(0.1);
    await crowd.read();
    await paths.update();
    paths.assign(
      crowd.idOf(0),
      Array.from({ length: 2 * 3000 }, (_, i) => (i % 2 === 0 ? 1 + i : 1)),
      1,
    );
  };
  await checkCalls((crowd) => crowd.step(0.1), 1, prepare);
  await checkCalls((crowd) => crowd.read(), 1, prepare);
  await checkCalls((crowd) => crowd.snapshot(), 1, prepare);
  await checkCalls((crowd) => all.get(crowd)!.update(), 1, prepare);
  for (const paths of all.values()) paths.destroy();
});

test('walls that find no memory leave the walls before', async () => {
  const walls = wallsOfPolygons([[0, 0, 4, 0, 4, 4]]);
  const crowd = await createGpuCrowd(device, {}, { capacity: 50 });
  crowd.add({ x: 1, y: 1, preferredX: 1 });
  await crowd.step(0.1);
  // as browsers do for a buffer that is mapped at creation
  const { createBuffer } = device;
  device.createBuffer = () => {
    throw new RangeError('no memory');
  };
  try {
    assert.throws(() => crowd.setWalls(walls), 'no memory');
  } finally {
    device.createBuffer = createBuffer;
  }
  assert.is((await crowd.step(0.1)).agents, 1);
  crowd.destroy();
});

test('lists of neighbours that exceed a binding are refused before the first tick', async () => {
  const own = await testDevice({ limits: 'default', features: [] });
  const capacity = own.limits.maxStorageBufferBindingSize / (4 * 32) + 1;
  const make = () => createGpuCrowd(own, {}, { capacity, defaults: { maxNeighbours: 32 } });
  assert.match(await buffers.failing(-1, make), 'RangeError: lists of neighbours');
  own.destroy();
});

test('headings of fields that move keep one uniform for a layer', async () => {
  const headings = await createHeadings(device, { width: 4, height: 4 });
  const fields = [0, 1].map(() => storageBuffer(device, 'field', 64));
  const held = buffers.live.size;
  for (let turn = 0; turn < 6; turn++) {
    const encoder = device.createCommandEncoder();
    const field = { buffer: fields[turn % 2], offset: 0, pitch: 1, precision: 'f32' } as const;
    headings.encode(encoder, field);
    device.queue.submit([encoder.finish()]);
  }
  assert.is(buffers.live.size, held + 1);
  for (const made of [headings, ...fields]) made.destroy();
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
