// The measurements of `wayfield-bench gpu`. Each returns the times of the GPU and of the CPU on the
// same input, after every answer was compared. All runs of the GPU come first, then those of the
// CPU: they take no turns.
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createGpuSolver, createGpuTreeSolver, type GpuAlgorithm } from '@wayfield/gpu';
import {
  compactWords,
  reduceWords,
  scanWords,
  segmentOffsets,
  sortPairs,
} from '@wayfield/gpu-core/arrays';
import { nodeCountOf, type Routes, type Tree } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import type { Problem } from '../../run/problems/problem.ts';
import type { GpuRunReport } from '../../report/report.ts';
import type { Session } from '../../run/session.ts';
import { checkTrees } from './check-trees.ts';
import { compareRoutes } from '../../run/check/compare-routes.ts';
import type { GpuTimes, Meter } from './meter.ts';
import { isStableOrder, randomWords, scanOf } from './primitive-cases.ts';
import { sameWords } from './same-words.ts';
import { createTreeThreads } from './tree-threads.ts';

/** What all measurements share. */
export interface GpuRunContext {
  readonly device: GPUDevice;
  readonly meter: Meter;
  readonly session: Session;
  /** Workers of the CPU's side. */
  readonly threads: number;
  /** Warm runs; the fastest counts. */
  readonly repeat: number;
  readonly seed: number;
}

/** The first call, and the fastest of the others. */
async function coldAndWarm(
  { meter, repeat }: GpuRunContext,
  work: () => Promise<unknown>,
): Promise<{ cold: GpuTimes; warm: GpuTimes }> {
  const { times: cold } = await meter.measure(work);
  let warm: GpuTimes | undefined;
  for (let k = 0; k < repeat; k++) {
    const { times } = await meter.measure(work);
    if (!warm || times.wall < warm.wall) warm = times;
  }
  return { cold, warm: warm ?? cold };
}

