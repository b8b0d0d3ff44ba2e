import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createGpuSolver, type GpuAlgorithm } from '@wayfield/gpu';
import type { Routes } from '@wayfield/graph';
import { describeRounds } from '../run/parts.ts';
import { takeTurns } from '../run/take-turns.ts';
import { compareRoutes } from '@wayfield/bench/internal/run/check/compare-routes';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { inMs, takeAnswers, type GpuContext } from '../run/target.ts';

/** Batches of fewer queries are short and need more rounds. */
export const SMALL = 50_000;

/**
 * Milliseconds that each program works before each of its turns. While the cores answer a large
 * batch, the clock of the GPU falls. On an H200 100 ms did not always bring it up again (S9 of
 * 786,432 queries, Dijkstra: ratios of 8.6 to 19.5 in ten runs of one program), 800 ms did (18.2
 * and 19.9), and 2,000 ms gave no more (16.2 and 19.4).
 */
const busyMs = (count: number): number => Math.max(25, count / 1000);

/** A batch of queries by all cores and by the GPU, in turns. */
export interface Race {
  /**
   * Median over the rounds of the CPU's time divided by the GPU's, with arrays of an earlier result
   * reused.
   */
  readonly reused: number;
  /** The ratio of `reused`, with new arrays for each result. */
  readonly fresh: number;
  /** Both times of both programs, and the time of the GPU's first call. */
  readonly note: string;
  /** The number of the GPU's answers that equal the CPU's. */
  readonly right: number;
}

/**
 * The ratio `fresh` of `Race`, with compact paths of the GPU. Statuses and costs must be the same
 * bit for bit; of greedy search only the statuses are compared.
 */
export async function raceCompact(
  { device, session, threads }: GpuContext,
  { name, data, queries }: Problem,
  algorithm: GpuAlgorithm,
  rounds: number,
): Promise<{ readonly ratio: number; readonly note: string }> {
  const solver = await createGpuSolver(device, data, { algorithm });
  const pool = await createWasmPool(data, { algorithm, threads });
  try {
    let gpu = await solver.runCompact(queries);
    let cpu = await pool.run(queries);
    const taken = await takeTurns(
      [
        { name: 'cpu', run: async () => void (cpu = await pool.run(queries)) },
        { name: 'gpu', run: async () => void (gpu = await solver.runCompact(queries)) },
      ],
      rounds,
      { busyMs: busyMs(queries.count) },
    );
    const [mine, theirs] = [taken.get('gpu')!, taken.get('cpu')!];
    const exact = algorithm !== 'greedy';
    const same = gpu.status.every(
      (status, q) => status === cpu.status[q] && (!exact || gpu.cost[q] === cpu.cost[q]),
    );
    session.addCheck(`${name}: gpu ${algorithm}, compact paths`, same);
    const ratios = theirs.map((ms, round) => ms / mine[round]);
    const times = `CPU ${inMs(median(theirs))}, GPU ${inMs(median(mine))}`;
    return { ratio: median(ratios), note: `${times}; ${describeRounds(ratios, 'x')}` };
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}

/**
 * Measures wall times from queries in JavaScript arrays to paths in JavaScript arrays and compares
 * all answers.
 */
export async function raceBatch(
  context: GpuContext,
  problem: Problem,
  algorithm: GpuAlgorithm,
  rounds: number,
): Promise<Race> {
  const { device, session, threads } = context;
  const { data, queries } = problem;
  const begun = performance.now();
  const solver = await createGpuSolver(device, data, { algorithm });
  const share = 'never'; // the targets are about searches, so no query shares its goal
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
    const spread: string[] = [];
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
        { onRound: say, busyMs: busyMs(queries.count) },
      );
      const [mine, theirs] = [taken.get('gpu')!, taken.get('cpu')!];
      times.set(`${name} gpu`, mine).set(`${name} cpu`, theirs);
      const ratios = theirs.map((ms, round) => ms / mine[round]);
      spread.push(`${name} ${describeRounds(ratios, 'x')}`);
      return median(ratios);
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
      `new arrays ${of('fresh cpu')}, ${of('fresh gpu')} (${fresh.toFixed(1)} x); first ` +
      `call ${inMs(cold)}; ${spread.join('; ')}`;
    return { reused, fresh, note, right };
  } finally {
    solver.destroy();
    await pool.destroy();
  }
}
