import { createGpuCollisionSolver, type GpuSolverOptions } from '@wayfield/collision/gpu';
import type { StageTimes } from '../gpu/stage-times.ts';
import type { CollisionRunReport } from '../report/report.ts';
import { summarise } from '../report/statistics.ts';
import type { Finder, FinderMaker, Stages } from './finders.ts';
import { judgePairs, shareOf, type TruePairs } from './judge-pairs.ts';
import { bodiesOf, type Circles, type World } from './worlds.ts';

/** What one program is measured with. */
export interface CollisionCase {
  readonly test: string;
  readonly world: World;
  readonly states: readonly [Circles, Circles];
  /** Pairs of both states. */
  readonly truths: readonly [TruePairs, TruePairs];
}

/** At least so many steps, and where they are short, so many milliseconds of them. */
export interface Effort {
  readonly repeat: number;
  readonly ms: number;
  /** Gets samples of the time of a step in milliseconds: means of as many steps as `sampleMs` takes. */
  onSample?(ms: number): void;
  /** Default 0: every step is a sample. Of steps of microseconds there would be tens of thousands. */
  readonly sampleMs?: number;
}

/**
 * Runs a program on a crowd that goes to and fro between two states. Both answers are judged; then steps
 * are timed.
 */
export async function measureFinder(
  { test, world, states, truths }: CollisionCase,
  make: FinderMaker,
  { repeat, ms, onSample, sampleMs = 0 }: Effort,
): Promise<CollisionRunReport> {
  const begun = performance.now();
  const finder = await make(states[0]);
  const createMs = performance.now() - begun;
  try {
    const faults = { missed: 0, duplicates: 0, wrong: 0 };
    for (const k of [0, 1]) {
      finder.load(states[k]);
      const judged = judgePairs(truths[k], await finder.find());
      faults.missed += judged.missed;
      faults.duplicates += judged.duplicates;
      faults.wrong += judged.wrong;
    }
    const times: number[] = [];
    let stages: Stages | undefined;
    let least = Infinity;
    let [sum, steps] = [0, 0];
    const start = performance.now();
    while (times.length < repeat || performance.now() - start < ms) {
      finder.load(states[times.length % 2]);
      const from = performance.now();
      const pending = finder.find();
      if (pending instanceof Promise) await pending;
      const taken = performance.now() - from;
      times.push(taken);
      sum += taken;
      steps++;
      if (sum >= sampleMs) {
        onSample?.(sum / steps);
        [sum, steps] = [0, 0];
      }
      if (taken < least) {
        least = taken;
        stages = finder.stages?.();
      }
    }
    // less than one sample in all
    if (steps === times.length) onSample?.(sum / steps);
    return {
      test,
      dimensions: world.dimensions,
      bodies: world.count,
      radius: world.radius,
      side: world.side,
      share: shareOf(truths[0]),
      pairs: truths[0].keys.length,
      ...describe(finder),
      createMs,
      stepMs: summarise(times),
      ...(stages && { stages }),
      against: truths[0].by,
      ...faults,
    };
  } finally {
    await finder.destroy();
  }
}

function describe({ name, group, threads, grid, memoryBytes }: Finder) {
  return {
    program: name,
    group,
    threads,
    ...(grid !== undefined && { grid }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
}

/** Device time of a whole tick: positions are on the GPU, pairs stay there. */
export interface DeviceTimes {
  readonly times: Float64Array;
  /** By kernel, each in a pass of its own. */
  readonly kernels: Readonly<Record<string, number>>;
  readonly grid: string;
  readonly memoryBytes: number;
}

/** Measures ticks of a solver without the host. `capacity`: room for so many pairs. */
export async function measurePairsOnDevice(
  device: GPUDevice,
  stages: StageTimes,
  circles: Circles,
  options: GpuSolverOptions & { capacity: number; repeat: number },
): Promise<DeviceTimes> {
  const { capacity, repeat, ...solverOptions } = options;
  const solver = await createGpuCollisionSolver(device, bodiesOf(circles), solverOptions);
  try {
    const record = (pass: GPUComputePassEncoder): void =>
      void solver.encodePairs(pass, { capacity });
    const times = await stages.whole(record, repeat);
    const kernels = await stages.stages(record, Math.min(repeat, 3));
    const { grid, memoryBytes } = solver;
    return { times, kernels, grid, memoryBytes };
  } finally {
    solver.destroy();
  }
}
