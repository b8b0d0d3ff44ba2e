// Storage 'f16': the reference, rounded after every eighth step of a call and its last one, bit for
// bit.
import { readBuffer } from '@wayfield/gpu-core';
import { NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cellFactor } from '../src/model/cell-factor.ts';
import { type SortedGoals, sortGoals } from '../src/model/check-input.ts';
import { createGpuDiffusion, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import { HALF_STEPS, halfBits, halfValue } from '../src/gpu/memory/half.ts';
import { shapeFor, workgroupBytes } from '../src/gpu/step/shape.ts';
import {
  clampGoals,
  referenceField,
  referenceReach,
  referenceStep,
} from '../src/step/reference.ts';
import { resolveOptions } from '../src/model/resolve-options.ts';
import type { DiffusionMap, Goals, SettleOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite("storage 'f16'");
const SEED = 1618;
/** Regions of 32 x 32 cells, of which 16 x 16 are stored. */
const tuning = { lanesX: 8, lanesY: 8, rows: 4, steps: 8 };
const f16: GpuDiffusionOptions = { precision: 'f32', storage: 'f16', tuning };

/** The nearest half, by its definition. */
function rounded(value: number): number {
  const unit = 2 ** (Math.max(Math.floor(Math.log2(value)), -14) - 10);
  const places = value / unit;
  const below = Math.floor(places);
  const up = places - below === 0.5 ? below % 2 === 1 : places - below > 0.5;
  return value === 0 ? 0 : (below + (up ? 1 : 0)) * unit;
}

/** One layer of the reference, with what changes it. */
function createReference(map: DiffusionMap, options: GpuDiffusionOptions) {
  const { tuning: _, storage: __, ...plain } = options;
  const resolved = resolveOptions(map, plain);
  const ground = { ...map, terrain: map.terrain.slice() };
  const noGoals = { cell: new Uint32Array(), strength: new Float32Array() };
  let goals: SortedGoals = noGoals;
  let field = referenceField(ground, resolved, goals);
  const settleDown = (): void => {
    clampGoals(ground, resolved, goals, field);
    const reach = referenceReach(ground, goals);
    for (const [cell, reached] of reach.entries()) if (!reached) field.fraction[cell] = 0;
  };
  return {
    setGoals(given: Goals): void {
      const sorted = sortGoals(map.terrain.length, given);
      goals = { ...sorted, strength: sorted.strength.map(rounded) };
      settleDown();
    },
    setTerrain(cell: number, terrain: number): void {
      ground.terrain[cell] = terrain;
      settleDown();
    },
    reset(): void {
      field = referenceField(ground, resolved, goals);
    },
    step(count: number): void {
      const factor = ground.terrain.map((t) => cellFactor(t, 1, resolved.rate));
      for (let done = 1; done <= count; done++) {
        field = referenceStep(ground, resolved, goals, factor, field);
        if (done % 8 !== 0 && done !== count) continue;
        for (const [cell, value] of field.fraction.entries()) {
          field.fraction[cell] = rounded(value);
        }
      }
    },
    field: () => field.fraction,
  };
}

test('halves on the host: every one, the middle of every two, and their neighbours', () => {
  const near = new Float32Array(1);
  const bits = new Uint32Array(near.buffer);
  for (let h = 0; h < 0x7bff; h++) {
    const value = halfValue(h);
    if (halfBits(value) !== h) assert.unreachable(`half ${h} comes back as ${halfBits(value)}`);
    near[0] = (value + halfValue(h + 1)) / 2;
    bits[0]--;
    for (let k = 0; k < 3; k++, bits[0]++) {
      if (halfValue(halfBits(near[0])) !== rounded(near[0])) assert.unreachable(`${near[0]}`);
    }
  }
  assert.is(halfValue(0x7bff), 65504);
  assert.is(halfBits(65504), 0x7bff);
  assert.is(halfValue(1), 2 ** -24);
});

for (const border of ['zero', 'clamp'] as const) {
  test(`steps in calls of 3, 14 and 8, border ${border}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    let small = 0;
    let lost = 0;
    for (const [width, height, neighbours, ground, rate] of [
      [1, 1, 8, 'mixed', undefined],
      [9, 1, 4, 'harsh', undefined],
      [17, 16, 8, 'free', undefined],
      [16, 17, 4, 'mixed', 0.1],
      [33, 18, 8, 'mixed', undefined],
    ] as const) {
      const corners = (['always', 'never', 'one-open'] as const)[width % 3];
      const map = randomMap({ width, height, neighbours, corners, ground, blocked: 0.1 }, random);
      const options = { ...f16, border, ...(rate ? { rule: 'heat' as const, rate } : {}) };
      const goals = { cell: randomGoals(map, 3, random).cell, strength: 1000 * random() };
      const model = await createGpuDiffusion(device, map, options);
      const reference = createReference(map, options);
      for (const one of [model.setGoals.bind(model, 'goal'), reference.setGoals]) one(goals);
      for (const count of [3, 14, 8]) {
        await model.step(count);
        reference.step(count);
        const what = `${width} x ${height}, ${neighbours} neighbours, ${ground}, ${count} steps`;
        sameArray(await model.field('goal'), reference.field(), what);
      }
      small += reference.field().filter((value) => value > 0 && value < 2 ** -14).length;
      lost += reference
        .field()
        .filter((value, cell) => value === 0 && map.terrain[cell] > 0).length;
      await model.destroy();
    }
    // the ends of the range took part
    assert.ok(small > 0 && lost > 0, `${small} cells below 2^-14, ${lost} without scent`);
  });
}

test('two layers whose goals and walls change, by step, encode and settle', async () => {
  const width = 21;
  const map: DiffusionMap = {
    width,
    height: 9,
    neighbours: 8,
    terrain: new Float32Array(9 * width).fill(1),
  };
  for (let y = 1; y < 9; y++) map.terrain[y * width + 10] = 0;
  const layers = ['a', 'b'];
  const model = await createGpuDiffusion(device, map, { ...f16, layers });
  const references = layers.map(() => createReference(map, f16));
  const check = async (what: string): Promise<void> => {
    for (const [l, name] of layers.entries()) {
      sameArray(await model.field(name), references[l].field(), `${what}, layer ${name}`);
    }
  };
  const give = (l: number, goals: Goals): void => {
    model.setGoals(layers[l], goals);
    references[l].setGoals(goals);
  };
  // cells that share words
  give(0, { cell: [23, 22, 24], strength: [65504, 0.1, 2 ** -24] });
  give(1, { cell: [9], strength: 3.3 });
  await check('goals');
  const encoder = device.createCommandEncoder();
  model.encode(encoder, 9);
  device.queue.submit([encoder.finish()]);
  for (const one of references) one.step(9);
  await check('encode');
  // the gap closes, and the cells behind it become 0
  model.setTerrain([10], 0);
  for (const one of references) one.setTerrain(10, 0);
  await check('wall');
  assert.is((await model.field('b'))[11], 0);
  give(0, { cell: [22, 40] });
  assert.is((await model.settle({ until: 20, layers: ['a'] })).reason, 'steps');
  references[0].step(20);
  await check('one layer');
  model.reset();
  for (const one of references) one.reset();
  await check('reset');
  await model.step(2);
  for (const one of references) one.step(2);
  await check('two steps');
  const { buffer, offset, pitch, precision } = model.resident('b');
  // rows of 24 cells, two bytes each
  assert.equal([offset, pitch, precision], [9 * 24 * 2, 6, 'f16']);
  assert.ok(buffer.size >= 2 * offset);
  await model.destroy();
});

test(`ways and pursuers go where the field says, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 18, height: 11, neighbours: 8, ground: 'mixed', blocked: 0.15 },
    random,
  );
  const layers = ['a', 'b'];
  const model = await createGpuDiffusion(device, map, { ...f16, layers });
  for (const name of layers) {
    model.setGoals(name, { cell: randomGoals(map, 4, random).cell, strength: 2000 });
  }
  await model.step(12);
  const fields = [await model.field('a'), await model.field('b')];
  const bestOf = (cell: number, score: (cell: number) => number): number => {
    let best = cell;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [x, y] = [(cell % 18) + dx, Math.floor(cell / 18) + dy];
        const to = y * 18 + x;
        if (x < 0 || x >= 18 || y < 0 || y >= 11 || map.terrain[to] === 0) continue;
        if (score(to) > score(best)) best = to;
      }
    }
    return best;
  };
  const open = [...map.terrain.keys()].filter((cell) => map.terrain[cell] > 0);
  const weights = [Math.fround(0.7), Math.fround(-0.3)];
  const part = (l: number, cell: number): number => Math.fround(weights[l] * fields[l][cell]);
  const crowd = await model.pursuers({ cell: open, weights: { a: weights[0], b: weights[1] } });
  await crowd.move();
  const sum = (cell: number): number => Math.fround(part(0, cell) + part(1, cell));
  sameArray(
    await readBuffer(device, crowd.position, new Uint32Array(open.length)),
    Uint32Array.from(open, (cell) => bestOf(cell, sum)),
    'pursuers',
  );
  crowd.destroy();
  // every path follows the best neighbours
  const ways = await model.ascend('a', open);
  let longest = 0;
  for (let i = 0; i < open.length; i++) {
    const nodes = ways.node.subarray(ways.firstNode[i], ways.firstNode[i + 1]);
    for (let k = 1; k < nodes.length; k++) {
      assert.is(
        nodes[k],
        bestOf(nodes[k - 1], (cell) => fields[0][cell]),
      );
    }
    longest = Math.max(longest, nodes.length);
  }
  assert.ok(longest > 3, `the longest way has ${longest} cells`);
  const top = open.find(
    (cell) => fields[0][cell] > 0 && bestOf(cell, (v) => fields[0][v]) !== cell,
  )!;
  assert.is(
    await model.next('a', top),
    bestOf(top, (cell) => fields[0][cell]),
  );
  const bare = open.find((cell) => fields[0][cell] === 0)!;
  assert.is(await model.next('a', bare), NONE);
  await model.destroy();
});

