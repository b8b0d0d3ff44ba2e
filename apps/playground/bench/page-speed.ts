// `pnpm --filter @wayfield/playground page-speed` after a build: cold start, steps a second and the
// longest task, measured in the page, in headless Chromium. Prints figures and judges none: what
// else the machine does is not known here.
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataDir } from '@wayfield/testing';
import { launchChromium } from '@wayfield/testing/browser';
import { type OpenPage, openPage } from '../test/open-page.ts';
import { inWords, longestTask } from './trace.ts';

const RUNS = 5;
const TICKS = 600;

/** Milliseconds from the load event to the first frame of a scene. */
const AFTER_LOAD =
  "wayfield.firstFrame - performance.getEntriesByType('navigation')[0].loadEventEnd";

const load = (): string => `load ${loadavg()[0].toFixed(1)}`;
console.log(`${cpus().length} processors, ${cpus()[0].model.trim()}, ${load()}`);

/**
 * Milliseconds from the start of loading until agents have moved, and from the end of loading until
 * the first frame.
 */
async function coldStarts(name: string, canvas: boolean, address: string): Promise<void> {
  const browser = await launchChromium({ canvas });
  if (!browser) return;
  const times: number[] = [];
  const frames: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const opened = await openPage(browser, address, { gpu: canvas, width: 1280, height: 800 });
    await opened.until('wayfield.ticks > 0');
    times.push(await opened.ask<number>('wayfield.firstTick'));
    frames.push(await opened.ask<number>(AFTER_LOAD));
    await opened.close();
  }
  await browser.close();
  for (const [what, list] of [
    ['first agents move', times],
    ['first frame after load', frames],
  ] as const) {
    list.sort((a, b) => a - b);
    const [least, median, most] = [0, RUNS >> 1, RUNS - 1].map((i) => list[i].toFixed(0));
    console.log(`${what}, ${name}: median ${median} ms (${least} to ${most}), ${load()}`);
  }
}

await coldStarts('2-D canvas', false, '#scent?agents=1000');
await coldStarts('WebGPU draws, solver automatic', true, '#scent?agents=1000');
await coldStarts('WebGPU draws and solves', true, '#scent?agents=1000&solver=gpu');

/** Opens a file by the button, as a person does. */
async function openFile({ page, until }: OpenPage, path: string, then: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.evaluate("document.querySelector('button.open').click()"),
  ]);
  await chooser.setFiles(path);
  await until(`wayfield.ready && wayfield.state().then((state) => ${then})`);
}

/**
 * Ticks a second, drawing left out, and the longest task of this thread meanwhile and while
 * playing.
 */
async function steps(name: string, address: string, path: string, then: string): Promise<void> {
  for (const isolated of [false, true]) {
    const browser = await launchChromium();
    if (!browser) return;
    const opened = await openPage(browser, address, { isolated, width: 1280, height: 800 });
    await openFile(opened, path, then);
    const { ask } = opened;
    await ask('wayfield.measure(60)');
    let ms = 0;
    const solving = await longestTask(browser, opened.page, async () => {
      ms = await ask<number>(`wayfield.measure(${TICKS})`);
    });
    await ask("document.querySelector('button.play').click()");
    const playing = await longestTask(browser, opened.page, () => opened.page.waitForTimeout(5000));
    const { backend } = await opened.facts();
    console.log(
      `${name}, ${backend}${isolated ? ', isolated' : ''}: ` +
        `${((1000 * TICKS) / ms).toFixed(0)} steps/s, ${load()}\n` +
        `  longest task while solving ${inWords(solving)}, while playing and drawing ` +
        `${inWords(playing)}`,
    );
    await opened.close();
    await browser.close();
  }
}

const maps = dataDir('grid/dao');
if (maps) {
  const path = join(mkdtempSync(join(tmpdir(), 'wayfield-')), 'brc202d.map');
  writeFileSync(path, gunzipSync(readFileSync(join(maps, 'brc202d.map.gz'))));
  await steps(
    '10,000 agents on brc202d',
    '#scent?agents=10000&solver=wasm',
    path,
    'state.width === 530',
  );
}
const osm = dataDir('osm');
if (osm) {
  await steps(
    "10,000 agents on malta's roads",
    '#roads?agents=10000',
    join(osm, 'malta-latest.osm.pbf'),
    "state.map.startsWith('malta')",
  );
}
