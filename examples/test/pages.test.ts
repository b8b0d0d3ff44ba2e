// Every example for pages, in Chromium, served by one Vite as `npm start` serves each. With
// WAYFIELD_PICTURES=1 their pictures are made again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFont, launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exampleNames, isPage } from '../manifests.mjs';
import { LATER, PAGES, SMALLER } from './expectations.ts';
import { openServer } from './server.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Examples whose names hold this are run. */
const only = process.env['WAYFIELD_EXAMPLE'] ?? '';
const takesPictures = process.env['WAYFIELD_PICTURES'] === '1';
const LIMIT_MS = 120_000;
const test = suite('pages');
/** A canvas of WebGPU needs a browser of its own, which draws everything else slowly. */
const ON_WEBGPU = 'webgpu-agents';
const browser = await launchChromium();
const server = browser && (await openServer(home));

test('every page has an expectation, and no other has', () => {
  assert.equal(exampleNames().filter(isPage), Object.keys(PAGES).sort());
});

for (const [name, expression] of Object.entries(PAGES)) {
  if (!browser || !server || !name.includes(only)) continue;
  test(name, async () => {
    const own = name === ON_WEBGPU ? await launchChromium({ canvas: true }) : undefined;
    const context = await (own ?? browser).newContext({ viewport: { width: 480, height: 320 } });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error.stack)));
    page.on('console', (line) => {
      if (line.type() === 'error') errors.push(line.text());
    });
    try {
      await page.goto(`${server.url}${name}/index.html${SMALLER[name] ?? ''}`, {
        waitUntil: 'commit',
        timeout: LIMIT_MS,
      });
      const wanted = `'example' in globalThis && (${expression})`;
      try {
        await page.waitForFunction(wanted, undefined, { timeout: LIMIT_MS });
      } catch (error) {
        const state = await page
          .evaluate("JSON.stringify(globalThis.example ?? 'no example')")
          .catch(String);
        throw new Error(
          `${expression} is not true of ${String(state).slice(0, 500)}\n${errors.join('\n')}`,
          { cause: error },
        );
      }
      if (takesPictures) {
        await page.waitForFunction(LATER[name] ?? 'true', undefined, { timeout: LIMIT_MS });
        await page.waitForTimeout(2000);
        await page.addStyleTag({ content: `${codeFont()} pre { font-family: Code; }` });
        // a picture waits for a page that is idle
        await page.evaluate('globalThis.requestAnimationFrame = () => 0');
        const path = join(home, name, 'picture.jpg');
        await page.screenshot({ path, type: 'jpeg', quality: 72 });
      }
      assert.equal(errors, []);
      assert.ok(existsSync(join(home, name, 'picture.jpg')), `${name} has a picture`);
    } finally {
      await context.close();
      await own?.close();
    }
  });
}

test.after(async () => {
  await server?.close();
  await browser?.close();
});

test.run();
