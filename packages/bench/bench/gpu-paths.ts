// Where the time of batches of searches and of trees goes: wall, device, waiting for a map, copy
// out of mapped memory, JavaScript.
//
//   node --import tsx bench/gpu-paths.ts [--quick] [--data DIR] [--only PART,...]
//                                        [--threads N] [--rounds N] [--json FILE]
//
// Parts: faults, agents, trees, tree (these by default), customise. --rounds: default 5. --quick:
// small sizes, to check the program. TEST_GPU=software: the software driver.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import {
  buildCustomizable,
  createCustomizableSolver,
  readCustomizable,
} from '@wayfield/cpu-wasm/customizable';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import {
  compactPath,
  createGpuSolver,
  createGpuTreeSolver,
  createTreeUnpacker,
} from '@wayfield/gpu';
import { createGpuCustomizer } from '@wayfield/gpu/hierarchy';
import { requestDevice } from '@wayfield/gpu-core/node';
import type { Graph, Routes, Tree } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { scenarioProblem } from '../src/grids/measure/scenarios.ts';
import { createMeter } from '../src/gpu/measure/meter.ts';
import { createTreeThreads } from '../src/gpu/measure/tree-threads.ts';
import { readDimacs } from '../src/run/problems/dimacs.ts';
import { readWeightedPace } from '../src/run/problems/pace.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    only: { type: 'string', default: 'faults,agents,trees,tree' },
    threads: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
const { quick } = flags;
prepareBundle();
const rounds = quick ? 1 : Number(flags.rounds);
const threads = Number(flags.threads ?? Math.min(16, availableParallelism()));
const parts = new Set(flags.only.split(','));
const rows: object[] = [];

// exact timestamps instead of ones rounded against fingerprinting
const EXACT = ['disable-dawn-features=timestamp_quantization'];

async function openDevice(): Promise<GPUDevice> {
  if (process.env['TEST_GPU'] !== 'software') return requestDevice({ dawn: EXACT });
  useSoftwareVulkan();
  return requestDevice({ dawn: [...SOFTWARE_DAWN, ...EXACT], allowSoftware: true });
}

