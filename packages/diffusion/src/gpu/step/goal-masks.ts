// The goals that the device knows, as bits of masks. `take` of changes.ts calls `replace`.
import type { SortedGoals } from '../../model/check-input.ts';
import type { FieldLayout } from '../memory/layout.ts';
import type { WriteMap } from './writes.ts';

const NO_GOALS: SortedGoals = { cell: new Uint32Array(), strength: new Float32Array() };

export interface GoalMasks {
  /** The goals of a layer that were given to the last `replace`. */
  of(layer: number): SortedGoals;
  /** Replaces the goals of a layer; writes the words of the masks with goals before or now. */
  replace(layer: number, goals: SortedGoals, writes: WriteMap): void;
}

export function createGoalMasks(layers: number, layout: FieldLayout): GoalMasks {
  const masks = new Uint32Array(layers * layout.maskWords);
  const known = Array.from({ length: layers }, () => NO_GOALS);
  return {
    of: (layer) => known[layer],
    replace(layer, goals, writes) {
      const setBit = (cell: number, on: boolean): void => {
        const [word, bit] = layout.bitOf(cell);
        const at = layer * layout.maskWords + word;
        masks[at] = on ? masks[at] | (1 << bit) : masks[at] & ~(1 << bit);
        writes.set(at, masks[at]);
      };
      for (const cell of known[layer].cell) setBit(cell, false);
      for (const cell of goals.cell) setBit(cell, true);
      known[layer] = goals;
    },
  };
}
