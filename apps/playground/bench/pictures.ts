// The pictures of README.md, in headless Chromium after a build, on the 2-D canvas:
//
//   node --import tsx bench/pictures.ts [--only NAME] [--to FOLDER]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchChromium } from '@wayfield/testing/browser';
import { type OpenPage, openPage } from '../test/open-page.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly size: readonly [width: number, height: number];
  /** Ticks before the picture. */
  readonly ticks: number;
  before?(opened: OpenPage): Promise<void>;
}

/** Turns of the wheel towards the middle of the stage. */
async function zoom({ page }: OpenPage, turns: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.stage').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  for (let i = 0; i < turns; i++) {
    await page.mouse.wheel(0, -240);
    await page.waitForTimeout(60);
  }
}

/** Milliseconds from the load event to the first frame of a scene. */
const AFTER_LOAD =
  "wayfield.firstFrame - performance.getEntriesByType('navigation')[0].loadEventEnd";

const PICTURES: readonly Picture[] = [
  { name: 'crowd', address: '#crowd', size: [1280, 800], ticks: 150 },
  {
    name: 'scent',
    address: '#scent?best=1',
    size: [1280, 800],
    ticks: 90,
    before: ({ until }) => until('wayfield.state().then((now) => now?.ratios.length > 0)'),
  },
  {
    name: 'agents',
    address: '#agents?world=crates&agents=768&side=30',
    size: [1280, 800],
    ticks: 8,
  },
  { name: 'roads', address: '#roads?trails=1', size: [1280, 800], ticks: 120 },
  { name: 'mesh', address: '#mesh', size: [1120, 660], ticks: 3 },
  {
    name: 'collisions',
    address: '#collisions',
    size: [960, 620],
    ticks: 40,
    before: (opened) => zoom(opened, 6),
  },
  { name: 'antelopes', address: '#antelopes', size: [960, 620], ticks: 150 },
  { name: 'towers', address: '#towers?shape=tall', size: [390, 844], ticks: 60 },
];

const browser = await launchChromium();
for (const { name, address, size, ticks, before } of PICTURES) {
  if (!browser || (flags.only.length > 0 && !flags.only.includes(name))) continue;
  const opened = await openPage(browser, address, { width: size[0], height: size[1] });
  const after = await opened.ask<number>(AFTER_LOAD);
  console.log(`${name}: first frame ${after.toFixed(0)} ms after load`);
  await opened.until(`wayfield.ticks >= ${ticks}`);
  await before?.(opened);
  await opened.page.screenshot({ path: join(flags.to, `${name}.png`) });
  await opened.close();
}
await browser?.close();
