// Trees where the choice is left to @wayfield/auto, against one thread, and customizable
// hierarchies whose weights change on the device.
//
//   node --import tsx bench/gpu-trees.ts [--quick] [--data DIR] [--only best,customizable]
//
// --quick: small sizes, to check the program. TEST_GPU=software: the software driver.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBestTreeSolver } from '@wayfield/auto';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createGpuCustomizableSolver } from '@wayfield/gpu/hierarchy';
import { requestDevice } from '@wayfield/gpu-core/node';
import type { Graph, Queries, Tree } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import { readDimacs } from '../src/run/problems/dimacs.ts';
import { readWeightedPace } from '../src/run/problems/pace.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    only: { type: 'string', default: 'best,customizable' },
  },
});
const { quick } = flags;
const parts = new Set(flags.only.split(','));
const folder = flags.data ?? process.env['WAYFIELD_DATA'] ?? '.';
const ROUNDS = quick ? 2 : 31;

// exact timestamps instead of ones rounded against fingerprinting
const EXACT = ['disable-dawn-features=timestamp_quantization'];
const software = process.env['TEST_GPU'] === 'software';
if (software) useSoftwareVulkan();
const device = await requestDevice(
  software ? { dawn: [...SOFTWARE_DAWN, ...EXACT], allowSoftware: true } : { dawn: EXACT },
);

/** The time below which this share of all times lies: 0.5 is the median. */
const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? NaN;
const inMs = (ms: number): number => Math.round(ms * 1000) / 1000;
const say = (row: Record<string, unknown>): void => console.log(JSON.stringify(row));

async function load(name: string): Promise<Graph> {
  if (quick) return roadGraph(30, 30, { seed: 1 });
  const file = join(folder, 'road', name);
  if (name === 'NY' || name === 'FLA') {
    return readWeightedPace(`${file}.pace.gr.gz`, name === 'NY' ? 1 : 2);
  }
  return (await readDimacs(`${file}.gr.gz`)).graph;
}

/** Milliseconds of both, in turns. */
async function inTurns(
  one: () => unknown,
  other: () => unknown,
  rounds = ROUNDS,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  // three rounds of warm-up
  for (let k = -3; k < rounds; k++) {
    for (const [i, work] of [one, other].entries()) {
      const begun = performance.now();
      await work();
      if (k >= 0) times[i].push(performance.now() - begun);
    }
  }
  return times;
}

/** Trees on real road networks, and on made-up ones of the sizes between these. */
async function best(): Promise<void> {
  const maps: [string, () => Promise<Graph> | Graph][] = quick
    ? [['tiny', () => roadGraph(30, 30, { seed: 1 })]]
    : [
        ['made up, 30 k', () => roadGraph(173, 173, { seed: 1 })],
        ['made up, 60 k', () => roadGraph(245, 245, { seed: 2 })],
        ['amsterdam', () => load('amsterdam')],
        ['made up, 100 k', () => roadGraph(316, 316, { seed: 3 })],
        ['made up, 148 k', () => roadGraph(385, 385, { seed: 4 })],
        ['rome', () => load('rome')],
        ['NY', () => load('NY')],
      ];
  for (const [name, make] of maps) {
    const graph = await make();
    for (const count of [1, 8]) await bestOn(name, graph, count);
  }
}

async function bestOn(name: string, graph: Graph, count: number): Promise<void> {
  const next = random(7);
  const thread = createWasmSolver(graph, { algorithm: 'dijkstra' });
  const begun = performance.now();
  const chosen = await createBestTreeSolver(graph, { sources: count, device });
  const made = performance.now() - begun;
  let sources: number[] = [];
  const draw = (): void => {
    sources = Array.from({ length: count }, () => next(graph.nodeCount));
  };
  let mine: Tree[] = [];
  let theirs: Tree[] = [];
  const [cpu, auto] = await inTurns(
    () => {
      draw();
      theirs = sources.map((source, i) => thread.tree(source, theirs[i] && { reuse: theirs[i] }));
    },
    async () => (mine = await chosen.run(sources, { reuse: mine })),
  );
  let differing = 0;
  mine.forEach(({ dist }, i) => {
    for (let v = 0; v < dist.length; v++) if (dist[v] !== theirs[i].dist[v]) differing++;
  });
  say({
    what: `${name}: best trees`,
    nodes: graph.nodeCount,
    sources: count,
    backend: chosen.backend,
    reason: chosen.reason,
    made: inMs(made),
    thread: inMs(at(cpu, 0.5)),
    threadSpread: [inMs(at(cpu, 0.1)), inMs(at(cpu, 0.9))],
    chosen: inMs(at(auto, 0.5)),
    chosenSpread: [inMs(at(auto, 0.1)), inMs(at(auto, 0.9))],
    ratio: inMs(at(cpu, 0.5) / at(auto, 0.5)),
    differing,
  });
  await chosen.destroy();
  thread.destroy();
}

