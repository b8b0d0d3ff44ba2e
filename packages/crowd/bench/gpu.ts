// Device times of a crowd on WebGPU; agreement with one thread is checked on a small crowd first.
//
//   node --import tsx bench/gpu.ts [--quick] [--only NAME]… [--json FILE]
//
// --quick  small crowds (for the software device: TEST_GPU=software)
// --only   agree, million, hundred, page, dense, arithmetic
//
// Rows of `million` and `page` have the target of their time, on an H200, and whether it is met.
//
// Streams: agents on a lattice with jitter, one per square metre, each of eight directions equally
// often and mixed everywhere; a wall of 2 m on every 400 square metres.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBuffer, uploadWords } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
import { createCrowd } from '../src/create-crowd.ts';
import { createGpuCrowdBy } from '../src/gpu/crowd.ts';
import { roundedWgsl } from '../src/gpu/numbers/rounded.wgsl.ts';
import { DOUBLE, type Numbers, PLAIN, plainApart } from '../src/gpu/tick/steer.wgsl.ts';
import type { GpuCrowd } from '../src/gpu/types.ts';
import type { CrowdAgents, Walls } from '../src/types.ts';
import { timePasses } from './pass-times.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
  },
});
const software = process.env.TEST_GPU === 'software';
if (software) {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const device = await requestDevice({
  dawn: ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: software,
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
const wanted = (name: string): boolean => flags.only.length === 0 || flags.only.includes(name);
/** What all programs are solved in, by name; 'mixed' is what is built. */
const ARITHMETICS: Readonly<Record<string, Numbers | undefined>> = {
  plain: PLAIN,
  mixed: undefined,
  rounded: { text: roundedWgsl + plainApart, isFine: false, hasErrors: true },
  double: DOUBLE,
};
const DT = 1 / 60;
/** Milliseconds on an H200: of a tick of 1,000,000 agents, and of 100,000 on the path of a page. */
const TARGETS: Readonly<Record<string, number>> = { million: 2, page: 0.4 };
/** The target of a case, and whether `ms` meets it; nothing for crowds of another size. */
const against = (what: string, ms: number): object =>
  what in TARGETS && !flags.quick ? { target: TARGETS[what], isMet: ms <= TARGETS[what] } : {};
const WARM_UP_MS = flags.quick ? 0 : 2000;
const ROUNDS = flags.quick ? 3 : 41;

/** Numbers from 0 to 1 by a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Adds `count` agents of eight streams, `spacing` metres apart. */
function addStreams(crowd: Pick<CrowdAgents, 'add'>, count: number, spacing: number): void {
  const next = numbers(7);
  const side = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const angle = (Math.PI / 4) * Math.floor(8 * next());
    crowd.add({
      x: spacing * ((i % side) + 0.3 * next()),
      y: spacing * (Math.floor(i / side) + 0.3 * next()),
      preferredX: 1.3 * Math.cos(angle),
      preferredY: 1.3 * Math.sin(angle),
    });
  }
}

/** A wall of 2 m on every 20 m by 20 m of a square. */
function scatterWalls(side: number): Walls {
  const next = numbers(11);
  const perRow = Math.floor(side / 20);
  const count = perRow * perRow;
  const columns = {
    ax: [] as number[],
    ay: [] as number[],
    bx: [] as number[],
    by: [] as number[],
  };
  for (let i = 0; i < count; i++) {
    const x = 20 * ((i % perRow) + next());
    const y = 20 * (Math.floor(i / perRow) + next());
    const angle = Math.PI * next();
    columns.ax.push(x - Math.cos(angle));
    columns.ay.push(y - Math.sin(angle));
    columns.bx.push(x + Math.cos(angle));
    columns.by.push(y + Math.sin(angle));
  }
  const { ax, ay, bx, by } = columns;
  const array = (list: readonly number[]): Float64Array => Float64Array.from(list);
  return { count, ax: array(ax), ay: array(ay), bx: array(bx), by: array(by) };
}

/** The largest distance, in metres, from one thread after one tick of equal state. */
async function agree(count: number, spacing: number, ticks: number): Promise<void> {
  const world = { walls: scatterWalls(Math.sqrt(count) * spacing) };
  const cpu = createCrowd(world, { capacity: count });
  addStreams(cpu, count, spacing);
  const gpu = await createGpuCrowdBy(device, world, { capacity: count, preferred: 'resident' }, {});
  let apart = 0;
  let infeasible = 0;
  let inDoubt = 0;
  for (let tick = 0; tick < ticks; tick++) {
    gpu.restore(cpu.snapshot());
    await gpu.step(DT);
    await gpu.read();
    infeasible += cpu.step(DT).infeasible;
    inDoubt += await doubts(gpu);
    for (let slot = 0; slot < count; slot++) {
      const dx = gpu.positionX[slot] - cpu.positionX[slot];
      const dy = gpu.positionY[slot] - cpu.positionY[slot];
      apart = Math.max(apart, Math.hypot(dx, dy));
    }
  }
  note({ case: 'agree', count, spacing, ticks, apart, infeasible, inDoubt });
  gpu.destroy();
  cpu.destroy();
}

/** Agents whose program the last tick solved again. */
async function doubts(crowd: GpuCrowd): Promise<number> {
  return (await tallyOf(crowd))[0];
}

async function tallyOf(crowd: GpuCrowd): Promise<Uint32Array> {
  const { buffer, offset } = crowd.resident.tally;
  return readBuffer(device, buffer, new Uint32Array(8), offset);
}

/** Milliseconds on the device: of a tick in one pass, and of each kernel in its own pass. */
async function speed(
  what: string,
  count: number,
  spacing: number,
  arithmetic: string,
): Promise<number> {
  const world = { walls: scatterWalls(Math.sqrt(count) * spacing) };
  const options = { capacity: count, preferred: 'resident' } as const;
  const crowd = await createGpuCrowdBy(device, world, options, {
    numbers: ARITHMETICS[arithmetic],
  });
  addStreams(crowd, count, spacing);
  const tick = (of: GpuCrowd): void => {
    const encoder = device.createCommandEncoder();
    of.encodeStep(encoder, DT);
    device.queue.submit([encoder.finish()]);
  };
  const end = performance.now() + WARM_UP_MS;
  do {
    for (let k = 0; k < 4; k++) tick(crowd);
    await device.queue.onSubmittedWorkDone();
  } while (performance.now() < end);
  const list: number[] = [];
  for (let k = 0; k < ROUNDS; k++) {
    times.start();
    tick(crowd);
    list.push((await times.read()).span);
  }
  const [inDoubt, infeasible, squeezed, clipped] = await tallyOf(crowd);
  const shares = { inDoubt, infeasible, squeezed, clipped };
  const kernels = await perKernel(crowd, world, options, arithmetic);
  const ms = median(list);
  note({
    case: what,
    count,
    spacing,
    arithmetic,
    ms,
    ...against(what, ms),
    least: Math.min(...list),
    most: Math.max(...list),
    kernels,
    ...shares,
    bytesPerAgent: crowd.memoryBytes / count,
  });
  crowd.destroy();
  return ms;
}

/**
 * The path of a page: agents follow headings of eight layers on the device, without uploads.
 * Milliseconds on the device, and of the host per frame.
 */
async function page(count: number): Promise<void> {
  const side = Math.ceil(Math.sqrt(count));
  const world = { walls: scatterWalls(side) };
  const crowd = await createGpuCrowdBy(device, world, { capacity: count }, {});
  addStreams(crowd, count, 1);
  const cells = side * side;
  const words = new Float32Array(16 * cells);
  for (let layer = 0; layer < 8; layer++) {
    for (let cell = 0; cell < cells; cell++) {
      words[2 * (layer * cells + cell)] = Math.cos((Math.PI / 4) * layer);
      words[2 * (layer * cells + cell) + 1] = Math.sin((Math.PI / 4) * layer);
    }
  }
  const headings = uploadWords(device, 'headings', words);
  const layerOf = Uint32Array.from({ length: count }, (_, i) => (i * 2654435761) >>> 29);
  crowd.aim({ headings, width: side, height: side, layers: 8, layerOf, speed: 1.3 });
  const frame = (): void => {
    const encoder = device.createCommandEncoder();
    crowd.encodeStep(encoder, DT);
    device.queue.submit([encoder.finish()]);
  };
  const end = performance.now() + WARM_UP_MS;
  do {
    frame();
    await device.queue.onSubmittedWorkDone();
  } while (performance.now() < end);
  const onDevice: number[] = [];
  const onHost: number[] = [];
  for (let k = 0; k < ROUNDS; k++) {
    times.start();
    const begin = performance.now();
    frame();
    onHost.push(performance.now() - begin);
    onDevice.push((await times.read()).span);
  }
  const [ms, hostMs] = [median(onDevice), median(onHost)];
  note({ case: 'page', count, ms, ...against('page', ms), least: Math.min(...onDevice), hostMs });
  crowd.destroy();
  headings.destroy();
}

/** Microseconds of each kernel, from the state of a crowd. */
async function perKernel(
  crowd: GpuCrowd,
  world: { readonly walls: Walls },
  options: { readonly capacity: number; readonly preferred: 'resident' },
  arithmetic: string,
): Promise<Record<string, number>> {
  const other = await createGpuCrowdBy(device, world, options, {
    numbers: ARITHMETICS[arithmetic],
    passes: true,
  });
  other.restore(await crowd.snapshot());
  const sums = new Map<string, number[]>();
  for (let k = 0; k < Math.ceil(ROUNDS / 4) + 2; k++) {
    times.start();
    const encoder = device.createCommandEncoder();
    other.encodeStep(encoder, DT);
    device.queue.submit([encoder.finish()]);
    const { passes } = await times.read();
    if (k < 2) continue;
    for (const { label, ms } of passes) {
      if (!sums.has(label)) sums.set(label, []);
      sums.get(label)!.push(1000 * ms);
    }
  }
  other.destroy();
  return Object.fromEntries([...sums].map(([label, list]) => [label, median(list)]));
}

const small = flags.quick ? 150 : 4000;
const [million, hundred] = flags.quick ? [400, 200] : [1_000_000, 100_000];
if (wanted('agree')) {
  await agree(small, 1, flags.quick ? 2 : 10);
  await agree(small, 0.6, flags.quick ? 1 : 5);
}
if (wanted('hundred')) await speed('hundred', hundred, 1, 'mixed');
if (wanted('page')) await page(hundred);
if (wanted('million')) await speed('million', million, 1, 'mixed');
if (wanted('dense')) await speed('dense', million, 0.7, 'mixed');
if (wanted('arithmetic')) {
  for (const arithmetic of Object.keys(ARITHMETICS)) {
    await speed('arithmetic', million, 1, arithmetic);
  }
}
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(notes, null, 1));
device.destroy();
process.exit(0);
