// `pnpm --filter @wayfield/playground first-frames` after a build: how long after the load event
// each scene draws its first frame, in headless Chromium, on the 2-D canvas and on WebGPU by a
// software driver. Prints figures and judges none: what else the machine does is not known here.
// Arguments choose scenes and modes, as in `first-frames scent canvas`.
import { cpus, loadavg } from 'node:os';
import { launchChromium } from '@wayfield/testing/browser';
import { SCENES } from '../src/scenes/list.ts';
import { openPage } from '../test/open-page.ts';

const RUNS = 5;

/** Milliseconds from the load event to the first frame, the whole scene and the first tick. */
const TIMES = `(() => {
  const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
  const { firstFrame, firstScene, firstTick } = wayfield;
  return [firstFrame, firstScene, firstTick].map((at) => at - loadEventEnd);
})()`;

const asked = process.argv.slice(2);
const chosen = (names: readonly string[]): readonly string[] => {
  const some = names.filter((name) => asked.includes(name));
  return some.length > 0 ? some : names;
};
const middle = (list: readonly number[]): string => {
  const [least, median, most] = [0, list.length >> 1, list.length - 1].map((i) =>
    [...list].sort((a, b) => a - b)[i].toFixed(0),
  );
  return `${median} (${least} to ${most})`;
};

console.log(`${cpus().length} processors, ${cpus()[0].model.trim()}, milliseconds after load`);
for (const mode of chosen(['canvas', 'webgpu'])) {
  const browser = await launchChromium({ canvas: mode === 'webgpu' });
  if (!browser) break;
  for (const scene of chosen(SCENES.map(({ id }) => id))) {
    const times: number[][] = [];
    for (let run = 0; run < RUNS; run++) {
      const view = { gpu: mode === 'webgpu', width: 1280, height: 800 };
      const opened = await openPage(browser, `#${scene}`, view);
      await opened.until('wayfield.ticks > 0');
      times.push(await opened.ask<number[]>(TIMES));
      await opened.close();
    }
    const [frame, begun, tick] = [0, 1, 2].map((i) => middle(times.map((row) => row[i])));
    console.log(
      `${mode} ${scene}: first frame ${frame}, whole scene ${begun}, first tick ${tick}, ` +
        `load ${loadavg()[0].toFixed(1)}`,
    );
  }
  await browser.close();
}
