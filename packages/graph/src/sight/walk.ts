// Walks through the cells whose interior a segment crosses, in order (the supercover without cells
// that the segment only touches), and tells whether all of them let it through. From cell to cell a
// segment crosses a side or a corner. For a corner the corner rule decides, as for a diagonal step.
import type { Grid } from '../types/data.ts';
import { isFine, type Segment, sideOf } from './side.ts';

/** How many of the two cells beside a crossed corner must be open. */
export function besideNeeded({ neighbours, corners }: Grid): number {
  // with 4 neighbours there are no diagonal steps: both cells beside a crossed corner must be open
  if (neighbours === 4 || corners === 'never') return 2;
  return corners === 'one-open' ? 1 : 0;
}

/** Which cells let a segment through. */
export interface Sight {
  readonly width: number;
  readonly cost: Float32Array;
  /** See `besideNeeded`. */
  readonly needed: number;
}

/**
 * Whether the segment between the centres of two cells stays in open cells or, with a `factor`
 * above 0, in cells of this factor. The first cell is not looked at. The error term is a whole
 * number with |error| <= 2 max(dx, dy), so the walk is exact.
 */
export function seesCell(
  { width, cost, needed }: Sight,
  from: number,
  to: number,
  factor: number,
): boolean {
  const [ax, bx] = [from % width, to % width];
  const dx = Math.abs(bx - ax);
  const dy = Math.abs((to - bx) / width - (from - ax) / width);
  const stepX = bx > ax ? 1 : -1;
  const stepY = to - bx > from - ax ? width : -width;
  let cell = from;
  let error = dx - dy;
  for (let left = dx + dy; left > 0; left--) {
    if (error > 0) {
      cell += stepX;
      error -= 2 * dy;
    } else if (error < 0) {
      cell += stepY;
      error += 2 * dx;
    } else {
      if (+(cost[cell + stepX] > 0) + +(cost[cell + stepY] > 0) < needed) return false;
      cell += stepX + stepY;
      error += 2 * (dx - dy);
      left--;
    }
    if (factor > 0 ? cost[cell] !== factor : cost[cell] === 0) return false;
  }
  return true;
}

/** Whether the segment, inside the grid and not parallel to an axis, stays in open cells. */
export function seesSlanted(grid: Grid, needed: number, segment: Segment): boolean {
  const { width, cost } = grid;
  const ax = segment[0];
  const ay = segment[1];
  const bx = segment[2];
  const by = segment[3];
  const fine = isFine(segment);
  const right = bx > ax;
  const down = by > ay;
  const stepX = right ? 1 : -1;
  const stepY = down ? 1 : -1;
  // x, y: the first cell; `across` and `along`: how many columns and rows away the last cell is. An
  // end on a side between cells belongs to the cell that the segment crosses.
  let x = right ? Math.floor(ax) : Math.ceil(ax) - 1;
  let y = down ? Math.floor(ay) : Math.ceil(ay) - 1;
  let across = Math.abs((right ? Math.ceil(bx) - 1 : Math.floor(bx)) - x);
  let along = Math.abs((down ? Math.ceil(by) - 1 : Math.floor(by)) - y);
  if (cost[y * width + x] === 0) return false;
  while (across + along > 0) {
    // How the segment leaves the cell: -1 = into the next column, 1 = into the next row, 0 =
    // exactly through the corner. `across` columns and `along` rows are left.
    let side = -1;
    if (along > 0) {
      side = across === 0 ? 1 : stepX * stepY * sideOf(segment, fine, x + +right, y + +down);
    }
    if (side === 0) {
      const cell = y * width + x;
      const beside = +(cost[cell + stepX] > 0) + +(cost[cell + stepY * width] > 0);
      if (beside < needed) return false;
    }
    if (side <= 0) {
      x += stepX;
      across--;
    }
    if (side >= 0) {
      y += stepY;
      along--;
    }
    if (cost[y * width + x] === 0) return false;
  }
  return true;
}

/**
 * Whether a segment parallel to an axis stays in open cells; `isRow`: parallel to the x axis. A
 * segment on the line between two rows of cells needs one open cell beside each of its parts. It
 * changes rows where both cells beside it are open, with corner rule 'always' at any corner.
 */
export function seesStraight(
  grid: Grid,
  needed: number,
  segment: Segment,
  isRow: boolean,
): boolean {
  const at = isRow ? segment[1] : segment[0];
  const one = isRow ? segment[0] : segment[1];
  const other = isRow ? segment[2] : segment[3];
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  const second = Math.floor(at);
  const first = at === second ? second - 1 : second;
  let wasFirst = true;
  let wasSecond = true;
  // a segment of length 0 on the side between two cells lies in both cells
  const begin = low === high && Number.isInteger(low) ? low - 1 : Math.floor(low);
  const end = low === high ? Math.floor(low) : Math.ceil(high) - 1;
  let any = false;
  for (let k = begin; k <= end; k++) {
    const isFirst = isOpen(grid, first, k, isRow);
    const isSecond = isOpen(grid, second, k, isRow);
    if (low === high) {
      any ||= isFirst || isSecond;
      continue;
    }
    const passes = (wasFirst && isFirst) || (wasSecond && isSecond) || needed === 0;
    if (!(isFirst || isSecond) || !passes) return false;
    wasFirst = isFirst;
    wasSecond = isSecond;
    any = true;
  }
  return any;
}

/** Whether a cell of the grid is open, by its indices across and along a straight segment. */
function isOpen(
  { width, height, cost }: Grid,
  across: number,
  along: number,
  isRow: boolean,
): boolean {
  const x = isRow ? along : across;
  const y = isRow ? across : along;
  return x >= 0 && x < width && y >= 0 && y < height && cost[y * width + x] > 0;
}