test('the default limits of WebGPU are enough for eight steps', () => {
  const limits = {
    maxComputeWorkgroupStorageSize: 16384,
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupSizeX: 256,
  } as GPUSupportedLimits;
  const shape = shapeFor(limits, 'f16', undefined);
  assert.is(shape.steps, HALF_STEPS);
  assert.ok(workgroupBytes(shape) <= limits.maxComputeWorkgroupStorageSize);
});

test('takes half the memory of fields', async () => {
  const map: DiffusionMap = {
    width: 45,
    height: 31,
    neighbours: 8,
    terrain: new Float32Array(45 * 31).fill(1),
  };
  const layers = ['a', 'b', 'c'];
  const halves = await createGpuDiffusion(device, map, { ...f16, layers });
  const floats = await createGpuDiffusion(device, map, { ...f16, layers, storage: 'f32' });
  assert.equal([halves.storage, floats.storage], ['f16', 'f32']);
  // two fields of three layers; rows of 48 cells
  assert.is(floats.memoryBytes - halves.memoryBytes, 2 * 3 * 48 * 31 * 2);
  for (const model of [halves, floats]) await model.destroy();
});

test('refuses what halves cannot hold and what needs f32', async () => {
  const map: DiffusionMap = {
    width: 5,
    height: 4,
    neighbours: 4,
    terrain: new Float32Array(20).fill(1),
  };
  const refused = async (work: () => Promise<unknown>, message: RegExp): Promise<void> => {
    let thrown: unknown;
    await work().catch((error: unknown) => (thrown = error));
    assert.instance(thrown, RangeError, String(message));
    assert.match(String(thrown), message);
  };
  const make = (options: object) => () => createGpuDiffusion(device, map, { ...f16, ...options });
  await refused(make({ storage: 'f8' }), /storage is 'f8', expected 'f32' or 'f16'/);
  await refused(make({ precision: 'log' }), /needs precision 'f32', precision is 'log'/);
  await refused(make({ precision: undefined }), /precision is 'log'/);
  await refused(make({ method: 'distance' }), /method is 'distance'/);
  await refused(make({ method: 'steady', precision: 'log' }), /method is 'steady'/);
  await refused(make({ tuning: { ...tuning, steps: 4 } }), /rounds after every 8 steps/);
  await refused(make({ tuning: { height: 16 } }), /storage 'f32' on devices with subgroups/);
  // without a wish, a cut of eight steps for the device
  const model = await createGpuDiffusion(device, map, { precision: 'f32', storage: 'f16' });
  model.setGoals('goal', { cell: [3] });
  await model.step(9);
  const before = await model.field('goal');
  const goals = (strength: number | number[]) => () =>
    model.setGoals('goal', { cell: [1, 2], strength });
  refuses(goals(65505), RangeError, /^strength is 65505, storage 'f16' holds .*2\^-24\) to 65504/);
  refuses(goals([1, 2 ** -25]), RangeError, /^strength\[1\] is 2\.98.*e-8, storage 'f16' holds/);
  refuses(goals([NaN, 1]), RangeError, /^strength\[0\] is NaN/);
  for (const settling of [{}, { until: 'residual' }] as SettleOptions[]) {
    await refused(() => model.settle(settling), /does not go with storage 'f16'/);
  }
  const marks = { emit: { layer: 'goal', strength: 1 }, modulate: { layer: 'goal', factor: 0.5 } };
  for (const name of ['emit', 'modulate'] as const) {
    const pursuers = { cell: [0], weights: { goal: 1 }, [name]: marks[name] };
    await refused(() => model.pursuers(pursuers), new RegExp(`${name} does not go with storage`));
  }
  sameArray(await model.field('goal'), before, 'nothing has changed');
  await model.destroy();
});

test.run();
