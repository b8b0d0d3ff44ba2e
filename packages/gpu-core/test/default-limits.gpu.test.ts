// The defaults must run on the least device there is: 16 KiB of workgroup memory, 8 storage
// buffers, no features.
import { randomWords, sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { orderOf, scanOf } from './reference.ts';
import { compactWords, reduceWords, scanWords, segmentOffsets, sortPairs } from '../src/arrays.ts';
import { COPY_DST, COPY_SRC, STORAGE } from '../src/buffer-usage.ts';
import {
  createCompact,
  createReduce,
  readBuffer,
  storageBuffer,
  uploadWords,
} from '../src/index.ts';

const least = await sharedDevice({ limits: 'default', features: [] });
const withSubgroups = await sharedDevice({ limits: 'default', features: ['subgroups'] });
const keys = randomWords(9001, 91);

for (const [name, device] of [
  ['no features', least],
  ['subgroups', withSubgroups],
] as const) {
  const test = suite(`default limits, ${name}`);

  test('all primitives run with their defaults (seed 91)', async () => {
    assert.is(device.limits.maxComputeWorkgroupStorageSize, 16384);
    assert.is(device.limits.maxStorageBuffersPerShaderStage, 8);
    const order = orderOf(keys);
    sameArray(
      (
        await sortPairs(
          device,
          keys,
          keys.map((_, i) => i),
        )
      ).values,
      order,
      'sort',
    );
    sameArray(
      (await sortPairs(device, keys.subarray(0, 900), keys.subarray(0, 900))).keys,
      keys.slice(0, 900).sort(),
      'small sort',
    );
    sameArray(await scanWords(device, keys), scanOf(keys), 'scan');
    sameArray(
      await compactWords(device, keys, keys),
      keys.filter((k) => k !== 0),
      'compact',
    );
    const sum = keys.reduce((a, b) => (a + b) >>> 0, 0);
    assert.is(await reduceWords(device, 'add-u32', keys), sum);
    sameArray(
      (
        await segmentOffsets(
          device,
          keys.map((k) => k % 3),
          3,
        )
      ).subarray(3),
      [9001],
    );
  });

  test('counts, lengths and results may lie in buffers larger than a binding', async () => {
    const far = device.limits.maxStorageBufferBindingSize + 260;
    const usage = STORAGE | COPY_SRC | COPY_DST;
    const large = device.createBuffer({ size: far + 8, usage });
    const flags = uploadWords(device, 'flags', Uint32Array.of(1, 0, 1, 1, 0, 1));
    const output = storageBuffer(device, 'output', 6);
    const sum = storageBuffer(device, 'sum', 1);
    const kept = { flags, output, count: large, countOffset: far, length: 6 };
    const all = { operation: 'add-u32', input: flags } as const;
    const lengthFrom = { buffer: large, offset: far };
    const made = [
      createCompact(device, kept),
      createReduce(device, { ...all, output: sum, length: 6, lengthFrom }),
      createReduce(device, { ...all, output: large, outputOffset: far + 4, length: 3 }),
    ];
    const encoder = device.createCommandEncoder();
    for (const one of made) one.encode(encoder);
    device.queue.submit([encoder.finish()]);
    sameArray(await readBuffer(device, output, new Uint32Array(4)), [0, 2, 3, 5], 'kept');
    sameArray(await readBuffer(device, sum, new Uint32Array(1)), [3], 'sum of the first 4');
    sameArray(await readBuffer(device, large, new Uint32Array(2), far), [4, 2], 'far words');
    for (const one of [...made, large, flags, output, sum]) one.destroy();
  });

  test.run();
}
