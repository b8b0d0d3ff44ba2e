// Device and wall time of the GPU solver, every pair count compared with the solver in WebAssembly.
//
//   node --import tsx bench/gpu.ts [--part NAME]… [--scale 1] [--json FILE] [--repeats 15]
//     [--tunings] [--large]
//
// --part    device (time on the GPU, by kernel), wall (with upload and read-back), even (GPU
//           and one thread, 500 to 100,000 bodies), crowd (10,000 bodies in one cell), exact
//           (circles that just touch), transfer, sort. Default: all
// --large   part device also measures 10 M bodies
// --scale   multiplies all numbers of bodies
// TEST_GPU=software runs the software driver (to check the program, not the figures)
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSort, readBuffer, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuCollisionSolver, type GpuTuning } from '../src/gpu/index.ts';
import { type Bodies, createCollisionSolver } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { makeTangents } from '../test/gpu-scenes.ts';
import { buildCase, type Case, circlesWith, createUniform } from './gpu-cases.ts';
import { createTimedPass, median } from './timed-pass.ts';

const PARTS = ['exact', 'device', 'crowd', 'transfer', 'sort', 'wall', 'even'];
const { values: flags } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: PARTS },
    scale: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '15' },
    json: { type: 'string' },
    tunings: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
});
const scale = Number(flags.scale);
const repeats = Number(flags.repeats);
const software = process.env.TEST_GPU === 'software';
if (software) useSoftwareVulkan();
const exactTimes = 'disable-dawn-features=timestamp_quantization';
const device = await requestDevice({
  dawn: software ? SOFTWARE_DAWN : [exactTimes],
  allowSoftware: software,
});
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
  process.exitCode = 1;
});
const { vendor, architecture, description } = device.adapterInfo;
console.log([vendor, architecture, description].filter(Boolean).join(', '));

const rows: object[] = [];
const note = (row: Record<string, unknown>): void => {
  rows.push(row);
  console.log(
    Object.entries(row)
      .map(([key, value]) => `${key} ${typeof value === 'number' ? +value.toFixed(4) : value}`)
      .join('  '),
  );
};
const many = (count: number): number => Math.round(count * scale);
const million = many(1_000_000);

/** Pairs by the solver in WebAssembly, and its time for update and pairs. */
function onCpu(bodies: Bodies, runs: number): { total: number; ms: number } {
  const solver = createCollisionSolver(bodies);
  let total = 0;
  const times: number[] = [];
  for (let k = 0; k < runs; k++) {
    const start = performance.now();
    solver.update();
    ({ total } = solver.pairs());
    times.push(performance.now() - start);
  }
  solver.destroy();
  return { total, ms: Math.min(...times) };
}

interface Job {
  readonly case: Case;
  readonly radius?: number;
  readonly grid?: 'single' | 'multi';
  readonly tuning?: GpuTuning;
}

/** Time on the GPU of a whole tick, and of its kernels. */
async function deviceTime({ case: given, radius, grid, tuning = {} }: Job): Promise<void> {
  const bodies = buildCase(given, 1);
  const solver = await createGpuCollisionSolver(device, bodies, { grid: grid ?? 'auto', tuning });
  const pass = createTimedPass(device);
  const capacity = radius === undefined ? 6 * given.count : 24 * given.count;
  const record = (target: GPUComputePassEncoder): void => {
    if (radius === undefined) solver.encodePairs(target, { capacity });
    else solver.encodeNeighbours(target, { radius, capacity });
  };
  const times = await pass.whole(record, repeats);
  const kernels = await pass.kernels(record, 5);
  let total: number;
  if (radius === undefined) {
    const encoder = device.createCommandEncoder();
    const { count } = solver.encodePairs(encoder, { capacity });
    device.queue.submit([encoder.finish()]);
    total = (await readBuffer(device, count, new Uint32Array(1)))[0];
  } else {
    ({ total } = await solver.neighbours({ radius, capacity: 0 }));
  }
  const expected = radius === undefined && given.count <= million ? onCpu(bodies, 1).total : total;
  note({
    part: 'device',
    case: given.name,
    ...(grid ? { grid } : {}),
    ...(Object.keys(tuning).length > 0 ? { tuning: JSON.stringify(tuning) } : {}),
    bodies: given.count,
    found: total,
    right: total === expected,
    min: Math.min(...times),
    median: median(times),
    kernels: JSON.stringify(kernels),
    MiB: solver.memoryBytes / 2 ** 20,
  });
  pass.destroy();
  solver.destroy();
}

