// Pursuers on the device against those on the CPU.
import { readBuffer } from '@wayfield/gpu-core';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createPursuers } from '../src/pursuers/create-pursuers.ts';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import { device } from './gpu-device.ts';
import { KINDS, randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('pursuers on a GPU');
const SEED = 77;
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };

for (const precision of ['f32', 'log'] as const) {
  for (const exclusive of [false, true]) {
    test(`as on the CPU: ${precision}${exclusive ? ' exclusive' : ''}, seed ${SEED}`, async () => {
      const random = randomNumbers(SEED);
      for (const kind of KINDS) {
        const shape = { width: 30, height: 17, ground: 'mixed', blocked: 0.2 } as const;
        const map = randomMap({ ...shape, ...kind }, random);
        const layers = ['food', 'fear'];
        const cpu = createDiffusion(map, { precision, layers });
        const gpu = await createGpuDiffusion(device, map, { precision, layers, tuning });
        const open: number[] = [];
        for (let v = 0; v < map.terrain.length; v++) if (map.terrain[v] > 0) open.push(v);
        // some cells twice: pursuers share a cell where they start
        const cell = open.filter((_, i) => i % 7 === 0);
        cell.push(...cell.slice(0, 9), cell[3]);
        const options = { cell, weights: { fear: -0.3, food: 1 }, exclusive };
        for (const model of [cpu, gpu]) model.setGoals('fear', { cell: [open[5]], strength: 900 });
        const expected = createPursuers(cpu, options);
        const pursuers = await gpu.pursuers(options);
        const where = new Uint32Array(cell.length);
        for (let tick = 0; tick < 12; tick++) {
          if (tick % 4 === 0) {
            const goals = randomGoals(map, 2, random);
            for (const model of [cpu, gpu]) model.setGoals('food', goals);
          }
          const encoder = device.createCommandEncoder();
          gpu.encode(encoder, 5);
          pursuers.encode(encoder);
          device.queue.submit([encoder.finish()]);
          cpu.step(5);
          expected.move();
          sameArray(
            await readBuffer(device, pursuers.position, where),
            expected.cell,
            `tick ${tick}`,
          );
        }
        assert.is.not(where.join(), cell.join());
        pursuers.place(cell);
        sameArray(await readBuffer(device, pursuers.position, where), cell, 'placed');
        pursuers.destroy();
        await gpu.destroy();
        cpu.destroy();
      }
    });
  }
}

for (const method of ['diffusion', 'distance'] as const) {
  test(`what waits is made of the lists at the time of the call: ${method}`, async () => {
    const terrain = new Float32Array(64).fill(1);
    const map = { width: 8, height: 8, neighbours: 8, terrain } as const;
    const model = await createGpuDiffusion(device, map, { method });
    const cell = [9, 10];
    const x = [1.5];
    const [crowd, agents] = [
      model.pursuers({ cell, weights: { goal: 1 } }),
      model.agents({ x, y: [2.5], speed: 1 }),
    ];
    cell[0] = 64;
    x[0] = NaN;
    const where = await readBuffer(device, (await crowd).position, new Uint32Array(2));
    assert.equal([...where], [9, 10]);
    const at = await readBuffer(device, (await agents).position, new Float32Array(2));
    assert.equal([...at], [1.5, 2.5]);
    await model.destroy();
  });
}

test('calls of pursuers and agents throw once the model was destroyed', async () => {
  const terrain = new Float32Array(81).fill(1);
  const map = { width: 9, height: 9, neighbours: 8, terrain } as const;
  for (const method of ['diffusion', 'distance'] as const) {
    const model = await createGpuDiffusion(device, map, { method });
    const crowd = await model.pursuers({ cell: [5], weights: { goal: 1 } });
    const agents = await model.agents({ x: [1], y: [1], speed: 1 });
    await model.destroy();
    const encoder = device.createCommandEncoder();
    const calls = {
      'encode of pursuers': () => crowd.encode(encoder),
      place: () => crowd.place([6]),
      encodePlace: () => crowd.encodePlace(encoder, crowd.position),
      'encode of agents': () => agents.encode(encoder),
      'place of agents': () => agents.place([1], [1]),
    };
    for (const [name, call] of Object.entries(calls)) {
      assert.throws(call, /the model was destroyed/, `${method}: ${name}`);
    }
    crowd.destroy();
    agents.destroy();
  }
});

test.run();
