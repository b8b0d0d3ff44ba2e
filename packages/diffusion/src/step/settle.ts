// Plans: how many steps to do, and when to stop. A plan is a generator that yields requests
// (passes, residuals, pauses) and receives answers; it runs nothing itself.
//
//   plans     stepPlans and distancePlans (src/model/plans.ts), steadyPlans (src/steady/steady.ts),
//             one for each method; createCore (src/model/core.ts) chooses. This file has what
//             stepPlans is made of
//   runners   `run` of create-diffusion.ts and pool-model.ts drive a plan; `perform` answers its
//             requests on one thread, the pool's `work` on several
//   bounds    `limit` (default 1,000,000) and a number in `until` bound the steps of a layer;
//             method 'steady' does at most 1,000 cycles and sweeps unless `until` is a number
//
// On a GPU the device decides how many steps to do (src/gpu/step/settle.ts). `DistancePlan` there
// is a list of work, no generator: src/gpu/distance/changes.ts.

import { RESIDUAL_INTERVAL, STALL_INTERVAL } from '../constants.ts';
import { layerIndex } from '../model/resolve-options.ts';
import type { SettleOptions, SettleReason, SettleReport } from '../types.ts';
import type { LayerState } from '../model/model-state.ts';
import type { MoveJob } from '../pursuers/move-job.ts';
import type { AgentJob } from '../steering/agent-job.ts';
import type { PassJob } from './pass-job.ts';
import type { WasmField, WasmFields } from './wasm-fields.ts';

/** What a plan, or a call of pursuers or agents, asks for. */
export type Request =
  /** A pass: answered by the cells above 0 after each step, where the job counts them. */
  | { readonly kind: 'pass'; readonly job: PassJob }
  /** Passes in a row, each from the target of the pass before it; none counts cells. */
  | { readonly kind: 'passes'; readonly jobs: readonly PassJob[] }
  /** The largest relative change that this pass of one step made. */
  | { readonly kind: 'residual'; readonly job: PassJob }
  /** A tick of pursuers: answered by how many moved, as the only count. */
  | { readonly kind: 'move'; readonly job: MoveJob }
  /** A call about free-moving agents: answered when it is done. */
  | { readonly kind: 'agents'; readonly job: AgentJob }
  /** No work: the plan has done a part by itself; the runner may let the page do other work. */
  | { readonly kind: 'pause' };

export interface Answer {
  /** Cells above 0 after each step of a pass that counts them; or the number of pursuers moved. */
  readonly counts: ArrayLike<number>;
  readonly residual: number;
}

export type Plan<T> = Generator<Request, T, Answer>;

/** When a call of `settle` ends: `SettleOptions`, checked and filled in. */
export interface SettleEnd {
  readonly until: 'front' | 'residual' | number;
  readonly limit: number;
  readonly tolerance: number;
  /** The numbers of the layers to settle, each once. */
  readonly layers: readonly number[];
}

/**
 * Fills in the defaults of options that `checkSettleOptions` has seen. Throws RangeError for a
 * layer that is not there.
 */
export function settleEnd(
  names: readonly string[],
  options: SettleOptions,
  defaultTolerance: number,
): SettleEnd {
  const { until = 'front', limit = 1_000_000, tolerance = defaultTolerance, layers } = options;
  return {
    until,
    limit,
    tolerance,
    // a layer that is named twice is settled once
    layers: [...new Set(Array.from(layers ?? names, (name) => layerIndex(names, name, 'layers')))],
  };
}

/**
 * Passes of one request, which is not interrupted. On 16384 x 16384 cells a pass has 4 steps, so 64
 * passes are 6.9e10 cell steps: some 3 seconds on 16 threads (8.3 times 3.1e9 cells a second).
 */
const MOST_PASSES = 64;

/** `count` steps of one field, at most `passSteps` in a pass. */
export function* stepPlan(field: WasmField, passSteps: number, count: number): Plan<void> {
  field.refresh();
  for (let left = count; left > 0;) {
    const jobs: PassJob[] = [];
    while (left > 0 && jobs.length < MOST_PASSES) {
      const job = field.nextPass(Math.min(left, passSteps), false);
      if (job === undefined) return;
      jobs.push(job);
      // the next pass starts from the target of this one: without counts no pass is redone
      field.accept(job);
      left -= job.steps;
    }
    yield { kind: 'passes', jobs };
  }
}

