// Buffers, kernels and cycles of method 'steady' on the device. What they mean is in steady-levels.wgsl.ts.
import {
  createReadBack,
  guarded,
  type Kernel,
  type Resources,
  step,
  type Step,
  storageBuffer,
  storageBytes,
} from '@wayfield/gpu';
import type { Resolved } from '../resolve-options.ts';
import type { DiffusionMap } from '../types.ts';
import { type Engine, SETTLE_SLOT } from './engine.ts';
import { checkFits } from './fits.ts';
import type { FieldLayout } from './layout.ts';
import {
  boxesWgsl,
  type CellVariant,
  changeWgsl,
  clearCellsWgsl,
  sweepCellsWgsl,
} from './steady-cells.wgsl.ts';
import {
  BOTTOM,
  bottomWgsl,
  type LevelShape,
  levelsWgsl,
  ROW_PLANES,
  shapesAbove,
} from './steady-levels.wgsl.ts';

const WHAT = 'diffusion: steady';
const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
const LEVEL_STRIDE = 256;

/** A dispatch on a grid of invocations of 8 x 8. */
interface GridStep extends Step {
  readonly x: number;
  readonly y: number;
}

export interface SteadyEngine {
  readonly memoryBytes: number;
  /** Takes the scent of all cells of a layer but its goals. */
  clear(layer: number): Promise<void>;
  /**
   * One cycle of a layer; returns the largest relative change it made. `further`: corrections go beyond what the levels
   * find, which halves the number of cycles, but only near the end.
   */
  cycle(layer: number, further: boolean): Promise<number>;
  destroy(): void;
}

interface Level extends LevelShape {
  readonly count: number;
  /** Its first word. */
  readonly first: number;
}

