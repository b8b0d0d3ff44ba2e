import { randomWords, sameArray } from '@wayfield/testing';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import type * as Arrays from '../src/arrays.ts';
import type { requestDevice } from '../src/index.ts';
import { compactWords, reduceWords, scanWords, segmentOffsets, sortPairs } from '../src/arrays.ts';
import { device } from './ways.ts';

const folder = mkdtempSync(join(tmpdir(), 'wayfield-gpu-'));
const browser = await launchChromium();
const test = suite('primitives on a page');
const on = browser ? test : test.skip;

on('give what they give in Node (seed 81)', async () => {
  const outfile = join(folder, 'wayfield.js');
  await build({
    stdin: {
      contents: `export * from '../src/arrays.ts';
        export { requestDevice } from '../src/index.ts';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    outfile,
    bundle: true,
    format: 'iife',
    globalName: 'wayfield',
  });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="wayfield.js"></script>');

  const keys = randomWords(5000, 81, 12);
  const values = randomWords(5000, 82);
  const sorted = await sortPairs(device, keys, values);
  const expected = {
    sorted: [...sorted.keys, ...sorted.values],
    scan: [...(await scanWords(device, keys))],
    compact: [...(await compactWords(device, keys, values))],
    offsets: [...(await segmentOffsets(device, keys, 3000))],
    largest: [await reduceWords(device, 'max-u32', values)],
  };

  const server = await serveFolder(folder);
  const tab = await browser!.newPage();
  try {
    await tab.goto(server.url);
    const actual = await tab.evaluate(
      async ([k, v]) => {
        const { wayfield } = globalThis as unknown as {
          wayfield: typeof Arrays & { readonly requestDevice: typeof requestDevice };
        };
        const gpu = await wayfield.requestDevice({ allowSoftware: true });
        const [a, b] = [Uint32Array.from(k!), Uint32Array.from(v!)];
        const pairs = await wayfield.sortPairs(gpu, a, b);
        return {
          sorted: [...pairs.keys, ...pairs.values],
          scan: [...(await wayfield.scanWords(gpu, a))],
          compact: [...(await wayfield.compactWords(gpu, a, b))],
          offsets: [...(await wayfield.segmentOffsets(gpu, a, 3000))],
          largest: [await wayfield.reduceWords(gpu, 'max-u32', b)],
        };
      },
      [[...keys], [...values]],
    );
    for (const name of ['sorted', 'scan', 'compact', 'offsets', 'largest'] as const) {
      sameArray(actual[name], expected[name], name);
    }
  } finally {
    await tab.close();
    await server.close();
  }
});

test.after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
test.run();
