import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scanOf } from './reference.ts';
import { segmentOffsets } from '../src/arrays.ts';
import { STORAGE } from '../src/buffer-usage.ts';
import { createSegmentOffsets, readBuffer, storageBuffer, uploadWords } from '../src/index.ts';
import { device, WAYS } from './ways.ts';

function offsetsOf(keys: Uint32Array, segments: number): Uint32Array {
  const counts = new Uint32Array(segments + 1);
  for (const key of keys) if (key < segments) counts[key]++;
  return scanOf(counts);
}

for (const way of WAYS) {
  const test = suite(`segments (${way.name})`);

  for (const segments of [0, 1, 7, 500, 2048, 2049, 5000]) {
    test(`counts and scans into ${segments} segments (seed 51)`, async () => {
      for (const length of [0, 1, 2, 5, 1000, 8193]) {
        const keys = randomWords(length, 51, 12);
        const what = `${length} keys`;
        const result = await segmentOffsets(device, keys, segments, way.tuning);
        sameArray(result, offsetsOf(keys, segments), what);
      }
    });
  }

  test('leaves out NONE and counts equal, sorted and alternating keys', async () => {
    for (const segments of [100, 3000]) {
      for (const key of [
        () => 3,
        (i: number) => i >> 6,
        (i: number) => (i % 2 ? 99 : 0xffffffff),
      ]) {
        const keys = Uint32Array.from({ length: 6001 }, (_, i) => key(i));
        const result = await segmentOffsets(device, keys, segments, way.tuning);
        sameArray(result, offsetsOf(keys, segments), String(key));
      }
    }
  });

  test('starts from nothing each time it is recorded, and follows setLength', async () => {
    const keys = randomWords(900, 52, 6);
    const buffer = uploadWords(device, 'keys', keys);
    const offsets = uploadWords(device, 'offsets', new Uint32Array(68).fill(77));
    const all = { ...way.tuning, keys: buffer, segments: 64, offsets, length: 900 };
    const primitive = createSegmentOffsets(device, all);
    for (const length of [900, 10, 0, 900]) {
      primitive.setLength(length);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      primitive.encode(pass);
      primitive.encode(pass);
      pass.end();
      device.queue.submit([encoder.finish()]);
      const result = await readBuffer(device, offsets, new Uint32Array(68));
      sameArray(result.subarray(0, 65), offsetsOf(keys.subarray(0, length), 64), `${length}`);
      sameArray(result.subarray(65), [77, 77, 77], 'what follows');
    }
    for (const made of [primitive, buffer, offsets]) made.destroy();
  });

  test.run();
}

const checks = suite('createSegmentOffsets');

checks('refuses offsets without room and segments that are no count', async () => {
  const keys = storageBuffer(device, 'keys', 8);
  const offsets = storageBuffer(device, 'offsets', 8);
  const make = (options: object) => () =>
    createSegmentOffsets(device, { keys, segments: 7, offsets, length: 8, ...options });
  const text = 'segments: offsets: length is 9, offsets has room for 8';
  refuses(make({ segments: 8 }), RangeError, text);
  refuses(make({ length: 9 }), RangeError, 'segments: length is 9, keys has room for 8');
  let said = '';
  await segmentOffsets(device, new Uint32Array(1), -1).catch((e: Error) => (said = String(e)));
  assert.is(said, 'RangeError: segments is -1, expected a whole number >= 0');
  refuses(make({ offsets: keys }), RangeError, 'segments: offsets and keys are the same buffer');
  keys.destroy();
  offsets.destroy();
});

checks('takes a buffer of no keys', async () => {
  const keys = device.createBuffer({ size: 0, usage: STORAGE });
  const offsets = uploadWords(device, 'offsets', Uint32Array.of(7, 7, 7));
  const rows = createSegmentOffsets(device, { keys, segments: 2, offsets, length: 0 });
  const encoder = device.createCommandEncoder();
  rows.encode(encoder);
  device.queue.submit([encoder.finish()]);
  sameArray(await readBuffer(device, offsets, new Uint32Array(3)), [0, 0, 0]);
  for (const made of [rows, keys, offsets]) made.destroy();
});

checks('compiles no kernel again for another number of segments', async () => {
  const own = await testDevice();
  const { createComputePipeline } = own;
  let made = 0;
  own.createComputePipeline = (descriptor) => {
    made++;
    return createComputePipeline.call(own, descriptor);
  };
  const keys = Uint32Array.from({ length: 300 }, (_, i) => i);
  for (const counts of [
    [65, 100, 127, 128],
    [2049, 3000, 4000],
  ]) {
    made = 0;
    sameArray(await segmentOffsets(own, keys, counts[0]), offsetsOf(keys, counts[0]), 'first');
    const first = made;
    assert.ok(first > 0, 'the first number of segments compiles');
    for (const segments of counts) {
      sameArray(await segmentOffsets(own, keys, segments), offsetsOf(keys, segments), 'offsets');
    }
    assert.is(made, first);
  }
  own.destroy();
});

checks.run();
