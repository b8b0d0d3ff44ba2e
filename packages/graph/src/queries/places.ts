// Where nodes lie: cells of a grid and their centres, coordinates of a graph.
import { either, list, number, refuse, typed } from '@wayfield/check';
import { isGrid, nodeCountOf } from '../build/grid.ts';
import { checkNode } from '../check/check.ts';
import { aGrid, checkMap } from '../check/kinds.ts';
import type { Graph, Grid } from '../types/data.ts';

/** What coordinates are written into. */
export type Coordinates = number[] | Float32Array | Float64Array;

const finite = number();

/**
 * The cell that holds the point (x, y), in cells from the top left corner of the grid, or -1 for a
 * point off the grid. Cell (i, j), with the index `j * width + i`, covers the square
 * i <= x < i + 1, j <= y < j + 1; its centre is (i + 0.5, j + 0.5). y grows downwards.
 * Throws RangeError for a coordinate that is not finite.
 *
 * @example
 * const [mouseX, mouseY] = [125, 35];
 * const cell = cellAt(grid, mouseX / cellSize, mouseY / cellSize);
 * console.log(cell >= 0 && grid.cost[cell] > 0); // true
 */
export function cellAt(grid: Grid, x: number, y: number): number {
  aGrid(grid, 'grid');
  const { width, height } = grid;
  if (typeof x !== 'number' || x - x !== 0) finite(x, 'x');
  if (typeof y !== 'number' || y - y !== 0) finite(y, 'y');
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return -1;
  return Math.floor(y) * width + Math.floor(x);
}

/**
 * Where a node lies: the centre of a cell of a grid, in cells, or the coordinates of a node of a
 * graph. Writes x and y into the first two entries of `out`, a new array by default, and returns
 * `out`. Throws RangeError for a node out of range, for a graph without coordinates and for an
 * `out` with less than two entries.
 *
 * @example
 * const [x, y] = xyOf(grid, cell); // cellAt(grid, x, y) === cell
 * console.log(x, y); // 5.5 1.5
 */
export function xyOf<T extends Coordinates = number[]>(
  map: Graph | Grid,
  node: number,
  out: T = [0, 0] as number[] as T,
): T {
  checkMap(map, 'map');
  checkNode(node, nodeCountOf(map), 'node');
  list(out, 'out');
  if (out.length < 2) refuse('out.length', out.length, 'at least 2');
  writeXY(map, node, out, 0);
  return out;
}

/** Writes the coordinates of a node that is in range into `out[at]` and `out[at + 1]`. */
export function writeXY(map: Graph | Grid, node: number, out: Coordinates, at: number): void {
  if (isGrid(map)) {
    const { width } = map;
    const row = Math.floor(node / width);
    out[at] = node - row * width + 0.5;
    out[at + 1] = row + 0.5;
    return;
  }
  const { x, y } = map;
  if (!x || !y) throw new RangeError('xyOf needs coordinates, the graph has no x and y');
  out[at] = x[node];
  out[at + 1] = y[node];
}

const floats = either(typed(Float32Array), typed(Float64Array));

/** `out`, or a new array; throws RangeError where it has less than `length` entries. */
export function roomFor<T extends Float32Array | Float64Array>(
  out: T | undefined,
  length: number,
): T {
  if (out === undefined) return new Float64Array(length) as T;
  floats(out, 'out');
  if (out.length < length) refuse('out.length', out.length, `at least ${length}`);
  return out;
}
