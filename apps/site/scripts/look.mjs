// `node --import tsx scripts/look.mjs FOLDER [PART]`: pictures of every page of the built site, or
// of those whose path matches PART, light and dark, on a desktop and on a phone, to look at them.
// Sheets of many pages are FOLDER/sheet-KIND-N.png, single pages FOLDER/KIND/PAGE.jpg. With
// `--sheets` behind PART only sheets are made, from pictures that are there. Each look at a page
// also asks axe, and whether the page is wider than its window; what is wrong is printed.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@wayfield/testing/browser';
import { serveSite } from '../test/serve-site.ts';

const dist = fileURLToPath(new URL('../.vitepress/dist', import.meta.url));
const [out, part = '', ...words] = process.argv.slice(2);
const onlySheets = words.includes('--sheets');
if (!out || !existsSync(dist)) throw new Error('usage: look.mjs FOLDER [PART], after build:site');
/** Width of a page in CSS pixels, and the part of its height that is shown. */
const KINDS = {
  'desktop-light': { width: 1280, tall: 2000, columns: 4 },
  'desktop-dark': { width: 1280, tall: 2000, columns: 4 },
  'phone-light': { width: 390, tall: 1700, columns: 7 },
  'phone-dark': { width: 390, tall: 1700, columns: 7 },
};
const ROWS = 2;
/** Pixels of a picture per CSS pixel. */
const SCALE = 0.5;
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const ASK = `axe.run(document, { resultTypes: ['violations'], preload: false })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.slice(0, 3).map(({ target }) => target).join(' | ')))`;
let problems = 0;
const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.html') && !file.startsWith('play/') && new RegExp(part).test(file),
  )
  .sort();
const browser = await launchChromium();
const server = await serveSite(dist);
const context = await browser.newContext({
  reducedMotion: 'reduce',
  deviceScaleFactor: SCALE,
});
const page = await context.newPage();
for (const kind of Object.keys(KINDS)) mkdirSync(join(out, kind), { recursive: true });

for (const file of onlySheets ? [] : pages) {
  await page.goto(server.url + file.replace(/(index)?\.html$/, ''));
  await page.waitForTimeout(200);
  await page.evaluate(axeSource);
  for (const [kind, { width, tall }] of Object.entries(KINDS)) {
    await page.emulateMedia({ colorScheme: kind.endsWith('dark') ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) report(kind, file, `${wide} pixels too wide`);
    for (const one of await page.evaluate(ASK)) report(kind, file, one);
    const height = await page.evaluate('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(tall, Math.max(900, height)) });
    await page.waitForTimeout(60);
    await page.screenshot({ path: pathOf(kind, file), type: 'jpeg', quality: 70 });
  }
}
for (const [kind, { columns }] of Object.entries(KINDS)) {
  const each = columns * ROWS;
  for (let start = 0; start < pages.length; start += each)
    await writeSheet(kind, columns, pages.slice(start, start + each), start / each);
}
await browser.close();
await server.close();
console.log(`${pages.length} pages in ${out}, ${problems} problems`);
if (problems > 0) process.exitCode = 1;

function report(kind, file, text) {
  problems++;
  console.log(`${kind} ${file}: ${text}`);
}

function pathOf(kind, file) {
  return join(out, kind, `${file.replace(/\.html$/, '').replaceAll('/', '_')}.jpg`);
}

async function writeSheet(kind, columns, files, number) {
  const sheet = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const cells = files.map((file) => {
    const data = readFileSync(pathOf(kind, file)).toString('base64');
    const image = `<img src="data:image/jpeg;base64,${data}">`;
    return `<figure><figcaption>${file}</figcaption>${image}</figure>`;
  });
  await sheet.setContent(
    `<style>body{margin:8px;background:#888;font:12px sans-serif;display:grid;gap:8px;
    grid-template-columns:repeat(${columns},1fr);align-items:start}
    figure{margin:0}img{width:100%}</style>${cells.join('')}`,
  );
  await sheet.screenshot({ path: join(out, `sheet-${kind}-${number}.png`), fullPage: true });
  await sheet.close();
}