/** Milliseconds of the fastest of `repeat` + 1 calls, of which the first compiles. */
async function leastMs(repeat: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let k = 0; k <= repeat; k++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** A batch of searches, each answered separately, with their paths. */
export async function runSearch(
  context: GpuRunContext,
  problem: Problem,
  algorithm: GpuAlgorithm,
): Promise<GpuRunReport> {
  const { device, session, threads, repeat } = context;
  const { data, queries, name } = problem;
  const begun = performance.now();
  const solver = await createGpuSolver(device, data, { algorithm });
  const createMs = performance.now() - begun;
  const pool = await createWasmPool(data, { algorithm, threads });
  try {
    let gpu: Routes | undefined;
    const times = await coldAndWarm(context, async () => {
      gpu = await solver.run(queries, { share: 'never', ...(gpu && { reuse: gpu }) });
    });
    let cpu: Routes | undefined;
    const cpuMs = await leastMs(repeat, async () => {
      cpu = await pool.run(queries, cpu && { reuse: cpu });
    });
    const wrong = compareRoutes(
      // paths may be equally short but for rounding
      { problem, solver: `gpu ${algorithm}`, exact: algorithm !== 'greedy', tolerance: 1e-6 },
      cpu!,
      gpu!,
    );
    session.addAnswers(problem, queries.count, wrong);
    const { count } = queries;
    const { memoryBytes, variant } = solver;
    return {
      name: `${name}: ${algorithm}`,
      count,
      variant,
      createMs,
      ...times,
      cpuMs,
      memoryBytes,
    };
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}

/** Shortest-path trees from `count` nodes, drawn by the seed. */
export async function runTrees(
  context: GpuRunContext,
  { data, name }: Problem,
  count: number,
): Promise<GpuRunReport> {
  const { device, session, threads, repeat, seed } = context;
  const next = random(seed);
  const draw = (): number => Math.floor(next() * nodeCountOf(data));
  const sources = new Uint32Array(count).map(draw);
  const begun = performance.now();
  const solver = await createGpuTreeSolver(device, data);
  const createMs = performance.now() - begun;
  const pool = await createTreeThreads(data, sources, threads);
  try {
    let reuse: readonly Tree[] = [];
    const times = await coldAndWarm(context, async () => {
      reuse = (await solver.run(sources, { reuse })).trees;
    });
    const cpuMs = await leastMs(repeat, () => pool.run());
    checkTrees(session, name, data, reuse, pool.trees);
    const { memoryBytes, rule } = solver;
    const what = `${name}: trees from ${count}`;
    return { name: what, count, variant: rule, createMs, ...times, cpuMs, memoryBytes };
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}

/** A primitive on arrays: its GPU run, and whether the result is right. */
interface PrimitiveRun<Result> {
  gpu(device: GPUDevice): Promise<Result>;
  /** The primitive in plain JavaScript, on one thread. */
  cpu(): Result;
  right(gpu: Result, cpu: Result): boolean;
}

function run<Result>(primitive: PrimitiveRun<Result>): PrimitiveRun<unknown> {
  return primitive as PrimitiveRun<unknown>;
}

/** The primitives by name, each for a number of random words. */
const PRIMITIVES: Readonly<Record<string, (words: number, seed: number) => PrimitiveRun<unknown>>> =
  {
    sort(length, seed) {
      const keys = randomWords(length, seed);
      const values = Uint32Array.from(keys, (_, i) => i);
      return run({
        gpu: (device) => sortPairs(device, keys, values),
        cpu() {
          const order = values.slice().sort((a, b) => keys[a] - keys[b] || a - b);
          return { keys: order.map((i) => keys[i]), values: order };
        },
        right: (gpu, cpu) =>
          isStableOrder(keys, gpu.keys, gpu.values) && sameWords(gpu.values, cpu.values),
      });
    },
    scan(length, seed) {
      const input = randomWords(length, seed, 8);
      return run({
        gpu: (device) => scanWords(device, input),
        cpu: () => scanOf(input),
        right: sameWords,
      });
    },
    reduce(length, seed) {
      const input = randomWords(length, seed);
      return run({
        gpu: (device) => reduceWords(device, 'add-u32', input),
        cpu: () => input.reduce((sum, word) => (sum + word) >>> 0, 0),
        right: (gpu, cpu) => gpu === cpu,
      });
    },
    compact(length, seed) {
      const flags = randomWords(length, seed, 1);
      const index = Uint32Array.from(flags, (_, i) => i);
      return run({
        gpu: (device) => compactWords(device, flags),
        cpu: () => index.filter((i) => flags[i] !== 0),
        right: sameWords,
      });
    },
    segments(length, seed) {
      const segments = 1000;
      const keys = randomWords(length, seed).map((key) => key % segments);
      return run({
        gpu: (device) => segmentOffsets(device, keys, segments),
        cpu() {
          const counts = new Uint32Array(segments + 1);
          for (const key of keys) counts[key]++;
          return scanOf(counts);
        },
        right: sameWords,
      });
    },
  };

/** The names of the primitives. */
export const PRIMITIVE_NAMES: readonly string[] = Object.keys(PRIMITIVES);

/**
 * A primitive from array to array, device buffers made and freed; the CPU's side is plain
 * JavaScript.
 */
export async function runPrimitive(
  context: GpuRunContext,
  name: string,
  words: number,
): Promise<GpuRunReport> {
  const { device, session, repeat, seed } = context;
  const { gpu, cpu, right } = PRIMITIVES[name](words, seed);
  let result: unknown;
  const times = await coldAndWarm(context, async () => {
    result = await gpu(device);
  });
  let expected: unknown;
  const cpuMs = await leastMs(repeat, () => {
    expected = cpu();
  });
  session.addCheck(`${name} of ${words} words`, right(result, expected));
  return { name: `${name} of ${words} words`, count: words, createMs: 0, ...times, cpuMs };
}
