import { MOVES, movesOf } from '../check/kinds.ts';
import { checkOptions, number, type OptionRules } from '@wayfield/check';
import { buildGrid, type GridOptions } from '../build/grid.ts';
import { aSeed, random } from './random.ts';
import type { Grid } from '../types/data.ts';

/**
 * How agents move on a generated grid: as in `buildGrid`, by default 8 neighbours, no corner cut.
 */
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

/** The options that all generators of grids have. */
export const GENERATES: OptionRules = { seed: aSeed, ...MOVES };

/**
 * A grid without obstacles: every cell costs 1, whatever the seed.
 *
 * @example
 * const grid = openGrid(64, 64, { neighbours: 4 });
 * console.log(grid.cost.length); // 4096
 */
export function openGrid(width: number, height: number, options: GeneratorOptions = {}): Grid {
  checkOptions('openGrid', options, GENERATES);
  return buildGrid({ ...movesOf(options), width, height });
}

const RULES = { density: number(0, 1), ...GENERATES };

/**
 * A grid whose cells are blocked at random, each on its own; not all open cells need be connected.
 */
export function randomGrid(width: number, height: number, options: RandomGridOptions = {}): Grid {
  checkOptions('randomGrid', options, RULES);
  const { density = 0.2 } = options;
  const next = random(options.seed);
  return paint(openGrid(width, height, movesOf(options)), () => +(next() >= density));
}

/** Columns left .. right - 1 in rows top .. bottom - 1. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Sets the cells of a rectangle, by default of the whole grid, row by row. Cells outside the grid
 * are skipped.
 */
export function paint(
  grid: Grid,
  costOf: (x: number, y: number, cost: number) => number,
  { left = 0, top = 0, right = grid.width, bottom = grid.height }: Partial<Rectangle> = {},
): Grid {
  const { width, height, cost } = grid;
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, right); x++) {
      cost[y * width + x] = costOf(x, y, cost[y * width + x]);
    }
  }
  return grid;
}
