// Device times of the GPU backend; agreement with the CPU is checked on smaller maps first.
//
//   node --import tsx bench/gpu.ts [--quick] [--sweep] [--only NAME]… [--json FILE]
//
// --sweep  also other shapes of the step kernels than the default
// --quick  small maps (for the software device: TEST_GPU=software)
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestDevice } from '@wayfield/gpu-core/node';
import { createDiffusion } from '../src/model/create-diffusion.ts';
import { createGpuDiffusion, type GpuDiffusionOptions } from '../src/gpu/index.ts';
import type { StepShape } from '../src/gpu/step/shape.ts';
import type { DiffusionMap } from '../src/types.ts';
import { timePasses } from './pass-times.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    shapes: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    dawn: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
  },
});
if (process.env.TEST_GPU === 'software') {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const device = await requestDevice({
  dawn: flags.dawn.length > 0 ? flags.dawn : ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: process.env.TEST_GPU === 'software',
});
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const { vendor, architecture, description } = device.adapterInfo;
console.log([vendor, architecture, description].filter(Boolean).join(', '));
const times = timePasses(device);
const notes: object[] = [];
const note = (row: object): void => {
  notes.push(row);
  console.log(JSON.stringify(row));
};
const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];
/** After a pause the clock of a GPU comes up slowly. */
async function keepBusy(work: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + (flags.quick ? 0 : 2000);
  do await work();
  while (performance.now() < end);
}
const wanted = (name: string): boolean => flags.only.length === 0 || flags.only.includes(name);

/** Terrain that is not 1 anywhere, a hash of the cell: the same on every machine, quickly made. */
function rough(n: number): DiffusionMap {
  const terrain = new Float32Array(n * n);
  for (let v = 0; v < terrain.length; v++) {
    const h = Math.imul(v ^ (v >>> 13), 0x9e3779b1) >>> 24;
    terrain[v] = h < 13 ? 0 : 0.96 + h / 6400;
  }
  return { width: n, height: n, neighbours: 8, terrain };
}

const open = (n: number): DiffusionMap => ({
  width: n,
  height: n,
  neighbours: 8,
  terrain: new Float32Array(n * n).fill(1),
});

/** Many goals, so that every tile has scent. */
function everywhere(n: number): { cell: number[]; strength: number } {
  const cell: number[] = [];
  for (let y = 8; y < n; y += 16) for (let x = 8; x < n; x += 16) cell.push(y * n + x);
  return { cell, strength: 1000 };
}

function same(a: Float32Array, b: Float32Array): number {
  let differing = 0;
  for (let v = 0; v < a.length; v++) if (!Object.is(a[v], b[v])) differing++;
  return differing;
}

async function agreement(n: number, tuning: Partial<StepShape> | undefined): Promise<void> {
  for (const precision of ['f32', 'log'] as const) {
    for (const [rule, rate] of [
      ['average', undefined],
      ['heat', 0.01],
    ] as const) {
      const options = { precision, rule, ...(rate === undefined ? {} : { rate }) };
      const cpu = createDiffusion(rough(n), options);
      const gpu = await createGpuDiffusion(device, rough(n), {
        ...options,
        ...(tuning ? { tuning } : {}),
      });
      for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [n + 1] });
      cpu.step(n);
      await gpu.step(n);
      const differing = same(cpu.field('goal'), await gpu.field('goal'));
      note({ case: 'agreement', n, precision, rule, differing, tuning });
      await gpu.destroy();
      cpu.destroy();
    }
  }
}

/** Cell-steps per nanosecond, that is Gcell-steps/s. */
async function speed(
  n: number,
  layerCount: number,
  options: GpuDiffusionOptions,
  steps = 64,
): Promise<number> {
  const layers = Array.from({ length: layerCount }, (_, l) => `layer ${l}`);
  const model = await createGpuDiffusion(device, rough(n), {
    layers,
    memoryBudget: 2 ** 36,
    ...options,
  });
  for (const layer of layers) model.setGoals(layer, everywhere(n));
  await model.step(48);
  const list: number[] = [];
  const run = async (): Promise<void> => {
    const encoder = device.createCommandEncoder();
    model.encode(encoder, steps);
    device.queue.submit([encoder.finish()]);
  };
  await keepBusy(async () => {
    for (let k = 0; k < 3; k++) await run();
    await device.queue.onSubmittedWorkDone();
  });
  // scent stays where the goals were; what is timed is the steps, not many goals
  for (const layer of layers) model.setGoals(layer, { cell: [n + 1] });
  await run();
  for (let k = 0; k < (flags.quick ? 2 : 7); k++) {
    times.start();
    await run();
    list.push((await times.read()).sum);
  }
  await model.destroy();
  const rate = (n * n * layerCount * steps) / (median(list) * 1e6);
  const { precision = 'log', storage, tuning } = options;
  note({
    case: 'speed',
    storage,
    n,
    layers: layerCount,
    precision,
    tuning,
    ms: median(list),
    gcellSteps: rate,
    best: (n * n * layerCount * steps) / (Math.min(...list) * 1e6),
  });
  return rate;
}

