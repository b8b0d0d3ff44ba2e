// Target 3: shortest-path trees, from one source and from many.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import {
  createGpuTreeSolver,
  createTreeUnpacker,
  type GpuCompactTree,
  type TreeStats,
} from '@wayfield/gpu';
import { type Graph, type Grid, nodeCountOf, type Tree } from '@wayfield/graph';
import { openGrid, random, roadGraph } from '@wayfield/graph/generators';
import {
  atLeast,
  atMost,
  attempt,
  inMs,
  keepBusy,
  NO_DATA,
  notMeasured,
  ofDeviceTimes,
  result,
  type GpuTarget,
  type GpuContext,
} from '../run/target.ts';
import { takeTurns } from '../run/take-turns.ts';
import { ONE_TREE_MS, oneTree } from './one-tree.ts';
import { checkTrees } from '@wayfield/bench/internal/gpu/measure/check-trees';
import { createTreeThreads } from '@wayfield/bench/internal/gpu/measure/tree-threads';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { median } from '@wayfield/bench/internal/run/statistics/summary';

/**
 * One search to all nodes: the most milliseconds on the device, and the least ratio to one CPU
 * thread.
 */
interface OneToAll {
  readonly name: string;
  readonly source: number;
  readonly most: number;
  readonly factor: number;
  load(context: GpuContext): Promise<Graph | Grid | undefined>;
}

const CASES: readonly OneToAll[] = [
  {
    name: 'open grid of 2048 x 2048',
    source: 0,
    most: 20,
    factor: 20,
    load: async ({ quick }) => (quick ? openGrid(64, 64) : openGrid(2048, 2048)),
  },
  { name: 'NY', source: 12_345, most: 5, factor: 2, load: (context) => pace(context, 'NY', 1) },
  { name: 'FLA', source: 12_345, most: 18, factor: 4, load: (context) => pace(context, 'FLA', 2) },
];

/** Sources of one batch. */
const MANY = 1024;
/** The least ratio of all cores' time for such a batch to the GPU's. */
const MANY_FACTOR = 4;
/** Bytes for results of 1,024 sources: a large budget makes fewer, longer waves. */
const MANY_MEMORY = 16 * 2 ** 30;
const REPEATS = 15;

export const trees: GpuTarget = {
  name: '3',
  title: 'distances from one source on the device against one thread, from 1,024 against all cores',
  async run(context) {
    for (const item of CASES) await attempt(context, item.name, () => oneToAll(context, item));
    await attempt(context, 'one source', () => oneByHierarchy(context));
    await manyToAll(context);
  },
};

/** Milliseconds on the device: the search, and the answers in the order of the nodes. */
const deviceTime = ({ timing }: TreeStats): number => timing.searchDevice + timing.finishDevice;

async function oneToAll(
  context: GpuContext,
  { name: full, source: wanted, most, factor, load }: OneToAll,
): Promise<void> {
  const { device, session, rounds, quick, add } = context;
  const name = quick ? `tiny instead of ${full}` : full;
  const data = await load(context);
  if (!data) return void add(notMeasured(`${name}: device time`, atMost(most, 'ms'), NO_DATA));
  const source = wanted % nodeCountOf(data);
  const begun = performance.now();
  const solver = await createGpuTreeSolver(device, data, { timing: true });
  let gpu = await solver.tree(source);
  const cold = performance.now() - begun;
  const cpuSolver = createWasmSolver(data, { algorithm: 'dijkstra' });
  let cpu = cpuSolver.tree(source);
  checkTrees(session, name, data, [gpu], [cpu]);

  const deviceMs: number[] = [];
  const withParents: number[] = [];
  const resident = async (): Promise<void> => {
    deviceMs.push(deviceTime(await solver.runResident([source], { parents: false })));
  };
  await keepBusy(() => solver.runResident([source]), quick ? 0 : 1000);
  for (let k = 0; k < (quick ? 2 : REPEATS); k++) await resident();
  for (let k = 0; k < 3; k++) withParents.push(deviceTime(await solver.runResident([source])));
  const run = async (): Promise<void> => {
    [gpu] = (await solver.run([source], { reuse: [gpu] })).trees;
  };
  const times = await takeTurns(
    [
      { name: 'cpu', run: () => void (cpu = cpuSolver.tree(source, { reuse: cpu })) },
      { name: 'gpu', run },
    ],
    rounds,
    {
      busyMs: quick ? 0 : 200,
      onRound: (round) => session.terminal.progress(`target 3: ${name}`, round, rounds),
    },
  );
  solver.destroy();
  cpuSolver.destroy();
  checkTrees(session, `${name}, again`, data, [gpu], [cpu]);
  const onDevice = median(deviceMs);
  const [one, wall] = [median(times.get('cpu')!), median(times.get('gpu')!)];
  const note =
    `with parents ${inMs(median(withParents))}, read into JavaScript arrays ${inMs(wall)}; ` +
    `first call ${inMs(cold)}`;
  const time = result(`${name}: device time`, onDevice, atMost(most, 'ms'), note);
  const against = `CPU ${inMs(one)}; with parents, read: ${(one / wall).toFixed(1)} x`;
  const what = `${name}: one thread / device`;
  const ratio = result(what, one / onDevice, atLeast(factor, 'x'), against);
  for (const each of [time, ratio]) add(ofDeviceTimes(context, each));
}

