import {
  type BackendName,
  type BackendProblem,
  type Calibration,
  calibrate,
  chooseBackend,
  type CostCurve,
  describeProblem,
  type OpenedSolver,
  type OpenSolver,
} from '@wayfield/auto/choose';
import type { Terminal } from '../../report/terminal.ts';
import { type AnsweringSolver, countDifferent, openCpu, openGpuSolvers } from './backends.ts';
import { askSome, calibrations, drawQueries, sizedMaps } from './sizes.ts';

/** A choice is wrong when its time is more than this multiple of the other backend's. */
export const WRONG = 1.5;

/** One problem: predicted and measured milliseconds. */
export interface ChoiceRow extends BackendProblem {
  readonly name: string;
  readonly chosen: BackendName;
  readonly predicted: Readonly<Record<BackendName, number>>;
  readonly measured: Readonly<Record<BackendName, number>>;
  /** Time of the chosen backend as a multiple of the faster one's: 1 = it is the faster one. */
  readonly lost: number;
  /** Answers in which the backends differ: 0, or one of them is wrong. */
  readonly differed: number;
}

export interface ChoiceReport {
  readonly calibration: Calibration;
  /**
   * Milliseconds of each part of the calibration: its runs, and all with maps and solvers; empty
   * where a calibration was given.
   */
  readonly calibrationMs: Readonly<Record<string, { readonly runs: number; readonly all: number }>>;
  readonly rows: readonly ChoiceRow[];
  /** The share of rows with `lost` above `WRONG`. */
  readonly shareWrong: number;
}

export interface ChoiceOptions {
  readonly quick: boolean;
  readonly seed: number;
  /** An earlier calibration; default: calibrates first. */
  readonly calibration?: Calibration | undefined;
  readonly terminal: Terminal;
}

/**
 * Calibrates both backends, lets the predictor choose for every problem size, and measures whether
 * the choice was right.
 */
export async function measureChoices(
  device: GPUDevice,
  { quick, seed, calibration: kept, terminal }: ChoiceOptions,
): Promise<ChoiceReport> {
  const backends = { cpu: openCpu, gpu: openGpuSolvers(device) };
  const calibrationMs: Record<string, { runs: number; all: number }> = {};
  let runs = 0;
  /** A backend whose solvers add up the times of their runs, except the first, which compiles. */
  const timed = (open: OpenSolver): OpenSolver => {
    return async (data, task) => {
      const solver = await open(data, task);
      let first = true;
      const run: OpenedSolver['run'] = async (queries) => {
        const start = performance.now();
        await solver.run(queries);
        if (!first) runs += performance.now() - start;
        first = false;
      };
      return { run, destroy: () => solver.destroy() };
    };
  };
  const watched = { cpu: timed(backends.cpu), gpu: timed(backends.gpu) };
  const curves: CostCurve[] = [];
  for (const { name, ...options } of kept ? [] : calibrations(quick)) {
    terminal.progress(`calibrating: ${name}`);
    const start = performance.now();
    runs = 0;
    curves.push(...(await calibrate(watched, options)).curves);
    calibrationMs[name] = { runs, all: performance.now() - start };
  }
  const calibration: Calibration = kept ?? { version: 1, curves };
  const rows: ChoiceRow[] = [];
  const maps = sizedMaps(quick, seed);
  for (const [i, { name, build, tasks, counts, structured }] of maps.entries()) {
    const data = build();
    for (const task of tasks) {
      terminal.progress(`${name}, ${task}`, i, maps.length, 'measuring');
      const cpu = (await openCpu(data, task)) as AnsweringSolver;
      const solvers = [cpu];
      try {
        const gpu = (await backends.gpu(data, task)) as AnsweringSolver;
        solvers.push(gpu);
        for (const count of counts) {
          const queries = drawQueries(data, count, seed);
          const known = structured ? { settled: askSome(data, task, queries) } : {};
          const problem = describeProblem(data, task, queries, known);
          const { backend: chosen, cpuMs, gpuMs } = chooseBackend(problem, calibration);
          const differed = countDifferent(
            await cpu.run(queries),
            await gpu.run(queries),
            task === 'greedy',
          );
          const measured = await takeTurns({ cpu, gpu }, (solver) => solver.run(queries));
          const least = Math.min(measured.cpu, measured.gpu);
          rows.push({
            name,
            ...problem,
            chosen,
            predicted: { cpu: cpuMs, gpu: gpuMs },
            measured,
            lost: measured[chosen] / least,
            differed,
          });
        }
      } finally {
        for (const solver of solvers) await solver.destroy();
      }
    }
  }
  terminal.clear();
  const shareWrong = rows.filter(({ lost }) => lost > WRONG).length / rows.length;
  return { calibration, calibrationMs, rows, shareWrong };
}

/** The most rounds of one problem. */
const ROUNDS = 5;
/** No round begins after this many milliseconds. */
const ENOUGH_MS = 400;

/** The fastest of some rounds of each backend, in turns. Both have run once before. */
async function takeTurns(
  solvers: Readonly<Record<BackendName, AnsweringSolver>>,
  run: (solver: AnsweringSolver) => Promise<unknown>,
): Promise<Record<BackendName, number>> {
  const least = { cpu: Infinity, gpu: Infinity };
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 ? (['gpu', 'cpu'] as const) : (['cpu', 'gpu'] as const)) {
      const start = performance.now();
      await run(solvers[name]);
      least[name] = Math.min(least[name], performance.now() - start);
    }
    if (performance.now() - begun > ENOUGH_MS) break;
  }
  return least;
}
