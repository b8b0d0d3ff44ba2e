// Target 4 on a GPU: distances to all nodes from 256 sources at a time, and batches of queries
// against all cores.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { createGpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import type { Graph } from '@wayfield/graph';
import { random, roadGraph } from '@wayfield/graph/generators';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { describeRounds } from '../run/parts.ts';
import { takeTurns } from '../run/take-turns.ts';
import {
  atLeast,
  atMost,
  NO_DATA,
  notMeasured,
  result,
  skipped,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';
import { isSoftwareAdapter } from '@wayfield/gpu-core';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { median } from '@wayfield/bench/internal/run/statistics/summary';

/** The most milliseconds per source of a sweep: a requirement. */
const TREE_MS = 0.02;
/** How many times as fast as the pool the GPU must answer a million queries: a requirement. */
const RATIO = 10;
/** Sources of the sweeps of one call. */
const SOURCES = 256;
/** Queries of a batch for each query of `--queries`: a million by default. */
const PER_QUERY = 100;
/** Milliseconds of work before the first time: after a pause the clock of a GPU comes up slowly. */
const WARM_UP_MS = 2000;
/** Timed calls. */
const TIMES = 25;
/** Trees that are compared with the CPU's. */
const COMPARED = 4;
const SOFTWARE = 'a software driver: its times say nothing about GPUs';

const least = (times: readonly number[]): number => Math.min(...times);

export async function hierarchyOnGpu(context: TargetContext): Promise<void> {
  const { device, noDevice, data, quick, seed, session, add } = context;
  const sweeps = `FLA: ${SOURCES} trees on the GPU, each`;
  const batch = 'FLA: a batch of queries, GPU / all cores, speed';
  const file = join(data ?? '', 'road', 'FLA.pace.gr.gz');
  const software = device !== undefined && isSoftwareAdapter(device);
  const missing =
    device === undefined
      ? noDevice
      : quick
        ? undefined
        : software
          ? SOFTWARE
          : existsSync(file)
            ? undefined
            : NO_DATA;
  if (device === undefined || missing !== undefined) {
    add(notMeasured(sweeps, atMost(TREE_MS, 'ms'), missing ?? noDevice));
    add(notMeasured(batch, atLeast(RATIO, 'x'), missing ?? noDevice));
    return;
  }
  const graph = quick ? roadGraph(20, 20, { seed }) : await readWeightedPace(file, 1);
  const hierarchy = buildHierarchy(graph, {
    onProgress: (done, count) => session.terminal.progress('FLA: contracted', done, count),
  });
  const timed = (target: TargetResult): void => add(software ? skipped(target, SOFTWARE) : target);
  timed(await sweep(context, device, sweeps, graph, hierarchy));
  timed(await race(context, device, batch, graph, hierarchy));
}

async function warmUp(quick: boolean, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  do await work();
  while (!quick && performance.now() - start < WARM_UP_MS);
}

/**
 * Times sweeps that stay on the device, by its own clock if it has one; some of the trees are
 * compared with the CPU's.
 */
async function sweep(
  { session, seed, quick }: TargetContext,
  device: GPUDevice,
  what: string,
  graph: Graph,
  hierarchy: Hierarchy,
): Promise<TargetResult> {
  const count = quick ? 8 : SOURCES;
  const next = random(seed);
  const sources = Array.from({ length: count }, () => next(graph.nodeCount));
  const cpu = createHierarchySolver(graph, hierarchy);
  const gpu = await createGpuHierarchySolver(device, hierarchy, {
    timing: true,
    memoryBudget: 2 ** 31 - 16,
  });
  try {
    await warmUp(quick, () => gpu.runResident(sources));
    const times: number[] = [];
    const walls: number[] = [];
    for (let k = 0; k < (quick ? 2 : TIMES); k++) {
      const start = performance.now();
      times.push((await gpu.runResident(sources)).deviceMs);
      walls.push(performance.now() - start);
    }
    const some = sources.slice(0, COMPARED);
    const rows = await gpu.distances(some);
    const trees = cpu.trees(some);
    const expected = new Float32Array(graph.nodeCount);
    rows.forEach((row, i) => {
      trees.distInto(i, expected);
      const wrong = row.findIndex((d, v) => d !== expected[v]);
      session.addCheck(`FLA: GPU distance of node ${wrong} from ${some[i]}`, wrong < 0);
    });
    const each = (all: readonly number[]): number[] => all.map((ms) => ms / count);
    const clock = Number.isNaN(least(times)) ? walls : times;
    const note =
      `${clock === times ? 'device' : 'wall'} time, least; ${describeRounds(each(clock))}; wall ` +
      `time ${describeRounds(each(walls))}`;
    return result(what, least(clock) / count, atMost(TREE_MS, 'ms'), note);
  } finally {
    gpu.destroy();
    cpu.destroy();
  }
}

/**
 * Times a batch of queries on the GPU, one workgroup per search, and on a pool of all threads. They
 * take turns, each after WARM_UP_MS of its own work.
 */
async function race(
  { session, seed, quick, queries, rounds, threads }: TargetContext,
  device: GPUDevice,
  what: string,
  graph: Graph,
  hierarchy: Hierarchy,
): Promise<TargetResult> {
  const asked = anyPairs(graph.nodeCount, quick ? 100 : PER_QUERY * queries, seed);
  const pool = await createHierarchyPool(graph, hierarchy, { threads });
  const gpu = await createGpuHierarchySolver(device, hierarchy);
  try {
    let routes = await pool.run(asked, { result: 'cost' });
    let answers = await gpu.run(asked);
    const times = await takeTurns(
      [
        {
          name: 'pool',
          run: async () => void (routes = await pool.run(asked, { result: 'cost' })),
        },
        { name: 'gpu', run: async () => void (answers = await gpu.run(asked)) },
      ],
      quick ? 1 : rounds,
      {
        busyMs: quick ? 0 : WARM_UP_MS,
        onRound: (round) => session.terminal.progress('FLA: batches', round, rounds),
      },
    );
    // the GPU adds the sums of two halves, the pool adds along the path: rounding differs
    const wrong = answers.cost.findIndex((cost, i) => {
      const path = routes.cost[i];
      return cost !== path && !(Math.abs(cost - path) <= 1e-5 * path);
    });
    session.addCheck(`FLA: GPU distance of query ${wrong}`, wrong < 0);
    const us = (name: string): Float64Array =>
      times.get(name)!.map((ms) => (1000 * ms) / asked.count);
    const [walls, poolUs] = [us('gpu'), us('pool')];
    const note =
      `${describeRounds(walls)} us each; ${describeRounds(poolUs)} by ${pool.threads} threads, ` +
      `${asked.count} queries, ${answers.swept} by sweeps`;
    const ratio = median(poolUs.map((one, round) => one / walls[round]));
    return result(what, ratio, atLeast(RATIO, 'x'), note);
  } finally {
    gpu.destroy();
    await pool.destroy();
  }
}
