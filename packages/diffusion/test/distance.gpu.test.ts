// Method 'distance' on the device against the CPU, bit for bit.
import { readBuffer } from '@wayfield/gpu-core';
import { NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createGpuDiffusion, type GpuDiffusion } from '../src/gpu/index.ts';
import type { Diffusion, DiffusionMap, DiffusionOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';
import { KINDS, randomGoals, randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite("method 'distance' on a GPU");
const SEED = 41;

interface Pair {
  readonly cpu: Diffusion;
  readonly gpu: GpuDiffusion;
  /** Settles both and compares reports and every layer. */
  settle(what: string): Promise<void>;
  destroy(): Promise<void>;
}

async function pair(map: DiffusionMap, more: DiffusionOptions = {}): Promise<Pair> {
  const options = { ...more, method: 'distance' } as const;
  const cpu = createDiffusion(map, options);
  const gpu = await createGpuDiffusion(device, map, options);
  return {
    cpu,
    gpu,
    async settle(what) {
      assert.equal(await gpu.settle(), cpu.settle(), what);
      for (const layer of cpu.layers) {
        sameArray(await gpu.field(layer), cpu.field(layer), `${what}, ${layer}`);
        assert.is(gpu.unreachable(layer), cpu.unreachable(layer), what);
      }
    },
    async destroy() {
      cpu.destroy();
      await gpu.destroy();
    },
  };
}

for (const kind of KINDS) {
  test(`fields, reports, paths as on the CPU, ${Object.values(kind)}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED);
    for (const [width, height, ground, blocked, count] of [
      [1, 1, 'free', 0, 1],
      [1, 70, 'mixed', 0, 1],
      [67, 1, 'mixed', 0, 2],
      [32, 32, 'free', 0.4, 1],
      // the ends of tiles that lie half a tile aside
      [17, 16, 'mixed', 0.1, 1],
      [48, 49, 'mixed', 0.2, 1],
      [66, 35, 'free', 0.3, 3],
      [35, 67, 'mixed', 0.25, 20],
      [34, 21, 'harsh', 0.2, 2],
    ] as const) {
      const what = `${width} x ${height}, ${ground}, ${count} goals`;
      const map = randomMap({ width, height, ...kind, ground, blocked }, random);
      const both = await pair(map);
      await both.settle(`${what}: none`);
      const goals = randomGoals(map, count, random);
      for (const model of [both.cpu, both.gpu]) model.setGoals('goal', goals);
      await both.settle(what);
      const starts = Uint32Array.from({ length: 60 }, () => Math.floor(random() * width * height));
      const [got, wanted] = [
        await both.gpu.descend('goal', starts, { maxSteps: 90 }),
        both.cpu.descend('goal', starts, { maxSteps: 90 }),
      ];
      sameArray(got.status, wanted.status, what);
      sameArray(got.cost, wanted.cost, what);
      sameArray(got.firstNode, wanted.firstNode, what);
      const used = wanted.firstNode[60];
      sameArray(got.node.subarray(0, used), wanted.node.subarray(0, used), what);
      for (const cell of starts.slice(0, 3)) {
        assert.is(await both.gpu.next('goal', cell), both.cpu.next('goal', cell), what);
      }
      await both.destroy();
    }
  });
}

test('long ways through many tiles, back and forth', async () => {
  const [width, height] = [37, 34];
  const terrain = serpentine(width, height);
  const both = await pair({ width, height, neighbours: 8, terrain });
  for (const model of [both.cpu, both.gpu]) model.setGoals('goal', { cell: [0] });
  await both.settle('serpentine');
  await both.destroy();
});

test(`changed goals and terrain in two layers, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED + 1);
  const shape = { width: 37, height: 34, neighbours: 8, ground: 'mixed', blocked: 0.25 } as const;
  const map = randomMap(shape, random);
  const layers = ['a', 'b'];
  const both = await pair(map, { layers });
  const cells = map.terrain.length;
  const change = (apply: (model: Diffusion | GpuDiffusion) => void): void => {
    apply(both.cpu);
    apply(both.gpu);
  };
  const someCells = (n: number): number[] =>
    Array.from({ length: n }, () => Math.floor(random() * cells));
  let goals = randomGoals(map, 4, random);
  change((model) => model.setGoals('a', goals));
  change((model) => model.setGoals('b', { cell: [cells - 1] }));
  await both.settle('first');
  change((model) => model.setModulation('a', someCells(5), 0.5));
  assert.is((await both.gpu.settle()).steps, 0);
  await both.settle('again: nothing to do');
  for (let turn = 0; turn < 6; turn++) {
    const what = `turn ${turn}`;
    const open = someCells(12);
    const walls = someCells(12);
    goals = randomGoals(map, 3, random);
    if (turn % 3 === 0) {
      // only nearer: goals more, obstacles fewer
      change((model) => model.setTerrain(open, 1));
      change((model) =>
        model.setGoals('b', { cell: [...new Set([cells - 1, ...open.slice(0, 3)])] }),
      );
    } else if (turn % 3 === 1) {
      change((model) => model.setGoals('b', { cell: [cells - 1] }));
      change((model) => model.setTerrain(walls, turn === 4 ? 0.5 : 0));
    } else {
      change((model) => model.setGoals('a', goals));
    }
    // before it is worked out: the same too
    for (const layer of layers) {
      sameArray(await both.gpu.field(layer), both.cpu.field(layer), `${what}, before, ${layer}`);
    }
    const cell = open[0];
    assert.is(await both.gpu.next('b', cell), both.cpu.next('b', cell), what);
    await both.settle(what);
  }
  change((model) => model.reset());
  sameArray(await both.gpu.field('a'), both.cpu.field('a'), 'reset');
  both.cpu.settle({ layers: ['b'] });
  await both.gpu.settle({ layers: ['b'] });
  for (const layer of layers) sameArray(await both.gpu.field(layer), both.cpu.field(layer), layer);
  change((model) => model.setGoals('a', { cell: [] }));
  both.cpu.step();
  await both.gpu.step();
  await both.settle('no goals in one layer');
  await both.destroy();
});

test('sealed goals, goals on obstacles, no way', async () => {
  const [width, height] = [40, 40];
  const terrain = new Float32Array(width * height).fill(1);
  for (let x = 0; x < width; x++) terrain[20 * width + x] = 0;
  const both = await pair({ width, height, neighbours: 8, terrain });
  const models = [both.cpu, both.gpu];
  for (const cell of [[20 * width + 5], [0, 20 * width + 5]]) {
    for (const model of models) model.setGoals('goal', { cell });
    await both.settle(`goals ${cell.join()}`);
    const { status } = await both.gpu.descend('goal', [width * height - 1, 5]);
    sameArray(status.slice(0, 2), both.cpu.descend('goal', [1599, 5]).status, 'status');
  }
  assert.is(await both.gpu.next('goal', 1599), NONE);
  for (const model of models) model.setTerrain([20 * width + 5], 0.25);
  await both.settle('the goal opens');
  await both.destroy();
});

test('an aborted call is made good by the next one', async () => {
  const terrain = serpentine(70, 20);
  const { cpu, gpu, destroy } = await pair({ width: 70, height: 20, neighbours: 4, terrain });
  for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [0] });
  const stop = new AbortController();
  let looks = 0;
  const aborted = gpu.settle({
    signal: stop.signal,
    onProgress() {
      // the path is too long for the first batch of rounds
      if (++looks === 2) stop.abort(new Error('enough'));
    },
  });
  const next = gpu.settle();
  const settled = gpu.field('goal');
  assert.is(await aborted.catch((error: Error) => error.message), 'enough');
  assert.ok((await next).converged);
  cpu.settle();
  sameArray(await settled, cpu.field('goal'), 'after an abort');
  await destroy();
});

