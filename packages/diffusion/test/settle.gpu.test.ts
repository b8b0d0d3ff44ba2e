// Settling, warm starts and paths on the device against one model per layer on the CPU.
import { FOUND } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createGpuDiffusion, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import type { DiffusionMap, DiffusionOptions, Goals, SettleOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('createGpuDiffusion');
const SEED = 20;
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };

/** Settles both, compares all; moves goals and an obstacle; settles again. */
async function agree(
  map: DiffusionMap,
  options: DiffusionOptions,
  settling: SettleOptions,
  random: () => number,
  cut: GpuDiffusionOptions['tuning'] = tuning,
): Promise<void> {
  const layers = ['near', 'far'] as const;
  const cells = map.terrain.length;
  const cpu = layers.map(() => createDiffusion(map, options));
  const gpu = await createGpuDiffusion(device, map, { ...options, layers, tuning: cut });
  const goals: Goals[] = [{ cell: [0] }, randomGoals(map, 2, random)];
  for (let round = 0; round < 2; round++) {
    for (const [l, name] of layers.entries()) {
      cpu[l].setGoals('goal', goals[l]);
      gpu.setGoals(name, goals[l]);
    }
    const reports = cpu.map((model) => model.settle(settling));
    const report = await gpu.settle(settling);
    const live = reports.filter(({ reason }) => reason !== 'no-goal');
    assert.is(report.steps, Math.max(0, ...live.map(({ steps }) => steps)));
    assert.is(report.unreachable, Math.max(...reports.map(({ unreachable }) => unreachable)));
    const starts = Array.from({ length: 20 }, () => Math.floor(random() * cells));
    for (const [l, name] of layers.entries()) {
      sameArray(await gpu.field(name), cpu[l].field('goal'), `field ${name}, round ${round}`);
      const [ways, expected] = [await gpu.ascend(name, starts), cpu[l].ascend('goal', starts)];
      sameArray(ways.status, expected.status, 'status');
      sameArray(ways.cost, expected.cost, 'cost');
      sameArray(ways.firstNode, expected.firstNode, 'firstNode');
      const end = expected.firstNode[starts.length];
      sameArray(ways.node.subarray(0, end), expected.node.subarray(0, end), 'node');
      assert.is(await gpu.next(name, starts[0]), cpu[l].next('goal', starts[0]));
      assert.is(gpu.unreachable(name), cpu[l].unreachable('goal'));
    }
    goals[1] = randomGoals(map, 3, random);
    const changed = [...new Set(starts.slice(0, 3))];
    const terrain = [0, 0.5, 0].slice(0, changed.length);
    for (const model of [...cpu, gpu]) model.setTerrain(changed, terrain);
    cpu[0].setModulation('goal', [changed[0], cells - 1], 0.25);
    gpu.setModulation('near', [changed[0], cells - 1], 0.25);
  }
  await gpu.destroy();
  for (const model of cpu) model.destroy();
}

for (const precision of ['f32', 'log'] as const) {
  for (const until of ['front', 'residual', 37] as const) {
    test(`settles as the CPU does: ${precision}, ${until}, seed ${SEED}`, async () => {
      const random = randomNumbers(SEED);
      const shape = { neighbours: 8, ground: 'mixed', blocked: 0.25 } as const;
      const map = randomMap({ ...shape, width: 29, height: 13 }, random);
      await agree(map, { precision }, { until, limit: 270 }, random);
      const small = randomMap({ ...shape, width: 5, height: 3, neighbours: 4 }, random);
      await agree(small, { precision }, { until, limit: 30 }, random);
    });
  }
}

