import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import { gunzip } from '../src/formats.ts';

const test = suite('gunzip');
const plain = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) >> 7);

/** The error of a promise that must reject. */
async function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => assert.unreachable('resolved') as never,
    (error: Error) => error,
  );
}

test('inflates gzip', async () => {
  sameArray(await gunzip(gzipSync(plain)), plain);
  sameArray(await gunzip(gzipSync(new Uint8Array(0))), []);
});

test('returns other bytes as they are, the same array', async () => {
  for (const bytes of [plain, new Uint8Array(0), Uint8Array.of(0x1f), Uint8Array.of(0x1f, 0x8c)]) {
    assert.is(await gunzip(bytes), bytes);
  }
});

test('inflates a view on part of a larger buffer', async () => {
  const packed = gzipSync(plain);
  const large = new Uint8Array(packed.length + 20).fill(7);
  large.set(packed, 10);
  sameArray(await gunzip(large.subarray(10, 10 + packed.length)), plain);
});

test('refuses truncated gzip wherever it ends', async () => {
  const packed = gzipSync(plain);
  for (const length of [
    2,
    3,
    9,
    10,
    11,
    100,
    packed.length >> 1,
    packed.length - 9,
    packed.length - 1,
  ]) {
    const error = await rejection(gunzip(packed.subarray(0, length)));
    assert.instance(error, SyntaxError, `${length} bytes: ${error}`);
    assert.match(error.message, /^gzip is truncated or corrupt: /);
  }
});

test('refuses corrupt gzip: header, data, checksum, length', async () => {
  const packed = gzipSync(plain);
  for (const at of [2, 3, 20, packed.length >> 1, packed.length - 8, packed.length - 1]) {
    const bad = Uint8Array.from(packed);
    bad[at] ^= 0x55;
    const error = await rejection(gunzip(bad));
    assert.instance(error, SyntaxError, `byte ${at}: ${error}`);
  }
});

test('refuses to inflate beyond maxBytes, and reaches it', async () => {
  const packed = gzipSync(plain);
  sameArray(await gunzip(packed, { maxBytes: plain.length }), plain);
  const error = await rejection(gunzip(packed, { maxBytes: plain.length - 1 }));
  assert.instance(error, RangeError);
  assert.is(error.message, 'gzip inflates to more than 299999 bytes');
  // a bomb is given up long before its end
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  assert.instance(await rejection(gunzip(bomb, { maxBytes: 1000 })), RangeError);
});

test.run();
