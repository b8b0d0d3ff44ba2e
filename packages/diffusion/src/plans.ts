// What `step` and `settle` do, by method.

import type { DistanceField } from './distance-fields.ts';
import type { ModelState } from './model-state.ts';
import {
  type LayerReport,
  type Plan,
  type SettleGoal,
  settleGoal,
  settleLayer,
  settlePlan,
  stepPlan,
  summary,
} from './settle.ts';
import { createSteadySolver } from './steady.ts';
import type { SettleOptions, SettleReport } from './types.ts';
import type { WasmField, WasmFields } from './wasm-fields.ts';

export interface Plans {
  step(count: number): Plan<void>;
  settle(options: SettleOptions, done: (steps: number) => void): Plan<SettleReport>;
}

export function stepPlans({ options, regions }: ModelState, scent: WasmFields): Plans {
  return {
    *step(count) {
      for (const field of scent.layers) yield* stepPlan(field, scent.memory.steps, count);
    },
    settle(settleOptions, done) {
      const goal = settleGoal(options.layers, settleOptions, 2 ** -10);
      return settlePlan(scent, regions.openCells, goal, done);
    },
  };
}

/** Method 'steady': the front first, by steps, so that every cell has a value; then cycles. */
export function steadyPlans(model: ModelState, scent: WasmFields): Plans {
  const { options, regions } = model;
  const front: SettleGoal = { until: 'front', limit: Infinity, tolerance: 0, layers: [] };
  const solved = new Map<WasmField, { changes: number; tolerance: number }>();

  function* solve(
    field: WasmField,
    cycles: number,
    tolerance: number,
    done: (steps: number) => void,
  ): Plan<LayerReport> {
    const start = yield* settleLayer(field, scent.memory.steps, front, () => undefined);
    if (start.reason === 'no-goal') return { steps: 0, reason: 'no-goal', residual: NaN };
    // a front that has just arrived is far too steep: as many steps again are cheaper than cycles
    yield* stepPlan(field, scent.memory.steps, start.steps);
    const before = solved.get(field);
    if (before?.changes === field.changes() && before.tolerance <= tolerance) {
      return { steps: 0, reason: 'residual', residual: before.tolerance };
    }
    const solver = createSteadySolver(model, field.state, (cell) => ({
      m: field.mantissa(cell),
      offset: field.offset(cell),
    }));
    let residual = Infinity;
    let steps = 0;
    while (steps < cycles && residual > tolerance) {
      residual = solver.cycle();
      done(++steps);
      yield { kind: 'pause' };
    }
    field.write((cell) => solver.value(cell));
    const converged = residual <= tolerance;
    if (converged) solved.set(field, { changes: field.changes(), tolerance: residual });
    return { steps, reason: converged ? 'residual' : 'limit', residual };
  }

  return {
    *step(count) {
      for (const field of scent.layers) yield* solve(field, count, 0, () => undefined);
    },
    *settle(settleOptions, done) {
      const goal = settleGoal(options.layers, settleOptions, 2 ** -10);
      const cycles = Math.min(goal.limit, typeof goal.until === 'number' ? goal.until : 1000);
      const fields = goal.layers.map((i) => scent.layers[i]);
      const reports: LayerReport[] = [];
      for (const field of fields) {
        reports.push(yield* solve(field, cycles, goal.tolerance, done));
      }
      return summary(
        reports,
        fields.map(({ state }) => state),
        regions.openCells,
      );
    },
  };
}

export function distancePlans(
  { options, regions }: ModelState,
  fields: readonly DistanceField[],
): Plans {
  return {
    *step(count) {
      for (const field of count > 0 ? fields : []) {
        field.solve();
        yield { kind: 'pause' };
      }
    },
    *settle(settleOptions, done) {
      const goal = settleGoal(options.layers, settleOptions, 0);
      const asked = goal.layers.map((i) => fields[i]);
      const reports: LayerReport[] = [];
      for (const field of asked) {
        const steps = field.solve() ? 1 : 0;
        const goals = field.state.active().cell.length;
        reports.push(
          goals > 0
            ? { steps, reason: 'residual', residual: 0 }
            : { steps: 0, reason: 'no-goal', residual: NaN },
        );
        done(steps);
        yield { kind: 'pause' };
      }
      return summary(
        reports,
        asked.map(({ state }) => state),
        regions.openCells,
      );
    },
  };
}