for (const until of ['front', 'residual', 37] as const) {
  test(`settles as the CPU does, by strips: f32, ${until}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED + 2);
    const strips = { height: 6, steps: 2, ahead: 2 };
    const shape = { neighbours: 8, ground: 'mixed', blocked: 0.25 } as const;
    const map = randomMap({ ...shape, width: 29, height: 13 }, random);
    await agree(map, { precision: 'f32' }, { until, limit: 270 }, random, strips);
  });
}

test(`settles as the CPU does, tilted: 4 neighbours, heat, clamp, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED + 3);
  const shape = { width: 29, height: 13, neighbours: 4, ground: 'mixed', blocked: 0.15 } as const;
  const map = randomMap(shape, random);
  const lanesX = device.adapterInfo.subgroupMaxSize;
  const options = { border: 'clamp', rule: 'heat', rate: 0.01 } as const;
  const cut = { lanesX, lanesY: 4, rows: 4, steps: 2 };
  await agree(map, options, { until: 'front', limit: 270 }, random, cut);
});

const square: DiffusionMap = {
  width: 8,
  height: 8,
  neighbours: 8,
  terrain: new Float32Array(64).fill(1),
};

test('a residual that was never tested is NaN, as on the CPU', async () => {
  const models = [await createGpuDiffusion(device, square, { tuning }), createDiffusion(square)];
  for (const model of models) {
    model.setGoals('goal', { cell: [0] });
    const { steps, reason, residual } = await model.settle({ until: 'residual', limit: 7 });
    assert.equal([steps, reason, residual], [7, 'limit', NaN]);
    await model.destroy();
  }
});

// in a corridor the front's scent falls to an eighth per step: below 2^-96 at step 48
test('the residual of a first scent below 2^-96 is 1, as on the CPU', async () => {
  const terrain = new Float32Array(60).fill(1);
  const map: DiffusionMap = { width: 60, height: 1, neighbours: 8, terrain };
  for (const model of [await createGpuDiffusion(device, map, { tuning }), createDiffusion(map)]) {
    model.setGoals('goal', { cell: [0] });
    const { steps, residual } = await model.settle({ until: 'residual', limit: 48 });
    assert.equal([steps, residual], [48, 1], model.backend);
    await model.destroy();
  }
});

// two cells exchange a strong and a weak scent, a quarter of it per step, in windows 1 or 2 apart
test('the residual of scent that falls by 2^85 or more is as on the CPU', async () => {
  const terrain = Float32Array.of(1, 1, 2 ** -20, 1);
  const map: DiffusionMap = { width: 4, height: 1, neighbours: 4, terrain };
  const falls = [
    ['log', 22, -62],
    ['log', 22, -66],
    ['log', 22, -100],
    ['log', 31, -65],
    ['f32', 100, -10],
  ] as const;
  for (const [precision, strong, weak] of falls) {
    const residuals: number[] = [];
    const gpu = await createGpuDiffusion(device, map, { precision, tuning });
    for (const model of [gpu, createDiffusion(map, { precision })]) {
      model.setGoals('goal', { cell: [0, 1], strength: [2 ** strong, 2 ** weak] });
      await model.step(0);
      model.setGoals('goal', { cell: [3], strength: 2 ** -126 });
      residuals.push((await model.settle({ until: 'residual', limit: 16 })).residual);
      await model.destroy();
    }
    assert.is(residuals[0], residuals[1], `${precision}, from 2^${strong} to 2^${weak}`);
    assert.ok(residuals[0] >= 2 ** 85 && residuals[0] < Infinity);
  }
});

test('limits of 2^32 and more are no smaller than others', async () => {
  const model = await createGpuDiffusion(device, square, { tuning });
  model.setGoals('goal', { cell: [0] });
  const report = await model.settle({ limit: 2 ** 32 });
  assert.equal([report.steps, report.reason], [7, 'front']);
  const { status } = await model.ascend('goal', 63, { maxSteps: 2 ** 32 });
  assert.is(status[0], FOUND);
  await model.destroy();
});

test('what a report tells is of the time of its call', async () => {
  const model = await createGpuDiffusion(device, square, { tuning, layers: ['a', 'b'] });
  model.setGoals('a', { cell: [0] });
  const first = model.settle({ layers: ['a'] });
  const second = model.settle({ layers: ['b'] });
  model.setTerrain([1, 8, 9], 0);
  model.setGoals('b', { cell: [63] });
  assert.is((await first).unreachable, 0);
  assert.is((await second).reason, 'no-goal');
  assert.is((await model.settle({ layers: ['a'] })).unreachable, 60);
  await model.destroy();
});