/** How settling one layer ended. */
export interface LayerReport {
  readonly steps: number;
  readonly reason: SettleReason;
  readonly residual: number;
}

/** Settles one layer; a pass has at most `passSteps` steps. */
export function* settleLayer(
  field: WasmField,
  passSteps: number,
  { until, limit, tolerance }: SettleEnd,
  done: (steps: number) => void,
): Plan<LayerReport> {
  field.refresh();
  if (field.state.active().cell.length === 0) {
    return { steps: 0, reason: 'no-goal', residual: NaN };
  }
  const most = typeof until === 'number' ? Math.min(until, limit) : limit;
  const reachable = field.state.reachable();
  let steps = 0;
  let residual = NaN;
  if (until === 'front' && field.countAbove() === reachable) {
    return { steps, reason: 'front', residual };
  }
  while (steps < most) {
    // A residual compares the source of a pass with its target. So a pass ends one step before each
    // test, and the step that is tested has a pass of its own.
    const interval =
      until === 'residual' ? RESIDUAL_INTERVAL : until === 'front' ? STALL_INTERVAL : Infinity;
    const untested = interval - (steps % interval) - 1;
    const count = Math.min(passSteps, most - steps, Math.max(1, untested));
    const job = field.nextPass(count, until === 'front')!;
    const answer = yield { kind: 'pass', job };
    if (until === 'front') {
      for (let t = 0; t < job.steps; t++) {
        if (answer.counts[t] !== reachable) continue;
        if (t + 1 < job.steps) {
          // the front arrived inside the pass: redo the pass from the same source, to that step
          const shorter = field.nextPass(t + 1, false)!;
          yield { kind: 'pass', job: shorter };
          field.accept(shorter);
        } else field.accept(job);
        steps += t + 1;
        done(steps);
        return { steps, reason: 'front', residual };
      }
    }
    field.accept(job);
    steps += job.steps;
    done(steps);
    if (steps % interval === 0 && job.steps === 1) {
      residual = (yield { kind: 'residual', job }).residual;
      if (until === 'residual' && residual <= tolerance) {
        return { steps, reason: 'residual', residual };
      }
      if (until === 'front' && residual === 0) return { steps, reason: 'stalled', residual };
    }
  }
  return { steps, reason: steps === until ? 'steps' : 'limit', residual };
}

/** Settles the layers asked for, one after another. */
export function* settlePlan(
  fields: WasmFields,
  openCells: number,
  end: SettleEnd,
  done: (steps: number) => void,
): Plan<SettleReport> {
  let total = 0;
  const reports: LayerReport[] = [];
  for (const layer of end.layers) {
    const report = yield* settleLayer(fields.layers[layer], fields.memory.steps, end, (steps) =>
      done(total + steps),
    );
    total += report.steps;
    reports.push(report);
  }
  return summary(
    reports,
    end.layers.map((i) => fields.layers[i].state),
    openCells,
  );
}

/** Combines the reports of several layers into the report of `settle`. */
export function summary(
  reports: readonly LayerReport[],
  states: readonly LayerState[],
  openCells: number,
): SettleReport {
  const unreachable = states.map((state) => openCells - state.reachable());
  return summaryOf(reports, Math.max(0, ...unreachable));
}

/** `summary` for a caller that already counted the unreachable cells. */
export function summaryOf(reports: readonly LayerReport[], unreachable: number): SettleReport {
  let worst: LayerReport = { steps: 0, reason: 'no-goal', residual: NaN };
  let steps = 0;
  let residual = NaN;
  for (const report of reports) {
    if (rank(report) > rank(worst)) worst = report;
    steps = Math.max(steps, report.steps);
    // NaN: nothing was tested in that layer
    if (Number.isNaN(residual) || report.residual > residual) ({ residual } = report);
  }
  const { reason } = worst;
  return {
    steps,
    converged: reason === 'front' || reason === 'residual' || reason === 'steps',
    reason,
    unreachable,
    residual,
  };
}

/**
 * The rank of a layer's report: `settle` gives the reason of the layer with the highest rank.
 * Layers that gave up rank above all others; else more steps rank higher, and 'no-goal' is last.
 * Counts of steps stay far below 2e9.
 */
function rank({ reason, steps }: LayerReport): number {
  if (reason === 'limit' || reason === 'stalled') return 2e9 + steps;
  return reason === 'no-goal' ? -1 : steps;
}
