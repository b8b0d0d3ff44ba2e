// What a model knows beside its fields: terrain, regions, the goals of each layer and what changes
// them. The same for every backend; a backend asks it before it steps.

import { checkFactors, checkMap, eachOf, sortGoals } from './check-input.ts';
import { besideNeeded } from './corners.ts';
import { createLayer, type LayerState } from './layer-state.ts';
import { createRegions, type Regions } from './regions.ts';
import type { Resolved } from './resolve-options.ts';
import type { DiffusionMap, Goals } from '../types.ts';

export type { LayerState } from './layer-state.ts';

export interface ModelState {
  /** The model's own copy; its `terrain` is the current one. */
  readonly map: DiffusionMap;
  readonly options: Resolved;
  /** The corner rule as a number (corners.ts). */
  readonly beside: number;
  /** width * height entries, the current terrain. */
  readonly terrain: Float32Array;
  readonly regions: Regions;
  readonly layers: readonly LayerState[];
  /** The owner of what the caller set. */
  readonly caller: object;
  setGoals(layer: number, goals: Goals): void;
  /** The terrain of now, for a call that is not over when the caller changes the terrain. */
  holdTerrain(): HeldTerrain;
  /** Returns the cells whose terrain has changed. */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): number[];
  setModulation(
    layer: number,
    cells: ArrayLike<number>,
    factor: number | ArrayLike<number>,
  ): Uint32Array;
}

/** The terrain at a moment. */
export interface HeldTerrain {
  of(cell: number): number;
  /** To be called once: until then changes are noted. */
  release(): void;
}

/** A copy that the caller cannot change. */
export function copyMap({
  width,
  height,
  neighbours,
  corners,
  terrain,
}: DiffusionMap): DiffusionMap {
  const named = corners === undefined ? {} : { corners };
  return { width, height, neighbours, ...named, terrain: terrain.slice() };
}

/** Copies the map. Throws RangeError for a map that is not valid. */
export function createModelState(given: DiffusionMap, options: Resolved): ModelState {
  checkMap(given);
  const map = copyMap(given);
  const { width, height, terrain } = map;
  const beside = besideNeeded(map);
  const cells = width * height;
  const regions = createRegions(width, height, beside === 0 ? 8 : 4, terrain);
  let terrainVersion = 0;
  const caller = {};
  /** By held terrain: the values that cells had, of cells that changed since. */
  const held = new Set<Map<number, number>>();

  const layers = options.layers.map(() =>
    createLayer({ terrain, regions, rate: options.rate, terrainVersion: () => terrainVersion }),
  );
  return {
    map,
    options,
    beside,
    terrain,
    regions,
    layers,
    caller,
    setGoals(layer, goals) {
      layers[layer].setGoals(caller, sortGoals(cells, goals));
    },
    holdTerrain() {
      const before = new Map<number, number>();
      held.add(before);
      return {
        of: (cell) => (before.size > 0 ? before.get(cell) : undefined) ?? terrain[cell],
        release: () => void held.delete(before),
      };
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
        for (const values of held) if (!values.has(cell)) values.set(cell, before);
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
