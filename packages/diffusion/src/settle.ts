// How many steps to do, and when to stop: the same for one thread and for a pool. A plan is a generator
// that asks for passes and residuals; who runs it answers.

import { RESIDUAL_INTERVAL, STALL_INTERVAL } from './constants.ts';
import { layerIndex } from './resolve-options.ts';
import type { SettleOptions, SettleReason, SettleReport } from './types.ts';
import type { LayerState } from './model-state.ts';
import type { MoveJob } from './pursuers.ts';
import type { PassJob, WasmField, WasmFields } from './wasm-fields.ts';

/** What a plan asks for: a pass (answered by the cells above 0 after each step) or how much the last one changed. */
export type Request =
  | { readonly kind: 'pass'; readonly job: PassJob }
  /** One after another, each from what the one before wrote; none counts. */
  | { readonly kind: 'passes'; readonly jobs: readonly PassJob[] }
  | { readonly kind: 'residual'; readonly job: PassJob }
  /** A tick of pursuers: answered by how many moved, as the only count. */
  | { readonly kind: 'move'; readonly job: MoveJob }
  /** Nothing: the plan did a piece of work itself, and others may have the thread. */
  | { readonly kind: 'pause' };

export interface Answer {
  /** One entry per step of the pass, where it counted; or how many moved. */
  readonly counts: ArrayLike<number>;
  readonly residual: number;
}

export type Plan<T> = Generator<Request, T, Answer>;

/** `SettleOptions` checked and filled in. */
export interface SettleGoal {
  readonly until: 'front' | 'residual' | number;
  readonly limit: number;
  readonly tolerance: number;
  readonly layers: readonly number[];
}

/** Fills in the defaults of options that `checkSettleOptions` has seen. Throws RangeError for a layer that is not there. */
export function settleGoal(
  names: readonly string[],
  options: SettleOptions,
  defaultTolerance: number,
): SettleGoal {
  const { until = 'front', limit = 1_000_000, tolerance = defaultTolerance, layers } = options;
  return {
    until,
    limit,
    tolerance,
    layers: Array.from(layers ?? names, (name) => layerIndex(names, name, 'layers')),
  };
}

/** Passes that threads do without coming back: a second or two on the largest maps. */
const MOST_PASSES = 64;

/** `count` steps of one field. */
export function* stepPlan(field: WasmField, most: number, count: number): Plan<void> {
  field.refresh();
  for (let left = count; left > 0;) {
    const jobs: PassJob[] = [];
    while (left > 0 && jobs.length < MOST_PASSES) {
      const job = field.plan(Math.min(left, most), false);
      if (job === undefined) return;
      jobs.push(job);
      // where the next one starts does not depend on what this one finds
      field.accept(job);
      left -= job.steps;
    }
    yield { kind: 'passes', jobs };
  }
}

export interface LayerReport {
  readonly steps: number;
  readonly reason: SettleReason;
  readonly residual: number;
}

export function* settleLayer(
  field: WasmField,
  most: number,
  goal: SettleGoal,
  done: (steps: number) => void,
): Plan<LayerReport> {
  const { until, limit, tolerance } = goal;
  field.refresh();
  if (field.state.active().cell.length === 0) {
    return { steps: 0, reason: 'no-goal', residual: NaN };
  }
  const end = typeof until === 'number' ? Math.min(until, limit) : limit;
  const reachable = field.state.reachable();
  let steps = 0;
  let residual = NaN;
  if (until === 'front' && field.countAbove() === reachable) {
    return { steps, reason: 'front', residual };
  }
  while (steps < end) {
    // a test looks at the last step alone
    const test =
      until === 'residual' ? RESIDUAL_INTERVAL : until === 'front' ? STALL_INTERVAL : Infinity;
    const before = test - (steps % test) - 1;
    const job = field.plan(Math.min(most, end - steps, Math.max(1, before)), until === 'front')!;
    const answer = yield { kind: 'pass', job };
    if (until === 'front') {
      for (let t = 0; t < job.steps; t++) {
        if (answer.counts[t] !== reachable) continue;
        if (t + 1 < job.steps) {
          // the front arrived inside the pass: do it again from the same source, to that step
          const shorter = field.plan(t + 1, false)!;
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
    if (steps % test === 0 && job.steps === 1) {
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
  goal: SettleGoal,
  done: (steps: number) => void,
): Plan<SettleReport> {
  let total = 0;
  const reports: LayerReport[] = [];
  for (const layer of goal.layers) {
    const report = yield* settleLayer(fields.layers[layer], fields.memory.steps, goal, (steps) =>
      done(total + steps),
    );
    total += report.steps;
    reports.push(report);
  }
  return summary(
    reports,
    goal.layers.map((i) => fields.layers[i].state),
    openCells,
  );
}

/** One report of the reports of several layers. */
export function summary(
  reports: readonly LayerReport[],
  states: readonly LayerState[],
  openCells: number,
): SettleReport {
  let worst: LayerReport = { steps: 0, reason: 'no-goal', residual: NaN };
  let residual = NaN;
  for (const report of reports) {
    if (rank(report) > rank(worst)) worst = report;
    if (!(residual >= report.residual)) ({ residual } = report);
  }
  const { steps, reason } = worst;
  return {
    steps,
    converged: reason === 'front' || reason === 'residual' || reason === 'steps',
    reason,
    unreachable: Math.max(0, ...states.map((state) => openCells - state.reachable())),
    residual,
  };
}

/** The layer whose end says most about the whole: one that gave up, else the one that took longest. */
function rank({ reason, steps }: LayerReport): number {
  if (reason === 'limit' || reason === 'stalled') return 2e9 + steps;
  return reason === 'no-goal' ? -1 : steps;
}
