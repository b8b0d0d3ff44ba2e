// The page "what can your device do" in Chromium, with WebGPU on a software device: every part
// gives a figure, the card is a picture that can be saved, and nothing is uploaded.
import { readFileSync } from 'node:fs';
import { launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtSite } from './built-site.ts';
import { serveSite } from './serve-site.ts';

const test = suite('device');
const site = builtSite();
const browser = site && (await launchChromium());
const maybe = browser ? test : test.skip;
const LIMIT_MS = 120_000;
/** Names a file for a picture of the page. */
const shot = process.env['WAYFIELD_SCREENSHOT'];

maybe('every part runs, and the card is saved without an upload', async () => {
  // with the headers that give a page shared memory
  const server = await serveSite(site!.folder, { isolated: true });
  const page = await browser!.newPage({ viewport: { width: 1280, height: 1000 } });
  const errors: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  try {
    await page.goto(`${server.url}device`, { timeout: LIMIT_MS });
    await page.click('.device-bench button', { timeout: LIMIT_MS });
    const save = 'text=Save the card as a picture';
    const ended = page.locator(save).or(page.locator('.device-bench [role=alert]'));
    await ended.waitFor({ timeout: LIMIT_MS });
    assert.is(await page.locator('.device-bench [role=alert]').count(), 0);
    const lines = await page.locator('.device-bench li').allInnerTexts();
    assert.equal(errors, []);
    assert.is(lines.length, 9, lines.join('\n'));
    for (const line of lines) assert.match(line, /: [\d,]*[1-9][\d,]* [a-z ]+ per second$/);
    assert.is(lines.filter((line) => line.includes('WebGPU')).length, 2);
    assert.is(lines.filter((line) => /\d+ threads/.test(line)).length, 1);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(save)]);
    assert.is(download.suggestedFilename(), 'wayfield-device.png');
    const png = readFileSync(await download.path());
    assert.is(png.subarray(1, 4).toString(), 'PNG');
    assert.equal([png.readUInt32BE(16), png.readUInt32BE(20)], [1000, 160 + 62 * 9]);
    assert.ok(png.length > 20_000, `${png.length} bytes`);
    const away = asked.filter((one) => !/^GET (http:\/\/127\.0\.0\.1|blob:|data:)/.test(one));
    assert.equal(away, []);
    if (shot) await page.screenshot({ path: shot, fullPage: true });
  } finally {
    await page.close();
    await server.close();
    await browser!.close();
  }
});

test.run();