/** Microseconds of a tick of `count` pursuers on a settled field. */
async function pursuing(n: number, count: number): Promise<void> {
  const map = rough(n);
  const model = await createGpuDiffusion(device, map, { layers: ['goal', 'other'] });
  model.setGoals('goal', { cell: [(n >> 1) * n + (n >> 1)] });
  model.setGoals('other', { cell: [n + 1] });
  await model.settle();
  const cell = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 2654435761) >>> 0).map(
    (hash) => hash % (n * n),
  );
  for (const [what, weights, exclusive] of [
    ['one layer', { goal: 1 }, false],
    ['two layers', { goal: 1, other: -0.1 }, false],
    ['exclusive', { goal: 1 }, true],
  ] as const) {
    const pursuers = await model.pursuers({ cell, weights, exclusive });
    const others = await model.pursuers({ cell, weights, exclusive });
    const list: number[] = [];
    await keepBusy(async () => {
      const encoder = device.createCommandEncoder();
      others.encode(encoder);
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    });
    for (let k = 0; k < 30; k++) {
      times.start();
      const encoder = device.createCommandEncoder();
      pursuers.encode(encoder);
      device.queue.submit([encoder.finish()]);
      const { sum } = await times.read();
      if (k >= 10) list.push(sum * 1000);
    }
    note({ case: 'pursuers', n, count, what, us: median(list), min: Math.min(...list) });
    pursuers.destroy();
    others.destroy();
  }
  await model.destroy();
}

/** Paths of many starts up a settled field. */
async function ways(n: number, count: number): Promise<void> {
  const model = await createGpuDiffusion(device, rough(n));
  model.setGoals('goal', { cell: [(n >> 1) * n + (n >> 1)] });
  await model.settle();
  const starts = Uint32Array.from(
    { length: count },
    (_, i) => (Math.imul(i, 2654435761) >>> 0) % (n * n),
  );
  const wall: number[] = [];
  let nodes = 0;
  for (let k = 0; k < 3; k++) {
    const t = performance.now();
    const routes = await model.ascend('goal', starts);
    wall.push(performance.now() - t);
    nodes = routes.firstNode[count];
  }
  note({ case: 'ways', n, count, nodes, wall: median(wall) });
  await model.destroy();
}

async function settling(n: number, options: GpuDiffusionOptions): Promise<void> {
  const model = await createGpuDiffusion(device, open(n), options);
  model.setGoals('goal', { cell: [0] });
  await keepBusy(async () => {
    model.reset();
    await model.settle();
  });
  const device_: number[] = [];
  const wall: number[] = [];
  let steps = 0;
  for (let k = 0; k < (flags.quick ? 2 : 9); k++) {
    model.reset();
    model.setGoals('goal', { cell: [0] });
    await model.step(0);
    await device.queue.onSubmittedWorkDone();
    times.start();
    const t = performance.now();
    steps = (await model.settle()).steps;
    wall.push(performance.now() - t);
    device_.push((await times.read()).sum);
  }
  await model.destroy();
  note({
    case: 'settle',
    n,
    tuning: options.tuning,
    steps,
    ms: median(device_),
    min: Math.min(...device_),
    wall: median(wall),
  });
}