const spheres = circlesWith('3D, 6 contacts', 3, million, 6, [1, 1]);
const sparse = circlesWith('2D, r 2, 16 % touch', 2, million, 0.17, [2, 2]);
const dense = circlesWith('2D, r 2, 3 contacts', 2, million, 3, [2, 2]);
const wide = circlesWith('2D, r 2 to 512, 16 % touch', 2, million, 0.17, [2, 512]);
const wideDense = circlesWith('2D, r 2 to 512, 3 contacts', 2, million, 3, [2, 512]);
// many small ones among few large ones: radii as the inverse of a uniform number
const skewed: Case = {
  name: '2D, r 2 to 512, most of them small',
  dimensions: 2,
  count: million,
  side: 12_000 * Math.sqrt(scale),
  radius: [2, 512],
  skewed: true,
};
const large2 = circlesWith('2D, r 2, 16 % touch', 2, many(1e7), 0.17, [2, 2]);
const large2Dense = circlesWith('2D, r 2, 3 contacts', 2, many(1e7), 3, [2, 2]);
const large3 = circlesWith('3D, 6 contacts', 3, many(1e7), 6, [1, 1]);
const near16 = circlesWith('3D, 16 neighbours within 2', 3, million, 16, [1, 1]);
const flame: Case = { ...spheres, name: '3D, density 1, within 2 (27 cells, 216 candidates)' };
const flameCase: Case = { ...flame, side: Math.cbrt(million), radius: [1, 1] };

