// What `step` and `settle` do with methods 'diffusion' and 'distance'. Method 'steady':
// src/steady/steady.ts. What a plan is: src/step/settle.ts.

import type { DistanceField } from '../distance/distance-fields.ts';
import type { ModelState } from './model-state.ts';
import {
  type LayerReport,
  type Plan,
  settleEnd,
  settlePlan,
  stepPlan,
  summary,
} from '../step/settle.ts';
import type { SettleOptions, SettleReport } from '../types.ts';
import type { WasmFields } from '../step/wasm-fields.ts';

export interface Plans {
  step(count: number): Plan<void>;
  /** `done` is called with the number of steps done so far, of all layers together. */
  settle(options: SettleOptions, done: (steps: number) => void): Plan<SettleReport>;
}

export function stepPlans({ options, regions }: ModelState, scent: WasmFields): Plans {
  return {
    *step(count) {
      for (const field of scent.layers) yield* stepPlan(field, scent.memory.steps, count);
    },
    settle(settleOptions, done) {
      const end = settleEnd(options.layers, settleOptions, 2 ** -10);
      return settlePlan(scent, regions.openCells, end, done);
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
      const end = settleEnd(options.layers, settleOptions, 0);
      const asked = end.layers.map((i) => fields[i]);
      const reports: LayerReport[] = [];
      let total = 0;
      for (const field of asked) {
        const steps = field.solve() ? 1 : 0;
        total += steps;
        const goals = field.state.active().cell.length;
        reports.push(
          goals > 0
            ? { steps, reason: 'residual', residual: 0 }
            : { steps: 0, reason: 'no-goal', residual: NaN },
        );
        done(total);
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
