// Jam density of the GPU crowd: the terrain of one thread, and the scene that fails without it.
import { createDiffusion } from '@wayfield/diffusion';
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { sameArray } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createGpuCrowd, createHeadings, type GpuCrowd, type Headings } from '@wayfield/crowd/gpu';
import { createGpuJam } from '@wayfield/crowd/gpu-jam';
import { createFieldGuide } from '@wayfield/crowd/guides';
import { wallsOfGrid } from '@wayfield/crowd/walls';
import { numbers } from './gpu-scenes.ts';
import {
  BEHIND,
  BETWEEN,
  CELL,
  GOALS,
  hallTerrain,
  HEIGHT,
  MAP,
  placeOf,
  WIDTH,
} from './scene-doors.ts';

const device = await sharedDevice();
const test = suite('jam density of the GPU crowd');

/** A model of the hall with the headings that lead out of it. */
async function openHall(terrain: Float32Array) {
  const model = await createGpuDiffusion(device, { ...MAP, terrain }, { method: 'distance' });
  model.setGoals('goal', { cell: GOALS });
  await model.settle();
  const headings = await createHeadings(device, {
    width: WIDTH,
    height: HEIGHT,
    values: 'cost',
    diagonals: true,
  });
  const encoder = device.createCommandEncoder();
  headings.encode(encoder, model.resident('goal'));
  device.queue.submit([encoder.finish()]);
  return { model, headings };
}

for (const far of [0, 1e6])
  test(`changes the terrain as one thread does, ${far} m from the origin`, async () => {
    const terrain = hallTerrain();
    const [gpu, cpu] = [
      await createGpuCrowd(device, {}, { capacity: 300 }),
      createCrowd({}, { capacity: 300 }),
    ];
    const { model, headings } = await openHall(terrain);
    const other = createDiffusion({ ...MAP, terrain }, { method: 'distance' });
    other.setGoals('goal', { cell: GOALS });
    other.settle();
    const place = { cellSize: CELL, originX: far, originY: -far };
    const options = { terrain, every: 2, weight: 3 };
    const jam = await createGpuJam(gpu, model, { ...place, ...options, headings });
    const guide = createFieldGuide(cpu, other, { ...place, jam: options });
    const next = numbers(5);
    for (let k = 0; k < 300; k++) {
      // some are left of the field, some in one cell
      const x = far + (k < 40 ? 8.3 : 16 * next() - 0.5);
      const y = (k < 40 ? 9.1 : 28 * next()) - far;
      gpu.add({ x, y });
      guide.assign(cpu.add({ x, y }), 0);
    }
    for (let k = 0; k < 300; k += 3) {
      gpu.remove(gpu.idOf(k));
      cpu.remove(cpu.idOf(k));
    }
    assert.is(await jam.update(), false, 'not due yet');
    assert.is(await jam.update(), true);
    for (let k = 0; k < 2; k++) guide.update(cpu, 0.1);
    const empty = hallTerrain();
    const fresh = createDiffusion({ ...MAP, terrain: empty }, { method: 'distance' });
    fresh.setGoals('goal', { cell: GOALS });
    fresh.settle();
    sameArray(await model.field('goal'), other.field('goal'), 'costs');
    assert.not.equal(other.field('goal'), fresh.field('goal'));
    // agents that stand still change nothing; without agents the terrain is the empty one again
    for (let k = 0; k < 2; k++) assert.is(await jam.update(), false);
    gpu.reset();
    for (let k = 0; k < 2; k++) await jam.update();
    sameArray(await model.field('goal'), fresh.field('goal'), 'costs without agents');
    // new terrain of the empty map settles at once
    jam.setTerrain([10 * WIDTH + 32, 11 * WIDTH + 32], 0);
    assert.is(await jam.update(), true);
    assert.ok((await model.field('goal'))[10 * WIDTH + 20] > 30, 'the near door is shut');
    jam.destroy();
    await rejects(() => jam.update(), /destroy/);
    headings.destroy();
    await model.destroy();
    gpu.destroy();
    cpu.destroy();
  });

