// Shapes of grids, of values per cell, and of paths.
import {
  checkLength,
  checkOptions,
  listOf,
  object,
  type OptionRules,
  points as pointsRule,
  positive,
  refuse,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';

/** What is read of a `Grid` of `@wayfield/graph`. */
export interface GridLike {
  readonly width: number;
  readonly height: number;
  readonly cost: Float32Array;
}

/** Options of shapes of cells. */
export interface CellShapeOptions extends ShapeOptions {
  /** The side of a cell: cell (i, j) starts at (i * cellSize, j * cellSize). Default 1. */
  readonly cellSize?: number | undefined;
}

const side = /* @__PURE__ */ whole(1, 2 ** 30);
const gridRule = /* @__PURE__ */ object(
  { width: side, height: side, cost: /* @__PURE__ */ typed(Float32Array) },
  'a Grid',
);
const flatPoints = /* @__PURE__ */ pointsRule();
/** Values and headings may be NaN or Infinity: such cells are left out. */
const someNumber = /* @__PURE__ */ rule('a number', (value) => typeof value === 'number');
const numbers = /* @__PURE__ */ listOf(someNumber);
export const cellRules: OptionRules = { ...originRules, cellSize: positive };

/**
 * The blocked cells of a grid: two triangles per run of blocked cells of a row, numbered by the
 * first cell of the run; lines between blocked and open cells, numbered by the blocked cell.
 *
 * @throws RangeError for `cost` of another length than width * height.
 *
 * @example
 * const { triangles, lines } = shapesOfGrid(grid, { cellSize: 0.5 });
 * console.log(triangles.length / 6, lines.length / 4); // 2 4
 */
export function shapesOfGrid(grid: GridLike, options: CellShapeOptions = {}): DebugShapes {
  gridRule(grid, 'grid');
  checkOptions('shapesOfGrid', options, cellRules);
  const { width, height, cost } = grid;
  if (cost.length !== width * height)
    refuse('grid.cost.length', cost.length, `width * height, ${width * height}`);
  const s = options.cellSize ?? 1;
  const out = createShapeList(options);
  const isBlocked = (x: number, y: number): boolean => cost[y * width + x] === 0;
  for (let y = 0; y < height; y++) {
    let start = -1;
    for (let x = 0; x <= width; x++) {
      const blocked = x < width && isBlocked(x, y);
      if (blocked && start < 0) start = x;
      if (blocked || start < 0) continue;
      const [l, r, t, b] = [start * s, x * s, y * s, (y + 1) * s];
      out.triangle([l, t, r, t, r, b], y * width + start);
      out.triangle([l, t, r, b, l, b], y * width + start);
      start = -1;
    }
    for (let x = 0; x < width; x++) {
      if (!isBlocked(x, y)) continue;
      const cell = y * width + x;
      const [l, r, t, b] = [x * s, (x + 1) * s, y * s, (y + 1) * s];
      if (x > 0 && !isBlocked(x - 1, y)) out.line(l, t, l, b, cell);
      if (x + 1 < width && !isBlocked(x + 1, y)) out.line(r, t, r, b, cell);
      if (y > 0 && !isBlocked(x, y - 1)) out.line(l, t, r, t, cell);
      if (y + 1 < height && !isBlocked(x, y + 1)) out.line(l, b, r, b, cell);
    }
  }
  return out.done();
}

/**
 * Cells with a finite value above 0, such as scent of `@wayfield/diffusion` or distances of a tree:
 * two triangles per cell, numbered by the cell, so that a renderer colours them by its value.
 *
 * @throws RangeError for `values` of another length than width * height.
 *
 * @example
 * const cells = shapesOfCells(model.field('goal'), width, height);
 * console.log(cells.triangles.length / 6); // 260
 */
export function shapesOfCells(
  values: ArrayLike<number>,
  width: number,
  height: number,
  options: CellShapeOptions = {},
): DebugShapes {
  side(width, 'width');
  side(height, 'height');
  numbers(values, 'values');
  checkLength(values, width * height, 'values');
  checkOptions('shapesOfCells', options, cellRules);
  const s = options.cellSize ?? 1;
  const out = createShapeList(options);
  for (let cell = 0; cell < values.length; cell++) {
    if (!(values[cell] > 0 && values[cell] < Infinity)) continue;
    const l = (cell % width) * s;
    const t = Math.floor(cell / width) * s;
    out.triangle([l, t, l + s, t, l + s, t + s], cell);
    out.triangle([l, t, l + s, t + s, l, t + s], cell);
  }
  return out.done();
}

/**
 * Directions per cell, such as `headings` of a model of `@wayfield/diffusion`: a line through the
 * centre of each cell, centred there, half as long as the heading times the side of a cell, with
 * two barbs, numbered by the cell. Cells whose heading is 0 or not finite are left out.
 *
 * @throws RangeError for `headings` of another length than 2 * width * height.
 *
 * @example
 * const arrows = shapesOfHeadings(model.headings('goal'), width, height);
 * console.log(arrows.lines.length > 0); // true
 */
export function shapesOfHeadings(
  headings: ArrayLike<number>,
  width: number,
  height: number,
  options: CellShapeOptions = {},
): DebugShapes {
  side(width, 'width');
  side(height, 'height');
  numbers(headings, 'headings');
  checkLength(headings, 2 * width * height, 'headings');
  checkOptions('shapesOfHeadings', options, cellRules);
  const s = options.cellSize ?? 1;
  const out = createShapeList(options);
  for (let cell = 0; cell < width * height; cell++) {
    const [dx, dy] = [headings[2 * cell] * s, headings[2 * cell + 1] * s];
    const square = dx * dx + dy * dy;
    if (!(square > 0 && square < Infinity)) continue;
    const x = ((cell % width) + 0.5) * s + 0.25 * dx;
    const y = (Math.floor(cell / width) + 0.5) * s + 0.25 * dy;
    out.line(x - 0.5 * dx, y - 0.5 * dy, x, y, cell);
    for (const turn of [0.1, -0.1])
      out.line(x, y, x - 0.15 * dx - turn * dy, y - 0.15 * dy + turn * dx, cell);
  }
  return out.done();
}

/**
 * A path of points x, y, x, y, … as lines, numbered from its start: what `pathXY` of
 * `@wayfield/graph` writes.
 *
 * @throws RangeError for a list of odd length.
 *
 * @example
 * const line = shapesOfPath(pathXY(routes, 0, grid));
 * console.log(line.lines.slice(0, 4).join()); // 0.5,0.5,1.5,1.5
 */
export function shapesOfPath(points: ArrayLike<number>, options: ShapeOptions = {}): DebugShapes {
  flatPoints(points, 'points');
  checkOptions('shapesOfPath', options, originRules);
  const out = createShapeList(options);
  for (let i = 2; i < points.length; i += 2)
    out.line(points[i - 2], points[i - 1], points[i], points[i + 1], i / 2 - 1);
  return out.done();
}
