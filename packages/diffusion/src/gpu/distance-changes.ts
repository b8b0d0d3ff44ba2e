// What the host changed since the device last heard of it, for method 'distance'; and what has to be worked
// out again. Costs that can only have fallen are worked out from what is there: a cost from above the true
// one ends at the same bits as `Infinity` does. After others a layer begins anew.
import type { ModelState } from '../model-state.ts';
import type { Writes } from './changes.ts';
import { TILE, tilesAlong } from './distance.wgsl.ts';
import type { FieldLayout } from './layout.ts';

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

/** What working out some layers begins with. */
export interface DistancePlan {
  readonly layers: readonly number[];
  /** Of these: all become `Infinity` first. */
  readonly cold: readonly number[];
  /** Then goals, words of the fields. */
  readonly goals: Writes;
  /** Tiles of even rounds that wait, each once: layer * tiles + tile. */
  readonly tiles: readonly number[];
}

export interface DistanceLog {
  /** 1 / terrain in rows as those of fields, 0 = obstacle: what the device begins with. */
  readonly inverse: Float32Array;
  /** These cells have another terrain now. */
  terrain(cells: Iterable<number>): void;
  reset(): void;
  /** Everything since the last call. */
  take(): DistanceChanges;
  /** Whether a layer is not as goals and terrain want it; after `take`. */
  isStale(layer: number): boolean;
  /** Takes these layers for worked out. After `take`, and with its changes on the device. */
  plan(layers: readonly number[]): DistancePlan;
  /** A plan was not carried out to its end. */
  failed(plan: DistancePlan): void;
}

interface Seen {
  readonly layer: number;
  version: number;
  goals: ReadonlySet<number>;
  /** Something may cost more than it says. */
  cold: boolean;
  stale: boolean;
  readonly tiles: Set<number>;
}

export function createDistanceLog(state: ModelState, layout: FieldLayout): DistanceLog {
  const { layers, terrain, map } = state;
  const { width, height } = map;
  const tilesX = tilesAlong(width);
  const tilesPerLayer = tilesX * tilesAlong(height);
  const inverse = new Float32Array(layout.planeWords);
  const bits = new Uint32Array(inverse.buffer);
  const inverseOf = (cell: number): number => (terrain[cell] === 0 ? 0 : 1 / terrain[cell]);
  for (let cell = 0; cell < terrain.length; cell++) {
    inverse[layout.factorOf(0, cell)] = inverseOf(cell);
  }
  const masks = new Uint32Array(layers.length * layout.maskWords);
  const changedMasks = new Set<number>();
  const fresh = (layer: number): Seen => ({
    layer,
    version: -1,
    goals: new Set(),
    cold: false,
    stale: true,
    tiles: new Set(),
  });
  let seen = layers.map((_, l) => fresh(l));
  let touched = new Set<number>();
  // a new buffer holds 0
  let wiped = true;

  function mark({ layer }: Seen, cell: number, on: boolean): void {
    const [word, bit] = layout.bitOf(cell);
    const at = layer * layout.maskWords + word;
    masks[at] = on ? masks[at] | (1 << bit) : masks[at] & ~(1 << bit);
    changedMasks.add(at);
  }

  /** The tiles of a cell and its neighbours. */
  function addTiles(tiles: Set<number>, cell: number): void {
    const x = cell % width;
    const y = (cell - x) / width;
    for (const atY of [Math.max(0, y - 1), Math.min(height - 1, y + 1)]) {
      for (const atX of [Math.max(0, x - 1), Math.min(width - 1, x + 1)]) {
        tiles.add(Math.floor(atY / TILE) * tilesX + Math.floor(atX / TILE));
      }
    }
  }

  return {
    inverse,
    terrain(cells) {
      for (const cell of cells) touched.add(cell);
    },
    reset() {
      wiped = true;
    },
    take() {
      const reset = wiped;
      if (wiped) {
        for (const one of seen) for (const cell of one.goals) mark(one, cell, false);
        seen = layers.map((_, l) => fresh(l));
      }
      const inverseWrites: Writes = [];
      const fieldWrites: Writes = [];
      for (const cell of touched) {
        const at = layout.factorOf(0, cell);
        const before = inverse[at];
        inverse[at] = inverseOf(cell);
        const after = inverse[at];
        for (const one of seen) one.stale = true;
        if (after === before) continue;
        inverseWrites.push(at, bits[at]);
        const dearer = after === 0 || (before !== 0 && after > before);
        for (const [l, one] of seen.entries()) {
          if (dearer) one.cold = true;
          else addTiles(one.tiles, cell);
          if (after === 0) fieldWrites.push(layout.wordOf(l, cell), INFINITE);
        }
      }
      touched = new Set();
      wiped = false;
      for (const [l, layer] of layers.entries()) {
        const one = seen[l];
        if (one.version === layer.version) continue;
        one.version = layer.version;
        one.stale = true;
        const goals = new Set(layer.active().cell);
        for (const cell of one.goals) {
          if (goals.has(cell)) continue;
          one.cold = true;
          mark(one, cell, false);
        }
        for (const cell of goals) {
          if (one.goals.has(cell)) continue;
          addTiles(one.tiles, cell);
          mark(one, cell, true);
          fieldWrites.push(layout.wordOf(l, cell), 0);
        }
        one.goals = goals;
      }
      const maskWrites: Writes = [];
      for (const word of changedMasks) maskWrites.push(word, masks[word]);
      changedMasks.clear();
      return { reset, inverse: inverseWrites, masks: maskWrites, field: fieldWrites };
    },
    isStale: (layer) => seen[layer].stale,
    plan(asked) {
      const stale = asked.filter((l) => seen[l].stale);
      const cold: number[] = [];
      const goals: Writes = [];
      const tiles: number[] = [];
      for (const l of stale) {
        const one = seen[l];
        if (one.cold) {
          cold.push(l);
          one.tiles.clear();
          for (const cell of one.goals) {
            addTiles(one.tiles, cell);
            goals.push(layout.wordOf(l, cell), 0);
          }
        }
        for (const tile of one.tiles) tiles.push(l * tilesPerLayer + tile);
        one.tiles.clear();
        one.cold = false;
        one.stale = false;
      }
      return { layers: stale, cold, goals, tiles };
    },
    failed(plan) {
      for (const l of plan.layers) seen[l].stale = true;
    },
  };
}
