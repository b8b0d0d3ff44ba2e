// `wouldBlock` and `wouldBlockEach` of models on a device against those of the CPU.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import { createDiffusion } from '../src/index.ts';
import { device } from './gpu-device.ts';
import { randomMap, randomNumbers } from './random-maps.ts';

const test = suite('wouldBlock on a GPU');
const SEED = 5;

test(`answers as the CPU does, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  let cuts = 0;
  for (let run = 0; run < 24; run++) {
    const [width, height] = [1 + Math.floor(9 * random()), 1 + Math.floor(9 * random())];
    const cells = width * height;
    const shape = { width, height, neighbours: run % 2 ? 4 : 8, blocked: 0.5 * random() } as const;
    const map = randomMap({ ...shape, ground: 'free' }, random);
    const layers = ['goal', 'other'];
    const options = { method: run % 3 ? 'distance' : 'diffusion', layers } as const;
    const cpu = createDiffusion(map, options);
    const gpu = await createGpuDiffusion(device, map, options);
    const some = (most: number): number[] =>
      Array.from({ length: Math.floor(most * random()) }, () => Math.floor(cells * random()));
    const places = Array.from({ length: cells }, (_, v) => v);
    // changes in between, before and after the device has taken those of the turn before
    for (let turn = 0; turn < 3; turn++) {
      const goals = layers.map(() => [...new Set(some(4))]);
      const [closed, opened] = [some(3), some(2)];
      for (const model of [cpu, gpu]) {
        layers.forEach((layer, l) => model.setGoals(layer, { cell: goals[l] }));
        model.setTerrain(closed, 0);
        model.setTerrain(opened, 1);
      }
      if (turn === 1) await gpu.settle({ limit: 9 });
      const placements = Array.from({ length: 8 }, (_, i) => (i < 4 ? some(2) : some(7)));
      for (const layer of layers) {
        for (const list of placements) {
          const expected = cpu.wouldBlock(list, layer, places);
          const found = gpu.wouldBlock(list, layer, places);
          const what = `run ${run}, turn ${turn}: ${list.join()} in ${layer}`;
          assert.is(found.cells, expected.cells, what);
          sameArray(found.places, expected.places, what);
          if (found.cells > 0) cuts++;
        }
        sameArray(gpu.wouldBlockEach(placements, layer), cpu.wouldBlockEach(placements, layer));
      }
    }
    cpu.destroy();
    await gpu.destroy();
    refuses(() => gpu.wouldBlock([0]), Error, /destroyed/);
    refuses(() => gpu.wouldBlockEach([0]), Error, /destroyed/);
  }
  assert.ok(cuts > 50, `${cuts} cuts`);
});

test('answers during a call for the changes made so far, not for goals of pursuers', async () => {
  const terrain = new Float32Array(5).fill(1);
  const map = { width: 5, height: 1, neighbours: 4, terrain } as const;
  const model = await createGpuDiffusion(device, map);
  model.setGoals('goal', { cell: [0] });
  const step = model.step(4);
  assert.is(model.wouldBlock([2]).cells, 2);
  model.setTerrain([3], 0);
  assert.is(model.wouldBlock([2]).cells, 0);
  model.setTerrain([3], 1);
  await step;
  const emit = { layer: 'goal', strength: 5 };
  const crowd = await model.pursuers({ cell: [4], weights: { goal: 1 }, emit });
  assert.is(model.wouldBlock([2]).cells, 2);
  crowd.destroy();
  await model.destroy();
});

test.run();
