import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOfPage } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('page');

type Counts = Record<'red' | 'green' | 'blue' | 'x' | 'y', number>;
interface Answer {
  readonly error?: string;
  readonly all: Counts;
  readonly moved: Counts;
  readonly empty: Counts;
  readonly x: number;
  readonly refused: string;
  readonly layers: number;
}

test('MapLibre draws routes, isochrones and agents, and forgets them', async () => {
  const screenshot = process.env['WAYFIELD_SCREENSHOT'];
  const dist = dirname(fileURLToPath(import.meta.resolve('maplibre-gl')));
  const answer = await answerOfPage<Answer>(new URL('page.ts', import.meta.url), {
    prepare(folder) {
      // its worker imports the file that both share
      copyFileSync(join(dist, 'maplibre-gl-worker.mjs'), join(folder, 'maplibre-worker.js'));
      copyFileSync(join(dist, 'maplibre-gl-shared.mjs'), join(folder, 'maplibre-gl-shared.mjs'));
    },
    ...(screenshot ? { screenshot } : {}),
  });
  if (!answer) return;
  assert.is(answer.error, undefined);
  const { all, moved, empty, x } = answer;
  assert.ok(all.red > 500, `${all.red} red pixels of the route`);
  assert.ok(all.green > 5000, `${all.green} green pixels of areas`);
  // a disc of 20 pixels, in the middle of 400 x 300
  assert.ok(all.blue > 150 && all.blue < 330, `${all.blue} blue pixels`);
  assert.ok(Math.abs(all.x - 200) < 1.5 && Math.abs(all.y - 150) < 1.5, `${all.x}, ${all.y}`);
  assert.ok(Math.abs(moved.x - x) < 1.5, `the car is drawn at ${moved.x}, the map says ${x}`);
  assert.is(empty.red + empty.green + empty.blue, 0);
  assert.is(answer.refused, "id is 'route', and the map has 'route' already");
  assert.is(answer.layers, 1);
});

test.run();
