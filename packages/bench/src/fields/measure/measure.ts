import type { DiffusionOptions, SettleOptions, SettleReport } from '@wayfield/diffusion';
import type { Routes } from '@wayfield/graph';
import { createMeter, type Meter } from '../../gpu/measure/meter.ts';
import { InputError } from '../../run/problems/read-file.ts';
import { summarise } from '../../run/statistics/summary.ts';
import { type Backend, BACKENDS, backendMaker, type Model } from './backends.ts';
import { compareFields, type FieldDifference } from './compare-fields.ts';
import type { DiffusionProblem } from './problem.ts';

export interface MeasureOptions {
  readonly backends: readonly Backend[];
  readonly device: GPUDevice | undefined;
  readonly threads: number;
  readonly model: DiffusionOptions;
  readonly settle: SettleOptions;
  readonly repeat: number;
  onProgress?(what: string): void;
}

/** The measurements of one backend on a problem. */
export interface BackendReport {
  readonly backend: Backend;
  /** Threads of a pool. */
  readonly threads?: number;
  /** Milliseconds to make the model. */
  readonly buildMs: number;
  /** The first settling, which includes everything that is made once. */
  readonly firstMs: number;
  /** Settling from empty fields: the fastest and the median of `repeat` times. */
  readonly cold: {
    readonly minMs: number;
    readonly medianMs: number;
    readonly settled: SettleReport;
  };
  /** Device time of one of these runs; absent where it is not measured. */
  readonly deviceMs?: number;
  /** Settling again after every goal has moved by a cell. */
  readonly warm: {
    readonly minMs: number;
    readonly medianMs: number;
    readonly settled: SettleReport;
  };
  /** Cell-steps of all layers in 1e9 per second, cold and wall time; only for methods that step. */
  readonly gcellSteps?: number;
  /** Milliseconds for the paths of all starts in one call. */
  readonly waysMs: number;
  readonly memoryBytes: number;
  /** The worst layer's difference from the field of the first backend. */
  readonly difference: FieldDifference;
}

export interface Measured {
  readonly reports: readonly BackendReport[];
  readonly skipped: readonly { readonly backend: Backend; readonly reason: string }[];
  /** The field of the first layer and the paths on it, by the first backend. */
  readonly field: Float32Array;
  readonly routes: Routes;
  readonly settled: SettleReport;
}

/** An open neighbour of a goal, for goals that move; the goal itself where there is none. */
function besides({ map }: DiffusionProblem, goal: number): number {
  const { width, height, terrain } = map;
  const x = goal % width;
  const y = Math.floor(goal / width);
  if (x > 0 && terrain[goal - 1] > 0) return goal - 1;
  if (x + 1 < width && terrain[goal + 1] > 0) return goal + 1;
  if (y > 0 && terrain[goal - width] > 0) return goal - width;
  return y + 1 < height && terrain[goal + width] > 0 ? goal + width : goal;
}

/** The paths along a field, by the call of its method. */
export function pathsAlong(
  model: Model,
  layer: string,
  starts: readonly number[],
): Routes | Promise<Routes> {
  return model.method === 'distance' ? model.descend(layer, starts) : model.ascend(layer, starts);
}

/**
 * Runs the backends one after another on the same problem, not in turns; every layer has the same
 * goals. A backend that refuses the model is skipped with its reason. Throws InputError where all
 * of them refuse.
 */
