// Paths and next cells on a device while the caller changes the map: each call answers for the map
// as it was when the call was made.
import { sameArray } from '@wayfield/testing';
import type { Routes } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion, type GpuDiffusion } from '../src/gpu/index.ts';
import { device } from './gpu-device.ts';

const test = suite('paths on a GPU, and later changes');

const [width, height] = [9, 5];
const starts = [8, 44, 22];

for (const method of ['diffusion', 'distance'] as const) {
  test(`of the map when the call was made: ${method}`, async () => {
    const terrain = new Float32Array(width * height).fill(0.5);
    const model = await createGpuDiffusion(
      device,
      { width, height, neighbours: 8, terrain },
      { method },
    );
    model.setGoals('goal', { cell: [0] });
    await model.settle();
    const paths = (of: GpuDiffusion): Promise<Routes> =>
      method === 'distance' ? of.descend('goal', starts) : of.ascend('goal', starts);
    const expected = await paths(model);
    const next = await model.next('goal', 22);
    assert.ok(expected.cost.every((cost) => cost > 1 && cost < Infinity));
    for (const wait of [0, 1, 3, 30]) {
      const found = paths(model);
      const cell = model.next('goal', 22);
      for (let k = 0; k < wait; k++) await Promise.resolve();
      // starts become obstacles, all else becomes cheaper, and the goal goes
      model.setTerrain(starts, 0);
      const others = Array.from(terrain.keys()).filter((v) => !starts.includes(v));
      model.setTerrain(others, 1);
      model.setTerrain(others, 0.75);
      const { status, cost, firstNode, node } = await found;
      sameArray(status, expected.status);
      sameArray(cost, expected.cost);
      sameArray(firstNode, expected.firstNode);
      sameArray(node, expected.node);
      assert.is(await cell, next);
      model.setTerrain(Array.from(terrain.keys()), 0.5);
      await model.settle();
    }
    await model.destroy();
  });
}

test.run();
