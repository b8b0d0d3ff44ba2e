// What `step` and `settle` do, by method.

import type { DistanceField } from './distance-fields.ts';
import type { ModelState } from './model-state.ts';
import {
  type LayerReport,
  type Plan,
  settleGoal,
  settlePlan,
  stepPlan,
  summary,
} from './settle.ts';
import type { SettleOptions, SettleReport } from './types.ts';
import type { WasmFields } from './wasm-fields.ts';

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