test('calls take effect in their order', async () => {
  const map = { width: 40, height: 9, neighbours: 4, terrain: serpentine(40, 9) } as const;
  const { cpu, gpu, destroy } = await pair(map);
  const fields: Promise<Float32Array>[] = [];
  const goals = [0, 359, 40];
  for (const cell of goals) {
    gpu.setGoals('goal', { cell: [cell] });
    void gpu.settle();
    fields.push(gpu.field('goal'));
  }
  for (const [i, cell] of goals.entries()) {
    cpu.setGoals('goal', { cell: [cell] });
    cpu.settle();
    sameArray(await fields[i], cpu.field('goal'), `goal ${cell}`);
  }
  await destroy();
});

/** Where pursuers on these cells go down these costs. */
function moved(
  map: DiffusionMap,
  costs: Float32Array,
  cell: number[],
  exclusive: boolean,
): number[] {
  const { width, terrain } = map;
  const stood = new Set(exclusive ? cell : []);
  const taken = new Set<number>();
  return cell.map((v) => {
    if (terrain[v] === 0) return v;
    const x = v % width;
    let best = v;
    let least = Infinity;
    for (const dy of [-1, 0, 1]) {
      for (const dx of [-1, 0, 1]) {
        const to = v + dy * width + dx;
        // above and below the map nothing costs less than anything
        if (x + dx < 0 || x + dx >= width || !(costs[to] < costs[v])) continue;
        if (stood.has(to)) continue;
        const step = Math.fround(
          (dx && dy ? Math.fround(Math.SQRT2) : 1) * Math.fround(1 / terrain[to]),
        );
        const sum = Math.fround(costs[to] + step);
        if (sum >= least) continue;
        best = to;
        least = sum;
      }
    }
    // of several that choose a cell, the first gets it
    if (exclusive && best !== v && taken.has(best)) return v;
    if (exclusive) taken.add(best);
    return best;
  });
}