/** Method 'steady' from nothing, on the device and by one thread. */
async function steady(n: number, what: string, map: DiffusionMap): Promise<void> {
  const options = { method: 'steady' } as const;
  const cpu = createDiffusion(map, options);
  const gpu = await createGpuDiffusion(device, map, options);
  for (const model of [cpu, gpu]) model.setGoals('goal', { cell: [n + 1] });
  const start = performance.now();
  const expected = cpu.settle();
  const cpuMs = performance.now() - start;
  await keepBusy(async () => {
    gpu.reset();
    await gpu.settle();
  });
  const wall: number[] = [];
  const device_: number[] = [];
  let cycles = 0;
  for (let k = 0; k < (flags.quick ? 1 : 5); k++) {
    gpu.reset();
    times.start();
    const t = performance.now();
    cycles = (await gpu.settle()).steps;
    wall.push(performance.now() - t);
    device_.push((await times.read()).sum);
  }
  const [a, b] = [cpu.field('goal'), await gpu.field('goal')];
  let apart = 0;
  for (let v = 0; v < a.length; v++) {
    if (a[v] > 0) apart = Math.max(apart, Math.abs(b[v] / a[v] - 1));
  }
  cpu.destroy();
  await gpu.destroy();
  const [ms, wallMs] = [median(device_), median(wall)];
  note({ case: 'steady', n, what, cycles, cpuCycles: expected.steps, ms, wallMs, cpuMs, apart });
}

/** The exact goal field from nothing. */
async function distance(n: number): Promise<void> {
  const map = rough(n);
  const gpu = await createGpuDiffusion(device, map, { method: 'distance' });
  gpu.setGoals('goal', { cell: [(n >> 1) * n + (n >> 1)] });
  const anew = async (): Promise<void> => {
    gpu.reset();
    await gpu.settle();
  };
  await keepBusy(anew);
  const wall: number[] = [];
  const device_: number[] = [];
  for (let k = 0; k < (flags.quick ? 1 : 9); k++) {
    times.start();
    const t = performance.now();
    await anew();
    wall.push(performance.now() - t);
    device_.push((await times.read()).sum);
  }
  await gpu.destroy();
  note({ case: 'distance', n, ms: median(device_), wall: median(wall) });
}

const SHAPES: readonly Partial<StepShape>[] = [
  { lanesX: 32, lanesY: 8, rows: 8, steps: 8 },
  { lanesX: 32, lanesY: 8, rows: 8, steps: 4 },
  { lanesX: 32, lanesY: 8, rows: 4, steps: 4 },
  { lanesX: 32, lanesY: 16, rows: 4, steps: 4 },
  { lanesX: 32, lanesY: 16, rows: 4, steps: 8 },
  { lanesX: 32, lanesY: 4, rows: 16, steps: 8 },
  { lanesX: 32, lanesY: 4, rows: 8, steps: 4 },
  { lanesX: 16, lanesY: 16, rows: 4, steps: 4 },
  { lanesX: 32, lanesY: 8, rows: 6, steps: 4 },
];

const [small, middle, half, large] = flags.quick ? [40, 64, 96, 96] : [300, 2048, 4096, 8192];
if (wanted('agreement')) await agreement(small, undefined);
const shapes =
  flags.shapes !== undefined
    ? (JSON.parse(flags.shapes) as number[][]).map(([lanesX, lanesY, rows, steps]) => ({
        lanesX,
        lanesY,
        rows,
        steps,
      }))
    : flags.sweep
      ? SHAPES
      : [undefined];
for (const tuning of shapes) {
  const cut = tuning ? { tuning } : {};
  try {
    if (tuning && wanted('agreement')) await agreement(small, tuning);
    if (wanted('speed')) await speed(tuning ? half : large, 1, { precision: 'f32', ...cut });
    if (wanted('log')) await speed(middle, 1, { precision: 'log', ...cut });
    if (wanted('settle')) await settling(middle, cut);
  } catch (error) {
    console.log(JSON.stringify(tuning), String(error).slice(0, 200));
  }
}
if (flags.sweep && wanted('speed')) await speed(large, 1, { precision: 'f32' });
if (wanted('layers')) await speed(large, 4, { precision: 'f32' });
if (wanted('half')) await speed(large, 1, { precision: 'f32', storage: 'f16' });
if (wanted('distance')) await distance(middle);
if (wanted('steady')) {
  const n = flags.quick ? 24 : 1024;
  await steady(n, 'open', open(n));
  await steady(n, 'rough', rough(n));
}

if (wanted('pursuers')) await pursuing(middle, flags.quick ? 1000 : 1_000_000);
if (wanted('ways')) await ways(middle, flags.quick ? 100 : 100_000);

if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(notes, null, 1));
device.destroy();
process.exit(0);
