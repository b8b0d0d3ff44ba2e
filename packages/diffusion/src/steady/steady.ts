// Method 'steady': the field that steps tend to, by two solvers that hand over to each other.
// createCore (src/model/core.ts) calls steadyPlans. Cycles (multigrid.ts) find the field where
// scent falls slowly: maps without obstacles, rooms, scattered obstacles. Sweeps (sweeps.ts) find
// the field where scent falls steeply: mazes, uneven terrain. On maps in between, sweeps make the
// field from which cycles start.
//
// Cycles give up where cells no longer fit their blocks or where changes hardly shrink. Sweeps then
// start from the goals, or continue from the values with which they handed over. A layer ends with
// 'residual' when the change is within the tolerance or rounding, else with 'limit': the field
// holds the last cycle or sweep. Sweeps from the goals that end with a larger residual than the
// field of an earlier call leave that field as it is. Both solvers tend to the same field, so the
// thresholds below decide about time alone where a call ends by its tolerance; bench/steady.ts
// measures them.

import type { Plans } from '../model/plans.ts';
import { type LayerReport, type Plan, settleEnd, summary } from '../step/settle.ts';
import type { FieldsOn, WasmField, WasmFields } from '../step/wasm-fields.ts';
import { drain } from './losses.ts';
import { createMultigrid } from './multigrid.ts';
import type { Solving } from './solving.ts';
import { createSweeps } from './sweeps.ts';

/**
 * Sweeps come first where `drain` (losses.ts) is above this. On 256² cells of 14 kinds cycles first
 * are 1.4 to 5 times as fast up to 0.15, and sweeps first 1.2 to 3.7 times from 0.31 on; at 0.21
 * both take as long.
 */
const STEEP = 0.3;
/**
 * From cycle `SURE_CYCLES` on, a relative change of `DIVERGING` or more means that cycles do not
 * converge; sweeps take over. The first cycles may change cells by any factor, because they start
 * from coarser maps, in which single walls are missing.
 */
const SURE_CYCLES = 4;
const DIVERGING = 100;
/**
 * Sweeps take over where this number of cycles does not halve the change: sweeps are faster. Tested
 * from cycle 2 * SLOW_CYCLES + 1 on, so that no change is compared with one of the first
 * SLOW_CYCLES cycles: there cells are still far from the solution (`SURE_CYCLES`).
 */
const SLOW_CYCLES = 4;
/**
 * A change below this counts as rounding where `SLOW_CYCLES` cycles do not halve it: the layer is
 * solved. Sweeps hold 34 bits of a cell, so they could not improve the field. The changes of cycles
 * come to rest at 2^-48 to 2^-43 on 40 x 30 to 300 x 300 cells without obstacles.
 */
const ROUNDING = 2 ** -34;
/**
 * Sweeps do not hand over to cycles if fewer sweeps than this are still needed: cycles would take
 * about as long. Cycles needed 4 to 13 on the maps of docs/lab-notes/diffusion.md, except winding
 * channels.
 */
const WORTH_CYCLES = 12;
/**
 * Cycles take over from sweeps once a sweep changes every cell by less than 10 powers of two.
 * Earlier, the ratios of neighbouring cells are still wrong. A cycle multiplies whole groups of
 * cells, so it needs these ratios to be about right.
 */
const NEAR = 10;
/** Most cycles and sweeps of a layer in a call, unless `until` is a number or `limit` is less. */
const MOST_CYCLES = 1000;

/** When solving a layer ends. */
interface SolveEnd {
  /** Most sweeps and cycles. */
  readonly limit: number;
  readonly tolerance: number;
}

/** How far solving a layer has come. */
interface Progress {
  spent: number;
  residual: number;
  /** Whether what still changes is rounding (`ROUNDING`). */
  rounding: boolean;
  /** Called with the number of cycles and sweeps done so far. */
  done(spent: number): void;
}

/** The last result for each field. It is valid while `changes` of the field is the same. */
type Found = Map<WasmField, FoundLast>;

interface FoundLast {
  readonly changes: number;
  readonly residual: number;
  /** Whether what still changed was rounding (`ROUNDING`). */
  readonly rounding: boolean;
}