export async function measureDiffusion(
  problem: DiffusionProblem,
  options: MeasureOptions,
): Promise<Measured> {
  const { backends, device, model: asked, onProgress } = options;
  const meter = device && createMeter(device);
  const reports: BackendReport[] = [];
  const skipped: { backend: Backend; reason: string }[] = [];
  let first: Answer | undefined;

  for (const backend of BACKENDS.filter((name) => backends.includes(name))) {
    onProgress?.(`${problem.name}: ${backend}`);
    const make = backendMaker(backend, options);
    if (make === undefined) {
      skipped.push({ backend, reason: 'there is no device' });
      continue;
    }
    const begun = performance.now();
    let model: Model;
    try {
      model = await make(problem.map, asked);
    } catch (error) {
      // the backend lacks this method, or the map is too large for it
      skipped.push({ backend, reason: (error as Error).message });
      continue;
    }
    const buildMs = performance.now() - begun;
    try {
      const task = { problem, options, model, meter: backend === 'gpu' ? meter : undefined };
      const { answer, ...figures } = await measureModel(task);
      first ??= answer;
      const expected = first.fields;
      const difference = answer.fields
        .map((field, i) => compareFields(expected[i], field))
        .reduce((a, b) => (b.differing > a.differing ? b : a));
      reports.push({ backend, buildMs, ...figures, difference });
    } finally {
      await model.destroy();
    }
  }
  if (first === undefined) {
    const reasons = skipped.map(({ backend, reason }) => `${backend}: ${reason}`);
    throw new InputError(`no backend ran: ${reasons.join('; ')}`);
  }
  const { fields, routes, settled } = first;
  return { reports, skipped, field: fields[0], routes, settled };
}

/** What one backend found: the field of each layer, and the paths on the first. */
interface Answer {
  readonly fields: readonly Float32Array[];
  readonly routes: Routes;
  readonly settled: SettleReport;
}

interface Task {
  readonly problem: DiffusionProblem;
  readonly options: MeasureOptions;
  readonly model: Model;
  /** Absent where device times are not measured. */
  readonly meter: Meter | undefined;
}

/** Settles a model from empty fields and again after its goals have moved. */
async function measureModel(
  task: Task,
): Promise<Omit<BackendReport, 'backend' | 'buildMs' | 'difference'> & { answer: Answer }> {
  const { problem, options, model, meter } = task;
  const { settle, repeat } = options;
  const layers = options.model.layers ?? ['goal'];
  const moved = [...new Set(problem.goals.map((goal) => besides(problem, goal)))];
  const setGoals = (cell: readonly number[]): void => {
    for (const layer of layers) model.setGoals(layer, { cell });
  };
  const [firstMs, ...rest] = await timeSettling(model, settle, repeat + 1, () => {
    model.reset();
    setGoals(problem.goals);
  });
  const cold = { ...rest.at(-1)!, times: summarise(rest.map(({ ms }) => ms)) };
  const deviceMs = meter && (await deviceTime(meter, model, settle));
  const fields: Float32Array[] = [];
  for (const layer of layers) fields.push(await model.field(layer));
  const startPaths = performance.now();
  const routes = await pathsAlong(model, layers[0], problem.starts);
  const waysMs = performance.now() - startPaths;
  const again = await timeSettling(model, settle, repeat, (run) =>
    setGoals(run % 2 === 0 ? moved : problem.goals),
  );
  const warm = { ...again.at(-1)!, times: summarise(again.map(({ ms }) => ms)) };
  const cells = problem.map.terrain.length * layers.length;
  const figures = ({ times, settled }: typeof cold) => ({
    minMs: times.min,
    medianMs: times.median,
    settled,
  });
  return {
    ...('threads' in model && { threads: model.threads as number }),
    firstMs: firstMs.ms,
    cold: figures(cold),
    ...(deviceMs !== undefined && { deviceMs }),
    warm: figures(warm),
    ...(model.method === 'diffusion' && {
      gcellSteps: (cells * cold.settled.steps) / cold.times.min / 1e6,
    }),
    waysMs,
    memoryBytes: model.memoryBytes,
    answer: { fields, routes, settled: cold.settled },
  };
}

/** Settles `runs` times; `before` prepares the model for each run, outside of its time. */
async function timeSettling(
  model: Model,
  settle: SettleOptions,
  runs: number,
  before: (run: number) => void,
): Promise<{ ms: number; settled: SettleReport }[]> {
  const taken: { ms: number; settled: SettleReport }[] = [];
  for (let run = 0; run < runs; run++) {
    before(run);
    const start = performance.now();
    const settled = await model.settle(settle);
    taken.push({ ms: performance.now() - start, settled });
  }
  return taken;
}

async function deviceTime(meter: Meter, model: Model, settle: SettleOptions): Promise<number> {
  model.reset();
  const { times } = await meter.measure(async () => model.settle(settle));
  return times.device;
}
