import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compactWords } from '../src/arrays.ts';
import { createCompact, createSort, readBuffer, storageBuffer, uploadWords } from '../src/index.ts';
import { device, lengthsAround, WAYS } from './ways.ts';

const keep = (flags: Uint32Array, values?: Uint32Array): number[] => {
  const kept: number[] = [];
  for (let i = 0; i < flags.length; i++) if (flags[i] !== 0) kept.push(values ? values[i] : i);
  return kept;
};

for (const way of WAYS) {
  const test = suite(`compact (${way.name})`);

  test('keeps the flagged in order, at every length around tiles (seed 31)', async () => {
    for (const length of lengthsAround(way)) {
      const flags = randomWords(length, 31, 2); // any number but 0 is a yes
      const values = randomWords(length, 32);
      const what = `of ${length}`;
      sameArray(await compactWords(device, flags, undefined, way.tuning), keep(flags), what);
      sameArray(await compactWords(device, flags, values, way.tuning), keep(flags, values), what);
    }
  });

  test('keeps all, none, and the last one', async () => {
    const length = 2 * way.tile + 3;
    const flags = new Uint32Array(length);
    sameArray(await compactWords(device, flags, undefined, way.tuning), []);
    flags[length - 1] = 0x80000000;
    sameArray(await compactWords(device, flags, undefined, way.tuning), [length - 1]);
    flags.fill(1);
    const all = Array.from(flags, (_, i) => i);
    sameArray(await compactWords(device, flags, undefined, way.tuning), all);
  });

  test('gives the same bits for every workgroup size, items and blocks', async () => {
    const flags = randomWords(6001, 33, 1);
    const expected = keep(flags);
    for (const workgroupSize of [64, 256]) {
      for (const [itemsPerInvocation, maxBlocks] of [
        [4, 2],
        [8, 7],
      ] as const) {
        const tuning = { ...way.tuning, workgroupSize, itemsPerInvocation, maxBlocks };
        for (let again = 0; again < 3; again++) {
          const result = await compactWords(device, flags, undefined, tuning);
          sameArray(result, expected, JSON.stringify(tuning));
        }
      }
    }
  });

  test('keeps the first where the output has no room for all, and counts all', async () => {
    const length = 2 * way.tile + 5;
    const flags = uploadWords(device, 'flags', new Uint32Array(length).fill(1));
    const output = storageBuffer(device, 'output', 8);
    const count = storageBuffer(device, 'count', 1);
    const compact = createCompact(device, { flags, output, count, length, ...way.tuning });
    const encoder = device.createCommandEncoder();
    compact.encode(encoder);
    device.queue.submit([encoder.finish()]);
    sameArray(await readBuffer(device, output, new Uint32Array(8)), [0, 1, 2, 3, 4, 5, 6, 7]);
    sameArray(await readBuffer(device, count, new Uint32Array(1)), [length]);
    for (const made of [compact, flags, output, count]) made.destroy();
  });

  test('leaves what follows alone, and its count feeds the next primitive', async () => {
    const length = 3 * way.tile + 1;
    const flags = randomWords(length, 34, 1);
    const values = randomWords(length, 35);
    const made = {
      flags: uploadWords(device, 'flags', flags),
      values: uploadWords(device, 'values', values),
      output: uploadWords(device, 'output', new Uint32Array(length).fill(77)),
      count: uploadWords(device, 'count', new Uint32Array([5, 5, 5])),
      order: uploadWords(device, 'order', new Uint32Array(length)),
    };
    const { order, ...buffers } = made;
    const { output, count } = buffers;
    const compact = createCompact(device, { ...way.tuning, ...buffers, countOffset: 8, length });
    const lengthFrom = { buffer: count, offset: 8 };
    const sort = createSort(device, { keys: output, values: order, length, lengthFrom });
    const encoder = device.createCommandEncoder();
    compact.encode(encoder);
    sort.encode(encoder);
    device.queue.submit([encoder.finish()]);
    const expected = keep(flags, values);
    const result = await readBuffer(device, output, new Uint32Array(length));
    sameArray(await readBuffer(device, count, new Uint32Array(3)), [5, 5, expected.length]);
    sameArray(result.subarray(0, expected.length), new Uint32Array(expected).sort());
    sameArray(result.subarray(expected.length), new Uint32Array(length - expected.length).fill(77));
    for (const one of [compact, sort, ...Object.values(made)]) one.destroy();
  });

  test('counts 0 when the length is 0 at run time', async () => {
    const flags = uploadWords(device, 'flags', new Uint32Array(8).fill(1));
    const output = storageBuffer(device, 'output', 8);
    const count = uploadWords(device, 'count', new Uint32Array([5]));
    const compact = createCompact(device, { ...way.tuning, flags, output, count, length: 8 });
    compact.setLength(0);
    const encoder = device.createCommandEncoder();
    compact.encode(encoder);
    device.queue.submit([encoder.finish()]);
    assert.is((await readBuffer(device, count, new Uint32Array(1)))[0], 0);
    for (const made of [compact, flags, output, count]) made.destroy();
  });

  test.run();
}

const checks = suite('createCompact');

checks('refuses arrays of different lengths and buffers without room', async () => {
  let text = '';
  const call = compactWords(device, new Uint32Array(3), new Uint32Array(2));
  await call.catch((e: Error) => (text = String(e)));
  assert.is(text, 'RangeError: compactWords: 2 values for 3 flags');
  const flags = storageBuffer(device, 'flags', 4);
  const output = storageBuffer(device, 'output', 4);
  const count = storageBuffer(device, 'count', 4);
  const good = { flags, output, count, length: 4 };
  const make = (options: object) => () => createCompact(device, { ...good, ...options });
  refuses(make({ length: 5 }), RangeError, 'compact: length is 5, flags has room for 4');
  refuses(make({ countOffset: 2 }), RangeError, /countOffset is 2, expected a multiple of 4/);
  const empty = device.createBuffer({ size: 0, usage: flags.usage });
  for (const name of ['flags', 'values', 'output']) {
    const none = `compact: ${name} has 0 bytes, expected at least 4`;
    refuses(make({ [name]: empty, length: 0 }), RangeError, none);
  }
  refuses(make({ output: flags }), RangeError, 'compact: output and flags are the same buffer');
  refuses(make({ count: output }), RangeError, 'compact: output and count are the same buffer');
  for (const made of [flags, output, count]) made.destroy();
});

checks.run();
