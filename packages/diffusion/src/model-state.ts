// What a model knows beside its fields: terrain, regions, the goals of each layer and what changes
// them. The same for every backend; a backend asks it before it steps.

import { NONE } from '@wayfield/graph';
import { checkFactors, checkMap, eachOf, type SortedGoals, sortGoals } from './check-input.ts';
import { findSorted, mergeSorted, type SortedValues } from './sorted-cells.ts';
import { createRegions, type Regions } from './regions.ts';
import { cellFactor } from './cell-factor.ts';
import type { Resolved } from './resolve-options.ts';
import type { DiffusionMap, Goals } from './types.ts';

const NO_GOALS: SortedGoals = { cell: new Uint32Array(), strength: new Float32Array() };
const NO_VALUES: SortedValues = { cell: new Uint32Array(), value: new Float32Array() };

/** One layer's sources and modulations. */
export interface LayerState {
  /** Goals on open cells, by cell; where several name a cell, the largest strength. */
  active(): SortedGoals;
  /** Grows whenever `active` may have changed. */
  readonly version: number;
  /** There are goals, and every one is on an obstacle. */
  goalsBlocked(): boolean;
  isGoal(cell: number): boolean;
  /** Open cells that an active goal reaches. */
  reachable(): number;
  reaches(cell: number): boolean;
  /** Grows whenever a goal may no longer reach a region that one reached; not where regions split. */
  readonly losses: number;
  /** Whether a cell's scent is modulated. */
  readonly modulated: boolean;
  /** The cells whose scent is modulated, ascending, and by how much. */
  modulations(): { readonly cell: Uint32Array; readonly value: Float32Array };
  /** What a step multiplies the sum at a cell with. */
  factor(cell: number): number;
  /** Replaces what one owner (the caller, or a group of pursuers) puts here; undefined takes it out. */
  setSources(owner: object, goals: SortedGoals | undefined): void;
  /** The same for modulations. Returns the cells whose factor may have changed, each once. */
  setModulations(owner: object, factors: SortedValues | undefined): Uint32Array;
}

export interface ModelState {
  readonly map: DiffusionMap;
  readonly options: Resolved;
  /** width * height entries, the terrain as it is now. */
  readonly terrain: Float32Array;
  readonly regions: Regions;
  readonly layers: readonly LayerState[];
  /** What the caller himself set is owned by this. */
  readonly caller: object;
  setGoals(layer: number, goals: Goals): void;
  /** Returns the cells whose terrain is another now. */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): number[];
  setModulation(
    layer: number,
    cells: ArrayLike<number>,
    factor: number | ArrayLike<number>,
  ): Uint32Array;
}

