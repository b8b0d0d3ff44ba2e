// `wallsOfGrid`: the border between blocked and open cells as walls.
import {
  checkOptions,
  flag,
  number,
  object,
  positive,
  refuse,
  typed,
  whole,
} from '@wayfield/check';
import type { Walls } from './types.ts';
import { ALL_STOREYS, createWallList, storeyRule, type WallOptions } from './walls.ts';

/** What `wallsOfGrid` reads of a `Grid`: cells of cost 0 are blocked. */
export interface BlockedGrid {
  readonly width: number;
  readonly height: number;
  /** width * height entries, row by row; 0 = blocked. */
  readonly cost: Float32Array;
}

/** Where in the world the cells of a grid or field are. */
export interface CellPlaces {
  /** The side of a cell in metres. Default 1. */
  readonly cellSize?: number | undefined;
  /** The corner of cell 0 with the smallest x and y, in metres. Default 0, 0. */
  readonly originX?: number | undefined;
  readonly originY?: number | undefined;
}

/** Options of `wallsOfGrid`. */
export interface GridWallOptions extends WallOptions, CellPlaces {
  /** Whether open cells at the border of the grid get a wall towards the outside. Default true. */
  readonly border?: boolean | undefined;
}

const rules = {
  storey: storeyRule,
  border: flag,
  cellSize: positive,
  originX: /* @__PURE__ */ number(),
  originY: /* @__PURE__ */ number(),
};
const side = /* @__PURE__ */ whole(1, 2 ** 30);
const gridRule = /* @__PURE__ */ object(
  { width: side, height: side, cost: /* @__PURE__ */ typed(Float32Array) },
  'a Grid',
);

/**
 * The border between blocked and open cells of a grid as walls, merged into maximal straight runs.
 * Cell (i, j) covers originX + i * cellSize to originX + (i + 1) * cellSize, likewise along y.
 *
 * Where two blocked cells touch only at a corner, both runs through the corner continue over it.
 * Nothing passes there, whatever the corner rule of the grid says.
 *
 * @throws RangeError for `cost` of another length, and for cells too small for f64 at this origin.
 *
 * @example
 * const walls = wallsOfGrid(buildGrid({ width: 64, height: 64, blocked }), { cellSize: 0.5 });
 * console.log(walls.ax.length); // 8
 */
export function wallsOfGrid(grid: BlockedGrid, options: GridWallOptions = {}): Walls {
  gridRule(grid, 'grid');
  checkOptions('wallsOfGrid', options, rules);
  const { width, height, cost } = grid;
  if (cost.length !== width * height)
    refuse('grid.cost.length', cost.length, `width * height, ${width * height}`);
  const { storey = ALL_STOREYS, border = true, cellSize = 1, originX = 0, originY = 0 } = options;
  const xs = lines(width, originX, cellSize, 'originX');
  const ys = lines(height, originY, cellSize, 'originY');
  const all = createWallList();
  const isOpen = (x: number, y: number): boolean => cost[y * width + x] !== 0;
  // the outside of a grid without border walls is open, else blocked
  const outside = !border;

  // runs along x: on line y, between the rows y - 1 and y
  for (let y = 0; y <= height; y++) {
    let start = -1;
    for (let x = 0; x <= width; x++) {
      const above = y > 0 ? x < width && isOpen(x, y - 1) : outside;
      const below = y < height ? x < width && isOpen(x, y) : outside;
      const isWall = x < width && above !== below;
      if (isWall && start < 0) start = x;
      if (isWall || start < 0) continue;
      all.push(xs[start], ys[y], xs[x], ys[y], storey);
      start = -1;
    }
  }
  // runs along y: on line x, between the columns x - 1 and x
  for (let x = 0; x <= width; x++) {
    let start = -1;
    for (let y = 0; y <= height; y++) {
      const left = x > 0 ? y < height && isOpen(x - 1, y) : outside;
      const right = x < width ? y < height && isOpen(x, y) : outside;
      const isWall = y < height && left !== right;
      if (isWall && start < 0) start = y;
      if (isWall || start < 0) continue;
      all.push(xs[x], ys[start], xs[x], ys[y], storey);
      start = -1;
    }
  }
  return all.walls();
}

/**
 * The coordinates of the lines between cells. Both runs through a corner read its coordinates here,
 * so that they meet exactly.
 */
function lines(cells: number, origin: number, size: number, name: string): Float64Array {
  const at = new Float64Array(cells + 1);
  for (let i = 0; i <= cells; i++) {
    at[i] = origin + i * size;
    if (!Number.isFinite(at[i]) || (i > 0 && at[i] <= at[i - 1]))
      throw new RangeError(
        `${name} is ${origin} with cells of ${size}: line ${i} of ${cells} lies at ${at[i]}, ` +
          `line ${i - 1} at ${at[i - 1]}`,
      );
  }
  return at;
}
