import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

// What streams do with errors differs between engines, so this runs the module in a page.
const browser = await launchChromium();
const site = browser && mkdtempSync(join(tmpdir(), 'graph-page-'));
if (site) {
  await build({
    entryPoints: [fileURLToPath(new URL('../src/formats.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    outfile: join(site, 'formats.js'),
  });
}
const server = site && (await serveFolder(site));

const pages = suite('gunzip in a browser');
const on = browser ? pages : pages.skip;

pages.after(async () => {
  await browser?.close();
  if (server) await server.close();
  if (site) rmSync(site, { recursive: true });
});

on('inflates, and refuses truncated, corrupt and too large gzip by the same errors', async () => {
  if (!browser || !server) return;
  const page = await browser.newPage();
  // any page of the server lets its modules be imported
  await page.goto(`${server.url}no-such-page`);
  const text = 'type octile\nheight 1\nwidth 3\nmap\n.@.\n';
  const packed = gzipSync(text);
  const corrupt = Uint8Array.from(packed);
  corrupt[corrupt.length - 6] ^= 1;
  const cases: [bytes: Uint8Array, maxBytes: number, answer: string][] = [
    [packed, text.length, '1,0,1'],
    [new TextEncoder().encode(text), 1, '1,0,1'],
    [packed.subarray(0, 30), 1000, 'SyntaxError: gzip is truncated or corrupt: '],
    [corrupt, 1000, 'SyntaxError: gzip is truncated or corrupt: '],
    [packed, 9, 'RangeError: gzip inflates to more than 9 bytes'],
  ];
  for (const [bytes, maxBytes, answer] of cases) {
    const given = await page.evaluate(`import('${server.url}formats.js').then(async (formats) => {
      const bytes = await formats.gunzip(new Uint8Array([${bytes.join()}]), { maxBytes: ${maxBytes} });
      return formats.parseMovingAiMap(bytes).cost.join();
    }).catch(String)`);
    assert.is(String(given).slice(0, answer.length), answer);
  }
});

pages.run();
