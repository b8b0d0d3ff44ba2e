// Pursuers that emit and modulate on the device against those on the CPU: fields, moves and counts.
import { readBuffer, uploadWords } from '@wayfield/gpu-core';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createPursuers } from '../src/pursuers/create-pursuers.ts';
import { createGpuDiffusion, type GpuDiffusion } from '../src/gpu/index.ts';
import type { GpuPursuers } from '../src/gpu/pursuers/pursuers.ts';
import type {
  Diffusion,
  DiffusionMap,
  DiffusionOptions,
  Pursuers,
  PursuerOptions,
} from '../src/types.ts';
import { device } from './gpu-device.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('marks of pursuers on a GPU');
const SEED = 1906;
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
const layers = ['food', 'crowd', 'calm'];

interface Both {
  readonly cpu: Diffusion;
  readonly gpu: GpuDiffusion;
  readonly groups: (readonly [Pursuers, GpuPursuers])[];
}

async function both(map: DiffusionMap, options: DiffusionOptions): Promise<Both> {
  return {
    cpu: createDiffusion(map, options),
    gpu: await createGpuDiffusion(device, map, { ...options, tuning }),
    groups: [],
  };
}

async function join({ cpu, gpu, groups }: Both, options: PursuerOptions): Promise<void> {
  groups.push([createPursuers(cpu, options), await gpu.pursuers(options)]);
}

/** Steps and moves of all groups, recorded at once. */
function tick({ cpu, gpu, groups }: Both, steps: number): void {
  const encoder = device.createCommandEncoder();
  gpu.encode(encoder, steps);
  for (const [, pursuers] of groups) pursuers.encode(encoder);
  device.queue.submit([encoder.finish()]);
  cpu.step(steps);
  for (const [pursuers] of groups) pursuers.move();
}

/** Steps and moves, compiled ahead: none of it is compiled in the midst of a tick. */
async function tickCompiled(models: Both, steps: number): Promise<void> {
  await models.gpu.compile();
  const { createComputePipeline } = device;
  device.createComputePipeline = ({ label }) => {
    throw new Error(`${label} is compiled in a tick`);
  };
  try {
    tick(models, steps);
  } finally {
    device.createComputePipeline = createComputePipeline;
  }
}

async function compare({ cpu, gpu, groups }: Both, what: string): Promise<void> {
  for (const [g, [expected, pursuers]] of groups.entries()) {
    const where = await readBuffer(device, pursuers.position, new Uint32Array(expected.count));
    sameArray(where, expected.cell, `${what}: group ${g}`);
  }
  for (const layer of gpu.layers) {
    sameArray(await gpu.field(layer), cpu.field(layer), `${what}: ${layer}`);
    assert.is(gpu.unreachable(layer), cpu.unreachable(layer), `${what}: ${layer}`);
  }
}

function destroy({ cpu, gpu }: Both): Promise<void> {
  cpu.destroy();
  return gpu.destroy();
}

