import type { Kernels } from '../kernels.gen.ts';
import type { LevelPlan } from './plan-grid.ts';

/**
 * How the bodies are sorted now: not at all, into a plain grid, into levels by size, into one level
 * as points, or as a k-d tree.
 */
export type GridKind = 'none' | 'plain' | 'levels' | 'points' | 'tree';

/** Where the grid lies. The kernels of each thread bind it. */
export interface GridLayout {
  kind: GridKind;
  /** Address of the starts of cells. */
  start: number;
  /** Address of the level records. */
  levels: number;
  levelCount: number;
  /**
   * Places in use. Levels and points have a place for every slot: free slots come last, behind all
   * cells. Plain grids and k-d trees have places for live bodies only.
   */
  count: number;
  /** The plan of a plain grid; undefined for other kinds. */
  plan: LevelPlan | undefined;
  /**
   * A plain grid whose pairs go through the filter, because the store is not known to be plain
   * (`Facts.plain` of body-store.ts).
   */
  filtered: boolean;
  /**
   * False: a plain grid is planned and the starts of its cells are zeroed, but threads still have
   * to put the bodies into their places.
   */
  sorted: boolean;
}

export function bindGrid(kernels: Kernels, layout: GridLayout, three: boolean): void {
  kernels.bindCells(layout.start);
  kernels.levelsBind(layout.levels, layout.levelCount, three ? 1 : 0);
}