for (const part of flags.part) {
  if (part === 'exact') {
    for (const dimensions of [2, 3] as const) {
      const bodies = makeTangents(dimensions, 3000, 7);
      const solver = await createGpuCollisionSolver(device, bodies);
      const { slots } = await solver.pairs({ canonical: true });
      const expected = createReferenceSolver(bodies).pairs().slots;
      const right = slots.length === expected.length && slots.every((v, i) => v === expected[i]);
      note({ part, dimensions, pairs: expected.length / 2, right });
      solver.destroy();
    }
  }
  if (part === 'device') {
    for (const one of [spheres, sparse, dense]) await deviceTime({ case: one });
    for (const one of [wide, wideDense]) {
      for (const grid of ['single', 'multi'] as const) await deviceTime({ case: one, grid });
    }
    for (const grid of ['single', 'multi'] as const) {
      await deviceTime({ case: sparse, grid });
      await deviceTime({ case: skewed, grid });
    }
    await deviceTime({ case: skewed });
    await deviceTime({ case: near16, radius: 2 });
    await deviceTime({ case: flameCase, radius: 2 });
    if (flags.large)
      for (const one of [large2, large2Dense, large3]) await deviceTime({ case: one });
    if (flags.tunings) {
      const tunings: GpuTuning[] = [
        { workgroupSize: 64 },
        { workgroupSize: 256 },
        { workgroupSize: 128, gather: 256 },
        { workgroupSize: 256, gather: 512 },
        { keysPerBody: 2 },
        { keysPerBody: 16 },
      ];
      for (const tuning of tunings) {
        for (const one of [spheres, sparse, dense]) await deviceTime({ case: one, tuning });
        if (!tuning.gather) await deviceTime({ case: flameCase, radius: 2, tuning });
      }
    }
  }
  if (part === 'crowd') {
    const bodies = buildCase(sparse, 3);
    const crowd = many(10_000);
    const next = createUniform(4);
    // all in one cell, and few of them touch
    for (let i = 0; i < crowd; i++) {
      bodies.x[i] = 100 + next() * 3;
      bodies.y[i] = 100 + next() * 3;
      bodies.radius[i] = 1e-3;
    }
    for (const tuning of [{}, { long: 128 }, { long: 2048 }, { long: 1e9 }]) {
      const solver = await createGpuCollisionSolver(device, bodies, { grid: 'single', tuning });
      const pass = createTimedPass(device);
      const record = (target: GPUComputePassEncoder): void =>
        void solver.encodePairs(target, { capacity: 6 * bodies.end });
      const times = await pass.whole(record, repeats);
      const kernels = await pass.kernels(record, 3);
      const { total } = await solver.pairs();
      const right = total === onCpu(bodies, 1).total;
      const tuned = JSON.stringify(tuning);
      note({
        part,
        crowd,
        tuned,
        total,
        right,
        min: Math.min(...times),
        kernels: JSON.stringify(kernels),
      });
      pass.destroy();
      solver.destroy();
    }
  }
  if (part === 'sort') {
    const next = createUniform(5);
    const keys = Uint32Array.from({ length: million }, () => next() * 2 ** 22);
    const sortKeys = uploadWords(device, 'keys', keys);
    const values = storageBuffer(device, 'values', million);
    const sort = createSort(device, { keys: sortKeys, values, length: million, endBit: 22 });
    const pass = createTimedPass(device);
    const times = await pass.whole((target) => sort.encode(target), repeats);
    note({ part, what: 'radix sort, 22 bits', bodies: million, min: Math.min(...times) });
    for (const made of [pass, sort, sortKeys, values]) made.destroy();
  }
  if (part === 'transfer') {
    const words = new Float32Array(4 * million);
    const buffer = storageBuffer(device, 'transfer', words.length);
    const times: number[] = [];
    for (let k = 0; k < 8; k++) {
      const start = performance.now();
      device.queue.writeBuffer(buffer, 0, words);
      await device.queue.onSubmittedWorkDone();
      times.push(performance.now() - start);
    }
    note({ part, what: 'writeBuffer, 16 bytes a body', ms: Math.min(...times) });
    const staging = device.createBuffer({ size: words.byteLength, usage: 0x0002 | 0x0004 });
    const mapped: number[] = [];
    for (let k = 0; k < 8; k++) {
      const start = performance.now();
      await staging.mapAsync(2);
      new Float32Array(staging.getMappedRange()).set(words);
      staging.unmap();
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(staging, 0, buffer, 0, words.byteLength);
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      mapped.push(performance.now() - start);
    }
    note({ part, what: 'mapped memory, 16 bytes a body', ms: Math.min(...mapped) });
    staging.destroy();
    buffer.destroy();
  }
  if (part === 'wall') {
    for (const one of [spheres, sparse, dense]) {
      const bodies = buildCase(one, 1);
      const solver = await createGpuCollisionSolver(device, bodies);
      const all: number[] = [];
      const moved: number[] = [];
      let total = 0;
      for (let k = 0; k < repeats; k++) {
        let start = performance.now();
        await solver.update();
        ({ total } = await solver.pairs());
        all.push(performance.now() - start);
        start = performance.now();
        await solver.update(['x', 'y', 'z']);
        await solver.pairs();
        moved.push(performance.now() - start);
      }
      const cpu = onCpu(bodies, 5);
      note({
        part,
        case: one.name,
        bodies: one.count,
        total,
        right: total === cpu.total,
        ms: Math.min(...all),
        median: median(all),
        positionsOnly: Math.min(...moved),
        oneThread: cpu.ms,
      });
      solver.destroy();
    }
    const bodies = buildCase(near16, 1);
    const solver = await createGpuCollisionSolver(device, bodies);
    const times: number[] = [];
    let total = 0;
    for (let k = 0; k < repeats; k++) {
      const start = performance.now();
      await solver.update(['x', 'y', 'z']);
      ({ total } = await solver.neighbours({ radius: 2 }));
      times.push(performance.now() - start);
    }
    note({
      part,
      case: near16.name,
      bodies: million,
      total,
      ms: Math.min(...times),
      median: median(times),
    });
    solver.destroy();
  }
  if (part === 'even') {
    for (const count of [500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]) {
      const one = circlesWith('2D, r 2, 3 contacts', 2, many(count), 3, [2, 2]);
      const bodies = buildCase(one, 1);
      const solver = await createGpuCollisionSolver(device, bodies);
      const times: number[] = [];
      let total = 0;
      for (let k = 0; k < 4 * repeats; k++) {
        const start = performance.now();
        await solver.update();
        ({ total } = await solver.pairs());
        times.push(performance.now() - start);
      }
      const cpu = onCpu(bodies, 4 * repeats);
      const right = total === cpu.total;
      note({
        part,
        bodies: one.count,
        right,
        gpu: Math.min(...times),
        gpuMedian: median(times),
        oneThread: cpu.ms,
      });
      solver.destroy();
    }
  }
}
if (flags.json) writeFileSync(flags.json, JSON.stringify(rows, undefined, 1));
device.destroy();
process.exit();
