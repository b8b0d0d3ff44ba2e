// Sweeps and queries on contraction hierarchies: device and wall time, and all threads of the CPU
// on the same queries. Distances are compared with those of the CPU bit for bit.
//
//   node --import tsx bench/hierarchy.ts [--case NY]… [--roads FOLDER] [--queries 1000000]
//     [--threads N] [--table N] [--quick] [--json FILE]
//
// TEST_GPU=software measures the software driver (to check the program, not the figures)
import { readBuffer } from '@wayfield/gpu-core';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { type Graph, type Queries, readGraph, writeGraph } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { type Hierarchy, readHierarchy, writeHierarchy } from '@wayfield/graph/hierarchy';
import { useSoftwareVulkan } from '@wayfield/testing/gpu';
import { createGpuHierarchySolver } from '../src/hierarchy.ts';
import { requestDevice } from '../src/node.ts';
import { treeCases } from './sssp-cases.ts';

const least = (times: readonly number[]): number => Math.min(...times);
/** Milliseconds of work that does not count: after a pause the clock of a GPU comes up slowly. */
const WARM_UP_MS = 2000;
const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1];

function randomPairs(nodeCount: number, count: number, seed: number): Queries {
  const next = random(seed);
  const node = (): number => next(nodeCount);
  return {
    count,
    source: Uint32Array.from({ length: count }, node),
    target: Uint32Array.from({ length: count }, node),
  };
}

/** A thread that answers slices of the same queries as all others. */
function serve(): void {
  const { graph, hierarchy, count, seed } = workerData;
  const roads = readGraph(graph);
  const solver = createHierarchySolver(roads, readHierarchy(hierarchy));
  const { source, target } = randomPairs(roads.nodeCount, count, seed);
  parentPort!.postMessage('ready');
  parentPort!.on('message', ([from, to]: [number, number]) => {
    const slice = {
      count: to - from,
      source: source.subarray(from, to),
      target: target.subarray(from, to),
    };
    parentPort!.postMessage(solver.run(slice, { result: 'cost' }).cost);
  });
}

/** This file in a thread; as TypeScript it needs a loader there too. */
function startWorker(data: object): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(import.meta.url), { workerData: data });
  }
  const own = `import('${import.meta.url}')`;
  const load = `import('tsx/esm/api').then(({ register }) => (register(), ${own}))`;
  return new Worker(load, { eval: true, workerData: data });
}

/** Milliseconds in which `threads` threads answer `count` queries; the fastest of three. */
async function onAllThreads(
  graph: Graph,
  hierarchy: Hierarchy,
  threads: number,
  count: number,
  seed: number,
): Promise<{ ms: number; cost: Float32Array }> {
  const shared = (bytes: Uint8Array): SharedArrayBuffer => {
    const buffer = new SharedArrayBuffer(bytes.length);
    new Uint8Array(buffer).set(bytes);
    return buffer;
  };
  const data = {
    graph: shared(writeGraph(graph)),
    hierarchy: shared(writeHierarchy(hierarchy)),
    count,
    seed,
  };
  const workers = Array.from({ length: threads }, () => startWorker(data));
  const reply = (worker: Worker): Promise<unknown> =>
    new Promise((resolve) => worker.once('message', resolve));
  await Promise.all(workers.map(reply));
  const cost = new Float32Array(count);
  const times: number[] = [];
  const slice = Math.max(1, Math.ceil(count / threads / 16));
  for (let round = 0; round < 3; round++) {
    let next = 0;
    const start = performance.now();
    await Promise.all(
      workers.map(async (worker) => {
        while (next < count) {
          const from = next;
          next += slice;
          const to = Math.min(count, from + slice);
          const answer = reply(worker);
          worker.postMessage([from, to]);
          cost.set((await answer) as Float32Array, from);
        }
      }),
    );
    times.push(performance.now() - start);
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  return { ms: least(times), cost };
}

async function keepBusy(work: () => Promise<unknown>, ms: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < ms;) await work();
}

interface Bench {
  readonly device: GPUDevice;
  readonly quick: boolean;
  readonly threads: number;
  readonly queries: number;
  readonly tableSize: number | undefined;
  readonly note: (row: Record<string, unknown>) => void;
}

interface Subject {
  readonly name: string;
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      case: { type: 'string', multiple: true, default: [] },
      roads: { type: 'string' },
      queries: { type: 'string', default: '1000000' },
      threads: { type: 'string' },
      table: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const roads =
    flags.roads ?? fileURLToPath(new URL('../../../../shared/data/road', import.meta.url));
  const threads = Number(flags.threads ?? availableParallelism());
  const { quick } = flags;
  if (process.env.TEST_GPU === 'software') useSoftwareVulkan();
  const device = await requestDevice({ dawn: ['disable-dawn-features=timestamp_quantization'] });
  device.addEventListener('uncapturederror', (event) => {
    console.log((event as GPUUncapturedErrorEvent).error.message.slice(0, 500));
  });
  const { vendor, architecture, description } = device.adapterInfo;
  console.log([vendor, architecture, description].filter(Boolean).join(', '));
  const rows: object[] = [];
  const note = (row: Record<string, unknown>): void => {
    rows.push(row);
    console.log(JSON.stringify(row));
  };
  const queries = Number(flags.queries);
  const tableSize = flags.table === undefined ? undefined : Number(flags.table);
  const bench: Bench = { device, quick, threads, queries, tableSize, note };
  const wanted = quick ? ['road-small'] : flags.case.length > 0 ? flags.case : ['NY', 'FLA'];
  for (const { name, load } of treeCases(roads).filter((item) => wanted.includes(item.name))) {
    const graph = (await load()) as Graph | undefined;
    if (!graph) {
      console.log(`${name}: no file in ${roads}`);
      continue;
    }
    const start = performance.now();
    const hierarchy = buildHierarchy(graph);
    const { nodeCount, levelStart, up, down } = hierarchy;
    note({
      case: name,
      preprocessing: performance.now() - start,
      nodes: nodeCount,
      arcs: up.head.length + down.head.length,
      levels: levelStart.length - 1,
    });
    await measureSweeps(bench, { name, graph, hierarchy });
    await measureQueries(bench, { name, graph, hierarchy });
  }
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(rows, null, 1));
  device.destroy();
  process.exit(0);
}

