// `node --import tsx banner.mjs`: the picture on top of the README, of parts of the pictures of the
// playground: a crowd, exact paths on a mesh, cars on roads, agents on the scent of goals.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@wayfield/testing/browser';

const playground = fileURLToPath(new URL('../../apps/playground/', import.meta.url));
const [WIDTH, HEIGHT, GAP] = [1280, 300, 6];
/** Which part of a picture is shown, in its pixels; all are drawn 300 pixels high. */
const PARTS = [
  { file: 'crowd.png', x: 16, y: 198, width: 461, height: 426 },
  { file: 'mesh.png', x: 15, y: 77, width: 794, height: 496 },
  { file: 'roads.png', x: 150, y: 62, width: 682, height: 655 },
  { file: 'scent.png', x: 110, y: 105, width: 288, height: 560 },
];
const tiles = PARTS.map(({ file, x, y, width, height }) => {
  const data = readFileSync(`${playground}${file}`);
  const full = data.readUInt32BE(16);
  const scale = HEIGHT / height;
  return (
    `<div style="width:${width * scale}px"><img style="width:${full * scale}px;` +
    `margin:${-y * scale}px 0 0 ${-x * scale}px" ` +
    `src="data:image/png;base64,${data.toString('base64')}"></div>`
  );
});
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.setContent(
  `<style>body{margin:0;display:flex;gap:${GAP}px;background:#fff}
  div{height:${HEIGHT}px;overflow:hidden;flex:none}</style>${tiles.join('')}`,
);
const used = await page.evaluate('document.querySelector("div:last-child").offsetLeft');
console.log(`the last part begins at ${used} of ${WIDTH}`);
await page.screenshot({ path: `${playground}banner.jpg`, type: 'jpeg', quality: 85 });
await browser.close();
