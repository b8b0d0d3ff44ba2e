// What a person has painted or placed, by the keyboard alone: it is in the address and in files,
// and comes back.
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Range, readValue, type Value } from '../src/common/settings.ts';
import { createCamera } from '../src/draw/camera.ts';
import { SCENES } from '../src/scenes/list.ts';
import type { Page } from '../src/shell/page.ts';
import { toCsv, toGeoJson } from '../src/shell/path-files.ts';
import { readLink } from '../src/shell/read-link.ts';
import { packWork, unpackWork } from '../src/shell/work-file.ts';
import { TWO_ROOMS } from './maps.ts';
import { browserFor, dropFile, onPages, openPage, type OpenPage } from './open-page.ts';

const plain = suite('files and addresses');

plain('work in an address comes back, and a cut address is told', async () => {
  const work = { goals: [[3, 4]], edits: Array.from({ length: 900 }, (_, i) => i % 7) };
  const packed = await packWork(work);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < 300, `${packed.length} characters`);
  assert.equal(await unpackWork(packed), work);
  for (const text of [packed.slice(0, -9), '!', 'abcd']) {
    await unpackWork(text).then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, 'that part of the address is not whole'),
    );
  }
});

plain('a damaged link gives settings of the scale, and a view of the scene', async () => {
  const step: Range = { kind: 'range', name: 'n', label: '', value: 7, min: 1, max: 30, step: 1 };
  const fine: Range = { ...step, min: 0, max: 5, step: 0.05 };
  const read = (control: Range, text: Value): Value => readValue(control, text);
  for (const text of ['', ' ', 'x', '1e999', 'NaN', true, false]) assert.is(read(step, text), 7);
  assert.equal(
    ['2.4', '0', '99', 3, '29.6'].map((text) => read(step, text)),
    [2, 1, 30, 3, 30],
  );
  assert.equal(
    ['0.15', '0.16', '5', '0.3'].map((text) => read(fine, text)),
    [0.15, 0.15, 5, 0.3],
  );

  const viewOf = async (hash: string): Promise<number[]> => {
    const camera = createCamera();
    Object.assign(camera, { width: 432, height: 488 });
    camera.fit({ x: 0, y: 0, width: 40, height: 40 });
    const session = { choose: async () => undefined };
    await readLink({ camera, session, player: {}, view: { moved() {} } } as unknown as Page, hash);
    return [camera.x, camera.y, camera.scale];
  };
  const fitted = [20, 22.8, 10];
  assert.equal(await viewOf('#scent'), fitted);
  assert.equal(await viewOf('#scent?x=3&y=4.5&z=20'), [3, 4.5, 20]);
  for (const cut of ['x=3&y=4&z=', 'x=&y=4&z=9', 'x=3&z=9', 'x=3&y=4&z=-9', 'x=%&y=4&z=9'])
    assert.equal(await viewOf(`#scent?${cut}`), fitted, cut);
  assert.equal(await viewOf('#scent?x=1e9&y=-7&z=1e300'), [40, 0, 640]);
  assert.equal(await viewOf('#scent?x=3&y=4&z=1e-9'), [3, 4, 2.5]);
});

plain('paths as GeoJSON and CSV', () => {
  const paths = {
    unit: 'degrees',
    paths: [
      {
        name: 'a, "b"',
        kind: 'line' as const,
        coordinates: [
          [1, 2],
          [3.5, 4],
        ],
        properties: { metres: 5 },
      },
      { name: 'goals', kind: 'points' as const, coordinates: [[7, 8]] },
    ],
  };
  assert.is(
    [...toCsv(paths)].join(''),
    [
      'path,place,x,y,metres',
      '"a, ""b""",0,1,2,5',
      '"a, ""b""",1,3.5,4,5',
      'goals,0,7,8,',
      '',
    ].join('\r\n'),
  );
  const { features } = JSON.parse([...toGeoJson(paths)].join(''));
  assert.equal(features[0].geometry, {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3.5, 4],
    ],
  });
  assert.equal(features[1].geometry, { type: 'MultiPoint', coordinates: [[7, 8]] });
  assert.equal(features[0].properties, { name: 'a, "b"', unit: 'degrees', metres: 5 });
});

plain.run();

