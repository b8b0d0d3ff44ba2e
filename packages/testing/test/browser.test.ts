import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '../src/arrays.ts';
import { launchChromium, serveFolder } from '../src/browser.ts';
import { fontSettings } from '../src/font-settings.ts';

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

serve('refuses malformed addresses with 400, and goes on', async () => {
  const server = await serveFolder(join(folder, 'site'));
  try {
    for (const path of ['%', '%zz', '%00']) {
      assert.is((await fetch(`${server.url}${path}`)).status, 400, path);
    }
    assert.is((await fetch(server.url)).status, 200);
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

const bundled = browser && !process.env.WAYFIELD_BROWSER ? page : page.skip;

bundled(
  'draws all text with the font of the bundled browser, whatever the machine has',
  async () => {
    const tab = await browser!.newPage();
    try {
      const families = ['serif', 'sans-serif', 'monospace', 'nosuchfamily'];
      const spans = families.map((family) => `<span style="font: 16px ${family}">WiWiWi</span> `);
      await tab.setContent(spans.join(''));
      const widths = await tab.evaluate(() =>
        [...document.querySelectorAll('span')].map((span) => span.getBoundingClientRect().width),
      );
      assert.ok(widths[0] > 0, 'the text has no width: there is no font');
      // a monospace font of the machine gives W and i one width
      sameArray(
        widths,
        widths.map(() => widths[0]),
        'widths',
      );
    } finally {
      await tab.close();
    }
  },
);

const fonts = suite('fontSettings');

fonts('writes the settings once, and again where the folder was moved', () => {
  const before = join(folder, 'A & B');
  mkdirSync(before);
  const file = fontSettings(before);
  assert.match(readFileSync(file, 'utf8'), `<dir>${join(folder, 'A &amp; B', 'fonts')}</dir>`);
  const { mtimeMs, ino } = statSync(file);
  assert.is(fontSettings(before), file);
  assert.equal([statSync(file).mtimeMs, statSync(file).ino], [mtimeMs, ino]);

  const after = join(folder, 'moved');
  renameSync(before, after);
  assert.match(readFileSync(fontSettings(after), 'utf8'), `<dir>${join(after, 'fonts')}</dir>`);
});

fonts.run();

page.after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
page.run();