async function measureSweeps(bench: Bench, { name, graph, hierarchy }: Subject): Promise<void> {
  const { device, quick, note } = bench;
  const { nodeCount, rank } = hierarchy;
  const memoryBudget = 2 ** 31 - 16;
  const solver = await createGpuHierarchySolver(device, hierarchy, {
    timing: true,
    memoryBudget,
  });
  const next = random(3);
  for (const count of quick ? [8] : [256, 128, 32]) {
    const sources = Array.from({ length: count }, () => next(nodeCount));
    const times: number[] = [];
    const walls: number[] = [];
    await keepBusy(() => solver.runResident(sources), quick ? 0 : WARM_UP_MS);
    for (let k = 0; k < (quick ? 2 : 25); k++) {
      times.push((await solver.runResident(sources)).deviceMs);
    }
    // timestamps are read back, which takes time of its own
    const untimed = await createGpuHierarchySolver(device, hierarchy, { memoryBudget });
    for (let k = 0; k < (quick ? 2 : 25); k++) {
      const start = performance.now();
      await untimed.runResident(sources);
      walls.push(performance.now() - start);
    }
    untimed.destroy();
    const { dist, stride } = await solver.runResident(sources);
    const wrong = await wrongDistances(bench.device, { graph, hierarchy }, sources, {
      dist,
      stride,
    });
    note({
      case: name,
      sources: count,
      treeDeviceMs: least(times) / count,
      treeDeviceMedianMs: median(times) / count,
      treeWallMs: least(walls) / count,
      treeWallMedianMs: median(walls) / count,
      wrong,
      ranked: rank.length,
    });
  }
  solver.destroy();
}

/**
 * Distances, of every sixteenth block of ranks and the first four sources, that are not the CPU's.
 */
async function wrongDistances(
  device: GPUDevice,
  { graph, hierarchy }: Pick<Subject, 'graph' | 'hierarchy'>,
  sources: readonly number[],
  { dist, stride }: { readonly dist: GPUBuffer; readonly stride: number },
): Promise<number> {
  const { nodeCount } = hierarchy;
  const cpu = createHierarchySolver(graph, hierarchy);
  const expected = cpu.trees(sources.slice(0, 4));
  let wrong = 0;
  const bits = new Uint32Array(
    expected.dist.buffer,
    expected.dist.byteOffset,
    expected.dist.length,
  );
  const part = new Uint32Array(stride * 4096);
  for (let first = 0; first < nodeCount; first += 4096 * 16) {
    const ranks = Math.min(4096, nodeCount - first);
    const some = part.subarray(0, ranks * stride);
    await readBuffer(device, dist, some, first * stride * 4);
    for (let r = 0; r < ranks; r++) {
      const at = expected.place[hierarchy.node[first + r]] * expected.lanes;
      for (let i = 0; i < 4; i++) {
        if (some[r * stride + i] !== bits[at + i]) wrong++;
      }
    }
  }
  cpu.destroy();
  return wrong;
}

async function measureQueries(bench: Bench, { name, graph, hierarchy }: Subject): Promise<void> {
  const { device, quick, threads, note } = bench;
  const count = quick ? 100 : bench.queries;
  const few = quick ? 100 : Math.min(count, 400_000);
  const cpu = await onAllThreads(graph, hierarchy, threads, few, 9);
  note({ case: name, threads, queries: few, cpuUs: (1000 * cpu.ms) / few });
  const asked = { ...randomPairs(graph.nodeCount, few, 9) };
  const many: Queries = {
    count,
    source: Uint32Array.from({ length: count }, (_, i) => asked.source[i % few]),
    target: Uint32Array.from(
      { length: count },
      (_, i) => asked.target[(i * 7 + Math.floor(i / few)) % few],
    ),
  };
  many.target.set(asked.target);
  for (const tableSize of bench.tableSize === undefined
    ? [undefined]
    : [undefined, bench.tableSize]) {
    const solver = await createGpuHierarchySolver(device, hierarchy, {
      timing: true,
      ...(tableSize !== undefined && { tableSizes: [tableSize] }),
    });
    const walls: number[] = [];
    const times: number[] = [];
    let reuse = new Float32Array(count);
    let swept = 0;
    await keepBusy(() => solver.run(many, { reuse }), quick ? 0 : WARM_UP_MS);
    for (let k = 0; k < (quick ? 2 : 8); k++) {
      const start = performance.now();
      const run = await solver.run(many, { reuse });
      walls.push(performance.now() - start);
      times.push(run.deviceMs);
      reuse = run.cost as typeof reuse;
      swept = run.swept;
      // sweeps for many queries take seconds: this table is too small
      if (run.swept > count / 1000) break;
    }
    let wrong = 0;
    for (let i = 0; i < few; i++) if (reuse[i] !== cpu.cost[i]) wrong++;
    note({
      case: name,
      tableSize,
      queries: count,
      gpuUs: (1000 * least(walls)) / count,
      gpuDeviceUs: (1000 * least(times)) / count,
      ratio: cpu.ms / few / (least(walls) / count),
      swept,
      wrong,
    });
    solver.destroy();
  }
}

if (isMainThread) await main();
else serve();
