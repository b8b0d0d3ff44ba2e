// Method 'distance' on the device: the changes of the host that the device does not have yet
// (`take`), what a call has to compute again (`plan`, when the call is made), and what the device
// does for that (`start`, when the turn of the call has come); distance.ts calls all three.
//
// After a change that can only lower costs, such as a new goal or a cell that opens, a layer goes
// on from the costs that it has: from costs at or above the true ones, relaxing ends at the same
// bits as from `Infinity`. After all other changes the layer is `cold`: it starts from `Infinity`.
// A layer also starts from `Infinity` after a call that failed before the device had all its work.
import type { ModelState } from '../../model/model-state.ts';
import type { DiffusionMap } from '../../types.ts';
import type { Writes } from '../step/writes.ts';
import { TILE, tilesAlong } from './relax.wgsl.ts';
import type { FieldLayout } from '../memory/layout.ts';

const INFINITE = 0x7f800000;

/** What the device has to do before the next call, in this order. */
export interface DistanceChanges {
  /** All fields become `Infinity`. */
  readonly reset: boolean;
  /** Words of the inverse terrain (bits of f32), of the goal masks and of the fields. */
  readonly inverse: Writes;
  readonly masks: Writes;
  readonly field: Writes;
}

/** What a call has to compute when its turn comes. */
export type DistancePlan = readonly PlannedLayer[];

interface PlannedLayer {
  readonly layer: number;
  /** Whether the layer had changed since the plan before. */
  readonly stale: boolean;
  /** Whether the layer starts from `Infinity`. */
  readonly cold: boolean;
  /** The goals of the layer when the call was made. */
  readonly goals: ReadonlySet<number>;
  /** For a layer that is not cold: the tiles from which costs may fall. */
  readonly tiles: readonly number[];
}

/** What the device has to do to compute some layers: `DistanceEngine.solve`. */
export interface DistanceWork {
  /** The layers that are filled with `Infinity` first. */
  readonly cold: readonly number[];
  /** After that: words of the fields, 0 at each goal of the cold layers. */
  readonly goals: Writes;
  /**
   * Tiles that wait for the first round, each once: layer * (tiles of a layer) + tile. Tiles lie as
   * in even rounds, because the first round is even.
   */
  readonly tiles: readonly number[];
}

export interface DistanceLog {
  /**
   * 1 / terrain in rows as those of fields, 0 = obstacle; written to the device once, at the start.
   */
  readonly inverse: Float32Array;
  /** The terrain of these cells has changed. */
  terrain(cells: Iterable<number>): void;
  reset(): void;
  /** Everything since the last call. */
  take(): DistanceChanges;
  /** Whether a layer's costs are out of date; after `take`. */
  isStale(layer: number): boolean;
  /** What a call has to compute in these layers; they then count as up to date. After `take`. */
  plan(layers: readonly number[]): DistancePlan;
  /** The work of a plan, when its turn has come and the device has the changes of its `take`. */
  start(plan: DistancePlan): DistanceWork;
  /**
   * To be called when a plan was not carried out to its end. `begun`: the device got all the work
   * of `start`.
   */
  failed(plan: DistancePlan, begun: boolean): void;
}

/** A layer, and what changed in it since the device computed its costs. */
interface Seen {
  readonly layer: number;
  version: number;
  goals: ReadonlySet<number>;
  /** Some costs may be below the true ones, so the layer starts from `Infinity`. */
  cold: boolean;
  /** Something changed since the last plan. */
  stale: boolean;
  /** Tiles from which costs may fall. */
  readonly tiles: Set<number>;
}

export function createDistanceLog(state: ModelState, layout: FieldLayout): DistanceLog {
  const { layers, map } = state;
  const terrain = createInverseTerrain(state, layout);
  const masks = createMaskWords(layers.length, layout);
  const fresh = (): Seen[] => layers.map((_, layer) => freshLayer(layer));
  let seen = fresh();
  let touched = new Set<number>();
  let wiped = true; // a new buffer holds 0
  /** Layers of calls that failed before the device had all the work: they start at `Infinity`. */
  const lost = new Set<number>();

  /** Takes over the new terrain of the cells in `touched`. */
  function takeTerrain(fieldWrites: Writes): Writes {
    const writes: Writes = [];
    for (const cell of touched) {
      for (const one of seen) one.stale = true;
      const change = terrain.update(cell, writes);
      if (change === 'same') continue;
      for (const [l, one] of seen.entries()) {
        if (change === 'cheaper') addTiles(map, one.tiles, cell);
        else one.cold = true;
        if (change === 'closed') fieldWrites.push(layout.wordOf(l, cell), INFINITE);
      }
    }
    touched = new Set();
    return writes;
  }

  function takeGoals(l: number, fieldWrites: Writes): void {
    const one = seen[l];
    if (one.version === layers[l].version) return;
    one.version = layers[l].version;
    one.stale = true;
    const goals = new Set(layers[l].active().cell);
    for (const cell of one.goals) {
      if (goals.has(cell)) continue;
      one.cold = true;
      masks.set(l, cell, false);
    }
    for (const cell of goals) {
      if (one.goals.has(cell)) continue;
      addTiles(map, one.tiles, cell);
      masks.set(l, cell, true);
      fieldWrites.push(layout.wordOf(l, cell), 0);
    }
    one.goals = goals;
  }

  return {
    inverse: terrain.inverse,
    terrain(cells) {
      for (const cell of cells) touched.add(cell);
    },
    reset() {
      wiped = true;
    },
    take() {
      const reset = wiped;
      if (wiped) {
        for (const { layer, goals } of seen)
          for (const cell of goals) masks.set(layer, cell, false);
        seen = fresh();
      }
      wiped = false;
      const field: Writes = [];
      const inverse = takeTerrain(field);
      for (const l of layers.keys()) takeGoals(l, field);
      return { reset, inverse, masks: masks.take(), field };
    },
    isStale: (layer) => seen[layer].stale,
    plan: (asked) => asked.map((l) => planLayer(seen[l])),
    start: (plan) => workOf(plan, lost, map, layout),
    failed(plan, begun) {
      for (const { layer, stale } of plan) {
        if (stale || !begun) seen[layer].stale = true;
        if (!begun) lost.add(layer);
      }
    },
  };
}

