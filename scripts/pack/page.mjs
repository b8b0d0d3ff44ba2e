// Builds a page that imports an installed package with Vite and no configuration at all, and runs
// it in a browser: the binaries must load without any bundler setting.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createLogger } from 'vite';
import { serveFolder } from '../../packages/testing/src/browser.ts';

/**
 * Builds `script`, the module of a page, in a folder where packages are installed. Gives the folder
 * of the built page. Throws for every warning of Vite: it would be a user's warning too.
 */
export async function buildPage(folder, script) {
  mkdirSync(join(folder, 'page'), { recursive: true });
  const html = '<!doctype html><title>page</title><script type="module" src="./main.js"></script>';
  writeFileSync(join(folder, 'page', 'index.html'), html);
  writeFileSync(join(folder, 'page', 'main.js'), script);
  const warnings = [];
  const customLogger = quietLogger(warnings);
  await build({ root: join(folder, 'page'), configFile: false, customLogger });
  if (warnings.length > 0) throw new Error(`vite build warns:\n${warnings.join('\n')}`);
  return join(folder, 'page', 'dist');
}

/** A logger of Vite that prints nothing and keeps what it would warn of. */
export function quietLogger(warnings) {
  const logger = createLogger('warn');
  for (const level of ['warn', 'warnOnce', 'error']) {
    logger[level] = (message) => warnings.push(message);
  }
  return logger;
}

/** Opens a built page and gives what it put into `globalThis.answer`. */
export async function openPage(browser, folder, options) {
  const server = await serveFolder(folder, options);
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(server.url);
    const answered = page.waitForFunction(() => globalThis.answer !== undefined, undefined, {
      timeout: 20_000,
    });
    try {
      return await (await answered).evaluate(() => globalThis.answer);
    } catch (error) {
      throw new Error(`the page gave no answer: ${errors.join('; ') || error.message}`);
    }
  } finally {
    await server.close();
  }
}
