import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reduceWords } from '../src/arrays.ts';
import { createReduce, readBuffer, storageBuffer, uploadWords } from '../src/index.ts';
import { device, lengthsAround, WAYS } from './ways.ts';

const plain = {
  'add-u32': (a: number, b: number) => (a + b) >>> 0,
  'min-u32': (a: number, b: number) => Math.min(a, b),
  'max-u32': (a: number, b: number) => Math.max(a, b),
} as const;
const nothing = { 'add-u32': 0, 'min-u32': 0xffffffff, 'max-u32': 0 } as const;

for (const way of WAYS) {
  const test = suite(`reduce (${way.name})`);

  for (const operation of ['add-u32', 'min-u32', 'max-u32'] as const) {
    test(`${operation} at every length around tiles (seed 21)`, async () => {
      for (const length of lengthsAround(way)) {
        const input = randomWords(length, 21);
        const expected = input.reduce(plain[operation], nothing[operation]);
        const result = await reduceWords(device, operation, input, way.tuning);
        assert.is(result, expected, `${operation} of ${length}`);
      }
    });
  }

  test('finds the smallest and the largest at every place', async () => {
    const length = 2 * way.tile + 1;
    for (const at of [0, way.tile - 1, way.tile, 2 * way.tile]) {
      const input = new Uint32Array(length).fill(1000);
      input[at] = 7;
      assert.is(await reduceWords(device, 'min-u32', input, way.tuning), 7);
      input[at] = 0xfffffffe;
      assert.is(await reduceWords(device, 'max-u32', input, way.tuning), 0xfffffffe);
    }
  });

  test('adds f32: whole numbers exactly, others within rounding, bits repeat', async () => {
    const whole = new Float32Array(7 * way.tile - 5).map((_, i) => i % 9);
    assert.is(
      await reduceWords(device, 'add-f32', whole, way.tuning),
      whole.reduce((a, b) => a + b, 0),
    );
    const input = new Float32Array(randomWords(5 * way.tile + 3, 22)).map((v) => v / 2 ** 32);
    const sum = input.reduce((a, b) => a + b, 0);
    const first = await reduceWords(device, 'add-f32', input, way.tuning);
    assert.ok(Math.abs(first - sum) <= sum * input.length * 2 ** -24, `${first}, expected ${sum}`);
    for (let again = 0; again < 3; again++) {
      assert.is(await reduceWords(device, 'add-f32', input, way.tuning), first);
    }
    assert.is(await reduceWords(device, 'add-f32', new Float32Array(0), way.tuning), 0);
  });

  test('writes one word at outputOffset', async () => {
    for (const length of [5, 7 * way.tile]) {
      const input = uploadWords(device, 'input', new Uint32Array(length).fill(1));
      const output = uploadWords(device, 'output', new Uint32Array([9, 9, 9]));
      const all = { ...way.tuning, operation: 'add-u32', input, output, length } as const;
      const reduce = createReduce(device, { ...all, outputOffset: 4 });
      for (const actual of [length, 3]) {
        reduce.setLength(actual);
        const encoder = device.createCommandEncoder();
        reduce.encode(encoder);
        device.queue.submit([encoder.finish()]);
        sameArray(await readBuffer(device, output, new Uint32Array(3)), [9, actual, 9]);
      }
      for (const made of [reduce, input, output]) made.destroy();
    }
  });

  test.run();
}

const checks = suite('createReduce');

checks('refuses lengths, offsets and operations that make no sense', async () => {
  const input = storageBuffer(device, 'input', 4);
  const output = storageBuffer(device, 'output', 4);
  const good = { operation: 'add-u32', input, output, length: 4 } as const;
  const make = (options: object) => () => createReduce(device, { ...good, ...options });
  refuses(make({ length: 5 }), RangeError, 'reduce: length is 5, input has room for 4');
  refuses(make({ outputOffset: 16 }), RangeError, /outputOffset is 16, expected .* below 16/);
  const empty = device.createBuffer({ size: 0, usage: input.usage });
  const none = 'reduce: input has 0 bytes, expected at least 4';
  refuses(make({ input: empty, length: 0 }), RangeError, none);
  refuses(make({ operation: 'mul' }), RangeError, /operation is 'mul', expected 'add-u32'/);
  let text = '';
  await reduceWords(device, 'add-f32', new Uint32Array(1)).catch((e: Error) => (text = String(e)));
  assert.is(text, "TypeError: reduceWords: 'add-f32' takes a Float32Array");
  refuses(make({ output: input }), RangeError, 'reduce: output and input are the same buffer');
  input.destroy();
  output.destroy();
});

checks.run();
