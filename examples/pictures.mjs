// `node --import tsx pictures.mjs`: pictures of the examples for Node, of what they print.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../packages/testing/src/browser.ts';
import { exampleNames, isPage } from './manifests.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const style =
  'margin:0;height:320px;background:#10202e;color:#d7e3ee;font:13px/1.45 monospace;' +
  'padding:18px;box-sizing:border-box;white-space:pre-wrap;overflow:hidden';
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
for (const name of exampleNames().filter(
  (one) => !isPage(one) && one.includes(process.argv[2] ?? ''),
)) {
  const { stdout } = spawnSync(process.execPath, ['main.js'], {
    cwd: `${here}${name}`,
    encoding: 'utf8',
  });
  const text = `$ node main.js\n${stdout}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  await page.setContent(`<pre style="${style}">${text}</pre>`);
  await page.screenshot({ path: `${here}${name}/picture.jpg`, type: 'jpeg', quality: 80 });
}
await browser.close();
