// Target 4: sort, scan and sweeps on the GPU, and bursts after a pause.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createGpuHierarchySolver, type GpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import { createSort, isSoftwareAdapter, keepWarm, uploadWords } from '@wayfield/gpu-core';
import type { Graph } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import {
  type Case,
  randomWords,
  scanCase,
  sortCase,
} from '@wayfield/bench/internal/gpu/measure/primitive-cases';
import { createSweepThreads } from '@wayfield/bench/internal/gpu/measure/sweep-threads';
import { deviceTimes, warmUp } from '@wayfield/bench/internal/gpu/measure/primitive-timing';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { takeTurns } from '../run/take-turns.ts';
import {
  atLeast,
  atMost,
  attempt,
  forComparison,
  type GpuContext,
  type GpuTarget,
  keepBusy,
  NO_DATA,
  notMeasured,
  noTarget,
  ofDeviceTimes,
  result,
  type TargetNumber,
} from '../run/target.ts';

/** 1,048,576: lengths are given as multiples of it. */
const MEBI = 2 ** 20;
/** Timed runs of a primitive. */
const REPEATS = 21;
/** Milliseconds of work before the first time, until the clock of the GPU is up. */
const WARM_UP_MS = 2000;
/** Milliseconds without work, after which the clock of an H200 is down. */
const PAUSE_MS = 3000;
const SOFTWARE = 'a software driver: its times say nothing about GPUs';

export const gpuPrimitives: GpuTarget = {
  name: '4',
  title: 'sort, scan and sweeps on the GPU, and bursts after a pause',
  async run(context) {
    const { quick } = context;
    const parts: Readonly<Record<string, () => Promise<void>>> = {
      // CUB on an H200 sorts 30.6 G/s, and scans 326 to 379 G/s
      sort: () => rate(context, sortCase(quick ? 9000 : 16 * MEBI, 'random'), 22),
      scan: () => rate(context, scanCase(quick ? 9000 : 64 * MEBI), 350),
      bursts: () => bursts(context),
      NY: () => sweeps(context, 'NY', 1, undefined),
      FLA: () => sweeps(context, 'FLA', 2, atMost(0.008, 'ms')),
    };
    for (const [name, run] of Object.entries(parts)) await attempt(context, name, run);
  },
};

async function rate(context: GpuContext, item: Case, least: number): Promise<void> {
  const { device, session, quick, add } = context;
  const what = `${item.name} of ${formatNumber(item.length)}`;
  session.terminal.progress(what);
  const { primitive, restore, verify, destroy } = item.prepare(device, {});
  await warmUp(device, primitive, restore, quick ? 0 : WARM_UP_MS);
  const times = await deviceTimes(device, primitive, restore, quick ? 1 : REPEATS);
  session.addCheck(what, await verify());
  destroy();
  const [us, best] = [median(times), Math.min(...times)];
  const note = `${(us / 1000).toFixed(3)} ms, at best ${(best / 1000).toFixed(3)} ms`;
  const number = atLeast(least, 'G/s');
  if (isSoftwareAdapter(device)) add(notMeasured(what, number, SOFTWARE));
  else add(ofDeviceTimes(context, result(what, item.length / us / 1000, number, note)));
}

/** A sort of a million pairs: warm, after a pause, and after a pause with `keepWarm`. */
async function bursts(context: GpuContext): Promise<void> {
  const { device, session, quick, add } = context;
  const length = quick ? 3000 : MEBI;
  const words = randomWords(length, 1);
  const [keys, values] = [uploadWords(device, 'keys', words), uploadWords(device, 'values', words)];
  const sort = createSort(device, { keys, values, length });
  const restore = (): void => {};
  const first = async (ms: number, warmly: boolean): Promise<number> => {
    await warmUp(device, sort, restore, quick ? 0 : WARM_UP_MS / 4);
    const warm = warmly ? keepWarm(device) : undefined;
    await sleep(quick ? 1 : ms);
    warm?.stop();
    return (await deviceTimes(device, sort, restore, 1))[0];
  };
  const times: Record<'warm' | 'idle' | 'kept', number[]> = { warm: [], idle: [], kept: [] };
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    session.terminal.progress('bursts', round, 3);
    times.warm.push(await first(0, false));
    times.idle.push(await first(PAUSE_MS, false));
    times.kept.push(await first(PAUSE_MS, true));
  }
  for (const made of [sort, keys, values]) made.destroy();
  const [warm, idle, kept] = [median(times.warm), median(times.idle), median(times.kept)];
  const what = `first sort after ${PAUSE_MS / 1000} s with keepWarm / at once`;
  const [a, b, c] = [kept, warm, idle].map(formatNumber);
  const note = `${a} us, at once ${b} us; without ${c} us`;
  const number = atMost(1.5, 'x');
  if (isSoftwareAdapter(device)) add(notMeasured(what, number, SOFTWARE));
  else add(ofDeviceTimes(context, result(what, kept / warm, number, note)));
}

