// The open cell nearest to a cell.
import { callback } from '@wayfield/check';
import { checkNode } from '../check/check.ts';
import { aGrid } from '../check/kinds.ts';
import { NONE } from '../types/constants.ts';
import type { Grid } from '../types/data.ts';

/**
 * The open cell nearest to `cell` by the straight line between their centres, of those that
 * `accept` lets through (default: all); among equals the one with the lowest index. An open and
 * accepted `cell` is its own answer; `NONE` if the grid has no such cell. Searches square rings of
 * growing radius r until r exceeds the distance of the best cell. That is up to (2 r + 1)^2 cells,
 * never more than the grid has.
 * `accept` is only asked about open cells, at most once each. This is the cell that the option
 * `nearest` of solvers takes. Throws RangeError for a cell out of range.
 *
 * @example
 * grid.cost[cellAt(grid, 12.5, 3)] = 0;
 * const place = nearestCell(grid, cellAt(grid, 12.5, 3)); // itself, or beside the obstacle
 * console.log(xyOf(grid, place).join()); // 12.5,2.5
 */
export function nearestCell(grid: Grid, cell: number, accept?: (cell: number) => boolean): number {
  aGrid(grid, 'grid');
  const { width, height, cost } = grid;
  checkNode(cell, cost.length, 'cell');
  if (accept !== undefined) callback(accept, 'accept');
  const cx = cell % width;
  const cy = (cell - cx) / width;
  let best = NONE;
  let bestSquare = Infinity;
  const reach = Math.max(cx, width - 1 - cx, cy, height - 1 - cy);
  for (let r = 0; r <= reach && r * r <= bestSquare; r++) {
    const [left, right] = [Math.max(0, cx - r), Math.min(width - 1, cx + r)];
    const [top, bottom] = [Math.max(0, cy - r), Math.min(height - 1, cy + r)];
    for (let y = top; y <= bottom; y++) {
      // whole rows at the top and bottom of the ring, its two ends in between
      const isRow = y === cy - r || y === cy + r;
      for (let x = left; x <= right; x++) {
        if (!isRow && x > cx - r && x < cx + r) x = Math.min(right + 1, cx + r);
        if (x > right) break;
        const v = y * width + x;
        if (cost[v] === 0) continue;
        const square = (x - cx) ** 2 + (y - cy) ** 2;
        if (square > bestSquare || (square === bestSquare && v >= best)) continue;
        if (accept && !accept(v)) continue;
        best = v;
        bestSquare = square;
      }
    }
  }
  return best;
}
