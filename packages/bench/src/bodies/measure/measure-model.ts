import { packageVersion } from '../../report/machine.ts';
import type { ModelRunReport } from '../../report/report.ts';
import type { Session } from '../../run/session.ts';
import { measureInTurns, type Race } from '../../run/statistics/measure-in-turns.ts';
import {
  differingTicks,
  MODEL_SIZES,
  type ModelBackend,
  MOST_BY_FORCE,
  type ModelRun,
  openModel,
  runModel,
} from './model.ts';

/** M1 and M2 are one run: its ticks and its commits. M3 adds environments on trees. */
export type ModelTest = 'M1' | 'M3';

/** The most agents on the quadtree, the largest size of M3: above it a tick takes seconds. */
const MOST_IN_QUADTREE = 15_000;

const WARM_UP = { agents: 600, ticks: 30 };

/**
 * The backends of a test, those of Wayfield first; the R-tree is flatbush's, where that is
 * installed.
 */
export function modelBackends(
  test: ModelTest,
  agents: number,
  { wasm, pool, gpu }: { readonly wasm: boolean; readonly pool: boolean; readonly gpu: boolean },
): ModelBackend[] {
  const backends: ModelBackend[] = [];
  if (wasm) backends.push('wasm');
  if (pool) backends.push('pool');
  if (gpu) backends.push('gpu');
  if (test === 'M3' && packageVersion('flatbush') !== undefined) backends.push('R-tree');
  if (test === 'M3' && agents <= MOST_IN_QUADTREE && packageVersion('d3-quadtree') !== undefined) {
    backends.push('quadtree');
  }
  // brute force is right by itself where no other program could confirm the answer
  if (agents <= MOST_BY_FORCE) backends.push('brute force');
  return backends;
}

/** The numbers of agents of a test, up to `most`. */
export function modelSizes(test: ModelTest, most: number): readonly number[] {
  const sizes = MODEL_SIZES[test].filter((size) => size <= most);
  return sizes.length > 0 ? sizes : [most];
}

/**
 * The measurements of each backend; `race` is that of the commits, with figures named by backend.
 */
export interface MeasuredModel {
  readonly runs: readonly ModelRunReport[];
  readonly race: Race;
}

/**
 * Runs one world on every backend, in turns tick by tick, and compares each world with the first
 * backend's. A backend that runs alone is compared with nothing.
 */
export async function measureModel(
  session: Session,
  backends: readonly ModelBackend[],
  run: ModelRun,
): Promise<MeasuredModel> {
  // compilers need a while, and the first backend must not pay for all
  const agents = Math.min(run.agents, WARM_UP.agents);
  const few = { ...run, agents, ticks: Math.min(run.ticks, WARM_UP.ticks) };
  for (const backend of backends) {
    if (backend !== 'brute force') await runModel(backend, few);
  }
  const models = backends.map((backend) => openModel(backend, run));
  const what = `${run.agents.toLocaleString('en-US')} agents`;
  try {
    const race = await measureInTurns(
      models.map(({ backend, tick }) => ({ name: backend, run: tick, returnsMs: true })),
      'whole',
      {
        // the worlds of all backends are compared from their first tick on
        warmUp: 0,
        least: run.ticks,
        most: run.ticks,
        always: run.ticks,
        onRound: (tick) => session.terminal.progress(what, tick, run.ticks),
      },
    );
    const found = models.map((model) => model.result());
    const runs = found.map(({ report, hashes }) => {
      const differing = differingTicks(found[0].hashes, hashes);
      const measured = { ...report, differing };
      session.addModelRun(measured);
      session.addCheck(`${what}: ${report.backend}: ${differing} ticks differ`, differing === 0);
      return measured;
    });
    return { runs, race };
  } finally {
    for (const model of models) await model.destroy();
  }
}
