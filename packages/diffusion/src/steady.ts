// Method 'steady': the field that steps tend to, by two solvers that take over from each other. Cycles of
// multigrid.ts find it where scent falls slowly (open ground, rooms, scattered obstacles); sweeps of
// steady-front.ts where it falls steeply (mazes, uneven terrain), and a start for cycles in between.

import type { Blocks } from '@wayfield/wasm';
import type { Kernels } from './kernels.ts';
import { drain } from './losses.ts';
import type { ModelState } from './model-state.ts';
import { createMultigrid } from './multigrid.ts';
import type { Plans } from './plans.ts';
import { type LayerReport, type Plan, settleGoal, summary } from './settle.ts';
import { createFront } from './steady-front.ts';
import type { WasmField, WasmFields } from './wasm-fields.ts';

/** Where cells lose more than this on the average, sweeps come first. */
const STEEP = 0.3;
/** After so many cycles from coarser maps changes are below `SOME`, or there is no use in going on. */
const SURE_CYCLES = 4;
const SOME = 100;
/** In so many cycles changes become half as large, or other means are better. */
const SLOW_CYCLES = 4;
/** Cycles from the outcome of sweeps take about as long as so many sweeps. */
const WORTH_CYCLES = 12;
/** Cycles mend changes of less than so many binary places at once. */
const NEAR = 10;

export function steadyPlans(
  model: ModelState,
  scent: WasmFields,
  blocks: Blocks,
  kernels: Kernels,
): Plans {
  const { options, regions } = model;
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
    let residual = Infinity;

    /** Cycles from the field as it is, or from coarser maps; true when they came to an end. */
    function* cycles(fromField: boolean): Plan<boolean> {
      const guess = { field: field.address(), rowBytes: scent.memory.rowBytes };
      const multigrid = createMultigrid(
        scent.arena,
        blocks,
        kernels,
        model,
        field.state,
        fromField ? guess : undefined,
      );
      if (multigrid === undefined) return false;
      try {
        const seen: number[] = [];
        for (;;) {
          const change = multigrid.cycle();
          if (change === undefined) return false;
          seen.push(change);
          done(++spent);
          if (change <= tolerance || spent === limit) {
            residual = change;
            field.fill((address, rules) => multigrid.write(address, rules));
            return true;
          }
          yield { kind: 'pause' };
          const count = seen.length;
          if (count >= SURE_CYCLES && !(change < SOME)) return false;
          if (count > 2 * SLOW_CYCLES && !(2 * change < seen[count - 1 - SLOW_CYCLES]))
            return false;
        }
      } finally {
        multigrid.free();
      }
    }

    const sweepsFirst = !goOn && drain(model, field.state) > STEEP;
    if (!sweepsFirst && (yield* cycles(goOn))) return report(field, spent, residual, tolerance);
    const front = createFront(scent.arena, blocks, kernels, model, field.state);
    try {
      let before = Infinity;
      let cyclesLeft = true;
      while (spent < limit && residual > tolerance) {
        const change = front.sweep();
        done(++spent);
        // each sweep leaves about the same part of the wrong binary places
        const places = Math.log2(1 + change);
        const part = places / before;
        before = places;
        residual = part < 1 ? change * Math.max(1, part / (1 - part)) : Infinity;
        if (change === 0) residual = 0;
        yield { kind: 'pause' };
        if (residual <= tolerance || !cyclesLeft || !(places < NEAR)) continue;
        if (part < 1 && Math.log(tolerance / places) / Math.log(part) < WORTH_CYCLES) continue;
        cyclesLeft = false;
        field.fill((address, rules) => front.write(address, rules));
        if (spent < limit && (yield* cycles(true)))
          return report(field, spent, residual, tolerance);
      }
      field.fill((address, rules) => front.write(address, rules));
      return report(field, spent, residual, tolerance);
    } finally {
      front.free();
    }
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
