// Method 'steady' on the device against the CPU, in every cell.
import { readBuffer } from '@wayfield/gpu-core';
import { NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import type { DiffusionMap, DiffusionOptions, Goals, SettleOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';
import { randomMap, randomNumbers } from './random-maps.ts';

const test = suite("method 'steady' on a GPU");
const SEED = 43;
/** The step kernels of the other tests: the driver compiles each of them once. */
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
/** What is asked of both. */
const TOLERANCE = 2 ** -13;
/** Binary places: 1.4 parts in 1000, and half a place of an f32 near 1000 beside that. */
const APART = 2 ** -9 + 2 ** -14;

/**
 * Fails where two fields in binary logarithms have scent in other cells, or differ by more than
 * `APART`.
 */
function near(got: Float32Array, wanted: Float32Array, what: string): void {
  let worst = 0;
  for (const [v, value] of wanted.entries()) {
    assert.is(got[v] === -Infinity, value === -Infinity, `${what}, cell ${v}`);
    if (value > -Infinity) worst = Math.max(worst, Math.abs(got[v] - value));
  }
  assert.ok(worst <= APART, `${what}: ${worst} binary places apart`);
}

/** Settles on both; a model each of any number of layers. */
async function bothAgree(
  map: DiffusionMap,
  options: DiffusionOptions,
  goals: Goals,
  what: string,
): Promise<void> {
  const cpu = createDiffusion(map, { ...options, method: 'steady' });
  const gpu = await createGpuDiffusion(device, map, { ...options, method: 'steady', tuning });
  for (const model of [cpu, gpu]) model.setGoals('goal', goals);
  const asked: SettleOptions = { tolerance: TOLERANCE };
  cpu.settle(asked);
  const report = await gpu.settle(asked);
  assert.is(report.reason, 'residual', what);
  assert.ok(
    report.converged && report.residual <= TOLERANCE && report.steps < 60,
    `${what}: ${report.steps} cycles`,
  );
  near(await gpu.field('goal'), cpu.field('goal'), what);
  cpu.destroy();
  await gpu.destroy();
}

test(`every cell is as on the CPU, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  for (const [neighbours, corners, width, height, options] of [
    [8, 'always', 37, 35, {}],
    [8, 'one-open', 37, 35, {}],
    [8, 'never', 36, 35, {}],
    [4, 'always', 37, 34, { border: 'clamp', rule: 'heat', rate: 0.05 }],
  ] as const) {
    const shape = { width, height, neighbours, corners, blocked: 0.15, ground: 'mixed' } as const;
    const map = randomMap(shape, random);
    map.terrain[0] = 1;
    const goals = { cell: [0, 400], strength: [1000, 3] };
    await bothAgree(map, options, goals, `${neighbours} neighbours, ${corners}`);
  }
  const small = randomMap(
    { width: 5, height: 1, neighbours: 8, blocked: 0, ground: 'harsh' },
    random,
  );
  await bothAgree(small, {}, { cell: [4] }, 'small, terrain near 0');
});

test('goes on where cycles ended, costs nothing again, starts anew after a change', async () => {
  const [width, height] = [24, 20];
  const map = { width, height, neighbours: 8, terrain: new Float32Array(480).fill(1) } as const;
  const layers = ['a', 'b'];
  const options = { method: 'steady', layers } as const;
  const cpu = createDiffusion(map, options);
  const gpu = await createGpuDiffusion(device, map, { ...options, tuning });
  const asked = { tolerance: TOLERANCE };
  for (const model of [cpu, gpu]) model.setGoals('a', { cell: [0] });
  const none = await gpu.settle({ ...asked, limit: 0 });
  assert.equal([none.steps, none.reason, none.residual], [0, 'limit', NaN]);
  await gpu.step(0);
  assert.ok((await gpu.field('a')).every((value, v) => value === (v === 0 ? 10 : -Infinity)));
  const few = await gpu.settle({ ...asked, limit: 1 });
  assert.equal([few.steps, few.reason, few.converged], [1, 'limit', false]);
  const rest = await gpu.settle(asked);
  assert.equal([rest.reason, rest.steps > 0], ['residual', true]);
  assert.is((await gpu.settle(asked)).steps, 0);
  cpu.settle(asked);
  near(await gpu.field('a'), cpu.field('a'), 'one layer');
  sameArray(await gpu.field('b'), cpu.field('b'), 'no goal');
  assert.equal(await gpu.settle({ layers: ['b'] }), cpu.settle({ layers: ['b'] }));

  // a wall that seals some cells off, a goal more, a dimmed cell
  const wall = Array.from({ length: height }, (_, y) => y * width + 18);
  for (const model of [cpu, gpu]) {
    model.setTerrain(wall, 0);
    model.setGoals('b', { cell: [33, 200] });
    model.setModulation('b', [57, 58, 59], 0.25);
    assert.is(model.unreachable('a'), 100);
  }
  const report = await gpu.settle(asked);
  assert.equal([report.reason, report.unreachable], ['residual', 100]);
  cpu.settle(asked);
  for (const layer of layers) near(await gpu.field(layer), cpu.field(layer), layer);
  const starts = [479, 40, 470];
  const [got, wanted] = [await gpu.ascend('b', starts), cpu.ascend('b', starts)];
  sameArray(got.status, wanted.status, 'status');
  assert.is(await gpu.next('a', 479), NONE);
  assert.is(await gpu.next('a', 1), 0);
  await gpu.step(2);
  near(await gpu.field('a'), cpu.field('a'), 'cycles more');
  gpu.reset();
  const fresh = createDiffusion(map, options);
  fresh.setTerrain(wall, 0);
  fresh.setGoals('a', { cell: [0] });
  sameArray(await gpu.field('a'), fresh.field('a'), 'reset');
  const refused = (): void => gpu.encode(device.createCommandEncoder());
  refuses(refused, TypeError, /'steady' has none: settle/);
  for (const model of [cpu, fresh]) model.destroy();
  await gpu.destroy();
});

test('an aborted call is made good by the next one', async () => {
  const terrain = new Float32Array(480).fill(1);
  const map = { width: 24, height: 20, neighbours: 8, terrain } as const;
  const cpu = createDiffusion(map, { method: 'steady' });
  const gpu = await createGpuDiffusion(device, map, { method: 'steady', tuning });
  for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [0] });
  const stop = new AbortController();
  const aborted = gpu.settle({
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('enough')),
  });
  assert.is(await aborted.catch((error: Error) => error.message), 'enough');
  await gpu.settle({ tolerance: TOLERANCE });
  cpu.settle({ tolerance: TOLERANCE });
  near(await gpu.field('goal'), cpu.field('goal'), 'after an abort');

  // a crowd climbs it, and one that leaves scent is seen by the next call
  const crowd = await gpu.pursuers({
    cell: [479, 100],
    weights: { goal: 1 },
    emit: { layer: 'goal', strength: 2 ** -9 },
  });
  const encoder = device.createCommandEncoder();
  for (let tick = 0; tick < 24; tick++) crowd.encode(encoder);
  device.queue.submit([encoder.finish()]);
  sameArray(await readBuffer(device, crowd.position, new Uint32Array(2)), [0, 0], 'crowd');
  assert.ok((await gpu.settle({ tolerance: TOLERANCE })).steps > 0);
  near(await gpu.field('goal'), cpu.field('goal'), 'the goal is stronger than they are');
  crowd.destroy();
  cpu.destroy();
  await gpu.destroy();
});

test.run();