/** In a bundle (gpu-bundle.sh) the worker of the trees is `tree-worker.mjs` beside this program. */
function prepareBundle(): void {
  const worker = fileURLToPath(new URL('tree-worker.mjs', import.meta.url));
  if (!existsSync(worker)) return;
  copyFileSync(worker, worker.replace('.mjs', '.js'));
  writeFileSync(join(dirname(worker), 'package.json'), '{"type":"module"}');
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? NaN;
const inMs = (ms: number): number => Math.round(ms * 1000) / 1000;

function say(row: Record<string, unknown>): void {
  rows.push(row);
  console.log(JSON.stringify(row));
  if (flags.json) writeFileSync(flags.json, JSON.stringify(rows, undefined, 1));
}

const device = await openDevice();
const meter = createMeter(device);

/** Milliseconds between the mapping of a range and its unmapping, in which the host copies it. */
let copying = 0;
let copied = 0;
const createBuffer = device.createBuffer.bind(device);
device.createBuffer = (descriptor) => {
  const buffer = createBuffer(descriptor);
  if ((descriptor.usage & 1) === 0) return buffer; // not for reading
  const [getMappedRange, unmap] = [buffer.getMappedRange.bind(buffer), buffer.unmap.bind(buffer)];
  let begun = 0;
  buffer.getMappedRange = (...range) => {
    begun = performance.now();
    copied += range[1] ?? 0;
    return getMappedRange(...range);
  };
  buffer.unmap = () => {
    copying += performance.now() - begun;
    return unmap();
  };
  return buffer;
};

/** Medians of the parts of some work, by name, after one run that does not count. */
async function measure(
  what: string,
  work: () => Promise<unknown>,
  more: Record<string, unknown> = {},
  times = rounds,
): Promise<number> {
  const warm = performance.now();
  // the clock of an idle GPU is at a third of its speed
  do await work();
  while (!quick && performance.now() - warm < 300);
  const all: number[][] = [];
  for (let k = 0; k < times; k++) {
    [copying, copied] = [0, 0];
    const { times: t } = await meter.measure(work);
    all.push([t.wall, t.upload, t.kernels, t.readBack, t.device, copying]);
  }
  const of = (i: number): number => inMs(median(all.map((row) => row[i])));
  say({
    what,
    ...more,
    wall: of(0),
    least: inMs(Math.min(...all.map((row) => row[0]))),
    upload: of(1),
    waiting: of(2),
    readBack: of(3),
    device: of(4),
    copying: of(5),
    mebibytes: inMs(copied / 2 ** 20),
  });
  return of(0);
}

async function cpu(what: string, work: () => unknown, times = rounds): Promise<void> {
  await work();
  const all: number[] = [];
  for (let k = 0; k < times; k++) {
    const begun = performance.now();
    await work();
    all.push(performance.now() - begun);
  }
  say({ what, wall: inMs(median(all)), least: inMs(Math.min(...all)) });
}

/** What new memory costs: the first and the second time that an array is filled. */
function faults(): void {
  for (const mebibytes of quick ? [1] : [1, 4, 16, 64, 256]) {
    const source = new Uint32Array(mebibytes * 2 ** 18).fill(7);
    const [first, second, bytes]: number[][] = [[], [], []];
    for (let k = 0; k < 5; k++) {
      let begun = performance.now();
      const array = new Uint32Array(source.length);
      array.set(source);
      first.push(performance.now() - begun);
      begun = performance.now();
      array.set(source);
      second.push(performance.now() - begun);
      begun = performance.now();
      array.slice();
      bytes.push(performance.now() - begun);
    }
    say({
      what: 'faults',
      mebibytes,
      fresh: inMs(median(first)),
      warm: inMs(median(second)),
      slice: inMs(median(bytes)),
    });
  }
}

async function agents(): Promise<void> {
  const scenario = quick
    ? { name: 'S9 cut down', agents: 3000, side: 12 }
    : { name: 'S9', agents: 786_432, side: 30 };
  for (const density of [0, 0.2]) {
    const problem = scenarioProblem(scenario, density, 1);
    const { data, queries } = problem;
    for (const algorithm of ['astar', 'dijkstra', 'greedy'] as const) {
      const what = `${problem.name}: ${algorithm}`;
      if (algorithm === 'dijkstra' && density === 0 && !quick) continue;
      const solver = await createGpuSolver(device, data, { algorithm });
      const pool = await createWasmPool(data, { algorithm, threads });
      let old: Routes | undefined;
      await cpu(`${what}: pool, new arrays`, () => pool.run(queries));
      await cpu(`${what}: pool, reuse`, async () => {
        old = await pool.run(queries, old ? { reuse: old } : {});
      });
      await pool.destroy();
      const share = 'never';
      await measure(`${what}: new arrays`, () => solver.run(queries, { share }));
      let routes: Routes | undefined;
      await measure(`${what}: reuse`, async () => {
        routes = await solver.run(queries, { share, ...(routes && { reuse: routes }) });
      });
      let compact = await solver.runCompact(queries);
      const { count, firstNode, node } = routes!;
      let differing = 0;
      for (let q = 0; q < count; q++) {
        const path = compactPath(compact, q);
        const same = path.length === firstNode[q + 1] - firstNode[q];
        const equal =
          compact.cost[q] === routes!.cost[q] && path.every((v, i) => v === node[firstNode[q] + i]);
        if (!same || !equal) differing++;
      }
      say({ what: `${what}: compact`, differing });
      await measure(`${what}: compact, reuse`, async () => {
        compact = await solver.runCompact(queries, { reuse: compact });
      });
      for (const compactWave of quick ? [1000] : [2 ** 17, 2 ** 18, 2 ** 20]) {
        const tuned = await createGpuSolver(device, data, { algorithm, tuning: { compactWave } });
        await measure(`${what}: compact, new arrays`, () => tuned.runCompact(queries), {
          compactWave,
        });
        tuned.destroy();
      }
      await measure(`${what}: cost`, () => solver.run(queries, { share, result: 'cost' }));
      solver.destroy();
    }
    for (const workspaces of density > 0 ? [] : [32768, 65536, 131072]) {
      for (const interleaved of [false, true]) {
        const tuning = { workspaces, interleaved };
        const solver = await createGpuSolver(device, data, { tuning });
        await measure(
          `${problem.name}: astar, tuned, cost`,
          () => solver.run(queries, { share: 'never', result: 'cost' }),
          tuning,
        );
        solver.destroy();
      }
    }
  }
}

const folder = flags.data ?? process.env['WAYFIELD_DATA'] ?? '.';
async function load(name: string): Promise<Graph> {
  if (quick) return roadGraph(20, 20, { seed: 1 });
  const file = join(folder, 'road', name);
  if (name === 'NY' || name === 'FLA') {
    return readWeightedPace(`${file}.pace.gr.gz`, name === 'NY' ? 1 : 2);
  }
  return (await readDimacs(`${file}.gr.gz`)).graph;
}

/** Many trees. */
async function trees(): Promise<void> {
  const graph = await load('rome');
  const next = random(1);
  const sources = new Uint32Array(quick ? 8 : 1024).map(() => Math.floor(next() * graph.nodeCount));
  const pool = await createTreeThreads(graph, sources, threads);
  await cpu('rome: pool', () => pool.run(), 3);
  await pool.destroy();
  const solver = await createGpuTreeSolver(device, graph, {
    memoryBudget: quick ? 2 ** 28 : 16 * 2 ** 30,
    timing: true,
  });
  let found: Tree[] = [];
  let timing: object = {};
  const unpacker = createTreeUnpacker(graph);
  let compact = (await solver.runCompact(sources)).trees;
  const begun = performance.now();
  const { trees: whole } = await solver.run(sources.subarray(0, 64));
  const spent: number[] = [];
  let differing = 0;
  whole.forEach(({ dist, parent }, i) => {
    const start = performance.now();
    const unpacked = unpacker.tree(compact[i]);
    spent.push(performance.now() - start);
    const same = unpacked.dist.every((d, v) => d === dist[v] && unpacked.parent[v] === parent[v]);
    if (!same) differing++;
  });
  say({
    what: 'rome: compact',
    differing,
    unpack: inMs(median(spent)),
    wall: performance.now() - begun,
  });
  await measure('rome: compact, reuse', async () => {
    const run = await solver.runCompact(sources, { reuse: compact });
    compact = run.trees;
    timing = { ...run.timing, waves: run.waves, rounds: run.rounds };
  });
  say({ what: 'timing', ...timing });
  await measure('rome: compact, new arrays', () => solver.runCompact(sources));
  for (const parents of [false, true]) {
    await measure(`rome: resident, parents ${parents}`, () =>
      solver.runResident(sources, { parents }),
    );
    ({ timing } = await solver.runResident(sources, { parents }));
    say({ what: 'timing', ...timing });
    let reuse: Tree[] | undefined;
    const read = async (): Promise<void> => {
      const run = await solver.run(sources, { parents, ...(reuse && { reuse }) });
      reuse = run.trees;
      timing = { ...run.timing, waves: run.waves, rounds: run.rounds };
    };
    await measure(`rome: read, reuse, parents ${parents}`, read);
    await read();
    say({ what: 'timing', ...timing });
    await measure(`rome: read, new arrays, parents ${parents}`, async () => {
      found = (await solver.run(sources, { parents })).trees;
    });
  }
  say({ what: 'rome', nodes: graph.nodeCount, arcs: graph.arcCount, trees: found.length });
  solver.destroy();
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** One tree, on several road networks: one thread against the GPU. */
async function tree(): Promise<void> {
  for (const name of ['south_seattle_car', 'bremen_dist', 'amsterdam', 'rome', 'NY', 'FLA']) {
    await oneTree(name, await load(name));
  }
}

async function oneTree(name: string, graph: Graph): Promise<void> {
  const next = random(5);
  const wasm = createWasmSolver(graph, { algorithm: 'dijkstra' });
  let last: Tree | undefined;
  // sources from which most nodes are reached
  const sources: number[] = [];
  while (sources.length < 5) {
    const source = Math.floor(next() * graph.nodeCount);
    const { dist } = wasm.tree(source);
    if (dist.filter((d) => d < Infinity).length > graph.nodeCount / 2) sources.push(source);
  }
  let k = 0;
  const nextSource = (): number => sources[k++ % sources.length];
  const one = (): Tree => (last = wasm.tree(nextSource(), last ? { reuse: last } : {}));
  await cpu(`${name}: one thread, reuse`, one, 10);
  for (const tuning of [{}, { sweeps: 8 }]) {
    const solver = await createGpuTreeSolver(device, graph, { tuning, timing: true });
    let reuse = (await solver.run([sources[0]])).trees;
    const what = `${name}: GPU ${JSON.stringify(tuning)}`;
    const run = async (parents = true): Promise<object> => {
      const found = await solver.run([nextSource()], { reuse, parents });
      if (parents) reuse = found.trees;
      const { rounds: ran, relaxedTiles, timing } = found;
      return { ran, relaxedTiles, ...timing };
    };
    await measure(what, () => run(), {}, 15);
    say({ what: 'stats', ...(await run()) });
    await measure(`${what}, distances`, () => run(false), {}, 15);
    let compact = (await solver.runCompact([sources[0]])).trees;
    await measure(
      `${what}, compact`,
      async () =>
        void (compact = (await solver.runCompact([nextSource()], { reuse: compact })).trees),
      {},
      15,
    );
    const turns: number[] = [];
    for (let i = 0; i < 15; i++) {
      one();
      const begun = performance.now();
      await run();
      turns.push(performance.now() - begun);
    }
    say({ what: `${what}: in turns with one thread`, wall: inMs(median(turns)) });
    const idle: number[] = [];
    for (let i = 0; i < (quick ? 1 : 5); i++) {
      await pause(300);
      const begun = performance.now();
      await run();
      idle.push(performance.now() - begun);
    }
    say({ what: `${what}: after a pause of 300 ms`, wall: inMs(median(idle)) });
    solver.destroy();
  }
  say({ what: name, nodes: graph.nodeCount, arcs: graph.arcCount });
}

/** Customisation: one thread against the GPU. */
async function customise(): Promise<void> {
  for (const name of ['south_seattle_car', 'rome', 'FLA']) {
    const graph = await load(name);
    const file = join(folder, 'road', `${name}.wayc`);
    const begun = performance.now();
    const built =
      !quick && existsSync(file)
        ? readCustomizable(readFileSync(file), graph)
        : buildCustomizable(graph);
    say({ what: `${name}: hierarchy`, wall: performance.now() - begun, arcs: built.arcCount });
    const solver = createCustomizableSolver(graph, built);
    await cpu(`${name}: customised by one thread`, () => solver.update(), 3);
    const { up, down } = solver.hierarchy();
    solver.destroy();
    const start = performance.now();
    const customizer = await createGpuCustomizer(device, built, { timing: true });
    let reuse = await customizer.run(graph.weight);
    const made = performance.now() - start;
    const differing = [reuse.up, reuse.down].map((half, i) => {
      const right = (i === 0 ? up : down).weight;
      return half.reduce((sum, w, a) => sum + (w === right[a] ? 0 : 1), 0);
    });
    const { triangles, memoryBytes } = customizer;
    say({ what: `${name}: customizer`, made, triangles, memoryBytes, differing });
    const deviceMs: number[] = [];
    const resident = async (): Promise<void> => {
      deviceMs.push((await customizer.runResident(graph.weight)).deviceMs);
    };
    const warm = performance.now();
    while (!quick && performance.now() - warm < 300) await resident();
    deviceMs.length = 0;
    for (let k = 0; k < (quick ? 1 : 15); k++) await resident();
    say({ what: `${name}: device`, ms: inMs(median(deviceMs)), least: Math.min(...deviceMs) });
    await measure(`${name}: customised, left on the device`, resident, {}, 15);
    await measure(
      `${name}: customised, read`,
      async () => void (reuse = await customizer.run(graph.weight, { reuse })),
      {},
      15,
    );
    customizer.destroy();
  }
}

if (parts.has('faults')) faults();
if (parts.has('customise')) await customise();
if (parts.has('agents')) await agents();
if (parts.has('tree')) await tree();
if (parts.has('trees')) await trees();
device.destroy();
process.exit(0);