for (const precision of ['f32', 'log'] as const) {
  test(`fields and pursuers are as on the CPU: ${precision}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    const neighbours = precision === 'log' ? 8 : 4;
    const shape = { width: 37, height: 19, ground: 'mixed', blocked: 0.3 } as const;
    const map = randomMap({ ...shape, neighbours }, random);
    const open: number[] = [];
    for (let v = 0; v < map.terrain.length; v++) if (map.terrain[v] > 0) open.push(v);
    // a rate that is no power of two: factors are rounded twice
    const models = await both(map, { precision, layers, rule: 'heat', rate: 0.09 });
    const { cpu, gpu, groups } = models;
    await join(models, {
      cell: open.filter((_, i) => i % 9 === 0),
      weights: { food: 1, crowd: -0.5 },
      emit: { layer: 'crowd', strength: 3 },
      modulate: { layer: 'food', factor: 0.3 },
    });
    await compare(models, 'before the first step');
    // weaker, but dims more, in the same layers, and some of them in the same cells; none shares
    // one with its like
    await join(models, {
      cell: open.filter((_, i) => i % 18 === 0),
      weights: { crowd: 1, calm: 0.1 },
      emit: { layer: 'crowd', strength: 2 ** -126 },
      modulate: { layer: 'food', factor: 0.1 },
      exclusive: true,
    });
    const everyone = <T>(what: (one: Diffusion | GpuDiffusion) => T): T[] => [cpu, gpu].map(what);
    for (let round = 0; round < 14; round++) {
      if (round % 3 === 0) {
        for (const layer of ['food', 'crowd']) {
          const goals = randomGoals(map, 4, random);
          everyone((model) => model.setGoals(layer, goals));
        }
      }
      if (round % 4 === 1) {
        // where pursuers stand, too; some regions fall apart
        const stood = groups[0][0].cell[round % 3];
        const cells = [...new Set([stood, ...open.slice(round, round + 9)])];
        const terrain = cells.map((_, i) => (i % 3 === 1 ? 0.7 : 0));
        everyone((model) => model.setTerrain(cells, terrain));
      }
      if (round % 5 === 2) {
        const cells = [groups.at(-1)![0].cell[1], open[70]];
        everyone((model) => model.setModulation('food', cells, 0.2));
      }
      if (round === 7) everyone((model) => model.reset());
      if (round === 9) {
        for (const pair of groups) {
          const cells = [...pair[0].cell].reverse();
          for (const one of pair) one.place(cells);
        }
      }
      if (round === 11) for (const one of groups.shift()!) one.destroy();
      if (round >= 12) {
        assert.is(await groups[0][1].move(), groups[0][0].move(), `moved, round ${round}`);
      }
      tick(models, 2);
      if (round % 2 === 1) await compare(models, `round ${round}`);
    }
    const ways = await gpu.ascend('crowd', open);
    sameArray(ways.status, cpu.ascend('crowd', open).status, 'status');
    for (const from of open.slice(0, 5)) {
      assert.is(await gpu.next('crowd', from), cpu.next('crowd', from));
    }
    for (const one of groups.pop()!) one.destroy();
    await compare(models, 'without pursuers');
    await destroy(models);
  });
}

test('goals that only pursuers are: settling, sealing them in, closing their cells', async () => {
  const width = 25;
  const map: DiffusionMap = {
    width,
    height: 7,
    neighbours: 8,
    terrain: new Float32Array(width * 7).fill(1),
  };
  const models = await both(map, { layers: ['food', 'crowd'] });
  const { cpu, gpu } = models;
  for (const model of [cpu, gpu]) model.setGoals('food', { cell: [24] });
  await join(models, {
    cell: [0],
    weights: { food: 1 },
    emit: { layer: 'crowd', strength: 5 },
  });
  const settle = async (what: string): Promise<void> => {
    const expected = cpu.settle();
    const report = await gpu.settle();
    assert.equal({ ...report, residual: 0 }, { ...expected, residual: 0 }, what);
    await compare(models, what);
  };
  await settle('settled');
  for (let i = 0; i < 9; i++) await tickCompiled(models, 3);
  // they are at column 9: a wall behind them cuts the left part off, which becomes 0
  const wall = Array.from({ length: 7 }, (_, y) => y * width + 5);
  for (const model of [cpu, gpu]) model.setTerrain(wall, 0);
  tick(models, 3);
  await compare(models, 'cut off');
  assert.is(cpu.field('crowd')[0], -Infinity);
  await settle('settled again');
  // the cell where the only goal of the layer stands closes
  const cell = models.groups[0][0].cell[0];
  for (const model of [cpu, gpu]) model.setTerrain([cell], 0);
  tick(models, 1);
  assert.ok(cpu.field('crowd').every((value) => value === -Infinity));
  await settle('without a goal');
  assert.equal([...(await gpu.ascend('crowd', 24)).status], [...cpu.ascend('crowd', 24).status]);
  await compare(models, 'closed');
  for (const model of [cpu, gpu]) model.setTerrain([cell, wall[3]], 1);
  await settle('opened');
  await destroy(models);
});

for (const precision of ['f32', 'log'] as const) {
  test(`put elsewhere by the device after every move: ${precision}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    const shape = { width: 41, height: 23, ground: 'mixed', blocked: 0.35 } as const;
    const map = randomMap({ ...shape, neighbours: precision === 'log' ? 8 : 4 }, random);
    const open: number[] = [];
    for (let v = 0; v < map.terrain.length; v++) if (map.terrain[v] > 0) open.push(v);
    // an obstacle, where pursuers that do not count are put
    const grave = map.terrain.indexOf(0);
    const models = await both(map, { precision, layers });
    const { cpu, gpu, groups } = models;
    const hunters: PursuerOptions = {
      cell: open.filter((_, i) => i % 40 === 0),
      weights: { crowd: 1 },
      emit: { layer: 'calm', strength: 700 },
      exclusive: true,
    };
    const prey: PursuerOptions = {
      cell: open.filter((_, i) => i % 30 === 5),
      weights: { food: 1, calm: -3 },
      emit: { layer: 'crowd', strength: 900 },
      modulate: { layer: 'food', factor: 0.4 },
      exclusive: true,
    };
    // these never walk: goals that are eaten
    const tufts: PursuerOptions = {
      cell: open.filter((_, i) => i % 9 === 1),
      weights: { food: 1 },
      emit: { layer: 'food', strength: 50 },
    };
    for (const options of [prey, hunters, tufts]) await join(models, options);
    const elsewhere = groups.map(([{ count }]) => uploadWords(device, '', new Uint32Array(count)));
    for (let round = 0; round < 8; round++) {
      if (round === 5) for (const model of [cpu, gpu]) model.setTerrain(open.slice(90, 130), 0);
      const encoder = device.createCommandEncoder();
      gpu.encode(encoder, 3);
      cpu.step(3);
      for (const [pursuers, onDevice] of groups.slice(0, 2)) {
        onDevice.encode(encoder);
        pursuers.move();
      }
      for (const [g, [pursuers, onDevice]] of groups.entries()) {
        // some die, some are born beside others or far from them, most stay
        const cell = pursuers.cell.map((here, i) =>
          (i + round) % 7 === 0
            ? grave
            : (i + round) % 7 === 1
              ? open[Math.floor(random() * open.length)]
              : here,
        );
        device.queue.writeBuffer(elsewhere[g], 0, cell);
        onDevice.encodePlace(encoder, elsewhere[g]);
        pursuers.place(cell);
      }
      // steps behind it in the same encoder
      gpu.encode(encoder, 2);
      cpu.step(2);
      device.queue.submit([encoder.finish()]);
      await compare(models, `round ${round}`);
    }
    assert.throws(() => {
      groups[2][1].encodePlace(device.createCommandEncoder(), elsewhere[1]);
    }, /expected \d+ at least/);
    for (const buffer of elsewhere) buffer.destroy();
    await destroy(models);
  });
}

