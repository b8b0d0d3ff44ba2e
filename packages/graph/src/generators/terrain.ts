import { movesOf } from '../check/kinds.ts';
import { checkOptions, list, number } from '@wayfield/check';
import { checkCount } from '../check/check.ts';
import { checkWeights } from '../check/weights.ts';
import { GENERATES, type GeneratorOptions, openGrid, paint } from './random-grid.ts';
import { random } from './random.ts';
import type { Grid } from '../types/data.ts';

/** Options of `terrainGrid`. */
export interface TerrainOptions extends GeneratorOptions {
  /**
   * Costs from low to high ground, each on an equal share of heights, within the limits of
   * `GridOptions`; 0 = blocked. Default [1, 2, 3, 5, 8].
   */
  readonly costs?: readonly number[];
  /** Size of hills in cells. Default 16; 1 makes every cell independent. */
  readonly scale?: number;
}

const RULES = { costs: list, scale: number(), ...GENERATES };

/**
 * Weighted terrain: random heights at every `scale`-th cell, interpolated between (value noise),
 * and a cost for each band of heights, all equally high. The middle bands cover more ground.
 */
export function terrainGrid(width: number, height: number, options: TerrainOptions = {}): Grid {
  checkOptions('terrainGrid', options, RULES);
  const { costs = [1, 2, 3, 5, 8], scale = 16 } = options;
  const grid = openGrid(width, height, movesOf(options));
  checkCount(scale, 'scale', 1);
  checkCount(costs.length, 'costs.length', 1);
  checkWeights(costs, width * height, 'costs');
  const next = random(options.seed);
  const columns = Math.ceil(width / scale) + 1;
  const rows = Math.ceil(height / scale) + 1;
  const heights = Float64Array.from({ length: columns * rows }, () => next());
  const mix = (a: number, b: number, x: number): number => {
    const share = (x % scale) / scale;
    return a * (1 - share) + b * share;
  };
  return paint(grid, (x, y) => {
    const i = Math.floor(y / scale) * columns + Math.floor(x / scale);
    const j = i + columns;
    const level = mix(mix(heights[i], heights[i + 1], x), mix(heights[j], heights[j + 1], x), y);
    return costs[Math.floor(level * costs.length)] + 0; // + 0: no -0
  });
}
