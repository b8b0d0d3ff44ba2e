import { MOVES, refuseMap, aGrid } from '../check/kinds.ts';
import {
  checkLength,
  checkOptions,
  list,
  number,
  refuseKind,
  type OptionRules,
} from '@wayfield/check';
import { checkGridShape } from '../check/check.ts';
import { allocate, gridShape } from '../binary/layout.ts';
import type { CornerRule, Graph, Grid } from '../types/data.ts';
import { checkWeights } from '../check/weights.ts';

/** What `buildGrid` makes a grid of. */
export interface GridOptions {
  /** Cells of a row, at least 1. */
  readonly width: number;
  /** Rows, at least 1. At most 2^30 cells in all. */
  readonly height: number;
  /**
   * width * height entries, row by row: the factor for entering the cell, from 2^-126 to 2^126 /
   * (width * height); 0 = blocked. Default 1 everywhere.
   */
  readonly cost?: ArrayLike<number>;
  /**
   * width * height entries: true, or a number other than 0 and NaN = blocked, whatever `cost` says.
   * Default: none.
   */
  readonly blocked?: ArrayLike<number | boolean>;
  /** Default 8. */
  readonly neighbours?: 4 | 8;
  /** Default 'never': no corner is cut. */
  readonly corners?: CornerRule;
  /** Put the grid into a `SharedArrayBuffer`. Default false. */
  readonly shared?: boolean;
}

const RULES: OptionRules = {
  width: number(),
  height: number(),
  cost: list,
  blocked: list,
  ...MOVES,
  // a Grid may be given as options: its `buffer` is ignored
  buffer: () => {},
};

/**
 * Makes a `Grid`; copies `cost` and `blocked`. Its `cost` may be changed at any time afterwards.
 * The fields of a `Grid` are options too: `buildGrid({ ...grid, corners: 'always' })`.
 *
 * Throws RangeError for a grid without cells or with more than 2^30, arrays of the wrong length,
 * and factors outside their limits; TypeError for an unknown option.
 *
 * @example
 * const grid = buildGrid({ width: 4, height: 2, cost: [1, 1, 0, 1, 1, 1, 0, 1] }); // 0 = blocked
 * grid.cost[5] = 2.5; // mud
 * console.log(grid.cost.join(' ')); // 1 1 0 1 1 2.5 0 1
 */
export function buildGrid(options: GridOptions): Grid {
  if (options === undefined) refuseKind('options of buildGrid', options, 'an object');
  checkOptions('buildGrid', options, RULES);
  const { width, height, cost, blocked, neighbours = 8, corners = 'never', shared } = options;
  const shape = { width, height, neighbours, corners };
  checkGridShape(shape);
  const cells = width * height;
  if (cost) {
    checkLength(cost, cells, 'cost');
    checkWeights(cost, cells, 'cost');
  }
  if (blocked) checkLength(blocked, cells, 'blocked');
  const grid = allocate(gridShape(shape), shared) as Grid;
  for (let v = 0; v < cells; v++) {
    grid.cost[v] = blocked?.[v] ? 0 : cost ? cost[v] + 0 : 1; // + 0: no -0
  }
  return grid;
}

/** Whether this is a `Grid`. */
export function isGrid(data: Graph | Grid): data is Grid {
  if (typeof data !== 'object' || data === null) refuseMap('data', data);
  return 'cost' in data;
}

/** How many nodes a graph, or cells a grid, has. */
export function nodeCountOf(data: Graph | Grid): number {
  const count = isGrid(data) ? data.width * data.height : data.nodeCount;
  return typeof count === 'number' ? count : refuseMap('data', data);
}

/** The factor that all open cells share; 0 where they differ or no cell is open. */
export function uniformCost(grid: Grid): number {
  aGrid(grid, 'grid');
  const { cost } = grid;
  let factor = 0;
  for (let v = 0; v < cost.length; v++) {
    if (cost[v] && factor && cost[v] !== factor) return 0;
    factor ||= cost[v];
  }
  return factor;
}
