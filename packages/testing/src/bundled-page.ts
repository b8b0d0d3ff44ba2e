// A program for pages, bundled and opened in Chromium: how adapters run with their frameworks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { launchChromium } from './chromium.ts';
import { serveFolder } from './serve-folder.ts';

/** How a program is opened. */
export interface BundledPageOptions {
  /** With the headers that give a page SharedArrayBuffer. Default false. */
  readonly isolated?: boolean;
  /** Called with the folder of the page before it is opened, to put files into it. */
  readonly prepare?: (folder: string) => void;
  /** Where to write a picture of the page once its answer is there. Default: none. */
  readonly screenshot?: string;
}

/**
 * Bundles a TypeScript program, opens it on a page of 400 x 300 pixels, and gives what it put into
 * `globalThis.answer`, a value or a promise. Undefined where there is no browser, after saying why.
 * Throws what the page throws, and what it writes to the console as an error.
 */
export async function answerOfPage<T>(
  entry: URL,
  options: BundledPageOptions = {},
): Promise<T | undefined> {
  const browser = await launchChromium();
  if (!browser) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-page-'));
  const server = await serveFolder(folder, { isolated: options.isolated === true });
  try {
    buildSync({
      entryPoints: [fileURLToPath(entry)],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      outfile: join(folder, 'page.js'),
      define: { 'process.env.NODE_ENV': '"development"' },
      jsx: 'automatic',
      logLevel: 'error',
    });
    const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
    const body = '<body style="margin:0"><div id="root"></div><script type="module" src="page.js">';
    writeFileSync(join(folder, 'index.html'), `${html}<title>Test</title>${body}</script>`);
    options.prepare?.(folder);
    const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error.stack)));
    page.on('console', (line) => {
      if (line.type() === 'error') errors.push(line.text());
    });
    await page.goto(server.url);
    await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
    const answer = await page.evaluate(() => (globalThis as { answer?: unknown }).answer);
    if (options.screenshot) await page.screenshot({ path: options.screenshot });
    if (errors.length > 0) throw new Error(`the page reports:\n${errors.join('\n')}`);
    return answer as T;
  } finally {
    await server.close();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
