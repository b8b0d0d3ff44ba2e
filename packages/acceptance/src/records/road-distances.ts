// Target 1: distances on road networks by hub labels: one thread, and a batch on the GPU.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import {
  buildHubLabels,
  createHubLabelSolver,
  type HubLabels,
  type HubLabelSolver,
} from '@wayfield/cpu-wasm/hub-labels';
import { createGpuHubLabelSolver } from '@wayfield/gpu/hub-labels';
import { isSoftwareAdapter } from '@wayfield/gpu-core';
import type { Graph, Queries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { readOsmFile } from '@wayfield/osm/node';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { describeRounds } from '../run/parts.ts';
import { takeTurns } from '../run/take-turns.ts';
import {
  atLeast,
  atMost,
  attempt,
  forComparison,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/**
 * The most microseconds of a distance, one thread: the published figures of hub labels in C++ on
 * the road network of Europe are 0.25 to 0.56 us (Abraham and others 2011, Akiba and others 2013).
 */
const DISTANCE_US = 0.6;
/** The least millions of distances per second on an H200: a requirement. */
const GPU_MILLIONS = 300;
/** Queries of a batch for each query of `--queries`: a million by default. */
const PER_QUERY = 100;
/** Queries of a batch on the GPU: several waves. */
const GPU_QUERIES = 1 << 23;
/** Sources and targets of a table. */
const TABLE_SIDE = 1000;
/**
 * Milliseconds of work before the first time on the GPU: after a pause the clock of a GPU comes up
 * slowly.
 */
const WARM_UP_MS = 2000;
const SOFTWARE = 'a software driver: its times say nothing about GPUs';

/** Milliseconds that each program works before its turn on the CPU. */
const BUSY_MS = 200;

/** A call, and how many answers it gives. */
interface Work {
  readonly call: () => unknown;
  readonly count: number;
}

interface Road {
  readonly name: string;
  readonly file: readonly string[];
  read(path: string): Promise<Graph>;
}

const ROADS: readonly Road[] = [
  {
    name: 'rome',
    file: ['road', 'rome.gr.gz'],
    read: async (path) => (await readDimacs(path)).graph,
  },
  { name: 'NY', file: ['road', 'NY.pace.gr.gz'], read: (path) => readWeightedPace(path, 1) },
  {
    name: 'malta',
    file: ['osm', 'malta-latest.osm.pbf'],
    read: async (path) => (await readOsmFile(path, { profile: 'car' })).graph,
  },
];

export const roadDistances: Target = {
  name: '1',
  title: 'road distances by hub labels, equal to those of the hierarchy',
  async run(context) {
    const { data, quick, seed, add } = context;
    for (const { name, file, read } of ROADS) {
      const path = join(data ?? '', ...file);
      const run = (graph: () => Graph | Promise<Graph>): Promise<void> =>
        attempt(context, name, async () => measure(context, name, await graph()));
      if (quick) await run(() => roadGraph(30, 30, { seed }));
      else if (data !== undefined && existsSync(path)) await run(() => read(path));
      else add(notMeasured(`${name}: a distance, one thread`, atMost(DISTANCE_US, 'us'), NO_DATA));
    }
  },
};

async function measure(context: TargetContext, name: string, graph: Graph): Promise<void> {
  const { quick, seed, queries, session, add } = context;
  session.terminal.progress(`${name}: labelled`, 0, 1);
  const [hierarchy] = timed(() => buildHierarchy(graph));
  const [labels, buildMs] = timed(() => buildHubLabels(hierarchy));
  const solver = createHubLabelSolver(graph, hierarchy, labels);
  const climbing = createHierarchySolver(graph, hierarchy);
  try {
    const asked = anyPairs(graph.nodeCount, quick ? 500 : queries * PER_QUERY, seed);
    const some = firstOf(asked, quick ? 500 : queries);
    const isWhole = graph.weight.every(Number.isInteger);
    compare(context, name, { solver, climbing, isWhole }, some);

    const out = new Float32Array(asked.count);
    const race = (labelled: Work, climbed: Work): Promise<[Float64Array, Float64Array]> =>
      inTurns(context, labelled, climbed);
    const [distance, climb] = await race(
      { call: () => solver.distances(asked, { reuse: out }), count: asked.count },
      { call: () => climbing.run(some, { result: 'cost' }), count: some.count },
    );
    const note =
      `processor time, least; ${describeRounds(distance)}; by the hierarchy ` +
      `${describeRounds(climb)}; ${describe(labels)}; built in ${formatNumber(buildMs)} ms after ` +
      'the hierarchy';
    const what = `${name}: a distance, one thread`;
    add(result(what, Math.min(...distance), atMost(DISTANCE_US, 'us'), note));
    const compared = (title: string, own: Float64Array, other: Float64Array, unit: string) => {
      const told = `${describeRounds(own)}; by the hierarchy ${describeRounds(other)}`;
      add(forComparison(result(title, median(own), atMost(median(other), unit), told)));
    };
    const paths = await race(
      { call: () => solver.run(some), count: some.count },
      { call: () => climbing.run(some), count: some.count },
    );
    compared(`${name}: with its path`, ...paths, 'us');
    const side = Math.min(TABLE_SIDE, some.count);
    const [from, to] = [some.source.subarray(0, side), some.target.subarray(0, side)];
    const [entry, climbedEntry] = await race(
      { call: () => solver.table(from, to), count: (side * side) / 1000 },
      { call: () => climbing.table(from, to), count: (side * side) / 1000 },
    );
    compared(`${name}: a pair of a table of ${side} x ${side}`, entry, climbedEntry, 'ns');
    await measureGpu(context, name, labels, solver);
  } finally {
    solver.destroy();
    climbing.destroy();
  }
}

/** Microseconds of processor time of an answer in each round, by labels and by the hierarchy. */
async function inTurns(
  { rounds, quick }: TargetContext,
  ...works: readonly [labelled: Work, climbed: Work]
): Promise<[Float64Array, Float64Array]> {
  const programs = works.map(({ call }, i) => ({
    name: String(i),
    returnsMs: true as const,
    run: () => timed(call)[1],
  }));
  const times = await takeTurns(programs, rounds, { busyMs: quick ? 0 : BUSY_MS });
  const [labelled, climbed] = works.map(({ count }, i) =>
    times.get(String(i))!.map((ms) => (1000 * ms) / count),
  );
  return [labelled, climbed];
}

/** What a call returns, and the milliseconds of processor time that it took. */
function timed<T>(call: () => T): [T, number] {
  const start = process.cpuUsage();
  const value = call();
  const { user, system } = process.cpuUsage(start);
  return [value, (user + system) / 1000];
}

function firstOf({ source, target }: Queries, count: number): Queries {
  return { count, source: source.subarray(0, count), target: target.subarray(0, count) };
}

function describe({ nodeCount, entryCount, byteLength, forward, backward }: HubLabels): string {
  const sides = forward === backward ? 1 : 2;
  return (
    `${nodeCount} nodes, ${formatNumber(entryCount / nodeCount / sides)} entries a label, ` +
    `${formatNumber(byteLength / 1e6)} MB`
  );
}

/**
 * Compares with the hierarchy: costs of `run` bit for bit, and distances too where all weights are
 * whole numbers. Sums of other weights are rounded in another order, so there distances may differ
 * by 1e-5 of the distance.
 */
function compare(
  { session }: TargetContext,
  name: string,
  {
    solver,
    climbing,
    isWhole,
  }: {
    readonly solver: HubLabelSolver;
    readonly climbing: HubLabelPeer;
    readonly isWhole: boolean;
  },
  queries: Queries,
): void {
  const expected = climbing.run(queries, { result: 'cost' }).cost;
  const distances = solver.distances(queries);
  const { cost } = solver.run(queries);
  const same = (a: number, b: number): boolean =>
    a === b || (!isWhole && Math.abs(a - b) <= 1e-5 * b);
  const wrong = expected.findIndex((d, i) => !same(distances[i], d) || cost[i] !== d);
  session.addCheck(`${name}: query ${wrong} differs from the hierarchy's`, wrong < 0);
}

type HubLabelPeer = Pick<ReturnType<typeof createHierarchySolver>, 'run'>;

async function measureGpu(
  { device, noDevice, quick, seed, rounds, session, add }: TargetContext,
  name: string,
  labels: HubLabels,
  solver: HubLabelSolver,
): Promise<void> {
  const what = `${name}: distances on the GPU`;
  const number = atLeast(GPU_MILLIONS, 'M/s');
  if (device === undefined) {
    add(notMeasured(what, number, noDevice));
    return;
  }
  const software = isSoftwareAdapter(device);
  const queries = anyPairs(labels.nodeCount, quick || software ? 200 : GPU_QUERIES, seed);
  const gpu = await createGpuHubLabelSolver(device, labels, { timing: true });
  const start = performance.now();
  let { cost, deviceMs } = await gpu.distances(queries);
  const expected = solver.distances(queries);
  const wrong = expected.findIndex((d, i) => d !== cost[i]);
  session.addCheck(`${name}: query ${wrong} differs on the GPU`, wrong < 0);
  let wallMs = Infinity;
  if (!software) {
    while (performance.now() - start < WARM_UP_MS) await gpu.distances(queries, { reuse: cost });
    for (let round = 0; round < 3 * rounds; round++) {
      const from = performance.now();
      const run = await gpu.distances(queries, { reuse: cost });
      wallMs = Math.min(wallMs, performance.now() - from);
      deviceMs = Math.min(deviceMs, run.deviceMs);
      cost = run.cost;
    }
  }
  gpu.destroy();
  if (software) {
    add(notMeasured(what, number, SOFTWARE));
    return;
  }
  const millions = (ms: number): number => queries.count / ms / 1000;
  const note = `wall, with copies both ways; on the device ${formatNumber(millions(deviceMs))} M/s`;
  add(result(what, millions(wallMs), number, note));
}
