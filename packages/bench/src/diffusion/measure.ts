import type { DiffusionOptions, SettleOptions, SettleReport } from '@wayfield/diffusion';
import type { Routes } from '@wayfield/graph';
import { createMeter, type Meter } from '../gpu/meter.ts';
import { summarise } from '../report/statistics.ts';
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

/** What one backend made of a problem. */
export interface BackendReport {
  readonly backend: Backend;
  /** Threads of a pool. */
  readonly threads?: number;
  /** Milliseconds to make the model. */
  readonly buildMs: number;
  /** The first settling, with all that is made only once. */
  readonly firstMs: number;
  /** Settling from empty fields: the fastest and the median of `repeat` times. */
  readonly cold: {
    readonly minMs: number;
    readonly medianMs: number;
    readonly settled: SettleReport;
  };
  /** Device time of one of them; absent where it is not measured. */
  readonly deviceMs?: number;
  /** Settling again after every goal has moved by a cell. */
  readonly warm: {
    readonly minMs: number;
    readonly medianMs: number;
    readonly settled: SettleReport;
  };
  /** Cell-steps of all layers in 1e9 per second, cold and wall time; methods that step only. */
  readonly gcellSteps?: number;
  /** The ways of all starts in one call. */
  readonly waysMs: number;
  readonly memoryBytes: number;
  /** Its field against that of the first backend: the worst layer. */
  readonly difference: FieldDifference;
}

export interface Measured {
  readonly reports: readonly BackendReport[];
  readonly skipped: readonly { readonly backend: Backend; readonly reason: string }[];
  /** The field of the first layer, and the ways on it, of the first backend. */
  readonly field: Float32Array;
  readonly routes: Routes;
  readonly settled: SettleReport;
}

/** Where an open neighbour of a goal is, for the goals that move; the goal itself where there is none. */
function besides({ map }: DiffusionProblem, goal: number): number {
  const { width, height, terrain } = map;
  const x = goal % width;
  const y = Math.floor(goal / width);
  if (x > 0 && terrain[goal - 1] > 0) return goal - 1;
  if (x + 1 < width && terrain[goal + 1] > 0) return goal + 1;
  if (y > 0 && terrain[goal - width] > 0) return goal - width;
  return y + 1 < height && terrain[goal + width] > 0 ? goal + width : goal;
}

/** The ways along a field, by the call that its method has. */
export function waysOf(
  model: Model,
  layer: string,
  starts: readonly number[],
): Routes | Promise<Routes> {
  return model.method === 'distance' ? model.descend(layer, starts) : model.ascend(layer, starts);
}

/** Runs the backends one after another on the same problem; every layer has the same goals. */
export async function measureDiffusion(
  problem: DiffusionProblem,
  options: MeasureOptions,
): Promise<Measured> {
  const { backends, device, model: asked, settle, repeat, onProgress } = options;
  const meter = device && createMeter(device);
  const layers = asked.layers ?? ['goal'];
  const moved = { cell: [...new Set(problem.goals.map((goal) => besides(problem, goal)))] };
  const there = { cell: problem.goals };
  const reports: BackendReport[] = [];
  const skipped: { backend: Backend; reason: string }[] = [];
  let fields: Float32Array[] = [];
  let routes: Routes | undefined;
  let settled: SettleReport | undefined;

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
      // a method that this backend does not have, or a map too large for it
      skipped.push({ backend, reason: (error as Error).message });
      continue;
    }
    const buildMs = performance.now() - begun;
    const setGoals = (goals: { cell: readonly number[] }): void => {
      for (const layer of layers) model.setGoals(layer, goals);
    };
    try {
      const cold: number[] = [];
      let report!: SettleReport;
      for (let run = 0; run <= repeat; run++) {
        model.reset();
        setGoals(there);
        const start = performance.now();
        report = await model.settle(settle);
        cold.push(performance.now() - start);
      }
      const deviceMs =
        backend === 'gpu' && meter ? await deviceTime(meter, model, settle) : undefined;
      const own: Float32Array[] = [];
      for (const layer of layers) own.push(await model.field(layer));
      if (fields.length === 0) fields = own;
      const difference = own
        .map((field, i) => compareFields(fields[i], field))
        .reduce((a, b) => (b.differing > a.differing ? b : a));
      const startWays = performance.now();
      const ways = await waysOf(model, layers[0], problem.starts);
      const waysMs = performance.now() - startWays;
      routes ??= ways;
      settled ??= report;
      const warm: number[] = [];
      let warmReport!: SettleReport;
      for (let run = 0; run < repeat; run++) {
        setGoals(run % 2 === 0 ? moved : there);
        const start = performance.now();
        warmReport = await model.settle(settle);
        warm.push(performance.now() - start);
      }
      const [firstMs, ...rest] = cold;
      const cells = problem.map.terrain.length * layers.length;
      const coldTimes = summarise(rest);
      const warmTimes = summarise(warm);
      reports.push({
        backend,
        ...('threads' in model && { threads: model.threads as number }),
        buildMs,
        firstMs,
        cold: { minMs: coldTimes.min, medianMs: coldTimes.median, settled: report },
        ...(deviceMs !== undefined && { deviceMs }),
        warm: { minMs: warmTimes.min, medianMs: warmTimes.median, settled: warmReport },
        ...(model.method === 'diffusion' && {
          gcellSteps: (cells * report.steps) / coldTimes.min / 1e6,
        }),
        waysMs,
        memoryBytes: model.memoryBytes,
        difference,
      });
    } finally {
      await model.destroy();
    }
  }
  if (routes === undefined || settled === undefined) {
    throw new Error(skipped.map(({ backend, reason }) => `${backend}: ${reason}`).join('; '));
  }
  return { reports, skipped, field: fields[0], routes, settled };
}

async function deviceTime(meter: Meter, model: Model, settle: SettleOptions): Promise<number> {
  model.reset();
  const { times } = await meter.measure(async () => model.settle(settle));
  return times.device;
}