const page = suite('work on the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

/** The text of the file that a button gives. */
async function saved({ page: tab }: OpenPage, button: string): Promise<string> {
  const [file] = await Promise.all([
    tab.waitForEvent('download'),
    tab.evaluate(`document.querySelector('button.${button}').click()`),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

on(
  'an address that is gone to counts, though another is written over it before it is read',
  async () => {
    const opened = await openPage(browser!, '#scent?size=small&agents=100&paused=1');
    try {
      await opened.ask(
        "{ location.hash = '#grid?size=small&paused=1'; " +
          "history.replaceState(null, '', '#scent?size=small'); }",
      );
      await opened.until("wayfield.scene === 'grid' && wayfield.ready");
    } finally {
      await opened.close();
    }
  },
);

on('every scene: moved by the keyboard, restored from its address and from a file', async () => {
  const opened = await openPage(browser!, `#${SCENES[0].id}?size=small&agents=100&paused=1`);
  const { page: tab, ask, until } = opened;
  let moved = 0;
  try {
    for (const { id } of SCENES) {
      const open = async (hash: string, then: string): Promise<void> => {
        await tab.evaluate(`location.hash = '${hash}'`);
        await until(`wayfield.scene === '${id}' && wayfield.ready && (${then})`);
      };
      const address = `#${id}?agents=100&size=small&paused=1`;
      await open(address, 'wayfield.work() === undefined');
      await tab.focus('.stage');
      await tab.keyboard.press('g');
      if (await tab.locator('.cursor').isHidden()) continue;
      await tab.keyboard.press('Enter');
      for (let i = 0; i < 3; i++) await tab.keyboard.press('Shift+ArrowDown');
      await tab.keyboard.press('Enter');
      const work = await ask('wayfield.work()');
      assert.ok(work, `${id}: something was moved`);
      // an address of a moment in between is written, too, where the browser is slow
      let withWork = '';
      for (let last = '-'; last !== withWork || !last.includes('work=');) {
        last = withWork;
        await tab.waitForTimeout(500);
        withWork = await ask<string>('location.hash');
      }
      const file = await saved(opened, 'save');

      // the address alone brings it back, and so does the file
      await open(address, 'wayfield.work() === undefined');
      await open(withWork, 'wayfield.work() !== undefined');
      assert.equal(await ask('wayfield.work()'), work, `${id}: from the address`);
      await open(address, 'wayfield.work() === undefined');
      await dropFile(tab, 'settings.json', file);
      await until('wayfield.ready && wayfield.work() !== undefined');
      assert.equal(await ask('wayfield.work()'), work, `${id}: from a file`);
      assert.equal((await opened.facts()).notices, []);
      moved++;
    }
    assert.ok(moved >= 3, `${moved} scenes with something to move`);
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('walls without a pointer, undo, paths of searches', async () => {
  const opened = await openPage(browser!, '#grid?map=plain&size=small&brush=9');
  const { page: tab, ask, until } = opened;
  interface State {
    ends: [number, number];
    answers: { path: number[] }[];
  }
  const walls = (): Promise<number> => ask('wayfield.work()?.edits.length ?? 0');
  try {
    await tab.focus('.stage');
    await tab.keyboard.press('2'); // what the pointer does: a wall
    await tab.keyboard.press('Enter'); // a cursor
    await tab.keyboard.press('ArrowLeft');
    await tab.keyboard.press('Space'); // a dab
    const dab = await walls();
    assert.ok(dab > 0);
    await tab.keyboard.press('Enter'); // a stroke
    for (let i = 0; i < 4; i++) await tab.keyboard.press('Shift+ArrowUp');
    await tab.keyboard.press('Enter');
    assert.ok((await walls()) > dab);
    await tab.keyboard.press('Control+z');
    assert.is(await walls(), dab);
    await tab.keyboard.press('Control+z');
    assert.is(await walls(), 0);
    await until('wayfield.state().then(({ searching }) => !searching)');

    const { ends, answers } = await opened.state<State>();
    const { features } = JSON.parse(await saved(opened, 'geojson'));
    const cells = (list: number[]): number[][] => list.map((c) => [c % 128, Math.floor(c / 128)]);
    assert.is(features.length, 4);
    assert.equal(features[0].geometry.coordinates, cells(answers[0].path));
    const rows = (await saved(opened, 'csv')).split('\r\n');
    assert.is(rows[1], `Dijkstra,0,${cells([ends[0]])[0].join()},${features[0].properties.cost}`);

    // a map, packed
    await tab.evaluate(`(async () => {
      const text = new Blob([${JSON.stringify(TWO_ROOMS)}]).stream();
      const packed = await new Response(text.pipeThrough(new CompressionStream('gzip'))).blob();
      const data = new DataTransfer();
      data.items.add(new File([packed], 'rooms.map.gz'));
      const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true });
      document.querySelector('.stage').dispatchEvent(drop);
    })()`);
    await until('wayfield.state().then((state) => state?.width === 24)');
    await dropFile(tab, 'cut.map.gz', 'no gzip');
    await tab.getByText('cut.map.gz could not be opened: it is not whole').waitFor();

    // files that are none
    await dropFile(tab, 'x.json', '{ "format": 3 }');
    await tab.getByText('x.json could not be opened: it is not a settings file').waitFor();
    await dropFile(tab, 'x.exe', 'MZ');
    await tab.getByText('this scene takes files of these kinds: .map, .json').waitFor();
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

page.run();