/** Sources of the sweeps of one call. */
const SOURCES = 256;

/** Sweeps on a public road network. `number`: what they must reach; undefined: for comparison. */
async function sweeps(
  context: GpuContext,
  name: string,
  seed: number,
  number: TargetNumber | undefined,
): Promise<void> {
  const { data, quick, add } = context;
  const what = `${name}: a tree of ${SOURCES}, left on the device`;
  const file = join(data ?? '', 'road', `${name}.pace.gr.gz`);
  if (!quick && (data === undefined || !existsSync(file))) {
    return add(notMeasured(what, number ?? noTarget('ms'), NO_DATA));
  }
  const graph = quick ? roadGraph(30, 30, { seed }) : await readWeightedPace(file, seed);
  const hierarchy = buildHierarchy(graph);
  await measureSweeps(context, { name, what, graph, hierarchy, number });
}

interface SweepCase {
  readonly name: string;
  readonly what: string;
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
  readonly number: TargetNumber | undefined;
}

async function measureSweeps(
  { device, threads, quick, rounds, seed, session, add }: GpuContext,
  { name, what, graph, hierarchy, number }: SweepCase,
): Promise<void> {
  session.terminal.progress(what);
  const next = random(seed);
  const sources = Uint32Array.from({ length: SOURCES }, () => next(graph.nodeCount));
  const memoryBudget = 2 ** 31 - 16;
  const solver = await createGpuHierarchySolver(device, hierarchy, { memoryBudget });
  const pool = await createSweepThreads(graph, hierarchy, sources, threads);
  try {
    session.addCheck(`${name}: sweeps differ`, await equalTrees({ graph, hierarchy }, solver));
    const gpu = async (): Promise<void> => void (await solver.runResident(sources));
    await keepBusy(gpu, quick ? 0 : WARM_UP_MS);
    const taken = await takeTurns(
      [
        { name: 'gpu', run: gpu },
        { name: 'cpu', run: () => pool.run() },
      ],
      quick ? 1 : 3 * rounds,
      { busyMs: quick ? 0 : 100 },
    );
    const ms = (who: string): number => median(taken.get(who)!) / SOURCES;
    const [mine, theirs] = [ms('gpu'), ms('cpu')];
    const note =
      `${formatNumber(theirs)} ms on ${threads} threads (${(theirs / mine).toFixed(1)} x); ` +
      `wall, median of ${3 * rounds} rounds`;
    if (isSoftwareAdapter(device)) add(notMeasured(what, number ?? atMost(1, 'ms'), SOFTWARE));
    else if (number) add(result(what, mine, number, note));
    else add(forComparison(result(what, mine, atMost(theirs, 'ms'), note)));
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}

/** Whether distances of the GPU's sweeps from some nodes have the bits of the CPU's. */
async function equalTrees(
  { graph, hierarchy }: Pick<SweepCase, 'graph' | 'hierarchy'>,
  gpu: GpuHierarchySolver,
): Promise<boolean> {
  const some = [0, 1, graph.nodeCount >> 1, graph.nodeCount - 1];
  const rows = await gpu.distances(some);
  const solver = createHierarchySolver(graph, hierarchy);
  const trees = solver.trees(some);
  const expected = new Float32Array(graph.nodeCount);
  const equal = rows.every((row, i) => {
    trees.distInto(i, expected);
    return row.every((d, v) => d === expected[v]);
  });
  solver.destroy();
  return equal;
}
