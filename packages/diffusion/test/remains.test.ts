// What an earlier pass left behind, of another layer or of before `reset`, is not seen by later
// ones.
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, type DiffusionMap } from '../src/index.ts';
import { mcmillanOpenMap } from '../src/study/index.ts';

import { randomMap, randomNumbers } from './random-maps.ts';

const test = suite('fields start anew');
const SEED = 11;

const MAPS: readonly (readonly [string, DiffusionMap])[] = [
  ['open', mcmillanOpenMap(96)],
  [
    `mixed, seed ${SEED}`,
    randomMap(
      { width: 77, height: 90, neighbours: 8, ground: 'mixed', blocked: 0.2 },
      randomNumbers(SEED),
    ),
  ],
];

for (const precision of ['f32', 'log'] as const) {
  for (const [name, map] of MAPS) {
    const opposite = map.terrain.findLastIndex((t) => t > 0);
    const first = map.terrain.findIndex((t) => t > 0);
    const fresh = (): Float32Array => {
      const model = createDiffusion(map, { precision });
      model.setGoals('goal', { cell: [opposite] });
      model.step(95);
      const field = model.field('goal');
      model.destroy();
      return field;
    };

    test(`after reset: ${precision}, ${name}`, () => {
      const model = createDiffusion(map, { precision });
      model.setGoals('goal', { cell: [first] });
      model.step(100);
      model.setGoals('goal', { cell: [opposite] });
      model.reset();
      model.step(95);
      sameArray(model.field('goal'), fresh(), 'field');
      model.destroy();
    });

    test(`after a pass of an aborted settle: ${precision}, ${name}`, async () => {
      const pool = await createDiffusionPool(map, { precision, threads: 2 });
      pool.setGoals('goal', { cell: [opposite] });
      const onProgress = (): void => assert.unreachable('stop');
      const stopped = pool.settle({ until: 100, onProgress });
      assert.match(String(await stopped.catch((error: unknown) => error)), /stop/);
      for (const steps of [1, 1, 93]) await pool.step(steps);
      sameArray(await pool.field('goal'), fresh(), 'field');
      await pool.destroy();
    });

    test(`beside another layer: ${precision}, ${name}`, async () => {
      const options = { precision, layers: ['other', 'goal'] };
      const one = createDiffusion(map, options);
      const pool = await createDiffusionPool(map, { ...options, threads: 2 });
      for (const model of [one, pool]) {
        model.setGoals('other', { cell: [first] });
        await model.settle({ until: 100, layers: ['other'] });
        model.setGoals('goal', { cell: [opposite] });
        await model.settle({ until: 95, layers: ['goal'] });
        sameArray(await model.field('goal'), fresh(), model === one ? 'one thread' : 'pool');
        await model.destroy();
      }
    });
  }
}

test.run();
