// The page on a machine with a graphics processor, in headless Chromium: a million agents and
// discs, and every scene there.
//
//   node --import tsx bench/hardware.ts [--pictures FOLDER] [--seconds 10] [--agents 1000000]
//     [--only scent] [--software]
//
// Plays eight times as fast as usual, so that ticks are asked for faster than they come or eight to
// a picture. Counts ticks that are done and pictures that the browser has made of them;
// `--software` tries the program without such a machine.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, launchChromium } from '@wayfield/testing/browser';
import { openPage, type OpenPage } from '../test/open-page.ts';

const { values: flags } = parseArgs({
  options: {
    pictures: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    agents: { type: 'string', default: '1000000' },
    width: { type: 'string', default: '1920' },
    height: { type: 'string', default: '1080' },
    only: { type: 'string', multiple: true, default: [] },
    software: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const agents = Number(flags.agents);
const view = { gpu: true, width: Number(flags.width), height: Number(flags.height) };
/** Pictures as fast as they are made: there is no display to wait for. */
const UNLOCKED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** Milliseconds after which a comparison is given up. */
const MOST_MS = 60_000;

const launch = (args: readonly string[]): Promise<Browser | undefined> =>
  launchChromium(flags.software ? { canvas: true, args } : { hardware: true, args });

async function takePicture({ page }: OpenPage, name: string): Promise<void> {
  if (!flags.pictures) return;
  mkdirSync(flags.pictures, { recursive: true });
  try {
    await page.screenshot({ path: join(flags.pictures, `${name}.png`), timeout: 20_000 });
  } catch (error) {
    console.log(`  no picture: ${String(error).split('\n')[0]}`);
  }
}

async function tellAdapter(opened: OpenPage): Promise<void> {
  const adapter = await opened.ask<string>(`navigator.gpu.requestAdapter().then((adapter) => {
    const { vendor, architecture, description } = adapter.info;
    return [vendor, architecture, description].filter(Boolean).join(' ');
  })`);
  console.log(`adapter: ${adapter}`);
}

/** Plays at eight times the scene's speed for a while; what the page says about it. */
async function play(browser: Browser, name: string, address: string): Promise<void> {
  const opened = await openPage(browser, address, view);
  const { ask, page, until } = opened;
  await tellAdapter(opened);
  await ask(`(() => {
    const speed = document.querySelector('select[aria-label=Speed]');
    speed.value = '8';
    speed.dispatchEvent(new Event('change', { bubbles: true }));
    globalThis.pictures = 0;
    const count = () => { globalThis.pictures++; requestAnimationFrame(count); };
    requestAnimationFrame(count);
  })()`);
  await until('wayfield.ticks > 0');
  // the clock of an idle graphics processor comes up
  await page.waitForTimeout(3000);
  const now = 'performance.now(), wayfield.ticks, globalThis.pictures';
  const before = await ask<number[]>(`[${now}]`);
  await page.waitForTimeout(1000 * seconds);
  const after = await ask<number[]>(`[${now}]`);
  const [ms, ticks, pictures] = after.map((value, i) => value - before[i]);
  const { backend, surface } = await opened.facts();
  console.log(
    `${name}: ${((1000 * ticks) / ms).toFixed(1)} ticks/s, ` +
      `${((1000 * pictures) / ms).toFixed(1)} pictures/s, ` +
      `${backend}, ${surface}, longest task ` +
      `${(await ask<number>('wayfield.longestTask')).toFixed(0)} ms`,
  );
  await takePicture(opened, name);
  await finish(opened);
}

/** All of the comparisons: whether they agree, and every backend's time. */
async function compare(browser: Browser, size: string): Promise<void> {
  const opened = await openPage(browser, `#compare?size=${size}`, { ...view, isolated: true });
  const end = performance.now() + MOST_MS;
  let state = await opened.state<Comparison>();
  while (!state.done && performance.now() < end) {
    await opened.page.waitForTimeout(200);
    state = await opened.state();
  }
  const { compared, differing, rows } = state;
  console.log(
    `compare, ${size}: ${rows.length} backends, ${compared} answers compared, ${differing} differ` +
      `${state.done ? '' : ': NOT DONE'}, longest task ` +
      `${(await opened.ask<number>('wayfield.longestTask')).toFixed(0)} ms`,
  );
  for (const { problem, backend, title, kind, runMs, prepareMs, reason } of rows) {
    const times = `${runMs?.toFixed(1)} ms, prepared in ${prepareMs?.toFixed(0)} ms`;
    console.log(
      `  ${problem}, ${backend}, ${title}: ${kind === 'measured' ? times : `${kind} ${reason}`}`,
    );
  }
  await takePicture(opened, `compare-${size}`);
  await finish(opened);
}

interface Comparison {
  readonly done: boolean;
  readonly compared: number;
  readonly differing: number;
  readonly rows: readonly {
    readonly problem: string;
    readonly backend: string;
    readonly title: string;
    readonly kind: string;
    readonly runMs?: number;
    readonly prepareMs?: number;
    readonly reason?: string;
  }[];
}

/** Says what went wrong. */
async function finish(opened: OpenPage): Promise<void> {
  const { notices } = await opened.facts();
  for (const text of [...notices, ...opened.errors]) console.log(`  the page says: ${text}`);
  await opened.close();
}

/** When agents first move. */
async function coldStart(browser: Browser): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const opened = await openPage(browser, '#scent?agents=1000&solver=gpu', view);
    await opened.until('wayfield.ticks > 0');
    times.push(await opened.ask<number>('wayfield.firstTick'));
    await opened.close();
  }
  const all = times.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`first agents move on the graphics processor after ${all} ms`);
}

const million = `agents=${agents}&solver=gpu`;
const jobs: Record<string, (browser: Browser) => Promise<void>> = {
  scent: (browser) => play(browser, 'scent', `#scent?${million}&size=giant`),
  collisions: (browser) => play(browser, 'collisions', `#collisions?${million}`),
  start: coldStart,
  antelopes: (browser) => play(browser, 'antelopes', '#antelopes?solver=gpu'),
  roads: (browser) => play(browser, 'roads', '#roads'),
  grid: (browser) => play(browser, 'grid', '#grid'),
  mesh: (browser) => play(browser, 'mesh', '#mesh'),
  small: (browser) => compare(browser, 'small'),
  medium: (browser) => compare(browser, 'medium'),
  large: (browser) => compare(browser, 'large'),
};
/** Those that are worth a picture for each tick. */
const UNLOCKED_JOBS = ['scent', 'collisions'];

for (const isUnlocked of [false, true]) {
  const browser = await launch(isUnlocked ? UNLOCKED : []);
  if (!browser) break;
  console.log(isUnlocked ? 'pictures as fast as they are made' : '60 pictures a second');
  for (const [name, job] of Object.entries(jobs)) {
    if (isUnlocked && !UNLOCKED_JOBS.includes(name)) continue;
    if (flags.only.length === 0 || flags.only.includes(name)) await job(browser);
  }
  await browser.close();
}