async function oneByHierarchy(context: GpuContext): Promise<void> {
  const { quick, seed, data: folder } = context;
  const maps = quick ? ['made-up roads'] : ['rome', 'NY'];
  for (const name of maps) {
    const load = async (): Promise<Graph | undefined> => {
      if (quick) return whole(roadGraph(20, 20, { seed }));
      return name === 'NY' ? pace(context, 'NY', 1) : road(folder, name);
    };
    const graph = await load();
    if (graph) await oneTree(context, name, graph);
    else {
      const what = `${name}: distances from one source by a hierarchy, wall`;
      context.add(notMeasured(what, atMost(ONE_TREE_MS, 'ms'), NO_DATA));
    }
  }
}

/** With whole numbers as weights: sums are exact. */
const whole = (graph: Graph): Graph => ({ ...graph, weight: graph.weight.map(Math.ceil) });

async function manyToAll(context: GpuContext): Promise<void> {
  const { device, session, data: folder, rounds, threads, quick, seed, add } = context;
  const name = `${quick ? 8 : MANY} sources on ${quick ? 'made-up roads' : 'rome'}`;
  const data = quick ? roadGraph(20, 20, { seed }) : await road(folder, 'rome');
  if (!data) return void add(notMeasured(name, atLeast(MANY_FACTOR, 'x'), NO_DATA));
  const next = random(seed);
  const draw = (): number => Math.floor(next() * data.nodeCount);
  const sources = new Uint32Array(quick ? 8 : MANY).map(draw);
  const solver = await createGpuTreeSolver(device, data, { memoryBudget: MANY_MEMORY });
  const pool = await createTreeThreads(data, sources, threads);
  try {
    let found: Tree[] = (await solver.run(sources)).trees;
    await pool.run();
    checkTrees(session, name, data, found, pool.trees);
    let distances: Tree[] = [];
    const read = async (parents: boolean): Promise<void> => {
      const reuse = parents ? found : distances;
      const { trees: some } = await solver.run(sources, { parents, reuse });
      if (parents) found = some;
      else distances = some;
    };
    let compact: GpuCompactTree[] = [];
    let ranked: GpuCompactTree[] = [];
    const readCompact = async (): Promise<void> => {
      compact = (await solver.runCompact(sources, { reuse: compact })).trees;
    };
    const readRanked = async (): Promise<void> => {
      ranked = (await solver.runCompact(sources, { distances: true, reuse: ranked })).trees;
    };
    const kinds: [string, () => Promise<unknown>][] = [
      ['left on the device', () => solver.runResident(sources, { parents: false })],
      ['distances read', () => read(false)],
      ['distances and parents read', () => read(true)],
      ['compact trees read', readCompact],
      ['compact trees with distances read', readRanked],
    ];
    const times = await takeTurns(
      [
        { name: 'cpu', run: () => pool.run() },
        ...kinds.map(([kind, run]) => ({ name: kind, run })),
      ],
      rounds + 1,
      {
        // the turn before had another size: calls of the same kind let the device settle
        busyMs: quick ? 0 : 300,
        onRound: (round) => session.terminal.progress(`target 3: ${name}`, round, rounds),
      },
    );
    checkTrees(session, `${name}, again`, data, found, pool.trees);
    checkTrees(session, `${name}, distances only`, data, distances, pool.trees);
    const { tree: unpack } = createTreeUnpacker(data);
    const some = compact.slice(0, 3).map((tree) => unpack(tree));
    checkTrees(session, `${name}, compact`, data, some, pool.trees.slice(0, 3));
    const unpacked = ranked.map((tree) => unpack(tree));
    checkTrees(session, `${name}, compact with distances`, data, unpacked, pool.trees);
    // the first round also allocates
    const of = (kind: string): Float64Array => times.get(kind)!.subarray(1);
    const cpu = of('cpu');
    for (const [kind] of kinds) {
      const mine = of(kind);
      const ratio = median(cpu.map((ms, round) => ms / mine[round]));
      const note = `CPU ${inMs(median(cpu))}, GPU ${inMs(median(mine))}`;
      add(result(`${name}: ${kind}`, ratio, atLeast(MANY_FACTOR, 'x'), note));
    }
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}

/** A road network of `--data` with seeded weights; undefined where the file is missing. */
async function pace(
  { data, quick, seed }: GpuContext,
  name: string,
  weights: number,
): Promise<Graph | undefined> {
  if (quick) return roadGraph(30, 30, { seed: seed + weights });
  const file = join(data ?? '', 'road', `${name}.pace.gr.gz`);
  return data !== undefined && existsSync(file) ? readWeightedPace(file, weights) : undefined;
}

async function road(folder: string | undefined, name: string): Promise<Graph | undefined> {
  const file = join(folder ?? '', 'road', `${name}.gr.gz`);
  return folder !== undefined && existsSync(file) ? (await readDimacs(file)).graph : undefined;
}