/** Copies the terrain. Throws RangeError for a map that is none. */
export function createModelState(map: DiffusionMap, options: Resolved): ModelState {
  checkMap(map);
  const { width, height, neighbours } = map;
  const cells = width * height;
  const terrain = map.terrain.slice();
  const regions = createRegions(width, height, neighbours, terrain);
  let terrainVersion = 0;
  const caller = {};

  function createLayer(): LayerState {
    const sources = new Map<object, SortedGoals>();
    const modulations = new Map<object, SortedValues>();
    let version = 0;
    let builtFor = -1;
    let builtTerrain = -1;
    let active = NO_GOALS;
    let reached = new Set<number>();
    let reachable = 0;
    let losses = 0;

    function refresh(): void {
      if (builtFor === version && builtTerrain === terrainVersion) return;
      if (builtTerrain !== terrainVersion) version++;
      builtFor = version;
      builtTerrain = terrainVersion;
      active = mergeOpen([...sources.values()], terrain);
      const before = reached;
      reached = new Set();
      reachable = 0;
      let last = NONE;
      for (const cell of active.cell) {
        const region = regions.of(cell);
        if (region === last || reached.has(region)) continue;
        reached.add((last = region));
        reachable += regions.sizeOf(region);
      }
      for (const region of before) {
        if (reached.has(region)) continue;
        losses++;
        break;
      }
    }

    const modulationAt = (cell: number): number => {
      let least = 1;
      for (const dimmed of modulations.values()) {
        const i = findSorted(dimmed.cell, cell);
        if (i >= 0) least = Math.min(least, dimmed.value[i]);
      }
      return least;
    };

    return {
      active() {
        refresh();
        return active;
      },
      get version() {
        refresh();
        return version;
      },
      goalsBlocked() {
        refresh();
        let named = 0;
        for (const goals of sources.values()) named += goals.cell.length;
        return named > 0 && active.cell.length === 0;
      },
      isGoal(cell) {
        refresh();
        return findSorted(active.cell, cell) >= 0;
      },
      reachable() {
        refresh();
        return reachable;
      },
      reaches(cell) {
        refresh();
        const region = regions.of(cell);
        return region !== NONE && reached.has(region);
      },
      get losses() {
        refresh();
        return losses;
      },
      get modulated() {
        return modulations.size > 0;
      },
      modulations() {
        return [...modulations.values()].reduce((a, b) => mergeSorted(a, b, Math.min), NO_VALUES);
      },
      factor: (cell) => cellFactor(terrain[cell], modulationAt(cell), options.rate),
      setSources(owner, goals) {
        version++;
        if (goals === undefined || goals.cell.length === 0) sources.delete(owner);
        else sources.set(owner, goals);
      },
      setModulations(owner, factors) {
        const before = modulations.get(owner) ?? NO_VALUES;
        if (factors === undefined || factors.cell.length === 0) modulations.delete(owner);
        else modulations.set(owner, factors);
        return mergeSorted(before, factors ?? NO_VALUES, Math.min).cell;
      },
    };
  }

  const layers = options.layers.map(createLayer);
  return {
    map,
    options,
    terrain,
    regions,
    layers,
    caller,
    setGoals(layer, goals) {
      layers[layer].setSources(caller, sortGoals(cells, goals));
    },
    setTerrain(at, value) {
      checkFactors(cells, at, value, 'terrain');
      const changed: number[] = [];
      for (let i = 0; i < at.length; i++) {
        const cell = at[i];
        const before = terrain[cell];
        terrain[cell] = eachOf(value, i);
        if (terrain[cell] === before) continue;
        changed.push(cell);
        if ((terrain[cell] === 0) === (before === 0)) continue;
        regions.changed(cell);
        terrainVersion++;
      }
      return changed;
    },
    setModulation(layer, at, factor) {
      checkFactors(cells, at, factor, 'factor');
      const factors = new Map<number, number>();
      for (let i = 0; i < at.length; i++) {
        const value = Math.fround(eachOf(factor, i));
        factors.set(at[i], Math.min(value, factors.get(at[i]) ?? 1));
      }
      const cell = Uint32Array.from(factors.keys()).sort();
      const value = Float32Array.from(cell, (v) => factors.get(v)!);
      return layers[layer].setModulations(caller, { cell, value });
    },
  };
}

/** Goals on open cells of all lists together, by cell, the largest strength of each. */
function mergeOpen(lists: readonly SortedGoals[], terrain: Float32Array): SortedGoals {
  let all = NO_VALUES;
  for (const { cell, strength } of lists) {
    all = mergeSorted(all, { cell, value: strength }, Math.max);
  }
  const { cell, value } = all;
  let closed = 0;
  for (let i = 0; i < cell.length; i++) if (terrain[cell[i]] === 0) closed++;
  if (closed === 0) return { cell, strength: value };
  const open = new Uint32Array(cell.length - closed);
  const strength = new Float32Array(open.length);
  for (let i = 0, k = 0; i < cell.length; i++) {
    if (terrain[cell[i]] === 0) continue;
    open[k] = cell[i];
    strength[k++] = value[i];
  }
  return { cell: open, strength };
}