/** Throws RangeError where its buffers do not fit beside those of `engine`. */
export function createSteadyEngine(
  device: GPUDevice,
  engine: Engine,
  map: DiffusionMap,
  { border, layers }: Pick<Resolved, 'border' | 'layers'>,
  layout: FieldLayout,
  memoryBudget: number | undefined,
): SteadyEngine {
  const { width, height, neighbours } = map;
  const variant: CellVariant = { neighbours, border };
  const boxes = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const levels: Level[] = [];
  let words = 0;
  for (const shape of shapesAbove(boxes)) {
    const count = shape.width * shape.height;
    levels.push({ ...shape, count, first: words });
    words += ROW_PLANES * count;
    if (shape.width <= BOTTOM && shape.height <= BOTTOM) break;
  }
  const bottom = levels.length - 1;
  const bytes = storageBytes(words) + levels.length * LEVEL_STRIDE + 16;
  checkFits(
    device.limits,
    map,
    layers.length,
    storageBytes(words),
    engine.memoryBytes + bytes,
    memoryBudget,
  );
  const rows = storageBuffer(device, `${WHAT}: rows`, words);
  const state = storageBuffer(device, `${WHAT}: state`, 4);
  const shapes = device.createBuffer({
    label: `${WHAT}: levels`,
    size: levels.length * LEVEL_STRIDE,
    usage: UNIFORM | COPY_DST,
  });
  for (const [i, level] of levels.entries()) {
    const above = levels[i + 1] ?? level;
    const values = [level, above].flatMap((l) => [l.width, l.height, l.count, l.first]);
    device.queue.writeBuffer(shapes, i * LEVEL_STRIDE, Uint32Array.from(values));
  }
  const back = createReadBack(device, 4, `${WHAT}: state`);
  const change = new Float32Array(1);

  const levelCode = levelsWgsl;
  const known = new Map<string, GridStep>();
  let boundTo = engine.factors;
  function bind(
    name: string,
    kernel: Omit<Kernel, 'label'>,
    resources: Resources,
    { width: w, height: h }: LevelShape,
  ): GridStep {
    let made = known.get(name);
    if (!made) {
      const label = `${WHAT}: ${kernel.entry}`;
      const [x, y] = [Math.ceil(w / 8), Math.ceil(h / 8)];
      made = { ...step(device, { ...kernel, label }, resources, x * y), x, y };
      known.set(name, made);
    }
    return made;
  }
  const half = ({ width: w, height: h }: LevelShape): LevelShape => ({
    width: Math.ceil(w / 2),
    height: Math.ceil(h / 2),
  });
  const levelAt = (i: number): GPUBufferBinding => ({
    buffer: shapes,
    offset: i * LEVEL_STRIDE,
    size: 32,
  });

  type OnLevel = 'coarsen' | 'correct';
  function onLevel(entry: OnLevel, i: number, constants: Record<string, number> = {}): GridStep {
    const name = `${entry} ${i} ${JSON.stringify(constants)}`;
    const shape = entry === 'coarsen' ? levels[i + 1]! : levels[i]!;
    const resources = { 6: levelAt(i), 8: rows };
    return bind(name, { code: levelCode, entry, constants }, resources, shape);
  }
  function sweepOf(i: number, forward: boolean): GridStep[] {
    return [0, 1, 2, 3].map((c) => {
      const COLOUR = forward ? c : 3 - c;
      const kernel = { code: levelCode, entry: 'sweepLevel', constants: { COLOUR } };
      const resources = { 6: levelAt(i), 8: rows };
      return bind(`sweep ${i} ${COLOUR}`, kernel, resources, half(levels[i]!));
    });
  }
  const bottomCode = bottomWgsl(levels[bottom]!);

  /** Improves u of a level, whose rows are there: a W-cycle. */
  function cycleOf(i: number, further: boolean): GridStep[] {
    const constants = { FURTHER: further ? 1 : 0 };
    if (i === bottom) {
      const kernel = { code: bottomCode, entry: 'solve', constants };
      const resources = { 6: levelAt(i), 8: rows };
      return [bind(`solve ${further}`, kernel, resources, { width: 1, height: 1 })];
    }
    const visit = [
      onLevel('coarsen', i),
      ...cycleOf(i + 1, further),
      onLevel('correct', i, constants),
      ...sweepOf(i, true),
      ...sweepOf(i, false),
    ];
    return [...visit, ...visit];
  }

  /** Dispatches on the cells of a layer. The factors may be in another buffer than the last time. */
  function onCells(layer: number): {
    sweep(forward: boolean): GridStep[];
    boxes(entry: 'boxRows' | 'correctCells', further?: boolean): GridStep;
    clear(): GridStep;
    change(): GridStep;
  } {
    engine.setSlot(SETTLE_SLOT, { layers: [layer] });
    const parity = engine.current;
    const field = engine.field(parity);
    const cells = { 0: engine.params(SETTLE_SLOT), 1: engine.factors, 2: field, 4: engine.masks };
    if (boundTo !== engine.factors) {
      for (const name of known.keys()) if (name.startsWith('cells')) known.delete(name);
      boundTo = engine.factors;
    }
    return {
      sweep: (forward) =>
        [0, 1, 2, 3].map((c) => {
          const COLOUR = forward ? c : 3 - c;
          const code = sweepCellsWgsl(variant);
          const kernel = { code, entry: 'sweepCells', constants: { COLOUR } };
          return bind(`cells ${parity} ${COLOUR}`, kernel, cells, boxes);
        }),
      boxes(entry, further = false) {
        const constants = entry === 'correctCells' ? { FURTHER: further ? 1 : 0 } : {};
        const kernel = { code: boxesWgsl(variant), entry, constants };
        const grid = entry === 'correctCells' ? map : boxes;
        return bind(
          `cells ${parity} ${entry} ${further}`,
          kernel,
          { ...cells, 6: levelAt(0), 8: rows },
          grid,
        );
      },
      clear: () =>
        bind(
          `cells ${parity} clear`,
          { code: clearCellsWgsl(variant), entry: 'clearCells' },
          cells,
          map,
        ),
      change: () => {
        const kernel = { code: changeWgsl(variant), entry: 'change' };
        const older = engine.field(1 - parity);
        return bind(`cells ${parity} change`, kernel, { ...cells, 3: older, 5: state }, map);
      },
    };
  }

  function inPass(encoder: GPUCommandEncoder, steps: readonly GridStep[]): void {
    const pass = encoder.beginComputePass({ label: WHAT });
    let last: GPUComputePipeline | undefined;
    for (const { pipeline, group, x, y } of steps) {
      if (pipeline !== last) pass.setPipeline(pipeline);
      last = pipeline;
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(x, y);
    }
    pass.end();
  }

  return {
    memoryBytes: bytes,
    async clear(layer) {
      await guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        inPass(encoder, [onCells(layer).clear()]);
        device.queue.submit([encoder.finish()]);
      });
    },
    async cycle(layer, further) {
      let reading: Promise<void> | undefined;
      await guarded(device, WHAT, () => {
        const cells = onCells(layer);
        const encoder = device.createCommandEncoder({ label: WHAT });
        const at = 4 * layer * layout.layerWords;
        const [now, older] = [engine.field(engine.current), engine.field(1 - engine.current)];
        encoder.copyBufferToBuffer(now, at, older, at, 4 * layout.layerWords);
        encoder.clearBuffer(state);
        inPass(encoder, [
          ...cells.sweep(true),
          cells.boxes('boxRows'),
          ...cycleOf(0, further),
          cells.boxes('correctCells', further),
          ...cells.sweep(true),
          ...cells.sweep(false),
          cells.change(),
        ]);
        back.encode(encoder, state, 0, 0, 4);
        device.queue.submit([encoder.finish()]);
        reading = back.read({ at: 0, into: change });
        reading.catch(() => {});
      });
      await reading;
      return change[0]!;
    },
    destroy() {
      for (const held of [rows, state, shapes]) held.destroy();
      back.destroy();
    },
  };
}
