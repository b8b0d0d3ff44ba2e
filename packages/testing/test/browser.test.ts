import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchChromium, serveFolder } from '../src/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'wayfield-serve-'));
mkdirSync(join(folder, 'site'));
writeFileSync(join(folder, 'secret.txt'), 'outside');
writeFileSync(join(folder, 'site', 'index.html'), '<title>served</title>');
writeFileSync(join(folder, 'site', 'a b.js'), 'export const x = 1;');

const serve = suite('serveFolder');

serve('serves index.html and typed files, and nothing outside the folder', async () => {
  const server = await serveFolder(join(folder, 'site'));
  try {
    assert.is(await (await fetch(server.url)).text(), '<title>served</title>');
    const script = await fetch(`${server.url}a%20b.js`);
    assert.is(script.headers.get('content-type'), 'text/javascript');
    assert.is((await fetch(`${server.url}none.js`)).status, 404);
    assert.is((await fetch(`${server.url}..%2fsecret.txt`)).status, 404);
  } finally {
    await server.close();
  }
});

serve.run();

const browser = await launchChromium();
const page = suite('launchChromium');
const on = browser ? page : page.skip;

for (const isolated of [false, true]) {
  on(`opens a page that is ${isolated ? '' : 'not '}cross-origin isolated`, async () => {
    const server = await serveFolder(join(folder, 'site'), { isolated });
    const tab = await browser!.newPage();
    try {
      await tab.goto(server.url);
      assert.is(await tab.title(), 'served');
      assert.is(await tab.evaluate(() => crossOriginIsolated), isolated);
      assert.is(await tab.evaluate(() => typeof SharedArrayBuffer === 'function'), isolated);
    } finally {
      await tab.close();
      await server.close();
    }
  });
}

page.after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
page.run();
