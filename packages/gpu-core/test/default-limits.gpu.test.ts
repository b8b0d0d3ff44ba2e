// The defaults must run on the least device there is: 16 KiB of workgroup memory, 8 storage
// buffers, no features.
import { randomWords, sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { orderOf, scanOf } from './reference.ts';
import { compactWords, reduceWords, scanWords, segmentOffsets, sortPairs } from '../src/arrays.ts';

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

  test.run();
}
