// Buffers and cycles of method 'steady' on the device.
//
//   cells.wgsl.ts   kernels on the cells and the boxes of 2 x 2 cells
//   levels.wgsl.ts  kernels on the levels above; what a level's rows mean
//   level-steps.ts  the levels' buffers and the W-cycle
//   grid-steps.ts   dispatches
//   steady.ts       settling, on top of this
import { besideNeeded } from '../../model/corners.ts';
import { createReadBack, guarded, storageBuffer, storageBytes } from '@wayfield/gpu-core';
import type { Resolved } from '../../model/resolve-options.ts';
import type { DiffusionMap } from '../../types.ts';
import { checkFits } from '../memory/fits.ts';
import type { FieldLayout } from '../memory/layout.ts';
import { type Engine, SETTLE_SLOT } from '../step/engine.ts';
import {
  boxesWgsl,
  type CellVariant,
  changeWgsl,
  clearCellsWgsl,
  sweepCellsWgsl,
} from './cells.wgsl.ts';
import {
  createGridSteps,
  encodeGridSteps,
  type GridStep,
  type GridSteps,
  workgroupsOf,
} from './grid-steps.ts';
import type { LevelShape } from './levels.wgsl.ts';
import { coloursOf, createLevelSteps, halfOf, type LevelSteps, planLevels } from './level-steps.ts';

const WHAT = 'diffusion: steady';
/** Bytes of the buffer that holds the largest change of a cycle. */
const STATE_BYTES = 16;

export interface SteadyEngine {
  readonly memoryBytes: number;
  /** Sets all cells of a layer but its goals to 0. */
  clear(layer: number): Promise<void>;
  /**
   * One cycle of a layer; returns the largest relative change it made. `further`: cells
   * are multiplied by u^(3/2) and nodes by u^(7/4) instead of u (over-correction). That halves the
   * number of cycles, but only near the solution.
   */
  cycle(layer: number, further: boolean): Promise<number>;
  destroy(): void;
}

/** What a model of method 'steady' is made for. */
export interface SteadyOn {
  readonly device: GPUDevice;
  readonly engine: Engine;
  readonly map: DiffusionMap;
  readonly options: Pick<Resolved, 'border' | 'layers'>;
  readonly layout: FieldLayout;
  readonly memoryBudget: number | undefined;
}

/** Bytes that method 'steady' takes beside the step engine: the levels and the state. */
export const steadyBytes = (map: LevelShape): number => planLevels(halfOf(map)).bytes + STATE_BYTES;

/**
 * Throws RangeError where the levels do not fit one binding. That all buffers fit the budget was
 * checked when the step engine was made, by `EngineOn.otherBytes`.
 */
export function createSteadyEngine(on: SteadyOn): SteadyEngine {
  const { device, engine, map, options, layout } = on;
  const plan = planLevels(halfOf(map));
  const memoryBytes = steadyBytes(map);
  checkFits({
    ...on,
    limits: device.limits,
    layers: options.layers.length,
    largest: storageBytes(plan.words),
    total: engine.memoryBytes + memoryBytes,
    workgroups: Math.max(...workgroupsOf(map)),
  });
  const steps = createGridSteps(device, WHAT);
  const levels = createLevelSteps(device, plan, steps, WHAT);
  const state = storageBuffer(device, `${WHAT}: state`, 4);
  const back = createReadBack(device, 4, `${WHAT}: state`);
  const change = new Float32Array(1);
  const onCells = createCellSteps(on, steps, levels, state);

  /** `guarded`; if that rejects, makes all dispatches again, because a pipeline may be invalid. */
  const attempt = (work: () => Promise<void> | void): Promise<void> =>
    guarded(device, WHAT, work).catch((error: unknown) => {
      steps.forget('');
      throw error;
    });

  return {
    memoryBytes,
    async clear(layer) {
      await attempt(() => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        encodeGridSteps(encoder, WHAT, [onCells(layer).clear()]);
        device.queue.submit([encoder.finish()]);
      });
    },
    async cycle(layer, further) {
      await attempt(() => {
        const cells = onCells(layer);
        const encoder = device.createCommandEncoder({ label: WHAT });
        const at = 4 * layer * layout.layerWords;
        const [now, older] = [engine.field(engine.current), engine.field(1 - engine.current)];
        encoder.copyBufferToBuffer(now, at, older, at, 4 * layout.layerWords);
        encoder.clearBuffer(state);
        encodeGridSteps(encoder, WHAT, [
          ...cells.sweep(true),
          cells.boxRows(),
          ...levels.cycle(0, further),
          cells.correct(further),
          ...cells.sweep(true),
          ...cells.sweep(false),
          cells.change(),
        ]);
        back.encode(encoder, state, 0, 0, 4);
        device.queue.submit([encoder.finish()]);
        // `attempt` waits for the read also if the submit failed
        return back.read({ at: 0, into: change });
      });
      return change[0];
    },
    destroy() {
      state.destroy();
      levels.destroy();
      back.destroy();
    },
  };
}

/** Dispatches on the cells of a layer. */
interface CellSteps {
  sweep(forward: boolean): GridStep[];
  /** The rows of the first level. */
  boxRows(): GridStep;
  /** Multiplies cells by the u of their boxes. */
  correct(further: boolean): GridStep;
  clear(): GridStep;
  change(): GridStep;
}

/** Returns what makes the dispatches on a layer, for the fields and factors that are current. */
function createCellSteps(
  { engine, map, options }: SteadyOn,
  steps: GridSteps,
  levels: LevelSteps,
  state: GPUBuffer,
): (layer: number) => CellSteps {
  const variant: CellVariant = { beside: besideNeeded(map), border: options.border };
  const boxes = halfOf(map);
  /** The buffer of factors that the kept dispatches are bound to. */
  let boundTo = engine.factors;
  return (layer) => {
    engine.setSlot(SETTLE_SLOT, { layers: [layer] });
    const parity = engine.current;
    const field = engine.field(parity);
    const cells = { 0: engine.params(SETTLE_SLOT), 1: engine.factors, 2: field, 4: engine.masks };
    const withLevel = { ...cells, 6: levels.levelAt(0), 8: levels.rows };
    // adding planes replaces the buffer of factors
    if (boundTo !== engine.factors) {
      steps.forget('cells');
      boundTo = engine.factors;
    }
    const name = `cells ${parity}`;
    return {
      sweep: (forward) =>
        coloursOf(forward).map((COLOUR) => {
          const code = sweepCellsWgsl(variant);
          const kernel = { code, entry: 'sweepCells', constants: { COLOUR } };
          return steps.of(`${name} ${COLOUR}`, kernel, cells, boxes);
        }),
      boxRows() {
        const kernel = { code: boxesWgsl(variant), entry: 'boxRows', constants: {} };
        return steps.of(`${name} boxRows`, kernel, withLevel, boxes);
      },
      correct(further) {
        const constants = { FURTHER: further ? 1 : 0 };
        const kernel = { code: boxesWgsl(variant), entry: 'correctCells', constants };
        return steps.of(`${name} correct ${further}`, kernel, withLevel, map);
      },
      clear() {
        const kernel = { code: clearCellsWgsl(variant), entry: 'clearCells' };
        return steps.of(`${name} clear`, kernel, cells, map);
      },
      change() {
        const kernel = { code: changeWgsl(variant), entry: 'change' };
        const resources = { ...cells, 3: engine.field(1 - parity), 5: state };
        return steps.of(`${name} change`, kernel, resources, map);
      },
    };
  };
}
