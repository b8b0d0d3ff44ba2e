import { constants, crc32, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gunzip, gunzipChunks } from '../src/formats.ts';
import { random } from '../src/generators.ts';

const test = suite('gunzip of several members');

const text = (word: string, times: number): Buffer => Buffer.from(word.repeat(times));
const [first, second, third] = [text('first ', 40_000), text('second ', 3), text('third ', 9000)];
const joined = Buffer.concat([first, second, third]);
const members = [first, second, third].map((one) => gzipSync(one));

async function errorOf(bytes: Uint8Array): Promise<string> {
  return gunzip(bytes).then(() => 'none', String);
}

/**
 * Inflates in chunks of these sizes, in turn, the buffer of each filled with other bytes
 * afterwards.
 */
async function inChunks(packed: Uint8Array, sizes: readonly number[]): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0, i = 0; at < packed.length; at += sizes[i++ % sizes.length]) {
      const chunk = Buffer.from(packed.subarray(at, at + sizes[i % sizes.length]));
      yield chunk;
      chunk.fill(0xee);
    }
  }
  const parts: Uint8Array[] = [];
  for await (const part of gunzipChunks(chunks())) parts.push(part);
  return Buffer.concat(parts);
}

test('inflates two and three members, and an empty one', async () => {
  sameArray(await gunzip(Buffer.concat(members.slice(0, 2))), Buffer.concat([first, second]));
  sameArray(await gunzip(Buffer.concat(members)), joined);
  const empty = gzipSync(Buffer.alloc(0));
  sameArray(await gunzip(Buffer.concat([empty, ...members, empty])), joined);
});

test('skips zeros after the last member', async () => {
  for (const zeros of [1, 511, 70_000]) {
    sameArray(await gunzip(Buffer.concat([...members, Buffer.alloc(zeros)])), joined);
  }
});

test('refuses a second member that is truncated, corrupt or no gzip', async () => {
  const end = members[1];
  for (let length = 1; length < end.length; length++) {
    const error = await errorOf(Buffer.concat([members[0], end.subarray(0, length)]));
    assert.match(
      error,
      /^SyntaxError: gzip is truncated or corrupt: .* in member 2$/,
      `${length} bytes`,
    );
  }
  const corrupt = Buffer.from(end);
  corrupt[corrupt.length - 6] ^= 1;
  assert.is(
    await errorOf(Buffer.concat([members[0], corrupt])),
    'SyntaxError: gzip is truncated or corrupt: the checksum is wrong in member 2',
  );
  assert.is(
    await errorOf(Buffer.concat([members[0], Buffer.from('more')])),
    'SyntaxError: gzip is truncated or corrupt: there is something else than gzip in member 2',
  );
});

test('inflates what zlib packs, in every manner and in chunks of every size, seed 18', async () => {
  const next = random(18);
  const noise = Uint8Array.from({ length: 200_000 }, () => next(256));
  const words = Uint8Array.from(
    { length: 400_000 },
    (_, i) => 97 + (((i * i) >> 9) % (1 + next(9))),
  );
  // matches as far back as there are, and as long
  const far = Buffer.concat([
    noise.subarray(0, 32_768),
    noise.subarray(0, 32_768),
    text('a', 9999),
  ]);
  const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
  const manners: ZlibOptions[] = [
    { level: 0 },
    { level: 1 },
    { level: 9, memLevel: 9 },
    { level: 6, memLevel: 1, windowBits: 9 },
    { strategy: Z_FIXED },
    { strategy: Z_HUFFMAN_ONLY },
    { strategy: Z_RLE },
  ];
  for (const manner of manners) {
    for (const plain of [noise, words, far, far.subarray(0, 1)]) {
      const packed = gzipSync(plain, manner);
      sameArray(await gunzip(packed), plain);
      sameArray(await inChunks(packed, [1 + next(70_000), 1 + next(5)]), plain);
    }
    const small = gzipSync(words.subarray(0, 5000), manner);
    sameArray(await inChunks(Buffer.concat([small, small]), [1]), [
      ...words.subarray(0, 5000),
      ...words.subarray(0, 5000),
    ]);
  }
});

test('reads headers with extra fields, a name, a comment and a checksum', async () => {
  const packed = gzipSync(second);
  const fields = Buffer.from([3, 0, 1, 2, 3, 97, 0, 98, 99, 0]);
  const header = Buffer.concat([packed.subarray(0, 10), fields]);
  header[3] = 4 + 8 + 16 + 2;
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc32(header) & 0xffff);
  const whole = Buffer.concat([header, checksum, packed.subarray(10)]);
  sameArray(await gunzip(whole), second);
  sameArray(await inChunks(whole, [1]), second);
  whole[header.length] ^= 1;
  assert.is(
    await errorOf(whole),
    'SyntaxError: gzip is truncated or corrupt: the checksum of the header is wrong in member 1',
  );
});

test('gives no other data for changed bytes than zlib, seed 19', async () => {
  const next = random(19);
  const packed = gzipSync(Uint8Array.from({ length: 600 }, (_, i) => (i * i) >> 3));
  for (let round = 0; round < 4000; round++) {
    const bad = Uint8Array.from(packed);
    for (let k = 1 + next(3); k > 0; k--) bad[2 + next(bad.length - 2)] ^= 1 << next(8);
    const mine = await gunzip(bad).catch((error: Error) => {
      assert.instance(error, SyntaxError, String(error));
      return undefined;
    });
    // bytes of the header that say nothing may be anything
    if (mine !== undefined) sameArray(mine, gunzipSync(bad));
  }
});

test('gives up a bomb before its end', async () => {
  const bomb = gzipSync(Buffer.alloc(1 << 26));
  const before = process.memoryUsage().arrayBuffers;
  const error = await gunzip(bomb, { maxBytes: 1000 }).catch(String);
  assert.is(error, 'RangeError: gzip inflates to more than 1000 bytes');
  assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 24);
});

test.run();
