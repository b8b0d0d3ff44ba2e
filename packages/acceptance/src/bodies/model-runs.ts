// Target 1, second half: the model on each backend, with the same worlds after every tick.
import { atLeast, inMs, result, type TargetContext } from '../run/target.ts';
import {
  measureModel,
  modelBackends,
  type ModelTest,
} from '@wayfield/bench/internal/bodies/measure/measure-model';
import { MODEL_SIZES, MODEL_TICKS } from '@wayfield/bench/internal/bodies/measure/model';

const QUICK = { agents: 60, ticks: 4 };

/** Runs M1 and M2, which are the ticks and the commits of one run, and M3. */
export async function runModels(context: TargetContext): Promise<void> {
  const { device, quick, threads } = context;
  const there = { wasm: true, pool: threads > 1, gpu: device !== undefined };
  const tests: readonly (readonly [ModelTest, string, readonly number[]])[] = [
    ['M1', 'M1, M2', MODEL_SIZES.M1],
    ['M3', 'M3', [MODEL_SIZES.M3.at(-1)!]],
  ];
  for (const [test, title, sizes] of tests) {
    for (const agents of quick ? [QUICK.agents] : sizes) {
      const name = `${title}: ${agents.toLocaleString('en-US')} agents`;
      const backends = modelBackends(test, agents, there);
      await runOne(context, name, backends, agents);
    }
  }
}

async function runOne(
  { device, session, threads, seed, quick, add }: TargetContext,
  name: string,
  backends: Parameters<typeof measureModel>[1],
  agents: number,
): Promise<void> {
  const ticks = quick ? QUICK.ticks : MODEL_TICKS;
  const { runs } = await measureModel(session, backends, { agents, ticks, seed, threads, device });
  const differing = runs.reduce((sum, run) => sum + run.differing, 0);
  const notes = runs.map(({ backend, tickMs, commitMs }) => {
    const share = (100 * commitMs.mean) / tickMs.mean;
    return (
      `${backend} tick ${inMs(tickMs.mean)}, commit ${inMs(commitMs.mean)} ` +
      `(${share.toFixed(0)} %)`
    );
  });
  const all = ticks * runs.length;
  add(result(name, all - differing, atLeast(all, 'worlds'), notes.join('; ')));
}
