import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import { bunzip2Chunks } from '../src/bunzip2.ts';
import { runsBzip2 } from './fixtures/runs-bz2.ts';
import { rejects } from './rejects.ts';

/**
 * Runs of every length up to 300, a short period, all bytes, and noise: what the fixture was made
 * of.
 */
function plain(): Uint8Array {
  const parts: Buffer[] = [];
  for (let k = 1; k <= 300; k++) parts.push(Buffer.alloc(k, (k * 37) & 255));
  parts.push(Buffer.from('abc'.repeat(100_000)));
  for (let i = 0; i < 40; i++)
    parts.push(Buffer.from(Uint8Array.from({ length: 256 }, (_, j) => j)));
  const noise = new Uint8Array(3000);
  let state = 1n;
  for (let i = 0; i < noise.length; i++) {
    state = (state * 1103515245n + 12345n) & 0x7fffffffn;
    noise[i] = Number((state >> 16n) & 255n);
  }
  return new Uint8Array(Buffer.concat([...parts, noise]));
}

async function* pieces(
  bytes: Uint8Array,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  // one array for all chunks: nobody may keep it
  const chunk = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    chunk.set(part);
    yield chunk.subarray(0, part.length);
  }
}

async function unpack(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of bunzip2Chunks(pieces(bytes, size))) parts.push(new Uint8Array(part));
  return new Uint8Array(Buffer.concat(parts));
}

const bzip2 = suite('bunzip2Chunks');
bzip2('gives back runs, periods and noise over several blocks, whatever the chunks', async () => {
  const right = plain();
  for (const size of [1 << 20, 1000, 7]) sameArray(await unpack(runsBzip2, size), right);
});

bzip2('joins streams, and reads one without blocks', async () => {
  const empty = Uint8Array.from([66, 90, 104, 57, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0]);
  assert.is((await unpack(empty, 3)).length, 0);
  const three = new Uint8Array(Buffer.concat([runsBzip2, empty, runsBzip2]));
  sameArray(await unpack(three, 500), new Uint8Array(Buffer.concat([plain(), plain()])));
});

bzip2('refuses every file that is cut short', async () => {
  for (let length = 0; length < runsBzip2.length; length += 911) {
    await rejects(
      unpack(runsBzip2.subarray(0, length), 1000),
      SyntaxError,
      /^bzip2 is truncated or corrupt: /,
    );
  }
});

bzip2('finds every changed bit by its checksums, if not before', async () => {
  for (let i = 4; i < runsBzip2.length - 1; i += 487) {
    const bad = new Uint8Array(runsBzip2);
    bad[i] ^= 1 << (i & 7);
    await rejects(unpack(bad, 1 << 20), SyntaxError, /^bzip2 is truncated or corrupt: /);
  }
});
bzip2.run();