test('put elsewhere by commands submitted after a call that settles another layer', async () => {
  const terrain = new Float32Array(60).fill(1);
  for (let y = 0; y < 6; y++) terrain[10 * y + 4] = 0;
  const map: DiffusionMap = { width: 10, height: 6, neighbours: 8, terrain };
  const options = { layers: ['crowd', 'food'] };
  const gpu = await createGpuDiffusion(device, map, {
    ...options,
    tuning: { ...tuning, steps: 1 },
  });
  const models: Both = { cpu: createDiffusion(map, options), gpu, groups: [] };
  for (const model of [models.cpu, gpu]) model.setGoals('food', { cell: [0] });
  await join(models, {
    cell: [11],
    weights: { food: 1 },
    emit: { layer: 'crowd', strength: 5 },
  });
  const elsewhere = uploadWords(device, '', Uint32Array.of(37));
  await gpu.settle();
  models.cpu.settle();
  const encoder = device.createCommandEncoder();
  models.groups[0][1].encodePlace(encoder, elsewhere);
  // steps after the last test, too, and an even number of dispatches
  const settling = { until: 'residual', tolerance: 0, limit: 18, layers: ['food'] } as const;
  await gpu.settle(settling);
  device.queue.submit([encoder.finish()]);
  models.cpu.settle(settling);
  models.groups[0][0].place([37]);
  sameArray(await gpu.field('crowd'), models.cpu.field('crowd'));
  elsewhere.destroy();
  await destroy(models);
});

test('takes no more memory tick by tick, and frees what it takes', async () => {
  const map = randomMap(
    { width: 30, height: 20, neighbours: 8, ground: 'mixed', blocked: 0.1 },
    randomNumbers(SEED),
  );
  const gpu = await createGpuDiffusion(device, map, { tuning, layers });
  const options: PursuerOptions = {
    cell: [31, 32],
    weights: { food: 1 },
    emit: { layer: 'crowd', strength: 1 },
    modulate: { layer: 'food', factor: 0.5 },
  };
  gpu.setGoals('food', { cell: [400, 401] });
  gpu.setGoals('crowd', { cell: [500] });
  await gpu.step();
  const crowd = await gpu.pursuers(options);
  const held = gpu.memoryBytes;
  for (let i = 0; i < 4; i++) {
    const encoder = device.createCommandEncoder();
    gpu.setGoals('crowd', { cell: [500 + i] });
    gpu.encode(encoder);
    crowd.encode(encoder);
    device.queue.submit([encoder.finish()]);
    assert.is(gpu.memoryBytes, held);
  }
  crowd.destroy();
  crowd.destroy();
  (await gpu.pursuers(options)).destroy();
  assert.ok(gpu.memoryBytes <= held);
  await gpu.destroy();
});

