// `node --import tsx scripts/look.mjs FOLDER [PART]`: pictures of every page of the built site, or
// of those whose path matches the expression PART, light and dark, on a desktop and on a phone, to
// look at them. Without PART, of the reference the first page of each package is taken. Pages are
// taken as a whole, as FOLDER/KIND/PAGE.jpg, and laid out in columns of sheets that can be read,
// FOLDER/sheet-KIND-NN.png. With `--sheets` behind PART only sheets are made, from pictures that
// are there; `--kinds=phone-light,…` takes these kinds only. Each look at a page also asks axe,
// whether the page is wider than its window, and what is cut off; what is wrong is printed.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFont, launchChromium } from '@wayfield/testing/browser';
import { serveSite } from '../test/serve-site.ts';

const dist = fileURLToPath(new URL('../.vitepress/dist', import.meta.url));
const words = process.argv.slice(2);
const [out, part] = words.filter((word) => !word.startsWith('--'));
const onlySheets = words.includes('--sheets');
if (!out || !existsSync(dist)) throw new Error('usage: look.mjs FOLDER [PART], after build:site');
/** Width of a page in CSS pixels, of a column of a sheet, and how many columns a sheet has. */
const ALL_KINDS = {
  'desktop-light': { width: 1280, column: 268, columns: 4 },
  'desktop-dark': { width: 1280, column: 357, columns: 3 },
  'phone-light': { width: 390, column: 214, columns: 5 },
  'phone-dark': { width: 390, column: 151, columns: 7 },
};
const wanted = words
  .find((word) => word.startsWith('--kinds='))
  ?.slice(8)
  .split(',');
const KINDS = Object.entries(ALL_KINDS).filter(([kind]) => wanted?.includes(kind) ?? true);
/** Height of a sheet. */
const SHEET = 1060;
/** Pixels of a picture per CSS pixel, and the tallest page in CSS pixels: Chromium draws 16384. */
const SCALE = 0.6;
const TALLEST = 27_000;
const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const ASK = `axe.run(document, { resultTypes: ['violations'], preload: false })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.slice(0, 3).map(({ target }) => target).join(' | ')))`;
/** Tables that are wider than their place, and pictures that did not load. */
const CUT = `[
  ...[...document.querySelectorAll('.vp-doc table')]
    .filter((one) => one.scrollWidth > one.parentElement.clientWidth + 1)
    .map((one) => 'table ' + (one.scrollWidth - one.parentElement.clientWidth) +
      ' pixels too wide: ' +
      one.textContent.trim().slice(0, 40).replaceAll('\\n', ' ')),
  ...[...document.images].filter((one) => one.complete && one.naturalWidth === 0)
    .map((one) => 'no picture ' + one.src),
]`;
const FONT = `${codeFont()} :root { --vp-font-family-mono: Code !important; }
  code { font-variant-ligatures: none; }`;
let problems = 0;
const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.html') && !/^(play|reports)\//.test(file))
  .filter((file) => (part ? new RegExp(part).test(file) : !/^reference\/[\w-]+\/./.test(file)))
  .sort();
const browser = await launchChromium();
const server = await serveSite(dist);
const context = await browser.newContext({ reducedMotion: 'reduce', deviceScaleFactor: SCALE });
const page = await context.newPage();
const heights = new Map();
for (const [kind] of KINDS) mkdirSync(join(out, kind), { recursive: true });

for (const file of onlySheets ? [] : pages) {
  await page.goto(server.url + file.replace(/(index)?\.html$/, ''));
  await page.addStyleTag({ content: FONT });
  await page.evaluate('document.querySelectorAll("img").forEach((one) => (one.loading = "eager"))');
  await page.waitForTimeout(200);
  await page.evaluate(axeSource);
  for (const [kind, { width }] of KINDS) {
    await page.emulateMedia({ colorScheme: kind.endsWith('dark') ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) report(kind, file, `${wide} pixels too wide`);
    for (const one of await page.evaluate(ASK)) report(kind, file, one);
    for (const one of await page.evaluate(CUT)) report(kind, file, one);
    const height = await page.evaluate('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.min(TALLEST, Math.max(900, height)) });
    await page.evaluate(
      'Promise.all([...document.images].map((one) => one.decode().catch(() => {})))',
    );
    await page.waitForTimeout(100);
    await page.screenshot({ path: pathOf(kind, file), type: 'jpeg', quality: 80 });
  }
}
for (const [kind, size] of KINDS) await writeSheets(kind, size);
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

/** All pages of a kind, each from the top of a column to as many columns as it needs. */
async function writeSheets(kind, { column, columns }) {
  const parts = [];
  for (const file of pages) {
    const height = Math.ceil(heightOf(kind, file) * column);
    for (let top = 0; top < height; top += SHEET)
      parts.push({ file, top, height: Math.min(SHEET, height - top) });
  }
  // short pages share a column
  const cells = [];
  for (const one of parts) {
    const last = cells.at(-1);
    const used = last?.reduce((sum, { height }) => sum + height + 20, 0);
    if (last && used + one.height <= SHEET + 20) last.push(one);
    else cells.push([one]);
  }
  for (let start = 0; start < cells.length; start += columns) {
    const number = String(start / columns).padStart(3, '0');
    const path = join(out, `sheet-${kind}-${number}.png`);
    await writeSheet(path, kind, column, cells.slice(start, start + columns));
  }
}

/** The height of a picture, per its width. */
function heightOf(kind, file) {
  const key = `${kind} ${file}`;
  if (!heights.has(key)) {
    const bytes = readFileSync(pathOf(kind, file));
    // the first frame of a JPEG: height and width after its marker
    let at = 2;
    while (bytes[at + 1] < 0xc0 || bytes[at + 1] > 0xc2) at += 2 + bytes.readUInt16BE(at + 2);
    heights.set(key, bytes.readUInt16BE(at + 5) / bytes.readUInt16BE(at + 7));
  }
  return heights.get(key);
}

async function writeSheet(path, kind, column, cells) {
  const sheet = await browser.newPage({ viewport: { width: 1092, height: SHEET + 32 } });
  const data = new Map();
  for (const { file } of cells.flat())
    data.set(file, `data:image/jpeg;base64,${readFileSync(pathOf(kind, file)).toString('base64')}`);
  const show = ({ file, top, height }) =>
    `<figcaption>${file}${top > 0 ? ' …' : ''}</figcaption>
    <div style="height:${height}px;overflow:hidden;width:${column}px">
    <img src="${data.get(file)}" style="width:${column}px;margin-top:-${top}px"></div>`;
  await sheet.setContent(
    `<style>body{margin:4px;background:#888;font:11px/16px sans-serif;display:flex;gap:6px;
    align-items:flex-start;overflow:hidden}figure{margin:0}figcaption{white-space:nowrap;
    overflow:hidden;width:${column}px}</style>
    ${cells.map((cell) => `<figure>${cell.map(show).join('')}</figure>`).join('')}`,
  );
  await sheet.screenshot({ path });
  await sheet.close();
}