for (const exclusive of [false, true]) {
  test(`pursuers go down the costs${exclusive ? ', one per cell' : ''}, seed ${SEED}`, async () => {
    const random = randomNumbers(SEED + 2);
    const shape = { width: 45, height: 37, neighbours: 8, ground: 'mixed', blocked: 0.2 } as const;
    const map = randomMap(shape, random);
    const layers = ['other', 'goal'];
    const { cpu, gpu, destroy } = await pair(map, { layers });
    // obstacles too: pursuers on them stay
    let cell: number[] = [];
    for (let v = 0; v < map.terrain.length; v += 5) cell.push(v);
    for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [0, 830, 1640] });
    cpu.settle();
    await gpu.settle();
    const costs = cpu.field('goal');
    const pursuers = await gpu.pursuers({ cell, weights: { goal: 1 }, exclusive });
    const where = new Uint32Array(cell.length);
    for (let tick = 0; tick < 6; tick++) {
      const encoder = device.createCommandEncoder();
      pursuers.encode(encoder);
      device.queue.submit([encoder.finish()]);
      await readBuffer(device, pursuers.position, where);
      const before = cell;
      cell = moved(map, costs, cell, exclusive);
      sameArray(where, cell, `tick ${tick}`);
      if (exclusive) continue;
      for (const [i, v] of before.slice(0, 50).entries()) {
        const next = cpu.next('goal', v);
        assert.is(next === NONE ? v : next, cell[i], `tick ${tick}, pursuer ${i}`);
      }
    }
    pursuers.destroy();
    await destroy();
  });
}

test('what is not there is refused', async () => {
  const map = randomMap(
    { width: 9, height: 9, neighbours: 8, ground: 'free', blocked: 0 },
    randomNumbers(1),
  );
  const layers = ['a', 'b'];
  const gpu = await createGpuDiffusion(device, map, { method: 'distance', layers });
  assert.is(gpu.method, 'distance');
  const { buffer, offset, pitch, precision } = gpu.resident('b');
  const unreached = new Float32Array(4 * pitch * 9).fill(Infinity);
  sameArray(await readBuffer(device, buffer, unreached.slice(), offset), unreached, 'resident');
  assert.is(precision, 'f32');
  const message = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  refuses(() => gpu.encode(device.createCommandEncoder()), TypeError, /settle/);
  assert.match(await message(gpu.ascend('a', 0)), /TypeError: .* descend/);
  assert.match(await message(gpu.descend('c', 0)), /RangeError: layer is 'c', expected/);
  assert.match(await message(gpu.descend('a', 81)), /starts is 81, expected a cell below 81/);
  for (const weights of [{ a: -1 }, { a: 1, b: 1 }]) {
    const refused = gpu.pursuers({ cell: [0], weights });
    assert.match(await message(refused), /expected one above 0 with method 'distance'/);
  }
  for (const [more, why] of [
    [
      { emit: { layer: 'b', strength: 1 } },
      /RangeError: emit .* give the cells of pursuers to setGoals/,
    ],
    [{ modulate: { layer: 'b', factor: 0.5 } }, /RangeError: modulate .* by setTerrain instead/],
  ] as const) {
    const refused = gpu.pursuers({ cell: [0], weights: { a: 1 }, ...more });
    assert.match(await message(refused), why);
  }
  const tight = { method: 'distance', layers, memoryBudget: 1000 } as const;
  assert.match(await message(createGpuDiffusion(device, map, tight)), /memory budget is 1000/);
  const eikonal = createGpuDiffusion(device, map, { method: 'distance', metric: 'eikonal' });
  assert.match(await message(eikonal), /'eikonal', which a GPU cannot compute/);
  await gpu.destroy();
  assert.match(await message(gpu.settle()), /destroyed/);
});

test.run();
