// Where the time of one tree goes: the floor of a round trip, tiles, sweeps of a hierarchy.
//
//   node --import tsx bench/one-tree.ts [--map rome]… [--roads FOLDER] [--quick]
//
// TEST_GPU=software: the software driver, to check the program.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createReadBack, guarded } from '@wayfield/gpu-core';
import { createTimer } from '@wayfield/gpu-core/internal';
import type { Graph, Tree } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuHierarchySolver } from '../src/hierarchy.ts';
import { createLoneSweep } from '../src/hierarchy/lone-sweep.ts';
import { createGpuSweeps } from '../src/hierarchy/sweeps.ts';
import { createGpuTreeSolver } from '../src/index.ts';
import { requestDevice } from '../src/node.ts';
import { treeCases } from './sssp-cases.ts';

const { values: flags } = parseArgs({
  options: {
    map: { type: 'string', multiple: true, default: [] },
    roads: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const { quick } = flags;
const EXACT = ['disable-dawn-features=timestamp_quantization'];
const software = process.env['TEST_GPU'] === 'software';
if (software) useSoftwareVulkan();
const device = await requestDevice(
  software ? { dawn: [...SOFTWARE_DAWN, ...EXACT], allowSoftware: true } : { dawn: EXACT },
);
device.addEventListener('uncapturederror', (event) => {
  console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
});

const ROUNDS = quick ? 2 : 41;
const WARM_MS = quick ? 0 : 400;
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN;
const inMs = (ms: number): number => Math.round(ms * 1000) / 1000;
const say = (row: Record<string, unknown>): void => console.log(JSON.stringify(row));

/** Medians of the wall time and of all numbers that the work returns. */
async function measure(
  what: string,
  work: () => unknown,
  more: Record<string, unknown> = {},
): Promise<void> {
  const warm = performance.now();
  do await work();
  while (performance.now() - warm < WARM_MS);
  const walls: number[] = [];
  const parts = new Map<string, number[]>();
  for (let k = 0; k < ROUNDS; k++) {
    const begun = performance.now();
    const found = (await work()) as Record<string, unknown> | undefined;
    walls.push(performance.now() - begun);
    for (const [name, value] of Object.entries(found ?? {})) {
      if (typeof value !== 'number') continue;
      parts.set(name, [...(parts.get(name) ?? []), value]);
    }
  }
  const of = [...parts].map(([name, values]) => [name, inMs(median(values))]);
  const least = inMs(Math.min(...walls));
  say({ what, ...more, wall: inMs(median(walls)), least, ...Object.fromEntries(of) });
}

/** A kernel that touches 64 bytes, and what records it. */
function idleKernel(): { source: GPUBuffer; record: Recorder } {
  const module = device.createShaderModule({
    code: `
      @group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(64) fn touch(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < 16u) { words[id.x] += 1u; }
      }`,
  });
  const compute = { module, entryPoint: 'touch' };
  const pipeline = device.createComputePipeline({ layout: 'auto', compute });
  const source = device.createBuffer({ size: 2 ** 22, usage: 0x80 | 4 | 8 });
  const zeros = device.createBuffer({ size: 16, usage: 0x100 | 8 });
  const layout = pipeline.getBindGroupLayout(0);
  const entries = [{ binding: 0, resource: { buffer: source } }];
  const group = device.createBindGroup({ layout, entries });
  const record: Recorder = (dispatches, indirect) => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let i = 0; i < dispatches; i++) {
      if (indirect) pass.dispatchWorkgroupsIndirect(zeros, 0);
      else pass.dispatchWorkgroups(1);
    }
    pass.end();
    return encoder;
  };
  return { source, record };
}

type Recorder = (dispatches: number, indirect: boolean) => GPUCommandEncoder;

/** Dispatches without work. */
async function idleDispatches(record: Recorder): Promise<void> {
  for (const [count, indirect] of [
    [1, false],
    [16, false],
    [64, false],
    [16, true],
    [64, true],
  ] as const) {
    const work = async (): Promise<object> => {
      const begun = performance.now();
      device.queue.submit([record(count, indirect).finish()]);
      const submitted = performance.now() - begun;
      await device.queue.onSubmittedWorkDone();
      return { submitted };
    };
    await measure('submit, wait for the queue', work, { dispatches: count, indirect });
  }
}

/** Read-backs after a dispatch without work: WebGPU alone, and with error scopes. */
async function readBacks(source: GPUBuffer, record: Recorder): Promise<void> {
  for (const bytes of [4096, 120_000, 600_000, 1_000_000, 4_000_000]) {
    const staging = device.createBuffer({ size: bytes, usage: 1 | 8 });
    const into = new Uint8Array(bytes);
    const alone = async (): Promise<object> => {
      const begun = performance.now();
      const encoder = record(1, false);
      encoder.copyBufferToBuffer(source, 0, staging, 0, bytes);
      device.queue.submit([encoder.finish()]);
      const submitted = performance.now() - begun;
      await staging.mapAsync(1, 0, bytes);
      const mapped = performance.now() - begun - submitted;
      into.set(new Uint8Array(staging.getMappedRange(0, bytes)));
      staging.unmap();
      return { submitted, mapped, copied: performance.now() - begun - submitted - mapped };
    };
    await measure('read back, mapAsync alone', alone, { bytes });
    const back = createReadBack(device, bytes);
    const scoped = async (): Promise<void> => {
      let reading: Promise<void> | undefined;
      await guarded(device, 'bench', () => {
        const encoder = record(1, false);
        back.encode(encoder, source, 0, 0, bytes);
        device.queue.submit([encoder.finish()]);
        reading = back.read({ at: 0, into });
        reading.catch(() => {});
      });
      await reading;
    };
    await measure('read back, guarded', scoped, { bytes });
    back.destroy();
    staging.destroy();
  }
}

/** A map, its hierarchy, and sources from which most nodes are reached. */
interface Subject {
  readonly name: string;
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  readonly sources: readonly number[];
  /** Distances by sweeps of one thread. */
  readonly right: readonly Float32Array[];
}

let turn = 0;
const nextOf = ({ sources }: Subject): number => sources[turn++ % sources.length];

/** One thread: Dijkstra's algorithm, and sweeps of the hierarchy. */
async function byOneThread(name: string, graph: Graph): Promise<Subject> {
  const { nodeCount } = graph;
  const begun = performance.now();
  const hierarchy = buildHierarchy(graph);
  const levels = hierarchy.levelStart.length - 1;
  say({ name, nodeCount, levels, hierarchy: inMs(performance.now() - begun) });
  const thread = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const swept = createHierarchySolver(graph, hierarchy);
  const next = random(5);
  const sources: number[] = [];
  const right: Float32Array[] = [];
  let unlike = 0;
  while (sources.length < 5) {
    const source = next(nodeCount);
    const { dist } = thread.tree(source);
    if (dist.filter((d) => d < Infinity).length < nodeCount / 2) continue;
    sources.push(source);
    const sums = new Float32Array(nodeCount);
    swept.trees([source]).distInto(0, sums);
    right.push(sums);
    unlike += sums.reduce((sum, d, v) => sum + (d === dist[v] ? 0 : 1), 0);
  }
  say({ what: `${name}: distances of the hierarchy unlike Dijkstra's`, unlike });
  const subject: Subject = { name, graph, hierarchy, sources, right };
  let tree: Tree | undefined;
  const reused = (): { reuse: Tree } | object => (tree ? { reuse: tree } : {});
  await measure(`${name}: one thread, Dijkstra`, () => {
    tree = thread.tree(nextOf(subject), reused());
  });
  await measure(`${name}: one thread, tree by hierarchy`, () => {
    tree = swept.tree(nextOf(subject), reused());
  });
  const out = new Float32Array(nodeCount);
  await measure(`${name}: one thread, sweep, distances`, () => {
    swept.trees([nextOf(subject)]).distInto(0, out);
  });
  thread.destroy();
  swept.destroy();
  return subject;
}

async function bySolvers(subject: Subject): Promise<void> {
  const { name, graph, hierarchy, sources } = subject;
  for (const timing of [false, true]) {
    const tiles = await createGpuTreeSolver(device, graph, { timing });
    let reuse = (await tiles.run([sources[0]])).trees;
    for (const parents of [true, false]) {
      const run = async (): Promise<object> => {
        const found = await tiles.run([nextOf(subject)], { parents, reuse });
        if (parents) reuse = found.trees;
        return { rounds: found.rounds, ...found.timing };
      };
      await measure(`${name}: GPU, tiles`, run, { parents, timing });
    }
    tiles.destroy();
    const solver = await createGpuHierarchySolver(device, hierarchy, { timing });
    let rows = await solver.distances([sources[0]]);
    await measure(`${name}: GPU, distances of the hierarchy`, async () => {
      rows = await solver.distances([nextOf(subject)], { reuse: rows });
    });
    const other = sources[1];
    rows = await solver.distances([sources[0], other]);
    await measure(`${name}: GPU, from two sources`, async () => {
      rows = await solver.distances([nextOf(subject), other], { reuse: rows });
    });
    if (timing) {
      await measure(`${name}: GPU, four at once, resident`, async () => {
        const { deviceMs } = await solver.runResident([nextOf(subject)]);
        return { deviceMs };
      });
    }
    solver.destroy();
  }
}

const VARIANTS = [
  { mergedRanks: 8192, workgroupSize: 1024 },
  { mergedRanks: 8192, workgroupSize: 256 },
  { mergedRanks: 4096, workgroupSize: 1024 },
  { mergedRanks: 12_288, workgroupSize: 1024 },
  // again, to see what the clock of the device did meanwhile
  { mergedRanks: 8192, workgroupSize: 1024 },
];

/** What one workgroup takes together, and what a pause costs. */
async function tuned(subject: Subject): Promise<void> {
  const { name, graph, hierarchy, sources, right } = subject;
  const { nodeCount } = graph;
  const out = new Float32Array(nodeCount);
  const sweeps = await createGpuSweeps(device, hierarchy);
  for (const variant of quick ? [{ mergedRanks: 1024, workgroupSize: 256 }] : VARIANTS) {
    const lone = createLoneSweep(device, hierarchy, sweeps.fixed, variant);
    const back = createReadBack(device, 4 * nodeCount);
    for (const timing of [false, true]) {
      const timer = createTimer(device, timing);
      const one = async (source: number): Promise<Record<string, number>> => {
        const start = performance.now();
        const encoder = device.createCommandEncoder();
        lone.encode(encoder, hierarchy.rank[source], timer);
        back.encode(encoder, lone.byNode, 0, 0, 4 * nodeCount);
        device.queue.submit([encoder.finish()]);
        const submitted = performance.now() - start;
        await back.read({ at: 0, into: out });
        const read = performance.now() - start - submitted;
        return timing ? { deviceMs: (await timer.read())('sweep') } : { submitted, read };
      };
      let wrong = 0;
      for (let i = 0; i < sources.length; i++) {
        await one(sources[i]);
        for (let v = 0; v < nodeCount; v++) if (out[v] !== right[i][v]) wrong++;
      }
      const more = { ...variant, timing, wrong };
      await measure(`${name}: GPU, lone sweep`, () => one(nextOf(subject)), more);
      timer.destroy();
      if (timing) continue;
      const idle: number[] = [];
      for (let k = 0; k < (quick ? 1 : 5); k++) {
        await new Promise((done) => setTimeout(done, 300));
        const start = performance.now();
        await one(nextOf(subject));
        idle.push(performance.now() - start);
      }
      say({ what: `${name}: after pauses of 300 ms`, ...variant, wall: inMs(median(idle)) });
    }
    back.destroy();
    lone.destroy();
  }
  sweeps.destroy();
}

const { source, record } = idleKernel();
await idleDispatches(record);
await readBacks(source, record);
const roads =
  flags.roads ?? fileURLToPath(new URL('../../../../shared/data/road', import.meta.url));
const wanted = quick ? ['road-small'] : flags.map.length > 0 ? flags.map : ['rome', 'NY'];
for (const { name, load } of treeCases(roads).filter((item) => wanted.includes(item.name))) {
  const graph = (await load()) as Graph | undefined;
  if (graph) {
    const subject = await byOneThread(name, graph);
    await bySolvers(subject);
    await tuned(subject);
  } else console.log(`${name}: no file in ${roads}`);
}
device.destroy();
process.exit(0);
