// Jam density: cells with many agents let less of a field through, so that agents farther behind
// prefer another door. As in Treuille, Cooper and Popović (Continuum crowds, 2006), the cost of a
// cell rises with the density of agents. field-guide.ts and ../gpu/jam/gpu-jam.ts use this file.

import { checkLength, type OptionRules, refuse, typed, whole } from '@wayfield/check';
import { aSize } from './rules.ts';
import { checkStored, type StoredState } from './state.ts';

/** Options of jam density. */
export interface JamOptions {
  /**
   * The terrain of the model without agents, one entry per cell as in `DiffusionMap`; copied.
   * Afterwards change terrain by `setTerrain` of the guide.
   */
  readonly terrain: Float32Array;
  /** The density is computed at every `every`-th update, at least 1. Default 30. */
  readonly every?: number | undefined;
  /**
   * What an agent per square metre adds to the cost of a cell, as a part of the cost of the empty
   * cell: 1 doubles it. Terrain never falls below 2^-60. Default 1.
   */
  readonly weight?: number | undefined;
}

/**
 * The least terrain above 0 that a model of `@wayfield/diffusion` takes, its `MIN_TERRAIN`: density
 * lowers terrain no further.
 */
const MIN_TERRAIN = 2 ** -60;

const everyRule = /* @__PURE__ */ whole(1, 2 ** 31);
const terrainRule = /* @__PURE__ */ typed(Float32Array);

/** The rules of `JamOptions`. */
export const JAM_RULES: OptionRules = {
  terrain: terrainRule,
  every: everyRule,
  weight: aSize,
};

/** Agents per cell, and the terrain that follows from them. */
export interface JamDensity {
  /** Counts an update; returns whether it is an `every`-th one, at which the density is due. */
  isDue(): boolean;
  /** Forgets the agents counted before. Then `count` is called for all, and `apply` once. */
  begin(): void;
  /** Counts agents in cell (i, j); cells outside do not count. */
  count(i: number, j: number, agents: number): void;
  /**
   * Calls `change` with the cells whose terrain changed, and their new terrain. The lists are valid
   * during the call. Returns whether any terrain changed.
   */
  apply(change: (cells: Uint32Array, terrain: Float32Array) => void): boolean;
  /** Takes new terrain without agents of some cells, which the caller has given to the model. */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
  /** All that snapshots keep. */
  readonly columns: readonly (Float32Array | Uint32Array | Uint8Array)[];
  /** Throws RangeError for a state that no jam density has written. */
  checkState(state: StoredState): void;
  /** The terrain that the model has. */
  readonly applied: Float32Array;
}

/** The size of the map of a model, and of a cell in metres. */
export interface JamMap {
  readonly width: number;
  readonly height: number;
  readonly cellSize: number;
}