test('counts the steps of a front exactly: n - 1 on an open square', async () => {
  for (const n of [1, 2, 25]) {
    const map: DiffusionMap = {
      width: n,
      height: n,
      neighbours: 8,
      terrain: new Float32Array(n * n).fill(1),
    };
    const model = await createGpuDiffusion(device, map, { tuning });
    model.setGoals('goal', { cell: [0] });
    const report = await model.settle();
    assert.is(report.steps, n - 1);
    assert.is(report.reason, 'front');
    const again = await model.settle();
    assert.is(again.steps, 0);
    const limited = await model.settle({ until: 5, limit: 3 });
    assert.equal([limited.steps, limited.reason], [3, 'limit']);
    await model.destroy();
  }
});

test('records steps into an encoder of the caller, and resets', async () => {
  const map = randomMap(
    { width: 30, height: 20, neighbours: 8, ground: 'mixed', blocked: 0.1 },
    randomNumbers(SEED + 1),
  );
  const cpu = createDiffusion(map);
  const gpu = await createGpuDiffusion(device, map, { tuning });
  for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [33], strength: 3 });
  for (const count of [1, 6, 3]) {
    const encoder = device.createCommandEncoder();
    gpu.encode(encoder, count);
    device.queue.submit([encoder.finish()]);
    cpu.step(count);
  }
  sameArray(await gpu.field('goal'), cpu.field('goal'), 'encoded');
  assert.is(gpu.resident('goal').precision, 'log');
  for (const model of [cpu, gpu]) model.reset();
  sameArray(await gpu.field('goal'), cpu.field('goal'), 'reset');
  await gpu.step(5);
  cpu.step(5);
  sameArray(await gpu.field('goal'), cpu.field('goal'), 'after a reset');
  await gpu.destroy();
});

test('records steps after the first modulation of a layer', async () => {
  const terrain = new Float32Array(600).fill(1);
  const map: DiffusionMap = { width: 30, height: 20, neighbours: 8, terrain };
  const layers = ['goal', 'other'];
  const cpu = createDiffusion(map, { layers });
  const gpu = await createGpuDiffusion(device, map, { tuning, layers });
  for (const model of [cpu, gpu]) for (const layer of layers) model.setGoals(layer, { cell: [31] });
  cpu.step(2);
  await gpu.step(2);
  for (const model of [cpu, gpu]) model.setModulation('other', [40, 62], 0.5);
  const encoder = device.createCommandEncoder();
  gpu.encode(encoder, 3);
  device.queue.submit([encoder.finish()]);
  cpu.step(3);
  for (const layer of layers) sameArray(await gpu.field(layer), cpu.field(layer), layer);
  await gpu.destroy();
});

test('calls take effect in their order', async () => {
  const map: DiffusionMap = {
    width: 20,
    height: 9,
    neighbours: 4,
    terrain: new Float32Array(180).fill(1),
  };
  const gpu = await createGpuDiffusion(device, map, { tuning, precision: 'f32' });
  gpu.setGoals('goal', { cell: [3] });
  const first = gpu.step(2);
  const before = gpu.field('goal');
  gpu.setGoals('goal', { cell: [100] });
  const after = gpu.field('goal');
  await first;
  assert.is((await before)[100], 0);
  assert.is((await after)[100], 1024);
  await gpu.destroy();
});

test('an aborted call leaves the field at a whole step', async () => {
  const map: DiffusionMap = {
    width: 60,
    height: 8,
    neighbours: 8,
    terrain: new Float32Array(480).fill(1),
  };
  const gpu = await createGpuDiffusion(device, map, { tuning });
  gpu.setGoals('goal', { cell: [0] });
  const reason = new Error('enough');
  let thrown: unknown;
  await gpu.settle({ signal: AbortSignal.abort(reason) }).catch((error: unknown) => {
    thrown = error;
  });
  assert.is(thrown, reason);
  assert.is((await gpu.settle()).steps, 59);
  await gpu.destroy();
});

