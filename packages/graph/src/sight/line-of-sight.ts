// Lines of sight between cells and between points.
import { number } from '@wayfield/check';
import { checkNode } from '../check/check.ts';
import { aGrid } from '../check/kinds.ts';
import type { Grid } from '../types/data.ts';
import { segmentOf } from './side.ts';
import { besideNeeded, seesCell, seesSlanted, seesStraight } from './walk.ts';

const finite = number();

/**
 * Whether the straight line between the centres of two cells stays in open cells: the exact
 * supercover, every cell whose inside the line meets. Where the line passes through the corner of
 * four cells, the grid's corner rule decides as for a diagonal step: 'never' needs both cells
 * beside the corner open, 'one-open' one of them, 'always' none. With 4 neighbours both must be
 * open. So a legal step of the grid has line of sight, and a path over lines of sight cuts no
 * corner that steps may not cut. The factors of weighted cells do not matter. Symmetric; a blocked
 * cell sees nothing, not even itself. Takes one step per cell crossed. Throws RangeError for a
 * cell out of range.
 *
 * @example
 * if (lineOfSight(grid, guard, cellAt(grid, player.x, player.y))) alarm();
 */
export function lineOfSight(grid: Grid, from: number, to: number): boolean {
  aGrid(grid, 'grid');
  const { width, cost } = grid;
  checkNode(from, cost.length, 'from');
  checkNode(to, cost.length, 'to');
  if (cost[from] === 0 || cost[to] === 0) return false;
  return seesCell({ width, cost, needed: besideNeeded(grid) }, from, to, 0);
}

/**
 * `lineOfSight` between two points with real coordinates, in cells from the top left corner of the
 * grid, as `cellAt` and `xyOf` count them. Exact for every pair of doubles. A segment that only
 * touches the side of a blocked cell is free; along the line between two rows of cells it is free
 * where it can pass in one of them. A point off the grid sees nothing and is not seen. Throws
 * RangeError for coordinates that are not finite.
 *
 * @example
 * lineOfSightXY(grid, agent.x, agent.y, goal.x, goal.y);
 */
export function lineOfSightXY(grid: Grid, ax: number, ay: number, bx: number, by: number): boolean {
  aGrid(grid, 'grid');
  finite(ax, 'ax');
  finite(ay, 'ay');
  finite(bx, 'bx');
  finite(by, 'by');
  const { width, height, cost } = grid;
  const inside = (x: number, y: number): boolean => x >= 0 && x <= width && y >= 0 && y <= height;
  if (!inside(ax, ay) || !inside(bx, by)) return false;
  const needed = besideNeeded(grid);
  if (ax !== bx && ay !== by)
    return seesSlanted({ width, cost, needed }, segmentOf(ax, ay, bx, by));
  const open = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && cost[y * width + x] > 0;
  return ay === by
    ? seesStraight((y, x) => open(x, y), needed, ay, Math.min(ax, bx), Math.max(ax, bx))
    : seesStraight(open, needed, ax, Math.min(ay, by), Math.max(ay, by));
}
