// Steps of diffusion on n x n open cells (McMillan, 2014, section 4.3.2).
import { readBuffer } from '@wayfield/gpu-core';
import { bytesOf, eachNeighbour, type Storage, WORKGROUP } from './neighbours.ts';
import { createBench, type Dispatch, type Launch, PARTS, partsOf, type Task } from './task.ts';

const STEPS = 64;

/** A step of the study: an eighth of the sum, and the goal keeps its value. */
const kernel = (storage: Storage): string => /* wgsl */ `
override SIDE: u32;
@group(0) @binding(0) var<storage, read> old: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
@group(0) @binding(2) var<uniform> part: vec4u; // first cell, end
${storage === 'computed' ? '' : '@group(0) @binding(3) var<storage, read> near: array<u32>;'}
@compute @workgroup_size(${WORKGROUP})
fn step(@builtin(global_invocation_id) id: vec3u) {
  let i = part.x + id.x;
  if (i >= part.y) { return; }
  var sum = 0.0;
  ${eachNeighbour(storage, 'sum += old[j];')}
  next[i] = select(sum * 0.125, 1024.0, i == SIDE * SIDE - 1u);
}
`;

/** `data`: the neighbours, from `neighbourData`. */
export function diffusionTask(
  device: GPUDevice,
  n: number,
  storage: Storage,
  data: Uint32Array,
): Task {
  const cells = n * n;
  const bench = createBench(device);
  const pipeline = bench.pipeline(kernel(storage), 'step', n);
  const empty = new Uint32Array(cells);
  const grids = [bench.storage(empty), bench.storage(empty)];
  const near = storage === 'computed' ? {} : { 3: bench.storage(data) };
  const groupsOf = (parts: number): Dispatch[][] =>
    [0, 1].map((from) =>
      Array.from({ length: parts }, (_, p) => {
        const [first, end] = [p, p + 1].map((k) => Math.floor((cells * k) / parts));
        const part = bench.uniform([first, end, 0, 0]);
        const bound = { 0: grids[from], 1: grids[1 - from], 2: part, ...near };
        const group = bench.group(pipeline, bound);
        return { pipeline, group, invocations: end - first, last: true };
      }),
    );
  const lists = new Map([1, PARTS].map((parts) => [parts, groupsOf(parts)]));
  return {
    bytes: bytesOf(storage, n),
    async run(launch: Launch) {
      for (const grid of grids) device.queue.writeBuffer(grid, 0, empty);
      await device.queue.onSubmittedWorkDone();
      const begun = performance.now();
      const byParity = lists.get(partsOf(launch))!;
      const all = Array.from({ length: STEPS }, (_, step) => byParity[step % 2]).flat();
      bench.submit(all, launch);
      await device.queue.onSubmittedWorkDone();
      return { ms: performance.now() - begun, steps: STEPS };
    },
    answer: () => readBuffer(device, grids[STEPS % 2], new Uint32Array(cells)),
    destroy: () => bench.destroy(),
  };
}