test('a layer that is named twice is settled once, and progress counts all layers', async () => {
  const map = randomMap(
    { width: 40, height: 30, neighbours: 8, blocked: 0, ground: 'free' },
    randomNumbers(SEED),
  );
  const layers = ['a', 'b', 'c'];
  const gpu = await createGpuDiffusion(device, map, { layers, tuning });
  for (const layer of layers) gpu.setGoals(layer, { cell: [0] });
  for (const until of [7, 'residual', 'front'] as const) {
    const seen: number[] = [];
    const settling = { until, limit: 64, tolerance: 0, onProgress: (n: number) => seen.push(n) };
    const { steps } = await gpu.settle({ ...settling, layers: ['a', 'c', 'a'] });
    assert.is(steps, until === 'front' ? 0 : until === 7 ? 7 : 64);
    if (until !== 'front') assert.is(seen.at(-1), 2 * steps, `${until}`);
  }
  await gpu.destroy();
});

test('an onProgress that throws rejects the call; the field is at a whole step', async () => {
  // walls with gaps at alternate ends: the front takes longer than the first submits
  const terrain = Float32Array.from({ length: 33 * 24 }, (_, v) => {
    const [x, y] = [v % 33, Math.floor(v / 33)];
    return y % 2 === 1 && x !== (y % 4 === 1 ? 32 : 0) ? 0 : 1;
  });
  const map: DiffusionMap = { width: 33, height: 24, neighbours: 8, terrain };
  const onProgress = (): void => {
    throw new Error('from onProgress');
  };
  for (const until of [150, 'residual', 'front'] as const) {
    const gpu = await createGpuDiffusion(device, map, { tuning });
    const cpu = createDiffusion(map);
    for (const model of [gpu, cpu]) model.setGoals('goal', { cell: [0] });
    const settling = { until, tolerance: 0, limit: 400, onProgress };
    assert.is(await message(gpu.settle(settling)), 'Error: from onProgress', `${until}`);
    const field = await gpu.field('goal');
    let steps = 0;
    const differs = (): boolean => cpu.field('goal').some((value, v) => value !== field[v]);
    for (; steps < 400 && (steps === 0 || differs()); steps++) cpu.step(1);
    assert.not(differs(), `${until}: not the field of a whole step`);
    cpu.step(21);
    await gpu.step(21);
    sameArray(await gpu.field('goal'), cpu.field('goal'), `${until}`);
    await gpu.destroy();
  }
});

async function message(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

test('refuses what does not fit, and what is not valid', async () => {
  const map: DiffusionMap = { width: 8, height: 8, neighbours: 8, terrain: new Float32Array(64) };
  const layers = ['a', 'b', 'c'];
  assert.match(
    await message(createGpuDiffusion(device, map, { layers, memoryBudget: 1000 })),
    /^RangeError: 3 layers of 8 x 8 cells need \d+ bytes, the memory budget is 1000: raise/,
  );
  assert.match(
    await message(createGpuDiffusion(device, { ...map, width: 9 })),
    /^RangeError: terrain.length is 64, expected width \* height, 72/,
  );
  assert.match(
    await message(createGpuDiffusion(device, map, { tuning: { steps: 9 } })),
    /^RangeError: tuning .* expected 1 to 8 steps/,
  );
  const model = await createGpuDiffusion(device, map);
  assert.match(await message(model.field('b')), /^RangeError: layer is 'b', expected/);
  assert.match(await message(model.ascend('goal', 64)), /^RangeError: starts is 64/);
  assert.match(await message(model.descend('goal', 0)), /^TypeError: descend needs method/);
  assert.is((await model.settle()).reason, 'no-goal');
  await model.destroy();
  assert.match(await message(model.step()), /^Error: the model was destroyed/);
});

test('a lost device ends a call with a reason', async () => {
  const lost = await testDevice();
  const terrain = new Float32Array(64).fill(1);
  const model = await createGpuDiffusion(
    lost,
    { width: 8, height: 8, neighbours: 8, terrain },
    { tuning },
  );
  model.setGoals('goal', { cell: [1] });
  await model.step();
  lost.destroy();
  assert.match(await message(model.settle()), /the GPU device was lost/);
});

test.run();
