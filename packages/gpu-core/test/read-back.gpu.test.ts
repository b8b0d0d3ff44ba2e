import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReadBack, readBuffer, uploadWords } from '../src/index.ts';
import { device } from './ways.ts';

const words = randomWords(64, 71);
const source = uploadWords(device, 'source', words);

const once = suite('readBuffer');

once('fills arrays of any type, from any word on', async () => {
  sameArray(await readBuffer(device, source, new Uint32Array(3)), words.subarray(0, 3));
  sameArray(await readBuffer(device, source, new Uint32Array(5), 12), words.subarray(3, 8));
  const bytes = new Uint8Array(words.buffer, 4, 7);
  sameArray(await readBuffer(device, source, new Uint8Array(7), 4), bytes);
  const floats = new Float32Array(words.buffer, 8, 2);
  sameArray(await readBuffer(device, source, new Float32Array(2), 8), floats);
  assert.is((await readBuffer(device, source, new Uint32Array(0))).length, 0);
});

once('fills only the part of a buffer that the view shows', async () => {
  const whole = new Uint32Array(8).fill(5);
  await readBuffer(device, source, whole.subarray(2, 4));
  sameArray(whole, [5, 5, words[0], words[1], 5, 5, 5, 5]);
});

once('rejects, and says why, when the source is too short', async () => {
  let text = '';
  await readBuffer(device, source, new Uint32Array(65)).catch((e: Error) => (text = String(e)));
  assert.match(text, /^Error: readBuffer: WebGPU found an invalid call: /);
});

once.run();

const reused = suite('createReadBack');

reused('brings several results by one map, round after round', async () => {
  const back = createReadBack(device, 64);
  assert.is(back.memoryBytes, 64);
  for (let round = 0; round < 20; round++) {
    const encoder = device.createCommandEncoder();
    back.encode(encoder, source, 0, 0, 16);
    back.encode(encoder, source, 4 * round, 24, 12);
    device.queue.submit([encoder.finish()]);
    const first = new Uint32Array(4);
    const second = new Uint32Array(3);
    await back.read({ at: 0, into: first }, { at: 24, into: second });
    sameArray(first, words.subarray(0, 4));
    sameArray(second, words.subarray(round, round + 3));
    // a hot loop over what came: it must be the caller's own memory
    let sum = 0;
    for (let k = 0; k < 20_000; k++) sum += first[k & 3];
    assert.ok(sum > 0);
  }
  back.destroy();
});

reused('refuses what does not fit, and a second read at the same time', async () => {
  const back = createReadBack(device, 20, 'results');
  const encoder = device.createCommandEncoder();
  const copy = (at: number, bytes: number) => () => back.encode(encoder, source, 0, at, bytes);
  refuses(copy(8, 20), RangeError, 'results: bytes 8 to 28, there are 24');
  const into = new Uint32Array(2);
  const first = back.read({ at: 0, into });
  let text = '';
  await back.read({ at: 0, into }).catch((e: Error) => (text = String(e)));
  assert.is(text, 'Error: results: one read at a time');
  await first;
  await back.read({ at: 24, into }).catch((e: Error) => (text = String(e)));
  assert.is(text, 'RangeError: results: 32 bytes asked, there are 24');
  back.destroy();
});

reused('asks for an array once those before it are filled', async () => {
  const back = createReadBack(device, 64, 'results');
  const encoder = device.createCommandEncoder();
  back.encode(encoder, source, 0, 0, 64);
  device.queue.submit([encoder.finish()]);
  const first = new Uint32Array(2);
  let second = new Uint32Array(0);
  const into = (): Uint32Array => (second = new Uint32Array(first[1] === words[1] ? 3 : 1));
  await back.read({ at: 0, into: first }, { at: 8, into });
  sameArray(second, words.subarray(2, 5));
  // a function that throws, or gives too much, leaves the memory unmapped
  const fail = (): never => {
    throw new Error('no room');
  };
  let text = '';
  await back.read({ at: 0, into: fail }).catch((e: Error) => (text = String(e)));
  assert.is(text, 'Error: no room');
  const large = { at: 56, into: () => new Uint32Array(3) };
  await back.read(large).catch((e: Error) => (text = String(e)));
  assert.is(text, 'RangeError: results: 72 bytes asked, there are 64');
  await back.read({ at: 0, into: first });
  sameArray(first, words.subarray(0, 2));
  back.destroy();
});

reused('rejects a read that destroy interrupts', async () => {
  const back = createReadBack(device, 16, 'results');
  const reading = back.read({ at: 0, into: new Uint32Array(2) });
  back.destroy();
  let text = '';
  await reading.catch((e: Error) => (text = String(e)));
  assert.match(text, /destroyed|unmapped|abort/i);
});

reused.after(() => source.destroy());
reused.run();
