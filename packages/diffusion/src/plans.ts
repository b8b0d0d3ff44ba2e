// What `step` and `settle` do, by method.

import type { Blocks } from '@wayfield/wasm';
import type { DistanceField } from './distance-fields.ts';
import type { Kernels } from './kernels.ts';
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
import { createMultigrid } from './multigrid.ts';
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

/** The kernels are done after a dozen cycles, or will not be: then steady.ts has its turn. */
const MOST_CYCLES = 60;
/** After so many cycles changes are below 1, or there is no use in going on. */
const SURE_CYCLES = 20;

/** Method 'steady': cycles of the kernels, or, where those cannot hold a field, of steady.ts. */
export function steadyPlans(
  model: ModelState,
  scent: WasmFields,
  blocks: Blocks,
  kernels: Kernels,
): Plans {
  const { options, regions } = model;
  const front: SettleGoal = { until: 'front', limit: Infinity, tolerance: 0, layers: [] };
  /** What was found last: nothing needs to be done, or one can go on, until something changes. */
  const found = new Map<WasmField, { changes: number; residual: number }>();

  function* solve(
    field: WasmField,
    limit: number,
    tolerance: number,
    done: (steps: number) => void,
  ): Plan<LayerReport> {
    field.refresh();
    if (field.state.active().cell.length === 0) {
      return { steps: 0, reason: 'no-goal', residual: NaN };
    }
    const last = found.get(field);
    const goOn = last?.changes === field.changes();
    if (goOn && last.residual <= tolerance) {
      return { steps: 0, reason: 'residual', residual: last.residual };
    }
    let spent = 0;
    const guess = goOn ? { field: field.address(), rowBytes: scent.memory.rowBytes } : undefined;
    const multigrid = createMultigrid(scent.arena, blocks, kernels, model, field.state, guess);
    if (multigrid !== undefined) {
      try {
        let residual = Infinity;
        while (spent < limit && residual > tolerance && (spent < SURE_CYCLES || residual < 1)) {
          const change = multigrid.cycle();
          if (change === undefined || spent === MOST_CYCLES) {
            residual = Infinity;
            break;
          }
          residual = change;
          done(++spent);
          yield { kind: 'pause' };
        }
        if (residual <= tolerance || (spent === limit && residual < Infinity)) {
          field.fill((address, rules) => multigrid.write(address, rules));
          return report(field, spent, residual, tolerance);
        }
      } finally {
        multigrid.free();
      }
    }
    const start = yield* settleLayer(field, scent.memory.steps, front, () => undefined);
    // a front that has just arrived is far too steep: as many steps again are cheaper than cycles
    yield* stepPlan(field, scent.memory.steps, start.steps);
    const solver = createSteadySolver(model, field.state, (cell) => ({
      m: field.mantissa(cell),
      offset: field.offset(cell),
    }));
    let residual = Infinity;
    while (spent < limit && residual > tolerance) {
      residual = solver.cycle();
      done(++spent);
      yield { kind: 'pause' };
    }
    field.write((cell) => solver.value(cell));
    return report(field, spent, residual, tolerance);
  }

  function report(
    field: WasmField,
    steps: number,
    residual: number,
    tolerance: number,
  ): LayerReport {
    found.set(field, { changes: field.changes(), residual });
    return { steps, reason: residual <= tolerance ? 'residual' : 'limit', residual };
  }

  return {
    *step(count) {
      for (const field of scent.layers) yield* solve(field, count, 0, () => undefined);
    },
    *settle(settleOptions, done) {
      const goal = settleGoal(options.layers, settleOptions, 2 ** -10);
      const limit = Math.min(goal.limit, typeof goal.until === 'number' ? goal.until : 1000);
      const fields = goal.layers.map((i) => scent.layers[i]);
      const reports: LayerReport[] = [];
      for (const field of fields) {
        reports.push(yield* solve(field, limit, goal.tolerance, done));
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
