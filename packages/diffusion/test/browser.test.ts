// The pool on a page: worker threads where it is isolated, the page's own thread elsewhere.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sameArray } from '@wayfield/testing';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { build } from 'vite';
import { createDiffusion } from '@wayfield/diffusion';
import { runCases, SEED } from './browser/cases.ts';
import type { Page, Report } from './browser/main.ts';

const THREADS = 3;

const browser = await launchChromium();
const site = mkdtempSync(join(tmpdir(), 'wayfield-page-'));
// not in a hook: uvu swallows what a hook throws
if (browser) {
  const root = fileURLToPath(new URL('browser', import.meta.url));
  const output = { outDir: site, emptyOutDir: true };
  await build({ root, configFile: false, logLevel: 'warn', build: output });
}
const expected = await runCases(async (map, options) => createDiffusion(map, options));

const pages = suite('diffusion in a browser');
const on = browser ? pages : pages.skip;

pages.after(async () => {
  await browser?.close();
  rmSync(site, { recursive: true, force: true });
});

/** Opens the page, has it work, and checks that it says what one thread of Node says. */
async function ask(isolated: boolean, threads: number): Promise<Report> {
  const server = await serveFolder(site, { isolated });
  const tab = await browser!.newPage();
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  try {
    await tab.goto(server.url);
    await tab.waitForFunction(() => 'page' in globalThis, undefined, { timeout: 180_000 });
    const report = await tab.evaluate(
      (count) => (globalThis as unknown as { page: Page }).page.run(count),
      threads,
    );
    assert.is(report.answers.length, expected.length);
    for (const [i, { name, report: text, ...arrays }] of report.answers.entries()) {
      assert.is(`${name}: ${text}`, `${expected[i].name}: ${expected[i].report}`);
      for (const key of ['field', 'status', 'node'] as const) {
        sameArray(arrays[key], expected[i][key], `${name}: ${key}`);
      }
    }
    return report;
  } finally {
    await tab.close();
    await server.close();
    assert.equal(errors, []);
  }
}

on(`one thread answers as Node does (seed ${SEED})`, async () => {
  await ask(false, 0);
});

on(`a pool shares memory where the page is isolated (seed ${SEED})`, async () => {
  const { threads, fallback } = await ask(true, THREADS);
  assert.equal(threads, [THREADS]);
  assert.equal(fallback, [undefined]);
});

on(`a pool says why it has one thread elsewhere (seed ${SEED})`, async () => {
  const { threads, fallback } = await ask(false, THREADS);
  assert.equal(threads, [1]);
  assert.is(fallback.length, 1);
  assert.match(fallback[0]!, /SharedArrayBuffer|isolated/);
});

pages.run();
