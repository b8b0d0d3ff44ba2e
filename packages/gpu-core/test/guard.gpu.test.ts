import { randomWords, reason, sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scanOf } from './reference.ts';
import { scanWords, sortPairs } from '../src/arrays.ts';
import {
  allocate,
  createReadBack,
  guarded,
  largestBinding,
  readBuffer,
  storageBuffer,
} from '../src/index.ts';
import { makeGuarded } from '../src/internal.ts';
import { device } from './ways.ts';

const test = suite('guarded');

test('passes results on, and exceptions as they are', async () => {
  assert.is(await guarded(device, 'job', () => 7), 7);
  assert.is(await guarded(device, 'job', async () => 'later'), 'later');
  const broken = guarded(device, 'job', () => {
    throw new RangeError('three is 4');
  });
  assert.is(await reason(broken), 'RangeError: three is 4');
});

test('rejects for an invalid call with its reason, and the device goes on', async () => {
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE;
  const bad = guarded(device, 'bad buffer', () => device.createBuffer({ size: 16, usage }));
  assert.match(await reason(bad), /^Error: bad buffer: WebGPU found an invalid call: .*MapRead/s);
  sameArray(await scanWords(device, new Uint32Array([5, 6])), [0, 5]);
});

test('keeps the errors of jobs that overlap apart', async () => {
  const good = scanWords(device, new Uint32Array([1, 2, 3]));
  const bad = guarded(device, 'bad', () => device.createBuffer({ size: 16, usage: 0 }));
  const also = scanWords(device, new Uint32Array([3, 2, 1]));
  assert.match(await reason(bad), /^Error: bad: WebGPU found an invalid call/);
  sameArray(await good, [0, 1, 3]);
  sameArray(await also, [0, 3, 5]);
});

test.run();

const memory = suite('allocate');

memory('gives named buffers of at least the asked size', async () => {
  const made = await allocate(device, 'job', { a: 5, b: 0 });
  assert.is(made.a.size, 32);
  assert.is(made.b.size, 16);
  assert.is(made.a.label, 'job: a');
  for (const buffer of Object.values(made)) buffer.destroy();
});

memory('refuses what exceeds a binding with both numbers', async () => {
  const words = largestBinding(device.limits) / 4 + 1;
  const text = await reason(allocate(device, 'job', { small: 1, huge: words }));
  assert.match(text, /^RangeError: job: huge needs [\d,]+ bytes, one binding of this device holds/);
});

memory('rejects when memory runs out, and the device goes on', async () => {
  const words = largestBinding(device.limits) / 4;
  const many: Record<string, number> = {};
  for (let i = 0; i < 600; i++) many[`part ${i}`] = words;
  const text = await reason(allocate(device, 'too much', many));
  assert.match(text, /^Error: too much: the GPU is out of memory: /);
  const input = randomWords(1000, 61);
  sameArray(await scanWords(device, input), scanOf(input));
});

memory('makeGuarded destroys what was kept when creation ends with a reported error', async () => {
  const kept: string[] = [];
  const one = (name: string): { destroy(): void } => ({ destroy: () => kept.push(name) });
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE;
  const made = makeGuarded(device, 'parts', (keep) => {
    keep(one('first'));
    device.createBuffer({ size: 16, usage });
    return keep(one('second'));
  });
  assert.match(await reason(made), /^Error: parts: WebGPU found an invalid call/);
  assert.equal(kept, ['first', 'second']);
});

memory.run();

const loss = suite('device loss');

loss('rejects pending work with its reason, and a new device works', async () => {
  const lost = await testDevice();
  const keys = randomWords(3000, 62);
  await sortPairs(lost, keys, keys); // compiled: the next one is on its way at once
  const pending = reason(sortPairs(lost, keys, keys));
  const back = createReadBack(lost, 64);
  const reading = reason(back.read({ at: 0, into: new Uint32Array(4) }));
  lost.destroy();
  const sign = /: the GPU device was lost: it was destroyed/;
  assert.match(await pending, sign);
  assert.match(await reading, sign);
  assert.match(await reason(scanWords(lost, keys)), sign);
  assert.match(await reason(allocate(lost, 'buffers', { a: 4 })), sign);

  const fresh = await testDevice();
  sameArray(await scanWords(fresh, keys), scanOf(keys));
  fresh.destroy();
});

loss('is noticed by the first call after it', async () => {
  const lost = await testDevice();
  const buffer = storageBuffer(lost, 'buffer', 4);
  lost.destroy();
  const text = await reason(readBuffer(lost, buffer, new Uint32Array(4)));
  assert.match(text, /^Error: .*: the GPU device was lost: it was destroyed/);
});

loss.run();
