import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createGpuSolver, type GpuAlgorithm } from '@wayfield/gpu';
import type { Routes } from '@wayfield/graph';
import { takeTurns } from '../bars/take-turns.ts';
import { compareRoutes } from '../gpu/compare-routes.ts';
import type { Problem } from '../problems/problem.ts';
import { median } from '../report/statistics.ts';
import { type GpuBarContext, inMs, takeAnswers } from './gpu-bar.ts';

/** Batches of fewer queries take so little time that more rounds are needed, with shorter pauses. */
export const SMALL = 50_000;

/** A batch of queries by all cores and by the GPU, in turns. */
export interface Race {
  /** Time of the CPU as a multiple of the GPU's, into the arrays of an earlier result: median of the rounds. */
  readonly reused: number;
  /** The same into new arrays. */
  readonly fresh: number;
  /** Both times of both, and of the GPU's first call. */
  readonly note: string;
  /** Answers of the GPU that are the CPU's. */
  readonly right: number;
}

/** Wall times from queries in JavaScript arrays to paths in JavaScript arrays. All answers are compared. */
export async function raceBatch(
  context: GpuBarContext,
  problem: Problem,
  algorithm: GpuAlgorithm,
  rounds: number,
): Promise<Race> {
  const { device, session, threads } = context;
  const { data, queries } = problem;
  const begun = performance.now();
  const solver = await createGpuSolver(device, data, { algorithm });
  const share = 'never'; // the bars are about searches
  let gpu: Routes = await solver.run(queries, { share });
  const cold = performance.now() - begun;
  const pool = await createWasmPool(data, { algorithm, threads });
  try {
    let cpu = await pool.run(queries);
    const differences = compareRoutes(
      { problem, solver: `gpu ${algorithm}`, exact: algorithm !== 'greedy' },
      cpu,
      gpu,
    );
    const right = takeAnswers(context, problem, queries.count, differences);
    const say = (round: number): void =>
      session.terminal.progress(`${problem.name}: ${algorithm}`, round, rounds);
    const times = new Map<string, Float64Array>();
    const turns = async (name: string, reuse: boolean): Promise<number> => {
      const into = (routes: Routes): { reuse?: Routes } => (reuse ? { reuse: routes } : {});
      const run = async (): Promise<void> =>
        void (gpu = await solver.run(queries, { share, ...into(gpu) }));
      const taken = await takeTurns(
        [
          { name: 'cpu', run: async () => void (cpu = await pool.run(queries, into(cpu))) },
          { name: 'gpu', run },
        ],
        rounds,
        { onRound: say, busyMs: queries.count < SMALL ? 25 : 100 },
      );
      const [mine, theirs] = [taken.get('gpu')!, taken.get('cpu')!];
      times.set(`${name} gpu`, mine).set(`${name} cpu`, theirs);
      return median(theirs.map((ms, round) => ms / mine[round]));
    };
    const reused = await turns('reused', true);
    const again = compareRoutes(
      { problem, solver: `gpu ${algorithm}, again`, exact: algorithm !== 'greedy' },
      cpu,
      gpu,
    );
    takeAnswers(context, problem, queries.count, again);
    const fresh = await turns('fresh', false);
    const of = (name: string): string => inMs(median(times.get(name)!));
    const note =
      `CPU ${of('reused cpu')}, GPU ${of('reused gpu')}; ` +
      `new arrays ${of('fresh cpu')}, ${of('fresh gpu')} (${fresh.toFixed(1)} x); first call ${inMs(cold)}`;
    return { reused, fresh, note, right };
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}
