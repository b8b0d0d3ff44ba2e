// The study's parallel Dijkstra on n x n cells of cost 1 (McMillan, 2014, section 4.4.2): a minimum
// over the queue, a frontier of all that cost at most one more, and its neighbours.
import { readBuffer } from '@wayfield/gpu-core';
import { bytesOf, eachNeighbour, type Storage, WORKGROUP } from './neighbours.ts';
import { createBench, type Dispatch, type Launch, PARTS, partsOf, type Task } from './task.ts';

/** The bits of positive floats have the order of the floats, so distances are kept as words. */
const INFINITE = 0x7f800000;
/** Words of the control buffer. */
const CONTROL = { least: 0, iterations: 1, words: 4 } as const;
/** Batches of n iterations before a run counts as endless. n iterations settle an open map. */
const MOST_BATCHES = 4;

const relaxed = /* wgsl */ `
    let bits = bitcast<u32>(bitcast<f32>(own) + 1.0);
    if (bits < atomicMin(&dist[j], bits)) { atomicStore(&queued[j], 1u); }`;

/** `storage` undefined: a dispatch relaxes the neighbour in one of eight directions. */
const kernels = (storage: Storage | undefined): string => /* wgsl */ `
override SIDE: u32;
@group(0) @binding(0) var<storage, read_write> dist: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> queued: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> frontier: array<u32>;
@group(0) @binding(3) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> direction: vec4u; // 0 to 8, without 4, the cell itself
@group(0) @binding(5) var<storage, read> near: array<u32>;

@compute @workgroup_size(${WORKGROUP})
fn findLeast(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= SIDE * SIDE || atomicLoad(&queued[i]) == 0u) { return; }
  atomicMin(&control[${CONTROL.least}], atomicLoad(&dist[i]));
}

@compute @workgroup_size(${WORKGROUP})
fn setFrontier(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= SIDE * SIDE) { return; }
  let least = atomicLoad(&control[${CONTROL.least}]);
  if (i == 0u && least < ${INFINITE}u) { atomicAdd(&control[${CONTROL.iterations}], 1u); }
  let most = bitcast<f32>(least) + 1.0;
  let isIn = atomicLoad(&queued[i]) == 1u && bitcast<f32>(atomicLoad(&dist[i])) <= most;
  frontier[i] = u32(isIn);
  if (isIn) { atomicStore(&queued[i], 0u); }
}

@compute @workgroup_size(${WORKGROUP})
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i == 0u) { atomicStore(&control[${CONTROL.least}], ${INFINITE}u); }
  if (i >= SIDE * SIDE || frontier[i] == 0u) { return; }
  let own = atomicLoad(&dist[i]);
  ${storage === undefined ? inDirection : eachNeighbour(storage, relaxed)}
}
`;

const inDirection = /* wgsl */ `
  let u = i32(i % SIDE) + i32(direction.x % 3u) - 1;
  let v = i32(i / SIDE) + i32(direction.x / 3u) - 1;
  if (u < 0 || v < 0 || u >= i32(SIDE) || v >= i32(SIDE)) { return; }
  let j = u32(v) * SIDE + u32(u);
  ${relaxed}`;

/** `data`: the neighbours, from `neighbourData`. The goal is the last cell. */
export function dijkstraTask(
  device: GPUDevice,
  n: number,
  storage: Storage,
  data: Uint32Array,
): Task {
  const cells = n * n;
  const bench = createBench(device);
  const first = {
    dist: new Uint32Array(cells).fill(INFINITE),
    queued: new Uint32Array(cells),
    control: new Uint32Array(CONTROL.words).fill(INFINITE, 0, 1),
  };
  first.dist[cells - 1] = 0;
  first.queued[cells - 1] = 1;
  const [dist, queued, frontier, control] = [
    bench.storage(first.dist),
    bench.storage(first.queued),
    bench.storage(first.queued),
    bench.storage(first.control),
  ];
  const state = { 0: dist, 1: queued, 3: control };
  const dispatch = (
    own: Storage | undefined,
    entry: string,
    bound: Readonly<Record<number, GPUBuffer>>,
  ): Dispatch => {
    const pipeline = bench.pipeline(kernels(own), entry, n);
    return { pipeline, group: bench.group(pipeline, bound), invocations: cells };
  };
  const ready = [
    dispatch(storage, 'findLeast', state),
    dispatch(storage, 'setFrontier', { ...state, 2: frontier }),
  ];
  const relaxing = { ...state, 2: frontier };
  const near = storage === 'computed' ? {} : { 5: bench.storage(data) };
  const byParts = new Map([
    [1, [dispatch(storage, 'evaluate', { ...relaxing, ...near })]],
    [
      PARTS,
      [0, 1, 2, 3, 5, 6, 7, 8].map((k) => ({
        ...dispatch(undefined, 'evaluate', { ...relaxing, 4: bench.uniform([k, 0, 0, 0]) }),
        last: true,
      })),
    ],
  ]);
  return {
    bytes: bytesOf(storage, n),
    async run(launch: Launch) {
      device.queue.writeBuffer(dist, 0, first.dist);
      device.queue.writeBuffer(queued, 0, first.queued);
      device.queue.writeBuffer(control, 0, first.control);
      await device.queue.onSubmittedWorkDone();
      const step = [...ready, ...byParts.get(partsOf(launch))!];
      const batch = Array.from({ length: n }, () => step).flat();
      const begun = performance.now();
      for (let batches = 1; batches <= MOST_BATCHES; batches++) {
        bench.submit(batch, launch);
        const found = await readBuffer(device, control, new Uint32Array(CONTROL.words));
        const iterations = found[CONTROL.iterations];
        // a batch with an iteration to spare found the queue empty
        const done = iterations < batches * n || iterations === n;
        if (done) return { ms: performance.now() - begun, steps: batches * n };
      }
      throw new Error(`${n} x ${n}: the queue is not empty after ${MOST_BATCHES * n} iterations`);
    },
    answer: () => readBuffer(device, dist, new Uint32Array(cells)),
    destroy: () => bench.destroy(),
  };
}

/** The distance of each cell from the last one: the larger of both differences, as bits of f32. */
export function exactDistances(n: number): Uint32Array {
  const exact = new Float32Array(n * n);
  for (let i = 0; i < n * n; i++) {
    exact[i] = Math.max(n - 1 - (i % n), n - 1 - Math.floor(i / n));
  }
  return new Uint32Array(exact.buffer);
}
