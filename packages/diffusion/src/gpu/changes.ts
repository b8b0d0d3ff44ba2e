// What the host changed since the device last heard of it: goals, terrain, modulations and what they
// reach, as words to write.
import type { SortedGoals } from '../check-input.ts';
import { cellFactor } from '../cell-factor.ts';
import { toExtended } from '../extended.ts';
import type { ModelState } from '../model-state.ts';
import { halfBits } from './half.ts';
import type { FieldLayout } from './layout.ts';
import { createReach } from './reach.ts';

/** Words to be written: index, value, index, value, … */
export type Writes = number[];

/** What the device has to do before the next operation. */
export interface Changes {
  /** All fields become 0 first. */
  readonly reset: boolean;
  /** Words of the factors (bits of f32), of the masks and of the fields; where fields are halves, those. */
  readonly factors: Writes;
  readonly masks: Writes;
  readonly field: Writes;
  /** Planes of the factors that have to be written whole. */
  readonly planes: readonly { readonly plane: number; readonly values: Float32Array }[];
  /** How many planes there are now, and which one each layer has. */
  readonly planeCount: number;
  readonly planeOf: readonly number[];
  /** Masks of what goals reach, by layer. */
  readonly reach: readonly { readonly layer: number; readonly words: Uint32Array }[];
  /** Layers in which cells that no goal reaches become 0. */
  readonly clear: readonly number[];
  /** Cells whose terrain is another now. */
  readonly terrain: readonly number[];
  /** Of layers with pursuers in them, what the caller put there: goals, modulations. */
  readonly goals: readonly Given[];
  readonly modulations: readonly Given[];
}

/** What the caller put on cells of a layer. */
export interface Given {
  readonly layer: number;
  /** Ascending. */
  readonly cell: Uint32Array;
  readonly value: Float32Array;
}

export interface ChangeLog {
  /** The factors of these cells, in one layer or in all, are others now. */
  factors(cells: Iterable<number>, layer?: number): void;
  reset(): void;
  /** From now on, pursuers leave marks: what goals reach in this layer is found on the device. */
  emitted(layer: number): void;
  /** From now on, pursuers dim this layer: it has a plane of its own, and there is one of the terrain. */
  dimmed(layer: number): { readonly plane: number; readonly terrain: number };
  /** Planes that there will be, with so many layers dimmed by pursuers or by the caller. */
  planesWith(layer: number, pursuers: boolean): number;
  /** Everything since the last call. */
  take(): Changes;
}

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

function bitsOf(value: number): number {
  scratch[0] = value;
  return scratchBits[0];
}

const NO_GOALS: SortedGoals = { cell: new Uint32Array(), strength: new Float32Array() };

