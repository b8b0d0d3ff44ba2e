// The built site: every link leads somewhere, and pages are shown without errors, without anything
// that is too wide for a phone, and without what axe objects to; light and dark. Build it first:
// `pnpm --filter @wayfield/site build:site`. WAYFIELD_SCREENSHOTS names a folder for pictures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSite } from './serve-site.ts';

const dist = fileURLToPath(new URL('../.vitepress/dist', import.meta.url));
const isBuilt = existsSync(join(dist, 'index.html'));
if (!isBuilt) console.log('skipped: the site is not built (build:site)');
const test = suite('site');
const maybe = isBuilt ? test : test.skip;
const files = isBuilt
  ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) =>
      file.replaceAll('\\', '/'),
    )
  : [];
const html = files.filter((file) => file.endsWith('.html') && !file.startsWith('play/'));
const texts = new Map(html.map((file) => [file, readFileSync(join(dist, file), 'utf8')]));

/** The file of a path of the site. */
function fileOf(path: string): string | undefined {
  const plain = decodeURIComponent(path).replace(/^\//, '');
  const tried = [plain, `${plain}.html`, posix.join(plain, 'index.html')];
  return tried.find((one) => files.includes(one) && /\.\w+$/.test(one));
}

maybe('every link and picture leads to a file, and every anchor to a heading', () => {
  const wrong: string[] = [];
  for (const [file, text] of texts) {
    const links = text.matchAll(/\s(?:href|src)="([^"]*)"/g);
    for (const [, link] of links) {
      if (/^(https?:|data:|mailto:|javascript:)/.test(link!) || link === '') continue;
      const [path, hash] = link!.replaceAll('&amp;', '&').split('#');
      const target =
        path === ''
          ? file
          : fileOf(path!.startsWith('/') ? path! : posix.join('/', posix.dirname(file), path!));
      if (target === undefined) wrong.push(`${file}: ${link}`);
      else if (
        hash &&
        target.endsWith('.html') &&
        !hasAnchor(texts.get(target)!, decodeURIComponent(hash))
      )
        wrong.push(`${file}: no anchor ${link}`);
    }
  }
  assert.is(wrong.length, 0, [...new Set(wrong)].slice(0, 40).join('\n'));
});

const hasAnchor = (text: string, id: string): boolean =>
  text.includes(`id="${id}"`) || text.includes(`name="${id}"`);

/** Pages that are looked at: all but the reference, of which one. */
const shown = html
  .filter((file) => !file.startsWith('reference/') && file !== '404.html')
  .concat('reference/debug/index.html')
  .map((file) => `/${file.replace(/(index)?\.html$/, '')}`);
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
/** What axe objects to, one line per rule. */
const AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map((v) => v.id + ': ' + v.nodes.length + ' nodes, ' + v.nodes[0].target))`;
const shots = process.env['WAYFIELD_SCREENSHOTS'];
const only = process.env['WAYFIELD_PAGE'] ?? '';

maybe('pages are readable, light and dark, on a desktop and on a phone', async () => {
  const browser = await launchChromium();
  if (!browser) return;
  const server = await serveSite(dist);
  const problems: string[] = [];
  try {
    for (const [width, height, colorScheme] of [
      [1280, 800, 'light'],
      [390, 800, 'dark'],
    ] as const) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${String(error)}`));
      page.on('console', (line) => {
        if (line.type() === 'error') problems.push(`${page.url()}: ${line.text()}`);
      });
      for (const path of shown.filter((one) => one.includes(only))) {
        await page.goto(server.url + path.slice(1), { waitUntil: 'commit', timeout: 120_000 });
        await page.waitForFunction("document.readyState === 'complete'", undefined, {
          timeout: 120_000,
        });
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(wide) > 0)
          problems.push(`${path} is ${String(wide)} pixels too wide at ${width}`);
        await page.evaluate(axeSource);
        const found = (await page.evaluate(AXE)) as string[];
        for (const one of found) problems.push(`${path} ${colorScheme}: ${one}`);
        if (shots) {
          const name = `${path.replaceAll('/', '_')}-${colorScheme}.jpg`;
          await page.screenshot({ path: join(shots, name), type: 'jpeg', quality: 60 });
        }
      }
      await context.close();
    }
  } finally {
    await server.close();
    await browser.close();
  }
  assert.is(problems.length, 0, problems.slice(0, 60).join('\n'));
});

maybe('the search index holds the pages', () => {
  const index = files.find((file) => /localSearchIndex.*\.js$/.test(file));
  assert.ok(index, 'there is a search index');
  const text = readFileSync(join(dist, index!), 'utf8');
  for (const word of ['createNavMesh', 'isochrone', 'PathFinding'])
    assert.ok(text.includes(word), word);
});

test.run();
