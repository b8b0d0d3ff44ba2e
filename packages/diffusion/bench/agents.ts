// Device time of a tick (`steer`, then `moveAlong`) of a million free-moving agents: the figure of
// `targets movement 8b` that needs a GPU. Agreement with the CPU is tested by
// test/steering.gpu.test.ts.
//
//   node --import tsx bench/agents.ts [--quick] [--json FILE]
//
// --quick  32 x 32 cells and 500 agents (for the software device: TEST_GPU=software)
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestDevice } from '@wayfield/gpu-core/node';
import { randomWords } from '@wayfield/testing';
import { createGpuDiffusion } from '../src/gpu/index.ts';
import type { DiffusionMap, DiffusionOptions } from '../src/types.ts';
import { timePasses } from './pass-times.ts';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const software = process.env.TEST_GPU === 'software';
if (software) (await import('@wayfield/testing/gpu')).useSoftwareVulkan();
const device = await requestDevice({
  dawn: ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: software,
});
device.addEventListener('uncapturederror', (event) => {
  console.error((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const { vendor, architecture, description } = device.adapterInfo;
const times = timePasses(device);

const [n, count] = flags.quick ? [32, 500] : [1024, 1_000_000];
const WARM_UP_MS = flags.quick ? 0 : 2000;
const TICKS = flags.quick ? 3 : 25;
/** Milliseconds of a tick of a million agents. */
const TARGET = 0.3;

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];
const uniform = (seed: number): Float64Array =>
  Float64Array.from(randomWords(count, seed), (word) => (n * word) / 2 ** 32);

/** Milliseconds of a tick, of ticks that follow each other. */
async function tickTimes(map: DiffusionMap, options: DiffusionOptions): Promise<number[]> {
  const model = await createGpuDiffusion(device, map, options);
  model.setGoals('goal', { cell: [0] });
  await model.settle();
  const agents = await model.agents({ x: uniform(1), y: uniform(2), radius: 0.3, speed: 0.1 });
  const tick = async (): Promise<void> => {
    const encoder = device.createCommandEncoder();
    agents.encode(encoder);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  // after a pause the clock of a GPU comes up slowly
  const end = performance.now() + WARM_UP_MS;
  do await tick();
  while (performance.now() < end);
  const list: number[] = [];
  for (let done = 0; done < TICKS; done++) {
    times.start();
    await tick();
    list.push((await times.read()).sum);
  }
  agents.destroy();
  await model.destroy();
  return list;
}

const rows: object[] = [];
for (const density of [0, 0.05, 0.2]) {
  const words = randomWords(n * n, 3);
  const terrain = Float32Array.from(words, (word) => (word / 2 ** 32 < density ? 0 : 1));
  terrain[0] = 1;
  const shape = { width: n, height: n, terrain };
  const kinds: readonly (readonly [DiffusionMap, DiffusionOptions])[] = [
    [{ ...shape, neighbours: 4 }, { method: 'distance' }],
    [{ ...shape, neighbours: 8, corners: 'never' }, { method: 'distance' }],
    [{ ...shape, neighbours: 8, corners: 'never' }, { precision: 'log' }],
  ];
  for (const [map, options] of kinds) {
    const list = await tickTimes(map, options);
    const row = {
      case: 'steer and move',
      agents: count,
      cells: n * n,
      density,
      neighbours: map.neighbours,
      corners: map.corners ?? 'always',
      ...options,
      medianMs: median(list),
      leastMs: Math.min(...list),
      targetMs: TARGET,
    };
    rows.push(row);
    console.log(JSON.stringify(row));
  }
}
if (flags.json) {
  const gpu = [vendor, architecture, description].filter(Boolean).join(', ');
  writeFileSync(flags.json, `${JSON.stringify({ gpu, rows }, null, 1)}\n`);
}
device.destroy();
process.exit(0); // Dawn keeps Node awake
