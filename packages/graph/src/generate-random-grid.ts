import { buildGrid, type GridOptions } from './build-grid.ts';
import { random } from './generate-random.ts';
import type { Grid } from './types.ts';

/** How agents move on a generated grid: as in `buildGrid`, by default 8 neighbours, no corner cut. */
export type MoveOptions = Pick<GridOptions, 'neighbours' | 'corners' | 'shared'>;

/** Options of every generator of grids. */
export interface GeneratorOptions extends MoveOptions {
  /** Same seed, same grid. Default 1. */
  readonly seed?: number;
}

/** Options of `randomGrid`. */
export interface RandomGridOptions extends GeneratorOptions {
  /** The chance of each cell to be blocked. Default 0.2. */
  readonly density?: number;
}

/** A grid without obstacles: every cell costs 1. */
export function openGrid(width: number, height: number, options: MoveOptions = {}): Grid {
  return buildGrid({ ...options, width, height });
}

/** A grid whose cells are blocked at random, each on its own; not all open cells need be connected. */
export function randomGrid(width: number, height: number, options: RandomGridOptions = {}): Grid {
  const { density = 0.2 } = options;
  const grid = openGrid(width, height, options);
  const next = random(options.seed);
  return fillCells(grid, () => +(next() >= density));
}

/** Sets every cell, row by row. */
export function fillCells(grid: Grid, cost: (x: number, y: number) => number): Grid {
  const { width, height } = grid;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) grid.cost[y * width + x] = cost(x, y);
  }
  return grid;
}
