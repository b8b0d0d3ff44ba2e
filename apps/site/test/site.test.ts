// The pages of the built site in Chromium: shown without errors, not too wide for a phone, without
// what axe objects to, light and dark; and the search finds pages without a server of its own.
// Pages by people are opened light on a desktop and dark on a phone; axe looks at each once, by
// turns, and at one of each kind both times and as a whole. Of the reference, whose pages have one
// form, the first page of each package is opened. Build the site first: `build:site`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtSite } from './built-site.ts';
import { serveSite } from './serve-site.ts';

type Page = Awaited<ReturnType<Browser['newPage']>>;

const test = suite('site');
const site = builtSite();
const browser = site && (await launchChromium());
const server = browser && (await serveSite(site!.folder));
const maybe = browser ? test : test.skip;
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');
/** What axe objects to in a page, or in its content without the bars, a line per rule. */
const axeOf = (where: 'document' | '#VPContent'): string => `
  axe.run(${where === 'document' ? where : `'${where}'`},
    { resultTypes: ['violations'], preload: false })
    .then(({ violations }) =>
      violations.map((v) => v.id + ': ' + v.nodes.length + ' nodes, ' + v.nodes[0].target))`;
/** Pages whose paths hold this are looked at. */
const only = process.env['WAYFIELD_PAGE'] ?? '';
const LIMIT_MS = 120_000;
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
/** One of each kind is looked at by axe in both ways, all others in turns. */
const BOTH = new Set([
  '/',
  '/404',
  '/which',
  '/examples',
  '/device',
  '/docs/plots',
  '/guides/grids',
  '/concepts/crowds',
  '/packages/graph',
  '/reference/debug/',
]);
// reports are pages of the bench, whose own tests look at them
const shown = [...(site?.texts.keys() ?? [])]
  .filter((file) => !file.startsWith('reports/'))
  .map((file) => `/${file.replace(/(index)?\.html$/, '')}`)
  .filter((path) => !/^\/reference\/[\w-]+\/./.test(path))
  .filter((path) => path.includes(only))
  .sort();

for (const [turn, { width, colorScheme }] of LOOKS.entries()) {
  maybe(`pages are readable, ${colorScheme}, ${width} pixels wide`, async () => {
    const problems: string[] = [];
    const page = await openPage(browser!, width, colorScheme, problems);
    for (const [number, path] of shown.entries()) {
      // axe looks at every second page in this form, at the others in the other form
      const isOurs = number % 2 === turn;
      const isKind = BOTH.has(path);
      if (path.startsWith('/reference/') && !isOurs && !isKind) continue;
      await page.goto(server!.url + path.slice(1), { timeout: LIMIT_MS });
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (wide > 0) problems.push(`${path} is ${wide} pixels too wide at ${width}`);
      if (!isOurs && !isKind) continue;
      // /404 is empty until its script has run
      if (isKind) await page.waitForSelector('h1', { state: 'attached', timeout: LIMIT_MS });
      await page.evaluate(axeSource);
      const found = await page.evaluate(axeOf(isKind ? 'document' : '#VPContent'));
      for (const one of found as string[]) problems.push(`${path}: ${one}`);
    }
    await page.context().close();
    assert.equal(problems, []);
  });
}

maybe('axe sees what is wrong', async () => {
  const page = await openPage(browser!, 1280, 'light', []);
  await page.goto(`${server!.url}guides/grids`, { timeout: LIMIT_MS });
  await page.evaluate("document.querySelector('.vp-doc img').removeAttribute('alt')");
  await page.evaluate(axeSource);
  assert.match(String(await page.evaluate(axeOf('#VPContent'))), /image-alt/);
  await page.context().close();
});

maybe('the search finds pages, and asks no server but that of the files', async () => {
  const problems: string[] = [];
  const page = await openPage(browser!, 1280, 'light', problems);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${server!.url}guides/grids`, { timeout: LIMIT_MS });
  for (const [words, path] of [
    ['isochrones', '/packages/routing'],
    ['createNavMesh', '/reference/navmesh'],
    ['PathFinding.js', '/guides/from-pathfinding-js'],
  ] as const) {
    await page.click('.DocSearch-Button');
    await page.fill('.VPLocalSearchBox input', words);
    const found = `.VPLocalSearchBox a[href^="${path}"]`;
    await page.waitForSelector(found, { timeout: LIMIT_MS });
    await page.keyboard.press('Escape');
  }
  assert.ok(asked.length > 3);
  assert.equal(
    asked.filter((one) => !one.startsWith(`GET ${server!.url}`)),
    [],
  );
  assert.equal(problems, []);
  await page.context().close();
});

maybe('the crowd of the first page follows the size of the window', async () => {
  const problems: string[] = [];
  const page = await openPage(browser!, 390, 'light', problems);
  await page.goto(server!.url, { timeout: LIMIT_MS });
  // pixels of the canvas per CSS pixel across and down: a canvas that is stretched has two
  const drawn = (width: number) =>
    `(() => {
      const canvas = document.querySelector('.crowd-behind');
      const box = canvas.getBoundingClientRect();
      return box.width === ${width} && canvas.width === box.width && canvas.height === box.height;
    })()`;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction(drawn(width), undefined, { timeout: LIMIT_MS });
  }
  assert.equal(problems, []);
  await page.context().close();
});

maybe('a first page that is left during its imports makes no crowd', async () => {
  for (const leaves of [false, true]) {
    const page = await openPage(browser!, 1280, 'light', []);
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((done) => (asked = done));
    // the crowd is shown once its canvas is observed
    await page.addInitScript(`
      globalThis.crowds = 0;
      const { observe } = ResizeObserver.prototype;
      ResizeObserver.prototype.observe = function (place) {
        if (place.matches('.crowd-behind')) globalThis.crowds++;
        return observe.apply(this, arguments);
      };`);
    await page.route(/generators[^/]*\.js$/, async (route) => {
      asked();
      await released;
      await route.continue();
    });
    await page.goto(server!.url, { timeout: LIMIT_MS });
    await isAsked;
    if (leaves) {
      await page.click('a[href="/which"]');
      await page.waitForSelector('.vp-doc table', { timeout: LIMIT_MS });
    }
    const loaded = page.waitForResponse(/generators[^/]*\.js$/);
    release();
    await loaded;
    await page.waitForTimeout(200);
    assert.is(await page.evaluate('globalThis.crowds'), leaves ? 0 : 1);
    await page.context().close();
  }
});

maybe('the table of packages shows all of its columns on a phone', async () => {
  const page = await openPage(browser!, 390, 'light', []);
  await page.goto(`${server!.url}which`, { timeout: LIMIT_MS });
  const hidden = `(() => {
    const table = document.querySelector('.vp-doc table');
    return table.scrollWidth - table.clientWidth;
  })()`;
  assert.is(await page.evaluate(hidden), 0);
  // without places to break, names of packages would hide the last column
  await page.evaluate("document.querySelectorAll('wbr').forEach((one) => one.remove())");
  assert.ok(Number(await page.evaluate(hidden)) > 20);
  await page.context().close();
});

/** A page that writes its errors into `problems`. */
async function openPage(
  of: Browser,
  width: number,
  colorScheme: 'light' | 'dark',
  problems: string[],
): Promise<Page> {
  const viewport = { width, height: 800 };
  const context = await of.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${String(error)}`));
  page.on('console', (line) => {
    if (line.type() === 'error') problems.push(`${page.url()}: ${line.text()}`);
  });
  return page;
}

test.after(async () => {
  await server?.close();
  await browser?.close();
});

test.run();
