// Lines of sight between cells and between points.
import { number, refuse, typed } from '@wayfield/check';
import { checkNode } from '../check/check.ts';
import { aGrid } from '../check/kinds.ts';
import type { Grid } from '../types/data.ts';
import { besideNeeded, seesCell, seesSlanted, seesStraight } from './walk.ts';

const finite = number();
const doubles = typed(Float64Array);

/**
 * Whether the straight line between the centres of two cells stays in open cells. Every cell whose
 * interior the line crosses must be open; the test is exact. Where the line passes through the
 * corner of four cells, the grid's corner rule decides as for a diagonal step: 'never' needs both
 * cells beside the corner open, 'one-open' one of them, 'always' none. With 4 neighbours both must
 * be open. So a legal step of the grid has line of sight, and a path over lines of sight cuts no
 * corner that steps may not cut. The factors of weighted cells do not matter. Symmetric; a blocked
 * cell sees nothing, not even itself. Takes one step per cell crossed. Throws RangeError for a
 * cell out of range.
 *
 * @example
 * const seen = lineOfSight(grid, guard, cellAt(grid, player.x, player.y));
 * console.log(seen); // true
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
 * touches the side of a blocked cell is free. On the line between two rows of cells, one open cell
 * beside each part of the segment is enough; it changes rows where both are open, under 'always' at
 * any corner. A point off the grid sees nothing and is not seen. Points on the right and the bottom
 * edge of the grid, which are in no cell of `cellAt`, belong to the grid here. Throws RangeError
 * for coordinates that are not finite.
 *
 * @example
 * console.log(lineOfSightXY(grid, agent.x, agent.y, goal.x, goal.y)); // true
 */
export function lineOfSightXY(grid: Grid, ax: number, ay: number, bx: number, by: number): boolean {
  aGrid(grid, 'grid');
  finite(ax, 'ax');
  finite(ay, 'ay');
  finite(bx, 'bx');
  finite(by, 'by');
  LINE[0] = ax;
  LINE[1] = ay;
  LINE[2] = bx;
  LINE[3] = by;
  return lineOfSightAlong(grid, LINE);
}

/** The segment of `lineOfSightXY`, in one array for all calls, so that calls allocate none. */
const LINE = new Float64Array(4);
const NAMES = ['ax', 'ay', 'bx', 'by'] as const;

/**
 * `lineOfSightXY` between the points (`line[0]`, `line[1]`) and (`line[2]`, `line[3]`). Numbers in
 * calls may be boxed, numbers in arrays are not. So it allocates nothing, but for BigInts where a
 * corner of cells is too close to the line for doubles. Throws TypeError for what is no
 * `Float64Array`, RangeError for one of fewer than 4 entries and for numbers that are not finite.
 *
 * @example
 * const line = Float64Array.of(agent.x, agent.y, goal.x, goal.y);
 * console.log(lineOfSightAlong(grid, line)); // true
 */
export function lineOfSightAlong(grid: Grid, line: Float64Array): boolean {
  aGrid(grid, 'grid');
  doubles(line, 'line');
  if (line.length < 4) refuse('line.length', line.length, 'at least 4');
  for (let k = 0; k < 4; k++) if (line[k] - line[k] !== 0) finite(line[k], NAMES[k]);
  const { width, height } = grid;
  for (let k = 0; k < 4; k++) {
    if (!(line[k] >= 0 && line[k] <= (k % 2 === 0 ? width : height))) return false;
  }
  const needed = besideNeeded(grid);
  const isRow = line[1] === line[3];
  return isRow || line[0] === line[2]
    ? seesStraight(grid, needed, line, isRow)
    : seesSlanted(grid, needed, line);
}
