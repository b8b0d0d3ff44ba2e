import { createGpuCollisionSolver, type GpuSolverOptions } from '@wayfield/collision/gpu';
import type { StageTimes } from '../../gpu/measure/stage-times.ts';
import type { CollisionRunReport } from '../../report/report.ts';
import { summarise } from '../../run/statistics/summary.ts';
import { type Contestant, measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import type { Finder, FinderMaker, Stages } from './finders.ts';
import { judgePairs, shareOf, type TruePairs } from './judge-pairs.ts';
import { bodiesOf, type Circles, type World } from './worlds.ts';

/** The crowd that one program is measured on. */
export interface CollisionCase {
  readonly test: string;
  readonly world: World;
  readonly states: readonly [Circles, Circles];
  /** The true pairs of both states. */
  readonly truths: readonly [TruePairs, TruePairs];
}

/** The least number of steps of each program, and the least milliseconds where steps are short. */
export interface LeastSteps {
  readonly repeat: number;
  readonly ms: number;
}

/** A program that is ready, with the verdicts on its answers to both states. */
export interface PreparedFinder {
  readonly finder: Finder;
  readonly createMs: number;
  readonly faults: Pick<CollisionRunReport, 'missed' | 'duplicates' | 'wrong'>;
}

/** Makes a program ready and judges its answers. Destroys the program if it throws. */
export async function prepareFinder(
  { states, truths }: CollisionCase,
  make: FinderMaker,
): Promise<PreparedFinder> {
  const begun = performance.now();
  const finder = await make(states[0]);
  const createMs = performance.now() - begun;
  const faults = { missed: 0, duplicates: 0, wrong: 0 };
  try {
    for (const k of [0, 1]) {
      finder.load(states[k]);
      const judged = judgePairs(truths[k], await finder.find());
      faults.missed += judged.missed;
      faults.duplicates += judged.duplicates;
      faults.wrong += judged.wrong;
    }
  } catch (cause) {
    await finder.destroy();
    throw cause;
  }
  return { finder, createMs, faults };
}

/**
 * A step of a program as a contestant, on a crowd that alternates between two states. Loading a
 * state is not timed.
 */
export function finderContestant(
  name: string,
  { states }: Pick<CollisionCase, 'states'>,
  { finder }: PreparedFinder,
  onStep?: (ms: number) => void,
): Contestant {
  let step = 0;
  return {
    name,
    returnsMs: true,
    before: () => finder.load(states[step++ % 2]),
    async run() {
      const start = performance.now();
      const pending = finder.find();
      if (pending instanceof Promise) await pending;
      const ms = performance.now() - start;
      onStep?.(ms);
      return ms;
    },
  };
}

/** Milliseconds of warm-up of each program. */
const WARM_UP_MS = 20;

/** Runs programs on a crowd in turns: both answers of each are judged, then steps are timed. */
export async function measureFinders(
  task: CollisionCase,
  makers: readonly FinderMaker[],
  { repeat, ms }: LeastSteps,
): Promise<CollisionRunReport[]> {
  const { test, world, truths } = task;
  const prepared: PreparedFinder[] = [];
  try {
    for (const make of makers) prepared.push(await prepareFinder(task, make));
    const stages = prepared.map((): Stages | undefined => undefined);
    const least = prepared.map(() => Infinity);
    const contestants = prepared.map((one, i) =>
      finderContestant(String(i), task, one, (taken) => {
        if (taken >= least[i]) return;
        least[i] = taken;
        stages[i] = one.finder.stages?.();
      }),
    );
    const race = await measureInTurns(contestants, 'whole', {
      warmUp: 0,
      warmUpMs: ms > 0 ? WARM_UP_MS : 0,
      least: repeat,
      always: repeat,
      most: ms > 0 ? MOST_STEPS : repeat,
      error: 0,
      budgetMs: ms * makers.length,
    });
    return prepared.map(({ finder, createMs, faults }, i) => ({
      test,
      dimensions: world.dimensions,
      bodies: world.count,
      radius: world.radius,
      side: world.side,
      share: shareOf(truths[0]),
      pairs: truths[0].keys.length,
      ...describe(finder),
      createMs,
      stepMs: summarise(race.time(String(i)).samples),
      ...(stages[i] && { stages: stages[i] }),
      against: truths[0].by,
      ...faults,
    }));
  } finally {
    for (const { finder } of prepared) await finder.destroy();
  }
}

/** Steps of one program, at most. */
const MOST_STEPS = 10_000;

function describe({ name, group, threads, grid, memoryBytes }: Finder) {
  return {
    program: name,
    group,
    threads,
    ...(grid !== undefined && { grid }),
    ...(memoryBytes !== undefined && { memoryBytes }),
  };
}

/** Device time of a whole tick: positions are on the GPU, and pairs stay there. */
export interface DeviceTimes {
  readonly times: Float64Array;
  /** Milliseconds by kernel, each in a pass of its own. */
  readonly kernels: Readonly<Record<string, number>>;
  readonly grid: string;
  readonly memoryBytes: number;
}

/** Measures ticks of a solver without the host. `capacity` is the room for pairs. */
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
