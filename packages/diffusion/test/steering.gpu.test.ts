// Free-moving agents on the device against those on the CPU, tick by tick from the same positions.
import { readBuffer } from '@wayfield/gpu-core';
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion, type GpuAgents, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import { createDiffusion, MOVE_STATUS, STEER_STATUS } from '../src/index.ts';
import { device } from './gpu-device.ts';
import { KINDS, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('free-moving agents on a GPU');
const SEED = 31;
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
const METHODS: readonly GpuDiffusionOptions[] = [
  { method: 'diffusion', precision: 'f32' },
  { method: 'diffusion', precision: 'log' },
  { method: 'distance' },
];
/** How far apart answers may be, on a map of at most 64 cells along a side. */
const BOUND = 2 ** -12;

async function read(agents: GpuAgents) {
  const { count } = agents;
  const position = await readBuffer(device, agents.position, new Float32Array(2 * count));
  const direction = await readBuffer(device, agents.direction, new Float32Array(2 * count));
  const status = await readBuffer(device, agents.status, new Uint32Array(count));
  return { position, direction, status };
}

for (const options of METHODS) {
  for (const kind of KINDS) {
    const name = `${Object.values(options).join(' ')}, ${Object.values(kind).join(' ')}`;
    // many agents read a table of headings, few the field
    for (const count of [1500, 150])
      test(`as on the CPU: ${count}, ${name}, seed ${SEED}`, async () => {
        const random = randomNumbers(SEED);
        const shape = { width: 40, height: 33, ...kind, blocked: 0.2, ground: 'mixed' } as const;
        const map = randomMap(shape, random);
        map.terrain[0] = 1;
        const cpu = createDiffusion(map, options);
        const gpu = await createGpuDiffusion(device, map, { ...options, tuning });
        for (const model of [cpu, gpu]) {
          model.setGoals('goal', { cell: [0] });
          await model.settle();
        }
        // multiples of 1 / 64 and what f32 makes of any number; beyond the map, on sides, corners
        const somewhere = (most: number): number => {
          const at = (most + 2) * random() - 1;
          return random() < 0.3 ? Math.round(at * 64) / 64 : Math.fround(at);
        };
        const x = Float64Array.from({ length: count }, () => somewhere(40));
        const y = Float64Array.from({ length: count }, () => somewhere(33));
        const radius = Float64Array.from({ length: count }, (_, k) => (k % 9) / 16);
        radius.forEach((r, k) => (radius[k] = Math.min(r, 0.5)));
        const speed = Float64Array.from({ length: count }, () => Math.fround(random()));
        const agents = await gpu.agents({ x, y, radius, speed });
        let other = 0;
        for (let tick = 0; tick < 6; tick++) {
          const encoder = device.createCommandEncoder();
          agents.encode(encoder);
          device.queue.submit([encoder.finish()]);
          const found = await read(agents);
          const steered = cpu.steer(x, y, { radius });
          const [dx, dy] = [x.slice(), y.slice()];
          for (let k = 0; k < count; k++) {
            // each move from the device's direction
            dx[k] = found.direction[2 * k] * speed[k];
            dy[k] = found.direction[2 * k + 1] * speed[k];
          }
          const moved = cpu.moveAlong(x, y, dx, dy, { radius });
          for (let k = 0; k < count; k++) {
            const away = Math.max(
              Math.abs(found.direction[2 * k] - steered.x[k]),
              Math.abs(found.direction[2 * k + 1] - steered.y[k]),
              Math.abs(found.position[2 * k] - moved.x[k]),
              Math.abs(found.position[2 * k + 1] - moved.y[k]),
            );
            const told = (found.status[k] & 255) === steered.status[k];
            if (!(away <= BOUND) || !told) other++;
            const cell =
              Math.floor(found.position[2 * k + 1]) * 40 + Math.floor(found.position[2 * k]);
            assert.ok(map.terrain[cell] > 0, `agent ${k} is at ${found.position[2 * k]}`);
            x[k] = found.position[2 * k];
            y[k] = found.position[2 * k + 1];
          }
        }
        // none on the software device; other devices may round differently where two directions tie
        assert.ok(other <= 0.001 * 6 * count, `${other} of ${6 * count} apart`);
        agents.destroy();
        await gpu.destroy();
        cpu.destroy();
      });
  }
}

test('agents are put elsewhere, out of new obstacles, and arrive', async () => {
  const [width, height] = [20, 12];
  const terrain = new Float32Array(width * height).fill(1);
  for (const options of [{ method: 'distance' }, { precision: 'f32', storage: 'f16' }] as const) {
    const map = { width, height, neighbours: 4, terrain } as const;
    const model = await createGpuDiffusion(device, map, options);
    model.setGoals('goal', { cell: [0] });
    await model.settle({ until: 60 });
    const agents = await model.agents({
      x: [15.5, 18.25],
      y: [3.5, 9],
      speed: [0.2, 0],
      radius: 0.4,
    });
    const run = async (ticks: number) => {
      const encoder = device.createCommandEncoder();
      for (let tick = 0; tick < ticks; tick++) agents.encode(encoder);
      device.queue.submit([encoder.finish()]);
      return read(agents);
    };
    const first = await run(1);
    assert.is(first.status[0], STEER_STATUS.WALKING + 256 * MOVE_STATUS.CLEAR);
    assert.ok(first.position[0] < 15.4 && first.position[2] === 18.25);
    // under the second agent, and all around
    model.setTerrain([8 * width + 18, 9 * width + 18, 8 * width + 17, 9 * width + 17], 0);
    await model.settle({ until: 60 });
    const { position, status } = await run(1);
    assert.is(status[1], STEER_STATUS.LEAVING + 256 * MOVE_STATUS.MOVED_OUT);
    assert.ok(Math.abs(position[2] - 19.4) < 1e-4 && position[3] === 9, position.join());
    agents.place([0.5, 5], [0.5, 5]);
    const placed = await run(1);
    assert.is(placed.status[0], STEER_STATUS.ARRIVED + 256 * MOVE_STATUS.CLEAR);
    assert.equal([...placed.position], [0.5, 0.5, 5, 5]);
    agents.place([12.5, 5], [0.5, 5]);
    const arrived = options.method === 'distance' ? await run(100) : placed;
    assert.is(arrived.status[0] & 255, STEER_STATUS.ARRIVED);
    const length = /^x.length is 1, expected the number of agents, 2/;
    refuses(() => agents.place([1], [1, 2]), RangeError, length);
    refuses(() => agents.place([1, NaN], [1, 2]), RangeError, /^x\[1\] is NaN/);
    agents.destroy();
    refuses(() => agents.encode(device.createCommandEncoder()), Error, /after destroy/);
    await model.destroy();
  }
});

test.run();
