// The fields of scent of a model in WebAssembly memory, and the passes over them. createCore
// (src/model/core.ts) makes them; plans ask a field for `nextPass`, and `accept` it once it is
// done.
//
//   field-memory.ts   where fields lie
//   goal-rows.ts      goals, factor-rows.ts factors
//   pass-job.ts       a pass and a thread's part of it
//   settle.ts         how many passes, and when to stop
import type { Arena, Blocks } from '@wayfield/wasm';
import { CLAMP, COUNT, EIGHT, FLUSH, HARSH, type Kernels, LOG } from '../kernels.ts';
import type { LayerField } from '../model/layer-field.ts';
import type { LayerState, ModelState } from '../model/model-state.ts';
import type { Resolved } from '../model/resolve-options.ts';
import type { DiffusionMap } from '../types.ts';
import { type CornerRows, createCornerRows } from './corner-rows.ts';
import { createFactorRows, type FactorRows } from './factor-rows.ts';
import { type FieldMemory, type FieldPlaces, layOut } from './field-memory.ts';
import { createGoalRows } from './goal-rows.ts';
import { exponentOf, log2OfScaled } from './log-values.ts';
import { type Box, grown, NO_BOX, type PassJob, union } from './pass-job.ts';

export interface WasmField extends LayerField {
  /** The address of the first cell of the current field. */
  readonly address: () => number;
  readonly box: Box;
  /** The pass that does the next `steps` steps, or undefined where all is 0. */
  nextPass(steps: number, count: boolean): PassJob | undefined;
  /** Makes the target of a pass that was done the current field. */
  accept(job: PassJob): void;
  /** The number of cells above 0. */
  countAbove(): number;
  /**
   * Lets a solver write the field: `set` gets the address and the rules, and sets every cell that a
   * goal reaches.
   */
  fill(set: (address: number, rules: number) => void): void;
}

export interface WasmFields {
  readonly memory: FieldMemory;
  readonly layers: readonly WasmField[];
  readonly arena: Arena;
  readonly corners: CornerRows;
}

/** Where fields are made: `kernels` is an instance on the arena's memory. */
export interface FieldsOn {
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  readonly model: ModelState;
}

/** Lays the fields out for this number of threads and fills in what is constant. */
export function createWasmFields(on: FieldsOn, threads: number): WasmFields {
  const { arena, blocks, kernels, model } = on;
  const { map, options } = model;
  const memory = layOut(arena, blocks, map, options, threads);
  const factors = createFactorRows(arena, memory, model);
  const corners = createCornerRows(arena, memory, model);
  bindKernels(kernels, map, memory, 0);
  const rules = rulesOf(map, options);
  const layers = model.layers.map((_, layer) =>
    createField({ ...on, memory, factors, corners, rules }, layer),
  );
  return { memory, layers, arena, corners };
}

/** Tells the kernels of thread number `thread` where everything lies. */
export function bindKernels(
  kernels: Kernels,
  { width, height }: Pick<DiffusionMap, 'width' | 'height'>,
  memory: FieldPlaces,
  thread: number,
): void {
  const { rowBytes, toScaleWords, rings, zeroRow, toScales, scratch } = memory;
  kernels.bindMap(width, height, rowBytes, rings[thread], zeroRow);
  kernels.logBind(toScaleWords, toScales, scratch[thread]);
}

function rulesOf({ neighbours }: DiffusionMap, options: Resolved): number {
  return (
    (neighbours === 8 ? EIGHT : 0) |
    (options.flushToZero ? FLUSH : 0) |
    (options.border === 'clamp' ? CLAMP : 0) |
    (options.precision === 'log' ? LOG : 0)
  );
}

interface FieldOn extends FieldsOn {
  readonly memory: FieldMemory;
  readonly factors: FactorRows;
  readonly corners: CornerRows;
  readonly rules: number;
}

