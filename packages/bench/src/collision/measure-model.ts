import { packageVersion } from '../report/machine.ts';
import type { ModelRunReport } from '../report/report.ts';
import type { Session } from '../session.ts';
import {
  differingTicks,
  MODEL_SIZES,
  type ModelBackend,
  MOST_BY_FORCE,
  type ModelRun,
  runModel,
} from './model.ts';

/** M1 and M2 are one run: its ticks and its commits. M3 adds environments that are no grids. */
export type ModelTest = 'M1' | 'M3';

const WARM_UP = { agents: 600, ticks: 30 };

/** The backends of a test, those of Wayfield first; the R-tree is flatbush's, where that is installed. */
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
  // one that is right by itself, where there is nobody else to agree with
  if (agents <= MOST_BY_FORCE) backends.push('brute force');
  return backends;
}

/** How many agents a test runs with, at most `most`. */
export function modelSizes(test: ModelTest, most: number): readonly number[] {
  const sizes = MODEL_SIZES[test].filter((size) => size <= most);
  return sizes.length > 0 ? sizes : [most];
}

/** One world on every backend, held against the first one tick by tick. */
export async function measureModel(
  session: Session,
  backends: readonly ModelBackend[],
  run: ModelRun,
): Promise<ModelRunReport[]> {
  const runs: ModelRunReport[] = [];
  let expected: Uint32Array | undefined;
  // the compilers need a while, and the first backend must not pay for all
  const agents = Math.min(run.agents, WARM_UP.agents);
  const few = { ...run, agents, ticks: Math.min(run.ticks, WARM_UP.ticks) };
  for (const backend of backends) {
    if (backend !== 'brute force') await runModel(backend, few);
  }
  for (const backend of backends) {
    const name = `${run.agents.toLocaleString('en-US')} agents: ${backend}`;
    session.terminal.progress(name);
    const { report, hashes } = await runModel(backend, run);
    const differing = differingTicks((expected ??= hashes), hashes);
    const measured = { ...report, differing };
    runs.push(measured);
    session.addModelRun(measured);
    session.addCheck(`${name}: ${differing} ticks differ`, differing === 0);
  }
  return runs;
}
