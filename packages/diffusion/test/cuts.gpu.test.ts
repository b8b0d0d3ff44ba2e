// The step kernels that use subgroups, against the reference; and that the fast ones are what runs.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cellFactor } from '../src/model/cell-factor.ts';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createAttempts } from '../src/gpu/attempts.ts';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import { RECORD, RECORD_WORDS } from '../src/gpu/step/control.wgsl.ts';
import { createEngine } from '../src/gpu/step/engine.ts';
import { fieldLayout } from '../src/gpu/memory/layout.ts';
import { cutFor, type StepShape } from '../src/gpu/step/shape.ts';
import { resolveOptions } from '../src/model/resolve-options.ts';
import type { DiffusionMap } from '../src/types.ts';
import { agree } from './agree-on-steps.ts';
import { device } from './gpu-device.ts';
import { randomGoals, randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite('step kernels with subgroups');
const SEED = 815;
const lanes = device.adapterInfo.subgroupMaxSize;
/** On the software device regions of 16 x 16 cells, of which 8 x 12 are stored. */
const TILTED: StepShape = { lanesX: lanes, lanesY: 4, rows: 4, steps: 2 };

const open = (width: number, height: number): DiffusionMap => ({
  width,
  height,
  neighbours: 8,
  terrain: new Float32Array(width * height).fill(1),
});

for (const [border, steps] of [
  ['zero', 4],
  ['clamp', 2],
] as const) {
  test(`strips: f32, border ${border}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    for (const [width, height, neighbours, ground] of [
      [1, 1, 8, 'mixed'],
      [31, 12, 8, 'mixed'],
      [9, 1, 4, 'harsh'],
      [25, 9, 4, 'harsh'],
    ] as const) {
      const map = randomMap({ width, height, neighbours, ground, blocked: 0.2 }, random);
      const goals = randomGoals(map, 3, random);
      const rule = neighbours === 8 ? {} : { rule: 'heat' as const, rate: 0.01 };
      const what = `${width} x ${height}, ${neighbours} neighbours, ${ground}`;
      const cut = { height: 5, steps, ahead: 2 };
      await agree(map, { precision: 'f32', border, ...rule }, goals, [3, 15], what, cut);
    }
  });
}

// more of it in settle.gpu.test.ts
test(`tilted: the front of an open map, goals, obstacles, walls, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  await agree(open(50, 29), {}, { cell: [0] }, [3, 48], 'open', TILTED);
  for (const ground of ['mixed', 'harsh'] as const) {
    const shape = { width: 33, height: 25, neighbours: 8, ground, blocked: 0.2 } as const;
    const map = randomMap(shape, random);
    await agree(map, {}, randomGoals(map, 3, random), [5, 36], ground, TILTED);
  }
  const walls: DiffusionMap = { ...open(25, 17), terrain: serpentine(25, 17) };
  await agree(walls, {}, { cell: [0] }, [200], 'serpentine', TILTED);
});

test('layers that end at different dispatches leave no lists of tiles behind', async () => {
  const shape = { width: 33, height: 25, neighbours: 8, ground: 'harsh', blocked: 0.2 } as const;
  const map = randomMap(shape, randomNumbers(SEED));
  map.terrain[0] = 1;
  const cell = Uint32Array.from(map.terrain.keys()).filter((v) => v % 9 === 0 && map.terrain[v]);
  const layers = ['a', 'b', 'c'];
  const cpu = createDiffusion(map, { layers });
  const gpu = await createGpuDiffusion(device, map, { layers, tuning: TILTED });
  for (const model of [cpu, gpu]) {
    model.setGoals('a', { cell: [0] });
    await model.settle({ until: 'residual' });
    for (const layer of ['b', 'c']) model.setGoals(layer, { cell: [0] });
    // 'a' ends after the first test; the last dispatch of the others leaves tiles to other kernels
    await model.settle({ until: 'residual', limit: 44 });
    model.setGoals('a', { cell });
    await model.settle({ until: 2, layers: ['a'] });
  }
  for (const layer of layers) sameArray(await gpu.field(layer), cpu.field(layer), layer);
  await gpu.destroy();
});

/** How many tiles the fast kernel left to the others, in each dispatch. */
async function tilesLeft(map: DiffusionMap, dispatches: number): Promise<number[]> {
  const options = resolveOptions(map, {});
  const layout = fieldLayout(map, 'log');
  const cut = cutFor(device, map, 1, 'log', TILTED);
  const budget = { memoryBudget: undefined, otherBytes: 0 };
  const attempts = createAttempts(device);
  const engine = createEngine({ device, attempts, map, options, layout, cut, ...budget });
  const factors = new Float32Array(layout.planeWords);
  for (const [cell, terrain] of map.terrain.entries()) {
    factors[layout.factorOf(0, cell)] = cellFactor(terrain, 1, options.rate);
  }
  const [word, bit] = layout.bitOf(0);
  const none = { reach: [], clear: [], terrain: [], goals: [], modulations: [] };
  engine.apply({
    ...none,
    reset: true,
    planes: [{ plane: 0, values: factors }],
    planeCount: 1,
    planeOf: [0],
    factors: [],
    masks: [word, 1 << bit],
    field: [layout.wordOf(0, 0), 0x44800000],
  });
  const back = device.createBuffer({ size: 4 * engine.controlWords, usage: 0x1 | 0x8 });
  const left: number[] = [];
  for (let n = 0; n < dispatches; n++) {
    const encoder = device.createCommandEncoder();
    const phase = engine.current;
    engine.encodeSteps(encoder, TILTED.steps);
    encoder.copyBufferToBuffer(engine.control, 0, back, 0, back.size);
    device.queue.submit([encoder.finish()]);
    await back.mapAsync(1);
    const words = new Uint32Array(engine.controlWords);
    words.set(new Uint32Array(back.getMappedRange()));
    back.unmap();
    left.push(words[2 * RECORD_WORDS + RECORD.left + phase]);
  }
  back.destroy();
  engine.destroy();
  return left;
}

test('tiles are left to the slower kernel at walls, not on open ground', async () => {
  const ground = await tilesLeft(open(50, 29), 24);
  assert.is(Math.max(...ground), 0, `open ground: ${ground.join()}`);
  const walls: DiffusionMap = { ...open(25, 17), terrain: serpentine(25, 17) };
  const late = await tilesLeft(walls, 90);
  assert.ok(Math.max(...late) > 0, `walls: ${late.join()}`);
});

test('refuses cuts that cannot work', () => {
  const cut =
    (wish: object, precision: 'f32' | 'log' = 'f32') =>
    () =>
      cutFor(device, open(8, 8), 1, precision, wish);
  refuses(cut({ height: 3, steps: 4 }), RangeError, /expected 1 to 8 steps, a divisor/);
  refuses(cut({ height: 8, steps: 4, ahead: 3 }), RangeError, /expected 1 to 8 steps, a divisor/);
  refuses(cut({ height: 8, steps: 4, ahead: 2 }, 'log'), RangeError, /is for precision 'f32'/);
  const narrow = cut({ height: 8, steps: 8, ahead: 2 });
  if (lanes < 6) refuses(narrow, RangeError, /of the 16 columns of a subgroup only 0 would be/);
});

test.run();