export function createChangeLog(state: ModelState, layout: FieldLayout): ChangeLog {
  const { options, layers, terrain, map } = state;
  const log = options.precision === 'log';
  const masks = new Uint32Array(layers.length * layout.maskWords);
  const seen = layers.map((_, l) => ({
    version: -1,
    goals: NO_GOALS,
    plane: 0,
    emitted: false,
    /** The caller's modulations have to be listed. */
    listed: false,
    due: false,
    reach: createReach(state, l, layout),
  }));
  const baseFactor = (cell: number): number => cellFactor(terrain[cell], 1, options.rate);
  let planeCount = 1;
  /** Plane of the terrain itself; 0 = there is none. */
  let terrainPlane = 0;
  const whole = new Set([0]);
  const touched = new Map<number, Set<number>>([[-1, new Set()]]);
  let wiped = false;

  function takeGoals(
    l: number,
    maskWrites: Map<number, number>,
    writes: Map<number, number>,
  ): void {
    const mine = seen[l];
    const setBit = (cell: number, on: boolean): void => {
      const [word, bit] = layout.bitOf(cell);
      const at = l * layout.maskWords + word;
      masks[at] = on ? masks[at] | (1 << bit) : masks[at] & ~(1 << bit);
      maskWrites.set(at, masks[at]);
    };
    const goals = layers[l].active();
    for (const cell of mine.goals.cell) setBit(cell, false);
    for (const cell of goals.cell) setBit(cell, true);
    mine.goals = goals;
    writeGoals(l, writes);
  }

  function writeGoals(l: number, writes: Map<number, number>): void {
    const { cell, strength } = seen[l].goals;
    for (let i = 0; i < cell.length; i++) writeValue(writes, l, cell[i], strength[i]);
  }

  function writeValue(writes: Map<number, number>, l: number, cell: number, value: number): void {
    const at = layout.wordOf(l, cell);
    if (!log) {
      writes.set(at, layout.half ? halfBits(value) : bitsOf(value));
      return;
    }
    const { m, k } = toExtended(value);
    writes.set(at, bitsOf(m));
    writes.set(at + 4, m === 0 ? 0 : k >>> 0);
  }

  function planeValues(plane: number): Float32Array {
    const layer = layers[seen.findIndex((one) => one.plane === plane)];
    const values = new Float32Array(layout.planeWords);
    const factor =
      plane === 0
        ? baseFactor
        : plane === terrainPlane
          ? (cell: number) => terrain[cell]
          : layer.factor;
    for (let y = 0, v = 0; y < map.height; y++) {
      for (let x = 0, at = y * layout.pitch * 4; x < map.width; x++, v++, at++) {
        values[at] = factor(v);
      }
    }
    return values;
  }

  function ownPlane(l: number): number {
    if (seen[l].plane === 0) {
      seen[l].plane = planeCount++;
      whole.add(seen[l].plane);
    }
    return seen[l].plane;
  }

  return {
    factors(cells, layer = -1) {
      let list = touched.get(layer);
      if (!list) touched.set(layer, (list = new Set()));
      for (const cell of cells) list.add(cell);
      if (layer >= 0 && seen[layer].listed) seen[layer].due = true;
    },
    reset() {
      wiped = true;
    },
    emitted(l) {
      if (seen[l].emitted) return;
      seen[l].emitted = true;
      // the goals once more, for a list of them
      seen[l].version = -1;
    },
    dimmed(l) {
      if (terrainPlane === 0) {
        terrainPlane = planeCount++;
        whole.add(terrainPlane);
      }
      if (!seen[l].listed) seen[l].listed = seen[l].due = true;
      return { plane: ownPlane(l), terrain: terrainPlane };
    },
    planesWith: (l, pursuers) =>
      planeCount + (seen[l].plane === 0 ? 1 : 0) + (pursuers && terrainPlane === 0 ? 1 : 0),
    take() {
      const maskWrites = new Map<number, number>();
      const writes = new Map<number, number>();
      const factorWrites = new Map<number, number>();
      const reach: { layer: number; words: Uint32Array }[] = [];
      const clear: number[] = [];
      const goals: Given[] = [];
      const modulations: Given[] = [];
      // cells that became obstacles hold nothing
      for (const cell of touched.get(-1)!) {
        if (terrain[cell] === 0) {
          for (const l of layers.keys()) writeValue(writes, l, cell, 0);
        }
        factorWrites.set(layout.factorOf(0, cell), bitsOf(baseFactor(cell)));
        if (terrainPlane > 0) {
          factorWrites.set(layout.factorOf(terrainPlane, cell), bitsOf(terrain[cell]));
        }
      }
      for (const [l, layer] of layers.entries()) {
        const mine = seen[l];
        if (layer.modulated) ownPlane(l);
        if (mine.due) {
          mine.due = false;
          modulations.push({ layer: l, ...layer.modulations() });
        }
        if (mine.plane > 0) {
          for (const of of [-1, l]) {
            for (const cell of touched.get(of) ?? []) {
              factorWrites.set(layout.factorOf(mine.plane, cell), bitsOf(layer.factor(cell)));
            }
          }
        }
        if (layer.version !== mine.version) {
          mine.version = layer.version;
          takeGoals(l, maskWrites, writes);
          if (mine.emitted) {
            goals.push({ layer: l, cell: mine.goals.cell, value: mine.goals.strength });
          }
        } else if (wiped) {
          writeGoals(l, writes);
        }
        if (mine.emitted) continue;
        const reachAt = (layers.length + l) * layout.maskWords;
        const words = mine.reach.update(touched.get(-1)!, (word) => {
          maskWrites.set(reachAt + word, mine.reach.words[word]);
        });
        if (words) {
          reach.push({ layer: l, words });
          clear.push(l);
        }
      }
      const changes: Changes = {
        reset: wiped,
        factors: [...factorWrites].flat(),
        masks: [...maskWrites].flat(),
        field: [...writes].flat(),
        planes: [...whole].map((plane) => ({ plane, values: planeValues(plane) })),
        planeCount,
        planeOf: seen.map(({ plane }) => plane),
        reach,
        clear,
        terrain: [...touched.get(-1)!],
        goals,
        modulations,
      };
      wiped = false;
      whole.clear();
      for (const list of touched.values()) list.clear();
      return changes;
    },
  };
}
