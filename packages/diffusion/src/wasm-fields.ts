// The fields of a model in WebAssembly memory, and stepping them on one thread.

import { type Arena, type Blocks } from '@wayfield/wasm';
import { exponentOf, log2Of } from './extended.ts';
import { type FieldMemory, type FieldPlaces, fillFactors, layOut } from './field-memory.ts';
import { CLAMP, COUNT, EIGHT, FLUSH, HARSH, type Kernels, LOG } from './kernels.ts';
import type { LayerField } from './distance-fields.ts';
import type { ModelState } from './model-state.ts';
import type { DiffusionMap } from './types.ts';

/** Cells that can be above 0: columns and rows `[x0, x1)`, `[y0, y1)`; x1 <= x0 = none. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Where the goals of a layer stand: what `bindGoals` wants. */
export interface GoalPlaces {
  readonly start: number;
  readonly x: number;
  readonly value: number;
  readonly offset: number;
}

/** One pass over a layer, as a worker needs it. */
export interface PassJob {
  readonly source: number;
  readonly target: number;
  readonly factor: number;
  readonly steps: number;
  /** After the pass. */
  readonly box: Box;
  readonly rules: number;
  readonly goals: GoalPlaces;
}

export interface WasmField extends LayerField {
  /** The address of the first cell of the field as it is now. */
  readonly address: () => number;
  /** The address of the factor of cell 0, in rows as the field. */
  readonly open: () => number;
  readonly box: Box;
  /** What the next pass is, or undefined where all is 0. */
  plan(steps: number, count: boolean): PassJob | undefined;
  /** Takes the target of a pass for the field. */
  accept(job: PassJob): void;
  /** Cells above 0. */
  countAbove(): number;
  /** Grows with every change of goals, factors or values. */
  changes(): number;
  /** Has every cell set that a goal reaches: `set` gets the address of the field and the rules of its precision. */
  fill(set: (address: number, rules: number) => void): void;
}

export interface WasmFields {
  readonly memory: FieldMemory;
  readonly layers: readonly WasmField[];
  readonly arena: Arena;
}