/** The jam density of a map. Errors call `options.terrain` by `name`. */
export function createJamDensity(map: JamMap, options: JamOptions, name: string): JamDensity {
  const { width, height, cellSize } = map;
  const cells = width * height;
  const { every = 30, weight = 1 } = options;
  terrainRule(options.terrain, name);
  checkLength(options.terrain, cells, name);
  const empty = Float32Array.from(options.terrain);
  const applied = Float32Array.from(options.terrain);
  /** Per cell: agents in the nine cells around it. */
  const around = new Uint32Array(cells);
  /**
   * Cells that the next `apply` looks at: those with agents around them, those that had some at the
   * last `apply`, and those given to `setTerrain` since.
   */
  const look = createCellSet(cells);
  const changedCells = new Uint32Array(cells);
  const changedTerrain = new Float32Array(cells);
  /**
   * What an agent in the nine cells around a cell adds to its cost, as a part of the empty cost.
   */
  const each = weight / (9 * cellSize * cellSize);
  const updates = new Uint32Array(1);

  return {
    columns: [empty, applied, around, updates, ...look.columns],
    applied,
    checkState(state) {
      for (const column of [empty, applied])
        state.of(column).forEach((value, cell) => {
          if (value === 0 || (value >= MIN_TERRAIN && value <= 1)) return;
          refuse(`terrain of cell ${cell} in bytes`, value, `0, or from ${MIN_TERRAIN} to 1`);
        });
      look.checkState(state);
    },
    isDue: () => ++updates[0] % every === 0,
    begin() {
      // cells that have lost their agents stay in `look`: `apply` gives them their terrain back
      for (let k = 0; k < look.count; k++) around[look.cells[k]] = 0;
    },
    count(i, j, agents) {
      if (!(i >= 0 && j >= 0 && i < width && j < height)) return;
      for (let y = Math.max(0, j - 1); y <= j + 1 && y < height; y++)
        for (let x = Math.max(0, i - 1); x <= i + 1 && x < width; x++) {
          const cell = y * width + x;
          around[cell] += agents;
          look.add(cell);
        }
    },
    apply(change) {
      let count = 0;
      for (let k = 0; k < look.count; k++) {
        const cell = look.cells[k];
        const lowered = Math.fround(empty[cell] / (1 + each * around[cell]));
        const terrain = Math.max(lowered, Math.min(empty[cell], MIN_TERRAIN));
        if (terrain === applied[cell]) continue;
        changedCells[count] = cell;
        changedTerrain[count++] = terrain;
      }
      // `change` may throw: nothing is noted then, and the next `apply` tries again
      if (count > 0) change(changedCells.subarray(0, count), changedTerrain.subarray(0, count));
      for (let k = 0; k < count; k++) applied[changedCells[k]] = changedTerrain[k];
      look.keep(around);
      return count > 0;
    },
    setTerrain(given, terrain) {
      for (let k = 0; k < given.length; k++) {
        const value = Math.fround(typeof terrain === 'number' ? terrain : terrain[k]);
        empty[given[k]] = value;
        // the model has the terrain of the caller now; the next `apply` adds the density again
        applied[given[k]] = value;
        look.add(given[k]);
      }
    },
  };
}

/** A set of cells that can be walked in the order in which they were added. */
interface CellSet {
  readonly count: number;
  /** The first `count` entries are the cells, in the order in which they came. */
  readonly cells: Uint32Array;
  readonly columns: readonly (Uint32Array | Uint8Array)[];
  /** Throws RangeError for a state that no set has written. */
  checkState(state: StoredState): void;
  add(cell: number): void;
  /** Keeps the cells that have agents around. */
  keep(around: Uint32Array): void;
}

function createCellSet(room: number): CellSet {
  const cells = new Uint32Array(room);
  const has = new Uint8Array(room);
  const counts = new Uint32Array(1);
  return {
    get count() {
      return counts[0];
    },
    cells,
    columns: [cells, has, counts],
    checkState({ of }) {
      const [count] = of(counts);
      checkStored([count], () => 'count of crowded cells', 0, room);
      const isIn = of(has);
      checkStored(isIn, (cell) => `crowd of cell ${cell}`, 0, 1);
      const stored = of(cells);
      const seen = new Set<number>();
      for (let k = 0; k < count; k++) {
        checkStored([stored[k]], () => `crowded cell ${k}`, 0, room - 1);
        if (isIn[stored[k]] !== 0) seen.add(stored[k]);
      }
      const marked = isIn.reduce((sum, one) => sum + one, 0);
      if (seen.size !== count || marked !== count)
        refuse('crowded cells in bytes', marked, `the ${count} cells of the list, each once`);
    },
    add(cell) {
      if (has[cell] !== 0) return;
      has[cell] = 1;
      cells[counts[0]++] = cell;
    },
    keep(around) {
      let kept = 0;
      for (let k = 0; k < counts[0]; k++) {
        const cell = cells[k];
        if (around[cell] > 0) cells[kept++] = cell;
        else has[cell] = 0;
      }
      counts[0] = kept;
    },
  };
}