export function steadyPlans(on: FieldsOn, scent: WasmFields): Plans {
  const { options, regions } = on.model;
  const found: Found = new Map();
  const { rowBytes } = scent.memory;
  const corners = scent.corners.address;

  /** Solves a layer, unless the last result is still valid and good enough. */
  function* solve(
    field: WasmField,
    end: SolveEnd,
    done: (spent: number) => void,
  ): Plan<LayerReport> {
    field.refresh();
    if (field.state.active().cell.length === 0) {
      return { steps: 0, reason: 'no-goal', residual: NaN };
    }
    const last = found.get(field);
    const goOn = last?.changes === field.changes();
    if (goOn && (last.rounding || last.residual <= end.tolerance)) {
      return { steps: 0, reason: 'residual', residual: last.residual };
    }
    if (end.limit === 0) {
      return { steps: 0, reason: 'limit', residual: goOn ? last.residual : NaN };
    }
    const progress: Progress = { spent: 0, residual: Infinity, rounding: false, done };
    yield* solveLayer(
      { ...on, state: field.state, field, corners, rowBytes, ...end },
      goOn ? last.residual : undefined,
      progress,
    );
    const { spent, residual, rounding } = progress;
    found.set(field, { changes: field.changes(), residual, rounding });
    const solved = rounding || residual <= end.tolerance;
    return { steps: spent, reason: solved ? 'residual' : 'limit', residual };
  }

  return {
    *step(count) {
      const end = { limit: count, tolerance: 0 };
      for (const field of scent.layers) yield* solve(field, end, () => undefined);
    },
    *settle(settleOptions, done) {
      const { limit, until, tolerance, layers } = settleEnd(
        options.layers,
        settleOptions,
        2 ** -10,
      );
      const most = Math.min(limit, typeof until === 'number' ? until : MOST_CYCLES);
      const fields = layers.map((i) => scent.layers[i]);
      const reports: LayerReport[] = [];
      let total = 0;
      for (const field of fields) {
        const report = yield* solve(field, { limit: most, tolerance }, (spent) =>
          done(total + spent),
        );
        total += report.steps;
        reports.push(report);
      }
      return summary(
        reports,
        fields.map(({ state }) => state),
        regions.openCells,
      );
    },
  };
}

/** A layer to solve. */
interface SolvingField extends Solving, SolveEnd {
  readonly field: WasmField;
}

/**
 * Solves a layer by cycles and sweeps. `found`: the residual of the field, where the field holds
 * what an earlier call found.
 */
function* solveLayer(on: SolvingField, found: number | undefined, progress: Progress): Plan<void> {
  const { field, limit, tolerance } = on;
  const goOn = found !== undefined;
  const sweepsFirst = !goOn && drain(on.model, field.state) > STEEP;
  if (!sweepsFirst && (yield* cycles(on, goOn, progress))) return;
  const sweeps = createSweeps(on);
  try {
    /** The residual of the values that the field holds now. */
    let held = found ?? Infinity;
    let before = Infinity;
    let cyclesLeft = true;
    while (progress.spent < limit && progress.residual > tolerance) {
      const change = sweeps.sweep();
      progress.done(++progress.spent);
      // `places` is the largest change in powers of two, `part` its ratio to that of the sweep
      // before. Sweeps converge linearly, so `part` hardly varies. The error left is then about the
      // geometric series change * (part + part^2 + ...). At least `change` counts, so that sweeps
      // never end at a larger change than cycles do.
      const places = Math.log2(1 + change);
      const part = places / before;
      before = places;
      progress.residual = part < 1 ? change * Math.max(1, part / (1 - part)) : Infinity;
      if (change === 0) progress.residual = 0;
      yield { kind: 'pause' };
      if (progress.residual <= tolerance || !cyclesLeft || !(places < NEAR)) continue;
      // this call has already tried cycles from the field with residual `held`, and they gave up
      if (progress.residual > held) continue;
      if (part < 1 && Math.log(tolerance / places) / Math.log(part) < WORTH_CYCLES) continue;
      cyclesLeft = false;
      held = progress.residual;
      field.fill((address, rules) => sweeps.write(address, rules));
      if (progress.spent < limit && (yield* cycles(on, true, progress))) return;
    }
    if (progress.residual <= held) field.fill((address, rules) => sweeps.write(address, rules));
    else progress.residual = held;
  } finally {
    sweeps.free();
  }
}

/**
 * Cycles from the current field, or from coarser maps. True when the layer ended with a cycle;
 * false when cycles gave up, so that sweeps have to go on.
 */
function* cycles(on: SolvingField, fromField: boolean, progress: Progress): Plan<boolean> {
  const { field, limit, tolerance, rowBytes } = on;
  const guess = { field: field.address(), rowBytes };
  const multigrid = createMultigrid(on, fromField ? guess : undefined);
  if (multigrid === undefined) return false;
  try {
    const seen: number[] = [];
    for (;;) {
      const change = multigrid.cycle();
      if (change === undefined) return false;
      seen.push(change);
      progress.done(++progress.spent);
      const count = seen.length;
      const slow = count > 2 * SLOW_CYCLES && !(2 * change < seen[count - 1 - SLOW_CYCLES]);
      progress.rounding = slow && change < ROUNDING;
      if (change <= tolerance || progress.rounding || progress.spent === limit) {
        progress.residual = change;
        field.fill((address, rules) => multigrid.write(address, rules));
        return true;
      }
      yield { kind: 'pause' };
      if (count >= SURE_CYCLES && !(change < DIVERGING)) return false;
      if (slow) return false;
    }
  } finally {
    multigrid.free();
  }
}
