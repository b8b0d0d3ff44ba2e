// Limits of terrain and strengths on a GPU.
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import type { AsyncDiffusion } from '../src/types.ts';
import { device } from './gpu-device.ts';
import { checkDescents, checkRefusals, checkStrengths, type Make } from './limits.ts';

const test = suite('limits on a GPU');
const make: Make = (map, options) => createGpuDiffusion(device, map, options);

test('every cell of a finite cost has a path', () => checkDescents(make, 'graph'));
test('the largest strength gives numbers', () => checkStrengths(make, [8]));
test('what is outside the limits is refused', () => checkRefusals(make));

test('an onProgress that throws leaves the field at a whole step', async () => {
  const map = { width: 2, height: 2, neighbours: 8, terrain: new Float32Array(4).fill(1) } as const;
  // one step in a dispatch, so that the first look comes after 1,024 steps
  const shape = { lanesX: 8, lanesY: 8, rows: 2, steps: 1 };
  const small = (): Promise<AsyncDiffusion> => createGpuDiffusion(device, map, { tuning: shape });
  const [model, fresh] = [await small(), await small()];
  for (const one of [model, fresh]) one.setGoals('goal', { cell: [0] });
  const reason = new Error('from onProgress');
  let done = 0;
  let caught: unknown;
  try {
    await model.settle({
      until: 1100,
      onProgress(steps) {
        done = steps;
        throw reason;
      },
    });
  } catch (error) {
    caught = error;
  }
  assert.is(caught, reason);
  assert.ok(done > 0 && done < 1100, `${done}`);
  await fresh.step(done);
  sameArray(await model.field('goal'), await fresh.field('goal'));
  assert.is((await model.settle({ until: 3 })).steps, 3);
  await model.destroy();
  await fresh.destroy();
});

for (const method of ['steady', 'distance'] as const) {
  test(`an onProgress that throws ends the call, and the model goes on: ${method}`, async () => {
    const terrain = new Float32Array(24 * 17).fill(1);
    const map = { width: 24, height: 17, neighbours: 8, terrain } as const;
    const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
    const own = (): Promise<AsyncDiffusion> => createGpuDiffusion(device, map, { method, tuning });
    const [model, fresh] = [await own(), await own()];
    for (const one of [model, fresh]) one.setGoals('goal', { cell: [0] });
    const reason = new Error('from onProgress');
    let caught: unknown;
    try {
      await model.settle({
        onProgress: () => {
          throw reason;
        },
      });
    } catch (error) {
      caught = error;
    }
    assert.is(caught, reason);
    model.reset();
    assert.equal(await model.settle(), await fresh.settle());
    sameArray(await model.field('goal'), await fresh.field('goal'));
    await model.destroy();
    await fresh.destroy();
  });
}

test.run();
