// `pnpm --filter @wayfield/playground responsive` after a build: the longest task of the page's
// main thread while each scene begins, runs, is painted on and dragged, gets another solver and a
// large map; with WebGPU on a software device and without. Prints figures and judges none.
// Arguments choose scenes and modes, as in `responsive scent canvas`.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataDir } from '@wayfield/testing';
import { launchChromium } from '@wayfield/testing/browser';
import { openPage, type OpenPage } from '../test/open-page.ts';
import { longestTask } from './trace.ts';

/** Milliseconds that a scene is watched. */
const WATCHED = 2500;

type Act = (opened: OpenPage) => Promise<unknown>;

interface Visit {
  readonly scene: string;
  readonly acts: readonly (readonly [name: string, act: Act])[];
}

const run: Act = ({ page }) => page.waitForTimeout(WATCHED);
const begun = (scene: string): string => `wayfield.scene === '${scene}' && wayfield.ready`;
const go =
  (address: string): Act =>
  async ({ page, until }) => {
    await page.evaluate(`location.hash = '#${address}'`);
    await until(begun(address.split('?')[0]));
    await page.waitForTimeout(WATCHED);
  };

/** Saves places and waits for the file. */
const save: Act = async ({ page }) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate("document.querySelector('button.csv').click()"),
  ]);
  await download.delete();
};

/** A stroke over the stage: places are parts of its width and height. */
const stroke =
  (from: readonly number[], to: readonly number[]): Act =>
  async ({ page, ask }) => {
    const box = await ask<{ x: number; y: number; width: number; height: number }>(
      '(({ x, y, width, height }) => ({ x, y, width, height }))(' +
        "document.querySelector('.stage').getBoundingClientRect())",
    );
    const at = ([x, y]: readonly number[]): [number, number] => [
      box.x + x * box.width,
      box.y + y * box.height,
    ];
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 20 });
    await page.mouse.up();
    await page.waitForTimeout(700);
  };

/** Drags a place of the world. */
const drag =
  (place: string, dx: number, dy: number): Act =>
  async ({ page, ask }) => {
    const { x, y } = await ask<{ x: number; y: number }>(
      `wayfield.state().then((state) => wayfield.toPage(...${place}))`,
    );
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 20 });
    await page.mouse.up();
    await page.waitForTimeout(700);
  };

const zoom: Act = async ({ page }) => {
  await page.mouse.move(500, 400);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, i < 6 ? -240 : 240);
  await page.waitForTimeout(1000);
};

const tool =
  (name: string): Act =>
  ({ page }) =>
    page.evaluate(`document.querySelector('input[value="${name}"]').click()`);

const select =
  (name: string, value: string): Act =>
  async ({ page, until }) => {
    await page.evaluate(
      `{ const list = document.getElementById('control-${name}'); list.value = '${value}'; ` +
        "list.dispatchEvent(new Event('change')); }",
    );
    await until('wayfield.ready');
    await page.waitForTimeout(WATCHED);
  };

const both =
  (...acts: Act[]): Act =>
  async (opened) => {
    for (const act of acts) await act(opened);
  };

const scratch = mkdtempSync(join(tmpdir(), 'wayfield-'));

/**
 * Opens a file of the shared data by the button, as a person does; unpacked beforehand where it is
 * packed.
 */
function file(folder: string, name: string, then: string): readonly [string, Act][] {
  const data = dataDir(folder);
  if (!data) return [];
  let path = join(data, name);
  if (name.endsWith('.map.gz') || name.endsWith('.mesh.gz')) {
    path = join(scratch, basename(name, '.gz'));
    writeFileSync(path, gunzipSync(readFileSync(join(data, name))));
  }
  const act: Act = async ({ page, until }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.evaluate("document.querySelector('button.open').click()"),
    ]);
    await chooser.setFiles(path);
    await until(`wayfield.ready && wayfield.state().then((state) => ${then})`);
    await page.waitForTimeout(WATCHED);
  };
  return [[name, act]];
}