test('pursuers destroyed during a call are gone from the next recorded steps', async () => {
  const map = randomMap(
    { width: 30, height: 20, neighbours: 8, ground: 'mixed', blocked: 0.1 },
    randomNumbers(SEED),
  );
  const models = await both(map, { layers });
  const { cpu, gpu, groups } = models;
  for (const model of [cpu, gpu]) model.setGoals('food', { cell: [31] });
  await join(models, {
    cell: [200, 201],
    weights: { food: 1 },
    emit: { layer: 'food', strength: 5 },
    modulate: { layer: 'food', factor: 0.5 },
  });
  const [[onHost, onDevice]] = groups.splice(0);
  await gpu.settle({ until: 2, onProgress: () => onDevice.destroy() });
  cpu.step(2);
  onHost.destroy();
  tick(models, 3);
  sameArray(await gpu.field('food'), cpu.field('food'));
  await gpu.destroy();
});

test('pursuers destroyed after a call are part of that call, not of later ones', async () => {
  const map = randomMap(
    { width: 30, height: 20, neighbours: 8, ground: 'mixed', blocked: 0.1 },
    randomNumbers(SEED),
  );
  const models = await both(map, { layers });
  const { cpu, gpu, groups } = models;
  for (const model of [cpu, gpu]) model.setGoals('food', { cell: [31] });
  await join(models, {
    cell: [200, 201],
    weights: { food: 1 },
    emit: { layer: 'crowd', strength: 5 },
    modulate: { layer: 'food', factor: 0.5 },
  });
  const [[onHost, onDevice]] = groups.splice(0);
  // all in one turn of the event loop
  const made = [gpu.step(9), gpu.settle(), gpu.field('food')] as const;
  onDevice.destroy();
  const unreachable = gpu.unreachable('crowd');
  const later = [gpu.settle({ layers: ['crowd'] }), gpu.field('crowd'), gpu.field('food')] as const;
  cpu.step(9);
  const { steps, reason } = cpu.settle();
  const report = await made[1];
  assert.equal([report.steps, report.reason], [steps, reason]);
  sameArray(await made[2], cpu.field('food'), 'before');
  onHost.destroy();
  assert.is(unreachable, cpu.unreachable('crowd'));
  assert.equal(await later[0], cpu.settle({ layers: ['crowd'] }));
  sameArray(await later[1], cpu.field('crowd'), 'after');
  sameArray(await later[2], cpu.field('food'), 'after');
  await destroy(models);
});

test('what makes no sense is refused, and changes nothing', async () => {
  const map: DiffusionMap = {
    width: 9,
    height: 9,
    neighbours: 8,
    terrain: new Float32Array(81).fill(1),
  };
  const gpu = await createGpuDiffusion(device, map, { tuning });
  const message = async (more: object): Promise<string> => {
    try {
      await gpu.pursuers({ cell: [0], weights: { goal: 1 }, ...more });
    } catch (error) {
      return String(error);
    }
    return 'nothing was thrown';
  };
  const held = gpu.memoryBytes;
  assert.match(
    await message({ modulate: { layer: 'goal', factor: 2 } }),
    /^RangeError: modulate\.factor is 2/,
  );
  assert.match(
    await message({ emit: { layer: 'goal', strength: 0 } }),
    /^RangeError: emit\.strength is 0/,
  );
  assert.match(
    await message({ emit: { layer: 'food', strength: 1 } }),
    /^RangeError: \S+ is 'food', expected/,
  );
  const crowd = await gpu.pursuers({
    cell: [0],
    weights: { goal: 1 },
    emit: { layer: 'goal', strength: 1 },
  });
  const step = gpu.step();
  for (const call of [() => crowd.place([1]), () => crowd.encode(device.createCommandEncoder())]) {
    assert.throws(call, /while another call of the model is under way/);
  }
  await step;
  assert.throws(() => crowd.place([81]), /^cell\[0\] is 81|cell\[0\] is 81/);
  crowd.destroy();
  assert.is.not(gpu.memoryBytes, 0);
  assert.ok(gpu.memoryBytes >= held);
  await gpu.destroy();
});

test.run();