function randomPairs(nodeCount: number, count: number): Queries {
  const next = random(9);
  const node = (): number => next(nodeCount);
  const source = Uint32Array.from({ length: count }, node);
  return { count, source, target: Uint32Array.from({ length: count }, node) };
}

/** New weights on the device, then queries and sweeps with them. */
async function customizable(): Promise<void> {
  for (const name of quick ? ['tiny'] : ['rome', 'FLA']) {
    const graph = await load(name);
    const begun = performance.now();
    const built = buildCustomizable(graph);
    const ordered = performance.now() - begun;
    const solver = await createGpuCustomizableSolver(device, built, graph.weight, { timing: true });
    const thread = createCustomizableSolver(graph, built);
    say({ what: `${name}: made`, ordered, made: performance.now() - begun - ordered });
    const count = quick ? 500 : 1_000_000;
    const queries = randomPairs(graph.nodeCount, count);
    const some = quick ? 100 : 20_000;
    const few = {
      count: some,
      source: queries.source.subarray(0, some),
      target: queries.target.subarray(0, some),
    };
    const next = random(11);
    let cost = new Float32Array(count);
    const updateMs: number[] = [];
    const queryMs: number[] = [];
    for (let set = 0; set < 3; set++) {
      for (let a = 0; a < graph.arcCount; a++) graph.weight[a] = 1 + next(1000);
      const [cpu, gpu] = await inTurns(
        () => thread.update(),
        async () => updateMs.push(await solver.update(graph.weight)),
        quick ? 1 : 5,
      );
      let expected = new Float32Array(0);
      const [cpuQueries, gpuQueries] = await inTurns(
        () => (expected = thread.run(few, { result: 'cost' }).cost as typeof expected),
        async () => {
          const found = await solver.run(queries, { reuse: cost });
          queryMs.push(found.deviceMs);
          cost = found.cost as typeof cost;
        },
        quick ? 1 : 3,
      );
      let differing = 0;
      for (let q = 0; q < some; q++) if (cost[q] !== expected[q]) differing++;
      say({
        what: `${name}: weights ${set}`,
        updateThread: inMs(at(cpu, 0.5)),
        updateWall: inMs(at(gpu, 0.5)),
        updateDevice: inMs(at(updateMs, 0.5)),
        queryThreadUs: inMs((1000 * at(cpuQueries, 0.5)) / some),
        queryWallUs: inMs((1000 * at(gpuQueries, 0.5)) / count),
        queryDeviceUs: inMs((1000 * at(queryMs, 0.5)) / count),
        differing,
        of: some,
      });
    }
    await sweepsOf(name, graph, solver, createHierarchySolver(graph, thread.hierarchy()));
    solver.destroy();
    thread.destroy();
  }
}

type GpuSide = Awaited<ReturnType<typeof createGpuCustomizableSolver>>;
type CpuSide = ReturnType<typeof createHierarchySolver>;

/** Distances to all nodes with the weights of the last update. */
async function sweepsOf(name: string, graph: Graph, gpu: GpuSide, cpu: CpuSide): Promise<void> {
  const { nodeCount } = graph;
  const next = random(13);
  const out = new Float32Array(nodeCount);
  let rows: Float32Array[] = [new Float32Array(nodeCount)];
  let source = 0;
  const [one, device_] = await inTurns(
    () => {
      source = next(nodeCount);
      cpu.trees([source]).distInto(0, out);
    },
    async () => (rows = await gpu.distances([source], { reuse: rows })),
  );
  let differing = 0;
  for (let v = 0; v < nodeCount; v++) if (rows[0][v] !== out[v]) differing++;
  const sources = Array.from({ length: quick ? 8 : 64 }, () => next(nodeCount));
  const [, resident] = await inTurns(
    () => {},
    () => gpu.runResident(sources),
    quick ? 1 : 9,
  );
  say({
    what: `${name}: sweeps`,
    thread: inMs(at(one, 0.5)),
    wall: inMs(at(device_, 0.5)),
    residentPerSource: inMs(at(resident, 0.5) / sources.length),
    differing,
  });
  cpu.destroy();
}

if (parts.has('best')) await best();
if (parts.has('customizable')) await customizable();
device.destroy();
process.exit(0);