function createField(on: FieldOn, layer: number): WasmField {
  const { kernels, model, memory, factors, corners, rules } = on;
  const { map, regions } = model;
  const state = model.layers[layer];
  const goals = createGoalRows(on.arena, on.blocks, map, (rules & LOG) !== 0);
  let [current, other] = memory.fields[layer];
  const boxes = createBoxes(map);
  let goalVersion = -1;
  let splits = regions.splits;
  let lostRegions = 0;
  let staleFactors: Iterable<number>[] = [];
  let changes = 0;

  function refreshGoals(): void {
    if (goalVersion === state.version && splits === regions.splits) return;
    changes++;
    goalVersion = -1; // remains -1 if memory ends before the goals are written
    const lost = splits !== regions.splits || lostRegions !== state.lostRegions;
    if (lost) clearUnreached(on, state, current, boxes.current());
    splits = regions.splits;
    lostRegions = state.lostRegions;
    const active = state.active();
    goals.write(active, (cell, m, scale) => kernels.putCell(current, cell, m, scale, rules));
    goalVersion = state.version;
    if (active.cell.length > 0) boxes.add(goals.box);
  }

  return {
    state,
    address: () => current,
    passage: () => factors.of(layer),
    get box() {
      return boxes.current();
    },
    refresh() {
      if (staleFactors.length > 0) {
        changes++;
        for (const cells of staleFactors) updateFactors(on, layer, cells, current);
        staleFactors = [];
      }
      refreshGoals();
    },
    nextPass(steps, count) {
      if (boxes.current().x1 <= boxes.current().x0) return undefined;
      return {
        source: current,
        target: other,
        factor: factors.of(layer),
        corners: corners.address,
        steps,
        box: boxes.next(steps),
        rules: rules | (count ? COUNT : 0) | (factors.harsh ? HARSH : 0),
        goals: goals.places,
      };
    },
    accept(job) {
      changes++;
      [current, other] = [other, current];
      boxes.set(job.box);
    },
    clear() {
      for (const base of [current, other]) memory.clearField(base);
      changes++;
      boxes.set(NO_BOX);
      goalVersion = -1;
    },
    markFactors(cells) {
      staleFactors.push(cells);
    },
    key: (cell) => keyAt(on, current, cell),
    read: (out) => readCells(on, current, out),
    changes: () => changes,
    fill(set) {
      set(current, rules);
      boxes.set({ x0: 0, y0: 0, x1: map.width, y1: map.height });
      changes++;
    },
    countAbove: () => countAbove(on, current, boxes.current()),
  };
}

/** Which cells of the two fields of a layer can be above 0. */
interface Boxes {
  /** The box of the current field. */
  current(): Box;
  /**
   * The box of a pass of `steps` steps. It holds the boxes of earlier passes to the same target
   * that were not accepted, as of an aborted call: the pass then writes over all that they left.
   */
  next(steps: number): Box;
  /** To be called when goals were set in the current field: their box. */
  add(goals: Box): void;
  /** To be called when the current field changed: both fields are 0 outside of this box. */
  set(box: Box): void;
}

function createBoxes(map: DiffusionMap): Boxes {
  let box = NO_BOX;
  let written = NO_BOX;
  return {
    current: () => box,
    next: (steps) => (written = union(written, grown(box, steps, map))),
    add: (goals) => void (box = union(box, goals)),
    set(of) {
      box = of;
      written = NO_BOX;
    },
  };
}

/** Takes over new factors of cells; obstacles hold 0 at once. */
function updateFactors(on: FieldOn, layer: number, cells: Iterable<number>, field: number): void {
  on.factors.update(layer, cells);
  on.corners.update(cells);
  for (const v of cells) {
    if (on.model.terrain[v] === 0) on.kernels.putCell(field, v, 0, 0, on.rules);
  }
}

/** Sets the cells of a field that no goal reaches to 0. */
function clearUnreached(on: FieldOn, state: LayerState, field: number, box: Box): void {
  const { arena, kernels, memory, model, rules } = on;
  if (state.reachable() === model.regions.openCells) return;
  const floats = arena.floats();
  for (let y = box.y0; y < box.y1; y++) {
    const row = (field + y * memory.rowBytes) / 4;
    for (let x = box.x0; x < box.x1; x++) {
      const v = y * model.map.width + x;
      if (floats[row + x] !== 0 && !state.reaches(v)) kernels.putCell(field, v, 0, 0, rules);
    }
  }
}

/** A number that grows with the value of a cell; `-Infinity` for 0. */
function keyAt(on: FieldOn, field: number, cell: number): number {
  const { width } = on.model.map;
  const x = cell % width;
  const row = field + ((cell - x) / width) * on.memory.rowBytes;
  const m = on.arena.floats()[row / 4 + x];
  if (m === 0) return -Infinity;
  if ((on.rules & LOG) === 0) return m;
  const exponent = exponentOf(m);
  // exponent and fraction as one number, exact in a double
  return on.kernels.scaleOf(field, cell) + exponent + (m / 2 ** exponent - 1);
}

/** The values of all cells, as `Diffusion.field` gives them. */
function readCells(on: FieldOn, field: number, out: Float32Array): void {
  const { width, height } = on.model.map;
  const { rowBytes } = on.memory;
  const floats = on.arena.floats();
  const log = (on.rules & LOG) !== 0;
  for (let y = 0, v = 0; y < height; y++) {
    const row = (field + y * rowBytes) / 4;
    if (!log) {
      out.set(floats.subarray(row, row + width), v);
      v += width;
      continue;
    }
    for (let x = 0; x < width; x++, v++) {
      const m = floats[row + x];
      out[v] = m === 0 ? -Infinity : log2OfScaled(m, on.kernels.scaleOf(field, v));
    }
  }
}

function countAbove({ arena, memory }: FieldOn, field: number, box: Box): number {
  const floats = arena.floats();
  let count = 0;
  for (let y = box.y0; y < box.y1; y++) {
    const row = (field + y * memory.rowBytes) / 4;
    for (let x = box.x0; x < box.x1; x++) if (floats[row + x] !== 0) count++;
  }
  return count;
}
