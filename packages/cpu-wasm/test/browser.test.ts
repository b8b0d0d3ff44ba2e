import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sameArray } from '@wayfield/testing';
import {
  type Browser,
  type FolderServer,
  launchChromium,
  serveFolder,
} from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { build } from 'vite';
import { createWasmSolver } from '../src/index.ts';
import { type Answer, SEED, solveCases } from './browser/cases.ts';
import type { Page } from './browser/main.ts';
import type { Report } from './browser/solve.ts';

const THREADS = 3;

const browser = await launchChromium();
const site = mkdtempSync(join(tmpdir(), 'wayfield-page-'));
// not in a hook: uvu swallows what a hook throws
const started = browser && (await start(browser));

const pages = suite('cpu-wasm in a browser');
const on = started ? pages : pages.skip;

pages.after(async () => {
  await browser?.close();
  await started?.plain.close();
  await started?.isolated.close();
  rmSync(site, { recursive: true, force: true });
});

interface Started {
  readonly browser: Browser;
  /** The same page without and with the headers that isolate it. */
  readonly plain: FolderServer;
  readonly isolated: FolderServer;
  /** What Node answers. */
  readonly expected: readonly Answer[];
}

async function start(running: Browser): Promise<Started> {
  const root = fileURLToPath(new URL('browser', import.meta.url));
  const input = ['index.html', 'strict.html'].map((name) => join(root, name));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: site, emptyOutDir: true, rolldownOptions: { input } },
  });
  const expected = await solveCases(async (map, options, queries) => {
    const solver = createWasmSolver(map, options);
    const routes = solver.run(queries);
    solver.destroy();
    return routes;
  });
  const plain = await serveFolder(site);
  return {
    browser: running,
    plain,
    isolated: await serveFolder(site, { isolated: true }),
    expected,
  };
}

/** Opens the page, asks it to solve, and checks that it says what Node says. */
async function ask(
  kind: 'plain' | 'isolated',
  where: keyof Page,
  threads: number,
  file = '',
): Promise<Report> {
  const { browser: running, expected, [kind]: server } = started!;
  const tab = await running.newPage();
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  try {
    await tab.goto(server.url + file);
    await tab.waitForFunction(() => 'page' in globalThis, undefined, { timeout: 180_000 });
    const report = await tab.evaluate(
      ([place, count]) => (globalThis as unknown as { page: Page }).page[place](count),
      [where, threads] as const,
    );
    sameAnswers(report.answers, expected);
    assert.is(report.hasDocument, where !== 'inWorker');
    return report;
  } finally {
    await tab.close();
    assert.equal(errors, []);
  }
}

function sameAnswers(answers: readonly Answer[], expected: readonly Answer[]): void {
  assert.equal(
    answers.map(({ name }) => name),
    expected.map(({ name }) => name),
  );
  for (const [i, { name, ...answer }] of answers.entries()) {
    for (const key of ['status', 'cost', 'firstNode', 'node'] as const) {
      sameArray(answer[key], expected[i][key], `${name}: ${key}`);
    }
  }
}

for (const where of ['onPage', 'inWorker'] as const) {
  const place = where === 'onPage' ? 'on a page' : 'inside a worker';

  on(`one thread ${place} answers as Node does (seed ${SEED})`, async () => {
    await ask('plain', where, 0);
    await ask('isolated', where, 0);
  });

  on(`a pool ${place} shares memory where the page is isolated (seed ${SEED})`, async () => {
    const { threads, fallback } = await ask('isolated', where, THREADS);
    assert.equal(threads, [THREADS]);
    assert.equal(fallback, [undefined]);
  });

  on(`a pool ${place} says why it has one thread elsewhere (seed ${SEED})`, async () => {
    const { threads, fallback } = await ask('plain', where, THREADS);
    assert.equal(threads, [1]);
    assert.is(fallback.length, 1);
    assert.match(fallback[0]!, /SharedArrayBuffer|isolated/);
  });
}

on(`a page that forbids blob: workers gets one thread and the reason (seed ${SEED})`, async () => {
  const { threads, fallback } = await ask('isolated', 'onPage', THREADS, 'strict.html');
  assert.equal(threads, [1]);
  assert.is(fallback.length, 1);
  assert.match(
    fallback[0]!,
    /^(a worker failed before it was ready: .*policy|no worker can be started: )/,
  );
});

on(`a page that forbids blob: workers gives workers of its own (seed ${SEED})`, async () => {
  const { threads, fallback } = await ask('isolated', 'withOwnWorker', THREADS, 'strict.html');
  assert.equal(threads, [THREADS]);
  assert.equal(fallback, [undefined]);
});

pages.run();
