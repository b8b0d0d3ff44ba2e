// The changes of the host that the device does not have yet: goals, terrain, modulations and what
// goals reach, as words to write. `take` is called at each call of a model (src/gpu/calls.ts);
// `apply` of engine.ts writes the words, `sync` of pursuers/marks.ts the lists.
//
//   goal-masks.ts   the goals that the device knows
//   plane-book.ts   which plane of factors each layer has
//   reach.ts        the cells that goals reach
//   writes.ts       how values become words
import type { ModelState } from '../../model/model-state.ts';
import type { FieldLayout } from '../memory/layout.ts';
import { createGoalMasks } from './goal-masks.ts';
import { createPlaneBook, type WholePlane } from './plane-book.ts';
import { createReach, type Reach } from './reach.ts';
import { type WriteMap, type Writes, writeValue } from './writes.ts';

/** What the device has to do before the next operation. */
export interface Changes {
  /** All fields become 0 first. */
  readonly reset: boolean;
  /**
   * Words of the factors (bits of f32), of the masks and of the fields; of fields in halves,
   * halves.
   */
  readonly factors: Writes;
  readonly masks: Writes;
  readonly field: Writes;
  /** Planes of the factors that have to be written whole. */
  readonly planes: readonly WholePlane[];
  /** How many planes there are, and which plane each layer has. */
  readonly planeCount: number;
  readonly planeOf: readonly number[];
  /** Masks of what goals reach, by layer. */
  readonly reach: readonly { readonly layer: number; readonly words: Uint32Array }[];
  /** Layers in which cells that no goal reaches become 0. */
  readonly clear: readonly number[];
  /** Cells whose terrain has changed. */
  readonly terrain: readonly number[];
  /** The caller's own goals, of layers in which pursuers emit, where they changed. */
  readonly goals: readonly Given[];
  /** The caller's own modulations, of layers that pursuers dim, where they changed. */
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
  /** The factors of these cells have changed, in one layer or in all. */
  factors(cells: Iterable<number>, layer?: number): void;
  reset(): void;
  /** From now on, pursuers emit in this layer: what goals reach in it is found on the device. */
  emitted(layer: number): void;
  /**
   * From now on, pursuers dim this layer: it has a plane of its own, and there is one of the
   * terrain.
   */
  dimmed(layer: number): { readonly plane: number; readonly terrain: number };
  /** The number of planes once `layer` is dimmed too, by pursuers or by the caller. */
  planesWith(layer: number, pursuers: boolean): number;
  /** Everything since the last call. */
  take(): Changes;
}

/** Key, instead of the number of a layer, for cells whose factors changed in all layers. */
const ALL = -1;

/** What the device knows of a layer. */
interface Seen {
  /** The version of the layer whose goals the device has. */
  version: number;
  /** Whether pursuers emit in it, so that the device finds what goals reach. */
  emitted: boolean;
  /**
   * listed: pursuers dim the layer, so the device has a list of the caller's modulations. due: the
   * list is out of date.
   */
  listed: boolean;
  due: boolean;
  readonly reach: Reach;
}

export function createChangeLog(state: ModelState, layout: FieldLayout): ChangeLog {
  const { layers } = state;
  const masks = createGoalMasks(layers.length, layout);
  const planes = createPlaneBook(state, layout);
  const seen = layers.map((_, l): Seen => ({
    version: -1,
    emitted: false,
    listed: false,
    due: false,
    reach: createReach(state, l, layout),
  }));
  /** Cells whose factors changed, by layer. */
  const touched = new Map<number, Set<number>>([[ALL, new Set()]]);
  let wiped = false;

  return {
    factors(cells, layer = ALL) {
      let list = touched.get(layer);
      if (!list) touched.set(layer, (list = new Set()));
      for (const cell of cells) list.add(cell);
      if (layer !== ALL && seen[layer].listed) seen[layer].due = true;
    },
    reset() {
      wiped = true;
    },
    emitted(l) {
      if (seen[l].emitted) return;
      seen[l].emitted = true;
      // the next `take` lists the goals again, for given-lists.ts
      seen[l].version = -1;
    },
    dimmed(l) {
      const terrain = planes.terrainPlane();
      if (!seen[l].listed) seen[l].listed = seen[l].due = true;
      return { plane: planes.ownPlane(l), terrain };
    },
    planesWith: planes.countWith,
    take() {
      const sets: WriteSets = { factors: new Map(), masks: new Map(), field: new Map() };
      const lists: TakenLists = { reach: [], clear: [], goals: [], modulations: [] };
      const changed = touched.get(ALL)!;
      clearObstacles(state, layout, changed, sets.field);
      planes.writeAll(changed, sets.factors);
      for (const [l, layer] of layers.entries()) {
        const mine = seen[l];
        if (layer.modulated) planes.ownPlane(l);
        if (mine.due) {
          mine.due = false;
          lists.modulations.push({ layer: l, ...layer.modulations() });
        }
        for (const owner of [ALL, l]) planes.writeOwn(l, touched.get(owner) ?? [], sets.factors);
        const goalsChanged = layer.version !== mine.version;
        if (goalsChanged) {
          mine.version = layer.version;
          const { cell, strength } = layer.active();
          masks.replace(l, { cell, strength }, sets.masks);
          if (mine.emitted) lists.goals.push({ layer: l, cell, value: strength });
        }
        if (goalsChanged || wiped) {
          const { cell, strength } = masks.of(l);
          for (let i = 0; i < cell.length; i++) {
            writeValue(sets.field, layout, { layer: l, cell: cell[i] }, strength[i]);
          }
        }
        if (!mine.emitted) takeReach(mine.reach, l, changed, sets.masks, lists);
      }
      const reset = wiped;
      wiped = false;
      const terrain = [...changed];
      for (const list of touched.values()) list.clear();
      return {
        reset,
        factors: [...sets.factors].flat(),
        masks: [...sets.masks].flat(),
        field: [...sets.field].flat(),
        planes: planes.takeWhole(),
        planeCount: planes.count,
        planeOf: [...planes.planeOf],
        terrain,
        ...lists,
      };
    },
  };

  /** What goals of a layer reach: single words of its mask, or all of it. */
  function takeReach(
    reach: Reach,
    l: number,
    changed: Iterable<number>,
    maskWrites: WriteMap,
    lists: TakenLists,
  ): void {
    const at = (layers.length + l) * layout.maskWords;
    const words = reach.update(changed, (word) => maskWrites.set(at + word, reach.words[word]));
    if (!words) return;
    lists.reach.push({ layer: l, words });
    lists.clear.push(l);
  }
}

/** The words of `Changes`, while they are collected. */
interface WriteSets {
  readonly factors: WriteMap;
  readonly masks: WriteMap;
  readonly field: WriteMap;
}

/** The lists of `Changes`, while they are collected. */
interface TakenLists {
  readonly reach: { readonly layer: number; readonly words: Uint32Array }[];
  readonly clear: number[];
  readonly goals: Given[];
  readonly modulations: Given[];
}

/** Cells that became obstacles hold nothing. */
function clearObstacles(
  { layers, terrain }: ModelState,
  layout: FieldLayout,
  changed: Iterable<number>,
  writes: WriteMap,
): void {
  for (const cell of changed) {
    if (terrain[cell] !== 0) continue;
    for (const layer of layers.keys()) writeValue(writes, layout, { layer, cell }, 0);
  }
}
