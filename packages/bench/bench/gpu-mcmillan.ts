// Two experiments of McMillan (2014) as WebGPU allows them, on one device:
//
//   node --import tsx bench/gpu-mcmillan.ts [--quick] [--json FILE]
//
// 1. Where the neighbours of a cell are stored: computed again in every step (the study's program),
//    as a list of eight numbers per cell, or as a matrix of a bit per pair of cells. Printed are
//    the bytes of each and the milliseconds of a step of diffusion; all fields must be equal.
// 2. The stream experiment. CUDA streams start work side by side from the device; WebGPU has none.
//    What a page can do instead: one dispatch for all cells, a small dispatch for each of eight
//    parts, or a command buffer for each part. The figures say what many small launches cost here,
//    and are no figures of streams.
//
// --quick: small maps, for the software device (TEST_GPU=software).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBuffer } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});
if (process.env.TEST_GPU === 'software') {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const device = await requestDevice({ allowSoftware: process.env.TEST_GPU === 'software' });
const { vendor, architecture, description } = device.adapterInfo;
const name = [vendor, architecture, description].filter(Boolean).join(', ');

// an invalid call computes nothing, and its figure would be of that
let failed = false;
device.addEventListener('uncapturederror', (event) => {
  failed = true;
  console.error((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});
const STORAGE = 0x80 | 0x8 | 0x4;
const STEPS = 64;
/** One dispatch has at most 65,535 workgroups, and 2048 x 2048 cells must fit. */
const WORKGROUP = 256;
const PARTS = 8;
/** Before the first figure: the clock of a GPU comes up slowly. */
const WARM_UP_MS = flags.quick ? 0 : 2000;
const ROUNDS = flags.quick ? 3 : 15;
const SIDES = flags.quick ? [32, 64] : [32, 64, 128, 256, 512, 1024, 2048];
/** A matrix has a bit per pair of cells: 128 x 128 cells take 32 MiB, 256 x 256 would take 512. */
const MOST_IN_MATRIX = 128;

type Storage = 'computed' | 'list' | 'matrix';

/** The sum over the neighbours of cell `i`, in the order of their numbers. */
const SUMS: Readonly<Record<Storage, string>> = {
  computed: /* wgsl */ `
  let x = i % SIDE;
  let y = i / SIDE;
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let u = i32(x) + dx;
      let v = i32(y) + dy;
      let isOut = u < 0 || v < 0 || u >= i32(SIDE) || v >= i32(SIDE);
      if (isOut || (dx == 0 && dy == 0)) { continue; }
      sum += old[u32(v) * SIDE + u32(u)];
    }
  }`,
  list: /* wgsl */ `
  for (var k = 0u; k < 8u; k++) {
    let j = near[i * 8u + k];
    if (j != 0xffffffffu) { sum += old[j]; }
  }`,
  matrix: /* wgsl */ `
  let words = SIDE * SIDE / 32u;
  for (var w = 0u; w < words; w++) {
    var bits = near[i * words + w];
    while (bits != 0u) {
      sum += old[w * 32u + countTrailingZeros(bits)];
      bits &= bits - 1u;
    }
  }`,
};

/** A step of the study: an eighth of the sum, and the goal keeps its value. */
const stepOf = (storage: Storage): string => /* wgsl */ `
override SIDE: u32;
@group(0) @binding(0) var<storage, read> old: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
@group(0) @binding(2) var<storage, read> near: array<u32>;
@group(0) @binding(3) var<uniform> part: vec4u; // first cell, end
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = part.x + id.x;
  if (i >= part.y) { return; }
  var sum = 0.0;
  ${SUMS[storage]}
  next[i] = select(sum * 0.125, 1024.0, i == SIDE * SIDE - 1u);
  if (near[0] == 0xfffffffeu) { next[i] = 0.0; } // keeps the binding in every variant
}
`;

const buffers: GPUBuffer[] = [];
function bufferOf(data: Uint32Array | Float32Array): GPUBuffer {
  const buffer = device.createBuffer({ size: data.byteLength, usage: STORAGE });
  device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
  buffers.push(buffer);
  return buffer;
}

function neighbourData(storage: Storage, n: number): Uint32Array {
  if (storage === 'computed') return new Uint32Array(1);
  const cells = n * n;
  const list = new Uint32Array(8 * cells).fill(0xffffffff);
  const matrix = storage === 'matrix' ? new Uint32Array((cells * cells) / 32) : new Uint32Array(0);
  for (let i = 0; i < cells; i++) {
    let k = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [u, v] = [(i % n) + dx, Math.floor(i / n) + dy];
        if ((dx === 0 && dy === 0) || u < 0 || v < 0 || u >= n || v >= n) continue;
        const j = v * n + u;
        list[8 * i + k++] = j;
        if (storage === 'matrix') matrix[(i * cells) / 32 + (j >>> 5)] |= 1 << (j & 31);
      }
    }
  }
  return storage === 'matrix' ? matrix : list;
}

interface Task {
  readonly bytes: number;
  /** Cuts each step into parts: of one dispatch each, or of one command buffer each. */
  run(parts: number, inBuffers: boolean): Promise<number>;
  field(): Promise<Float32Array>;
}

function makeTask(storage: Storage, n: number): Task {
  const cells = n * n;
  const module = device.createShaderModule({ code: stepOf(storage) });
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module, entryPoint: 'main', constants: { SIDE: n } },
  });
  const near = neighbourData(storage, n);
  const grids = [bufferOf(new Float32Array(cells)), bufferOf(new Float32Array(cells))];
  const table = bufferOf(near);
  const partsOf = (parts: number): GPUBindGroup[][] =>
    [0, 1].map((from) =>
      Array.from({ length: parts }, (_, p) => {
        const range = device.createBuffer({ size: 16, usage: 0x40 | 0x8 });
        const ends = [p, p + 1].map((k) => Math.floor((cells * k) / parts));
        device.queue.writeBuffer(range, 0, new Uint32Array([...ends, 0, 0]));
        buffers.push(range);
        const entries = [grids[from], grids[1 - from], table, range].map((buffer, binding) => ({
          binding,
          resource: { buffer },
        }));
        return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
      }),
    );
  const groups = new Map([1, PARTS].map((parts) => [parts, partsOf(parts)]));
  return {
    bytes: storage === 'computed' ? 0 : near.byteLength,
    async run(parts, inBuffers) {
      for (const grid of grids) device.queue.writeBuffer(grid, 0, new Float32Array(cells));
      await device.queue.onSubmittedWorkDone();
      const begun = performance.now();
      let encoder = device.createCommandEncoder();
      for (let step = 0; step < STEPS; step++) {
        for (const group of groups.get(parts)![step % 2]) {
          const pass = encoder.beginComputePass();
          pass.setPipeline(pipeline);
          pass.setBindGroup(0, group);
          pass.dispatchWorkgroups(Math.ceil(cells / parts / WORKGROUP) + 1);
          pass.end();
          if (!inBuffers) continue;
          device.queue.submit([encoder.finish()]);
          encoder = device.createCommandEncoder();
        }
      }
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return performance.now() - begun;
    },
    field: () => readBuffer(device, grids[STEPS % 2], new Float32Array(cells)),
  };
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1];
const rows: object[] = [];
const note = (row: object): void => {
  rows.push(row);
  console.log(JSON.stringify(row));
};

