// Target 1: the study's direct tests, every pair checked; then its model.
import { atLeast, inMs, result, type Target, type TargetContext } from '../run/target.ts';
import { tuningOf } from './tuning.ts';
import {
  type FinderMaker,
  gpuFinder,
  poolFinder,
  wasmFinder,
} from '@wayfield/bench/internal/bodies/measure/finders';
import { findTruePairs } from '@wayfield/bench/internal/bodies/measure/judge-pairs';
import {
  type CollisionCase,
  type LeastSteps,
  measureFinders,
} from '@wayfield/bench/internal/bodies/measure/measure';
import { COLLISION_TESTS, testWorld } from '@wayfield/bench/internal/bodies/measure/tests';
import { drawCrowd } from '@wayfield/bench/internal/bodies/measure/worlds';
import { createMeter } from '@wayfield/bench/internal/gpu/measure/meter';
import type { CollisionRunReport } from '@wayfield/bench/internal/report/report';
import { runModels } from './model-runs.ts';

/** Numbers of bodies by test; tests that are not named here take their own. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  T1: [50, 1000, 5000, 10_000, 100_000, 1_500_000, 10_000_000],
  T2: [50, 1000, 5000, 10_000, 100_000, 1_500_000],
  T3: [5000, 100_000, 1_500_000],
  T3b: [5000, 100_000, 1_500_000],
};
/** Bodies of a quick run. */
const QUICK = [50, 400];

export const directTests: Target = {
  name: '1',
  title: 'T1 to T4 and M1 to M3 of the study on each backend: every pair and every world checked',
  async run(context) {
    const meter = context.device && createMeter(context.device);
    for (const test of COLLISION_TESTS) {
      const { quick } = context;
      const few = test.name === 'T1' ? QUICK : QUICK.slice(1);
      const sizes = quick ? few : (SIZES[test.name] ?? test.sizes);
      for (const size of sizes) {
        const world = testWorld(test, size);
        const name = `${test.name}, ${test.description}, ${size.toLocaleString('en-US')}`;
        context.session.terminal.progress(`target 1: ${name}`);
        const states = drawCrowd(world, context.seed);
        const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
        const task: CollisionCase = { test: test.name, world, states, truths };
        // short tasks are repeated: compilers need many calls, and the clock of a GPU comes up
        // slowly
        const effort: LeastSteps = { repeat: quick ? 1 : context.rounds, ms: quick ? 0 : 50 };
        const { device, threads } = context;
        const makers: FinderMaker[] = [(one) => wasmFinder(one)];
        if (threads > 1) makers.push((one) => poolFinder(one, threads));
        if (device) {
          const options = { tuning: tuningOf(context) };
          makers.push((one) => gpuFinder(device, one, options, meter));
        }
        const runs = await measureFinders(task, makers, effort);
        report(context, name, runs);
      }
    }
    await runModels(context);
  },
};

function report(
  { session, add }: TargetContext,
  name: string,
  runs: readonly CollisionRunReport[],
): void {
  let right = 0;
  const notes: string[] = [`${(100 * runs[0].share).toFixed(1)} % touch`];
  for (const run of runs) {
    session.addCollisionRun(run);
    const { program, missed, duplicates, wrong, stepMs, stages = {} } = run;
    const good = missed + duplicates + wrong === 0;
    session.addCheck(`${name}: ${program}`, good);
    if (good) right += 2;
    const parts = Object.entries(stages).map(([part, ms]) => `${part} ${inMs(ms)}`);
    notes.push(`${program} ${inMs(stepMs.median)} (${parts.join(', ')})`);
    if (!good) notes.push(`${missed} missed, ${duplicates} twice, ${wrong} wrong`);
  }
  add(result(name, right, atLeast(2 * runs.length, 'answers'), notes.join('; ')));
}
