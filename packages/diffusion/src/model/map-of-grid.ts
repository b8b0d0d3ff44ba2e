// One map, two scales: what entering a cell costs (a grid of @wayfield/graph) and what part of the
// scent the cell lets through. They are each other's inverse.

import { buildGrid, type Grid } from '@wayfield/graph';
import { checkMap, checkSize } from './check-input.ts';
import { MIN_TERRAIN } from '../constants.ts';
import { gridRule } from './rules.ts';
import type { DiffusionMap } from '../types.ts';

/**
 * The map whose terrain is `1 / cost`, 0 where a cell is blocked, with the grid's corner rule.
 * Throws RangeError for a cost between 0 and 1 or above 2^60.
 */
export function diffusionMapOf(grid: Grid): DiffusionMap {
  gridRule(grid, 'grid');
  const { width, height, neighbours, corners, cost } = grid;
  checkSize(cost, width * height, 'cost', 'width * height');
  const terrain = Float32Array.from(cost, (value, v) => {
    if (value !== 0 && !(value >= 1 && value <= 1 / MIN_TERRAIN)) {
      throw new RangeError(`cost[${v}] is ${value}, expected 0, or 1 to 2^60`);
    }
    return value === 0 ? 0 : 1 / value;
  });
  return { width, height, neighbours, corners, terrain };
}

/**
 * The grid whose costs are `1 / terrain`, blocked where that is 0, with the map's corner rule: what
 * A* runs on.
 */
export function gridOfMap(map: DiffusionMap): Grid {
  checkMap(map);
  const { width, height, neighbours, corners = 'always' } = map;
  const cost = map.terrain.map((part) => (part === 0 ? 0 : 1 / part));
  return buildGrid({ width, height, neighbours, corners, cost });
}