const visits: readonly Visit[] = [
  {
    scene: 'scent',
    acts: [
      ['run', run],
      ['paint', both(tool('wall'), stroke([0.3, 0.2], [0.6, 0.7]))],
      ['drag a goal', drag('state.goals[0].map((c) => c + 0.5)', 90, 60)],
      ['zoom', zoom],
      ['solver', select('solver', 'gpu')],
      ['solver back', select('solver', 'wasm')],
      ['100,000 agents', go('scent?agents=100000&size=large')],
      ['1,000,000 agents', go('scent?agents=1000000&size=huge&alone=0')],
      ['save 1,000,000', save],
      ['3,000,000 agents', go('scent?agents=3000000&size=giant&alone=0')],
      ['10,000 agents', go('scent?agents=10000')],
      ...file('grid/dao', 'brc202d.map.gz', 'state.width === 530'),
    ],
  },
  {
    scene: 'grid',
    acts: [
      ['run', run],
      ['paint', both(tool('wall'), stroke([0.1, 0.1], [0.4, 0.3]))],
      ['640 x 400', go('grid?size=large&cells=500')],
      ...file('grid/dao', 'brc202d.map.gz', 'state.width === 530'),
      [
        'drag',
        drag(
          '[state.ends[0] % state.width + 0.5, Math.floor(state.ends[0] / state.width) + 0.5]',
          60,
          40,
        ),
      ],
    ],
  },
  {
    scene: 'mesh',
    acts: [
      ['run', run],
      ['draw', both(tool('add'), stroke([0.4, 0.3], [0.5, 0.5]))],
      ['drag', drag('state.ends.slice(0, 2)', 60, 40)],
      ...file('mesh/polyanya', 'aurora.mesh.gz', "state.map?.startsWith('aurora')"),
      ['run', run],
      ['drag', drag('state.ends.slice(0, 2)', 60, 40)],
      ['zoom', zoom],
    ],
  },
  {
    scene: 'roads',
    acts: [
      ['run', run],
      ['drag', drag('state.ends[0]', 90, 60)],
      ...file('osm', 'malta-latest.osm.pbf', "state.map.startsWith('malta')"),
      ['run', run],
      ['drag', drag('state.ends[0]', 90, 60)],
      ['zoom', zoom],
      ['100,000 agents', go('roads?agents=100000')],
    ],
  },
  {
    scene: 'collisions',
    acts: [
      ['run', run],
      ['zoom', zoom],
      ['solver', select('solver', 'gpu')],
      ['100,000 bodies', go('collisions?agents=100000&solver=wasm')],
      ['1,000,000 bodies', go('collisions?agents=1000000&solver=wasm')],
      ['4,000,000 bodies', go('collisions?agents=4000000&solver=wasm')],
    ],
  },
  {
    scene: 'antelopes',
    acts: [
      ['run', run],
      ['paint', both(tool('wall'), stroke([0.3, 0.2], [0.6, 0.5]))],
      ['50,000 antelopes', go('antelopes?antelopes=50000&size=large')],
    ],
  },
  {
    scene: 'towers',
    acts: [
      ['run', run],
      ['build', stroke([0.3, 0.2], [0.6, 0.5])],
    ],
  },
  {
    scene: 'click',
    acts: [
      ['run', run],
      ['goal', stroke([0.3, 0.2], [0.3, 0.2])],
    ],
  },
  {
    scene: 'compare',
    acts: [
      [
        'all',
        async ({ until }) => {
          await until('wayfield.state().then((state) => state.done)');
        },
      ],
    ],
  },
];

/** The last, with the machine's own graphics processor, only where it is asked for. */
const MODES = ['canvas', 'webgpu', 'hardware'] as const;
const wanted = process.argv.slice(2);
const isWanted = (name: string, among: readonly string[]): boolean =>
  !wanted.some((one) => among.includes(one)) || wanted.includes(name);

console.log(
  `${cpus().length} processors, ${cpus()[0].model.trim()}; columns: ms by the clock, of ` +
    'processor time, waiting',
);

for (const mode of MODES) {
  if (!(mode === 'hardware' ? wanted.includes(mode) : isWanted(mode, MODES))) continue;
  const gpu = mode !== 'canvas';
  const browser = await launchChromium({ canvas: gpu, hardware: mode === 'hardware' });
  if (!browser) break;
  for (const { scene, acts } of visits) {
    if (
      !isWanted(
        scene,
        visits.map((visit) => visit.scene),
      )
    )
      continue;
    let opened: OpenPage | undefined;
    const tell = async (name: string, act: Act): Promise<void> => {
      try {
        const { clock, processor, waited, within } = await longestTask(browser, opened?.page, () =>
          act(opened!),
        );
        const path = clock > 50 ? within.join(' > ') : '';
        console.log(
          `${mode.padEnd(8)} ${scene.padEnd(11)} ${name.padEnd(22)} ` +
            `${clock.toFixed(0).padStart(6)} ${processor.toFixed(0).padStart(6)} ` +
            `${waited.toFixed(0).padStart(6)}  load ${loadavg()[0].toFixed(1)}  ${path}`,
        );
      } catch (error) {
        console.log(
          `${mode.padEnd(8)} ${scene.padEnd(11)} ${name.padEnd(22)} ${String(error).split('\n')[0]}`,
        );
      }
    };
    await tell('cold start', async () => {
      opened = await openPage(browser, `#${scene}`, {
        gpu,
        isolated: true,
        width: 1280,
        height: 800,
      });
      await opened.page.waitForTimeout(WATCHED);
    });
    if (!opened) continue;
    for (const [name, act] of acts) await tell(name, act);
    if (opened.errors.length > 0) console.log(opened.errors);
    await opened.close();
  }
  await browser.close();
}
