// `node --import tsx pictures.mjs`: pictures of the examples for Node, of what they print.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codeFont, launchChromium } from '../packages/testing/src/browser.ts';
import { runtimeCommand } from '../packages/testing/src/runtimes.ts';
import { exampleNames, isPage } from './manifests.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const style =
  'margin:0;height:320px;background:#10202e;color:#d7e3ee;font:28px/1.5 Code;' +
  'padding:18px;box-sizing:border-box;white-space:pre-wrap;overflow:hidden;' +
  'font-variant-ligatures:none;tab-size:8';
/** Letters as large as the text allows: lines break below a size that can be read. */
const FIT = `document.fonts.ready.then(() => {
  const text = document.querySelector('pre');
  for (let size = 28; text && size >= 13; size--) {
    text.style.fontSize = size + 'px';
    text.style.whiteSpace = size > 15 ? 'pre' : 'pre-wrap';
    if (text.scrollWidth <= 480 && text.scrollHeight <= 320) break;
  }
})`;
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
for (const name of exampleNames().filter(
  (one) => !isPage(one) && one.includes(process.argv[2] ?? ''),
)) {
  const other = name === 'deno' || name === 'bun' ? runtimeCommand(name) : undefined;
  const words = name === 'deno' ? ['run', '--allow-read', '--allow-env'] : ['run'];
  const { stdout } = spawnSync(other ?? process.execPath, [...(other ? words : []), 'main.js'], {
    cwd: `${here}${name}`,
    encoding: 'utf8',
  });
  await page.setContent(pageOf(name, `$ ${other ? `${name} run` : 'node'} main.js\n${stdout}`));
  await page.evaluate(FIT);
  await page.screenshot({ path: `${here}${name}/picture.jpg`, type: 'jpeg', quality: 80 });
}
await browser.close();

/** The picture that a program wrote, else what it printed. */
function pageOf(name, printed) {
  const file = `${here}${name}/picture.png`;
  if (existsSync(file)) {
    const data = readFileSync(file).toString('base64');
    return `<body style="margin:0"><img width="480" src="data:image/png;base64,${data}">`;
  }
  const text = printed.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<style>${codeFont()}</style><body style="margin:0"><pre style="${style}">${text}</pre>`;
}