const freshLayer = (layer: number): Seen => ({
  layer,
  version: -1,
  goals: new Set(),
  cold: false,
  stale: true,
  tiles: new Set(),
});

/** What a cell's terrain change does to costs. */
type TerrainChange = 'same' | 'cheaper' | 'dearer' | 'closed';

/** 1 / terrain in rows as those of fields, 0 = obstacle. */
interface InverseTerrain {
  readonly inverse: Float32Array;
  /** Takes over the terrain of a cell; writes its word where it changed. */
  update(cell: number, writes: Writes): TerrainChange;
}

function createInverseTerrain({ terrain }: ModelState, layout: FieldLayout): InverseTerrain {
  const inverse = new Float32Array(layout.planeWords);
  const bits = new Uint32Array(inverse.buffer);
  const inverseOf = (cell: number): number => (terrain[cell] === 0 ? 0 : 1 / terrain[cell]);
  for (let cell = 0; cell < terrain.length; cell++) {
    inverse[layout.factorOf(0, cell)] = inverseOf(cell);
  }
  return {
    inverse,
    update(cell, writes) {
      const at = layout.factorOf(0, cell);
      const before = inverse[at];
      inverse[at] = inverseOf(cell);
      const after = inverse[at];
      if (after === before) return 'same';
      writes.push(at, bits[at]);
      if (after === 0) return 'closed';
      return before !== 0 && after > before ? 'dearer' : 'cheaper';
    },
  };
}

/** The goal bits of all layers. */
interface MaskWords {
  set(layer: number, cell: number, on: boolean): void;
  /** The words that changed since the last call. */
  take(): Writes;
}

function createMaskWords(layers: number, layout: FieldLayout): MaskWords {
  const masks = new Uint32Array(layers * layout.maskWords);
  const changed = new Set<number>();
  return {
    set(layer, cell, on) {
      const [word, bit] = layout.bitOf(cell);
      const at = layer * layout.maskWords + word;
      masks[at] = on ? masks[at] | (1 << bit) : masks[at] & ~(1 << bit);
      changed.add(at);
    },
    take() {
      const writes: Writes = [];
      for (const word of changed) writes.push(word, masks[word]);
      changed.clear();
      return writes;
    },
  };
}

/** Adds the tiles of even rounds that hold a cell and its neighbours. */
function addTiles({ width, height }: DiffusionMap, tiles: Set<number>, cell: number): void {
  const x = cell % width;
  const y = (cell - x) / width;
  for (const atY of [Math.max(0, y - 1), Math.min(height - 1, y + 1)]) {
    for (const atX of [Math.max(0, x - 1), Math.min(width - 1, x + 1)]) {
      tiles.add(Math.floor(atY / TILE) * tilesAlong(width) + Math.floor(atX / TILE));
    }
  }
}

/** The plan for a layer, which counts as up to date from now on. */
function planLayer(one: Seen): PlannedLayer {
  const { layer, stale, goals } = one;
  const planned = { layer, stale, cold: one.cold, goals, tiles: [...one.tiles] };
  one.tiles.clear();
  one.cold = false;
  one.stale = false;
  return planned;
}

/** The work of a plan. Layers in `lost` start from `Infinity`, and are taken out of `lost`. */
function workOf(
  plan: DistancePlan,
  lost: Set<number>,
  map: DiffusionMap,
  layout: FieldLayout,
): DistanceWork {
  const tilesPerLayer = tilesAlong(map.width) * tilesAlong(map.height);
  const colds: number[] = [];
  const goalWrites: Writes = [];
  const waiting: number[] = [];
  for (const { layer, cold, goals, tiles } of plan) {
    const first = new Set(tiles);
    if (lost.delete(layer) || cold) {
      colds.push(layer);
      first.clear();
      for (const cell of goals) {
        addTiles(map, first, cell);
        goalWrites.push(layout.wordOf(layer, cell), 0);
      }
    }
    for (const tile of first) waiting.push(layer * tilesPerLayer + tile);
  }
  return { cold: colds, goals: goalWrites, tiles: waiting };
}