const NO_BOX: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** Lays the fields out and fills in what is constant; `kernels` is an instance on the arena's memory. */
export function createWasmFields(
  arena: Arena,
  blocks: Blocks,
  kernels: Kernels,
  model: ModelState,
  workers: number,
): WasmFields {
  const { options, terrain, regions } = model;
  const { width, height, neighbours } = model.map;
  const log = options.precision === 'log';
  const memory = layOut(blocks, width, height, options, workers);
  const { rowBytes, exponents } = memory;
  const plainFactors = memory.allocateFactors();
  let harsh = false;
  /** What a step multiplies with; once one is very small, the kernels look closer. */
  const watched = (factor: number): number => {
    if (factor > 0 && factor < 2 ** -26) harsh = true;
    return factor;
  };
  fillFactors(arena, memory, plainFactors, width, height, (v) =>
    watched(model.layers[0].factor(v)),
  );
  const rules =
    (neighbours === 8 ? EIGHT : 0) |
    (options.flushToZero ? FLUSH : 0) |
    (options.border === 'clamp' ? CLAMP : 0) |
    (log ? LOG : 0);
  bindKernels(kernels, model, memory, 0);

  const addressOf = (base: number, cell: number): number => {
    const x = cell % width;
    return base + ((cell - x) / width) * rowBytes + x * 4;
  };

  function createField(layer: number): WasmField {
    const state = model.layers[layer];
    let [current, other] = memory.fields[layer];
    let box = { ...NO_BOX };
    let factors = plainFactors;
    let goalVersion = -1;
    let goalBlock = 0;
    let goalBytes = 0;
    let goals: GoalPlaces = { start: 0, x: 0, value: 0, offset: 0 };
    let splits = regions.splits;
    let losses = 0;
    let staleFactors: Iterable<number>[] = [];
    let changes = 0;

    const put = (base: number, cell: number, value: number, offset: number): void =>
      kernels.putCell(base, cell, value, offset, rules);

    function writeGoals(): void {
      const { cell, strength } = state.active();
      const count = cell.length;
      const bytes = (height + 1 + 3 * count) * 4;
      if (bytes > goalBytes) {
        // twice as much as needed: crowds that emit change their number every tick
        if (goalBlock !== 0) blocks.free(goalBlock);
        goalBytes = bytes * 2;
        goalBlock = blocks.allocate(goalBytes);
      }
      const start = goalBlock / 4;
      const x = start + height + 1;
      const words = arena.words();
      const floats = arena.floats();
      let row = 0;
      let x0 = width;
      let x1 = 0;
      for (let i = 0; i < count; i++) {
        const at = cell[i] % width;
        const y = (cell[i] - at) / width;
        while (row <= y) words[start + row++] = i;
        words[x + i] = at;
        const { m, offset } = log ? normal(strength[i]) : { m: strength[i], offset: 0 };
        floats[x + count + i] = m;
        words[x + 2 * count + i] = offset;
        x0 = Math.min(x0, at);
        x1 = Math.max(x1, at + 1);
      }
      while (row <= height) words[start + row++] = count;
      if (count > 0) {
        const [y0, y1] = [Math.floor(cell[0] / width), Math.floor(cell[count - 1] / width) + 1];
        box = union(box, { x0, y0, x1, y1 });
      }
      goals = {
        start: start * 4,
        x: x * 4,
        value: (x + count) * 4,
        offset: (x + 2 * count) * 4,
      };
      for (let i = 0; i < count; i++) {
        put(current, cell[i], floats[x + count + i], words[x + 2 * count + i] | 0);
      }
    }

    /** Regions that no goal reaches hold 0. */
    function clearUnreached(): void {
      if (box.x1 <= box.x0) return;
      if (state.reachable() === regions.openCells) return;
      const floats = arena.floats();
      for (let y = box.y0; y < box.y1; y++) {
        const row = (current + y * rowBytes) / 4;
        for (let x = box.x0; x < box.x1; x++) {
          const v = y * width + x;
          if (floats[row + x] !== 0 && !state.reaches(v)) put(current, v, 0, 0);
        }
      }
    }

    function clear(): void {
      for (const base of [current, other]) {
        const from = base - (log ? 4 - exponents : 16);
        arena.bytes().fill(0, from, from + rowBytes * height);
      }
      changes++;
      box = { ...NO_BOX };
      goalVersion = -1;
    }

    return {
      state,
      address: () => current,
      open: () => factors,
      get box() {
        return box;
      },
      refresh() {
        if (staleFactors.length > 0) {
          changes++;
          if (state.modulated && factors === plainFactors) {
            factors = memory.allocateFactors();
            fillFactors(arena, memory, factors, width, height, (v) => watched(state.factor(v)));
          }
          const floats = arena.floats();
          for (const cells of staleFactors) {
            for (const v of cells) {
              floats[addressOf(factors, v) / 4] = watched(state.factor(v));
              if (terrain[v] === 0) put(current, v, 0, 0);
            }
          }
          staleFactors = [];
        }
        if (goalVersion !== state.version || splits !== regions.splits) {
          changes++;
          goalVersion = state.version;
          if (splits !== regions.splits || losses !== state.losses) clearUnreached();
          splits = regions.splits;
          losses = state.losses;
          writeGoals();
        }
      },
      plan(steps, count) {
        if (box.x1 <= box.x0) return undefined;
        return {
          source: current,
          target: other,
          factor: factors,
          steps,
          box: {
            x0: Math.max(0, box.x0 - steps),
            y0: Math.max(0, box.y0 - steps),
            x1: Math.min(width, box.x1 + steps),
            y1: Math.min(height, box.y1 + steps),
          },
          rules: rules | (count ? COUNT : 0) | (harsh ? HARSH : 0),
          goals,
        };
      },
      accept(job) {
        changes++;
        [current, other] = [other, current];
        box = job.box;
      },
      clear,
      markFactors(cells) {
        staleFactors.push(cells);
      },
      key(cell) {
        const m = arena.floats()[addressOf(current, cell) / 4];
        if (!log) return m === 0 ? -Infinity : m;
        if (m === 0) return -Infinity;
        const exponent = exponentOf(m);
        // exponent and fraction as one number: grows with the value, exact in a double
        return kernels.offsetOf(current, cell) + exponent + (m / 2 ** exponent - 1);
      },
      read(out) {
        const floats = arena.floats();
        for (let y = 0, v = 0; y < height; y++) {
          const row = (current + y * rowBytes) / 4;
          if (!log) {
            out.set(floats.subarray(row, row + width), v);
            v += width;
          } else {
            for (let x = 0; x < width; x++, v++) {
              const m = floats[row + x];
              out[v] = m === 0 ? -Infinity : log2Of(m, kernels.offsetOf(current, v));
            }
          }
        }
      },
      changes: () => changes,
      fill(set) {
        set(current, rules);
        box = { x0: 0, y0: 0, x1: width, y1: height };
        changes++;
      },
      countAbove() {
        const floats = arena.floats();
        let count = 0;
        for (let y = box.y0; y < box.y1; y++) {
          const row = (current + y * rowBytes) / 4;
          for (let x = box.x0; x < box.x1; x++) if (floats[row + x] !== 0) count++;
        }
        return count;
      },
    };
  }

  return { memory, layers: options.layers.map((_, i) => createField(i)), arena };
}

/** Tells an instance of the kernels, of worker number `worker`, where everything lies. */
export function bindKernels(
  kernels: Kernels,
  { map }: { readonly map: Pick<DiffusionMap, 'width' | 'height'> },
  memory: FieldPlaces,
  worker: number,
): void {
  const { rowBytes, exponents, rings, zeroRow, offsetDelta, blocks } = memory;
  kernels.bindMap(map.width, map.height, rowBytes, exponents, rings[worker], zeroRow);
  kernels.logBind(offsetDelta, blocks[worker]);
}

/** Runs the rows `[first, last)` of a pass; the numbers of cells above 0 after each step are added to `counts`. */
export function runPass(
  kernels: Kernels,
  job: PassJob,
  first: number,
  last: number,
  centre: number,
  counts: number,
): void {
  const { x0, y0, x1, y1 } = job.box;
  const { start, x, value, offset } = job.goals;
  kernels.bindGoals(start, x, value, offset);
  kernels.pass(
    job.source,
    job.target,
    job.factor,
    job.steps,
    first,
    last,
    y0,
    y1,
    x0 >> 4,
    (x1 + 15) >> 4,
    job.rules,
    centre,
    counts,
  );
}

function union(a: Box, b: Box): Box {
  if (a.x1 <= a.x0) return b;
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** A strength as m from 1 to 2 and offset. */
function normal(strength: number): { m: number; offset: number } {
  const offset = exponentOf(strength);
  return { m: strength / 2 ** offset, offset };
}