test('an update that fails is made up for by the next', async () => {
  const terrain = hallTerrain();
  const crowd = await createGpuCrowd(device, {}, { capacity: 4 });
  const { model, headings } = await openHall(terrain);
  let fails = true;
  const encode: Headings['encode'] = (...given) => {
    if (fails) throw new Error('no headings');
    headings.encode(...given);
  };
  const options = { terrain, every: 3, cellSize: CELL, headings: { ...headings, encode } };
  const jam = await createGpuJam(crowd, model, options);
  crowd.add({ x: 8, y: 9 });
  for (let k = 0; k < 2; k++) assert.is(await jam.update(), false);
  await rejects(() => jam.update(), /no headings/);
  fails = false;
  assert.is(await jam.update(), true, 'the headings are written');
  // a count that fails is due at the next update
  crowd.add({ x: 3, y: 9 });
  assert.is(await jam.update(), false);
  const value = (): never => {
    throw new Error('no count');
  };
  Object.defineProperty(device, 'createCommandEncoder', { value, configurable: true });
  await rejects(() => jam.update(), /no count/);
  Reflect.deleteProperty(device, 'createCommandEncoder');
  assert.is(await jam.update(), true);
  jam.destroy();
  headings.destroy();
  await model.destroy();
  crowd.destroy();
});

async function rejects(work: () => Promise<unknown>, text: RegExp): Promise<void> {
  try {
    await work();
  } catch (error) {
    assert.match((error as Error).message, text);
    return;
  }
  assert.unreachable(`not refused: ${text}`);
}

/** How many of 200 agents take the far door in `seconds`, and how many are out. */
async function runDoors(weight: number | undefined, seconds: number) {
  const terrain = hallTerrain();
  const walls = wallsOfGrid({ width: WIDTH, height: HEIGHT, cost: terrain }, { cellSize: CELL });
  const options = { capacity: 200, defaults: { radius: 0.2, maxSpeed: 1.3 } };
  const crowd = await createGpuCrowd(device, { walls }, options);
  const { model, headings } = await openHall(terrain);
  for (let k = 0; k < 200; k++) crowd.add(placeOf(k));
  crowd.aim({ headings: headings.buffer, width: WIDTH, height: HEIGHT, cellSize: CELL });
  const jam =
    weight === undefined
      ? undefined
      : await createGpuJam(crowd, model, { terrain, headings, cellSize: CELL, every: 1, weight });
  const doors = { far: 0, out: 0 };
  for (let second = 0; second < seconds && crowd.count > 0; second++) {
    await jam?.update();
    await play(crowd, 20);
    for (let slot = 0; slot < crowd.end; slot++) {
      if (crowd.status[slot] === 0 || crowd.x[slot] <= BEHIND) continue;
      doors.out++;
      if (crowd.y[slot] >= BETWEEN) doors.far++;
      crowd.remove(crowd.idOf(slot));
    }
  }
  jam?.destroy();
  headings.destroy();
  await model.destroy();
  crowd.destroy();
  return doors;
}

async function play(crowd: GpuCrowd, ticks: number): Promise<void> {
  const encoder = device.createCommandEncoder();
  for (let tick = 0; tick < ticks; tick++) crowd.encodeStep(encoder, 1 / 20);
  device.queue.submit([encoder.finish()]);
  await crowd.read();
}

test('sends later agents to another door, and more are out sooner', async () => {
  const without = await runDoors(undefined, 36);
  // a few are pushed along the wall until the far door is nearer
  assert.ok(without.far <= 5, `${without.far} of 200 take the far door without it`);
  const { far, out } = await runDoors(1, 36);
  assert.ok(far >= 40, `${far} of 200 take the far door`);
  assert.ok(out > 1.25 * without.out, `${out} are out, ${without.out} without it`);
});

test.run();
