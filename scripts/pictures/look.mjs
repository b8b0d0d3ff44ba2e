// `pnpm --filter @wayfield/pictures look FOLDER [NAME …]` renders the pictures to FOLDER/NAME.png,
// by the Chromium of the tests, to look at them.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@wayfield/testing/browser';

const images = fileURLToPath(new URL('../../docs/concepts/images/', import.meta.url));
const [out, ...wanted] = process.argv.slice(2);
const browser = await launchChromium();
const page = await browser.newPage();
mkdirSync(out, { recursive: true });
for (const file of readdirSync(images)) {
  const name = file.replace(/\.svg$/, '');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const text = readFileSync(join(images, file), 'utf8');
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(text).map(Number);
  await page.setViewportSize({ width, height });
  await page.setContent(`<body style="margin:0">${text}</body>`);
  await page.screenshot({ path: join(out, `${name}.png`) });
}
await browser.close();