let wrong = 0;
const warm = makeTask('computed', SIDES[0]);
for (const end = performance.now() + WARM_UP_MS; performance.now() < end;) await warm.run(1, false);
for (const n of SIDES) {
  const storages: Storage[] = ['computed', 'list'];
  if (n <= MOST_IN_MATRIX) storages.push('matrix');
  const tasks = storages.map((storage) => makeTask(storage, n));
  const times = tasks.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, task] of tasks.entries()) {
      const ms = await task.run(1, false);
      if (round > 0) times[i].push(ms / STEPS);
    }
  }
  const first = await tasks[0].field();
  for (const [i, task] of tasks.entries()) {
    const field = await task.field();
    const differing = field.reduce((sum, value, v) => sum + Number(value !== first[v]), 0);
    wrong += differing;
    note({
      experiment: 'neighbours',
      side: n,
      storage: storages[i],
      bytes: task.bytes,
      msPerStep: median(times[i]),
      differing,
    });
  }
  const [task] = tasks;
  for (const [launches, parts, inBuffers] of [
    ['one dispatch', 1, false],
    [`${PARTS} dispatches`, PARTS, false],
    [`${PARTS} command buffers`, PARTS, true],
  ] as const) {
    const ms: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const taken = await task.run(parts, inBuffers);
      if (round > 0) ms.push(taken / STEPS);
    }
    const field = await task.field();
    const differing = field.reduce((sum, value, v) => sum + Number(value !== first[v]), 0);
    wrong += differing;
    note({ experiment: 'launches', side: n, launches, msPerStep: median(ms), differing });
  }
  for (const buffer of buffers.splice(0)) buffer.destroy();
}
if (flags.json !== undefined) {
  writeFileSync(flags.json, `${JSON.stringify({ device: name, steps: STEPS, rows }, null, 2)}\n`);
}
console.log(`${name}: ${wrong} values differ`);
device.destroy();
process.exitCode = wrong === 0 && !failed ? 0 : 1;
