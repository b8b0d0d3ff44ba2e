// Walls in square cells: compressed rows of the walls whose bounding box meets each cell.
// wall-sight.ts makes them for each list of walls.
import type { Walls } from '../walls/types.ts';

export interface WallCells {
  /**
   * Whether `test` holds for a wall near the segment from (line[0], line[1]) to (line[2], line[3]).
   * All walls within the distance line[4] are tested, others in the same cells too. A wall may be
   * tested several times.
   */
  some(line: Float64Array, test: (wall: number) => boolean): boolean;
}

/**
 * Cells grow while all of them together have more entries than `MOST_ENTRIES` per wall and
 * `LEAST_ENTRIES` more. The crowd's own grid of walls has the same two numbers.
 */
const MOST_ENTRIES = 8;
const LEAST_ENTRIES = 4096;
/**
 * Added to the distance, as a part of the largest coordinate plus a side, so that rounding leaves
 * no wall out.
 */
const ROOM = 1e-6;

/** The cells: the corner of cell 0 and the side of a cell in metres, and how many there are. */
interface Shape {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
}

const clampTo = (at: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(at)));

/** Calls `visit` with each cell that the bounding box of wall `w` meets. */
function visitCells(walls: Walls, w: number, shape: Shape, visit: (cell: number) => void): void {
  const { x, y, side, columns, rows } = shape;
  const [ax, ay, bx, by] = [walls.ax[w], walls.ay[w], walls.bx[w], walls.by[w]];
  const last = clampTo((Math.max(ax, bx) - x) / side, columns);
  const top = clampTo((Math.max(ay, by) - y) / side, rows);
  for (let row = clampTo((Math.min(ay, by) - y) / side, rows); row <= top; row++)
    for (let column = clampTo((Math.min(ax, bx) - x) / side, columns); column <= last; column++)
      visit(row * columns + column);
}

function shapeOf(walls: Walls): Shape {
  const { count } = walls;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let w = 0; w < count; w++) {
    minX = Math.min(minX, walls.ax[w], walls.bx[w]);
    maxX = Math.max(maxX, walls.ax[w], walls.bx[w]);
    minY = Math.min(minY, walls.ay[w], walls.by[w]);
    maxY = Math.max(maxY, walls.ay[w], walls.by[w]);
  }
  const [width, height] = [maxX - minX, maxY - minY];
  // the area counts as at least 1/64 of the square of the extent: collinear walls have cells too
  const extent = Math.max(width, height);
  let side = Math.sqrt(Math.max(width * height, (extent * extent) / 64) / (2 * count + 64));
  for (;;) {
    const columns = Math.floor(width / side) + 1;
    const rows = Math.floor(height / side) + 1;
    const shape = { x: minX, y: minY, side, columns, rows };
    let entries = 0;
    const most = MOST_ENTRIES * count + LEAST_ENTRIES;
    for (let w = 0; w < count && entries <= most; w++) {
      const wide = (Math.abs(walls.ax[w] - walls.bx[w]) / side + 2) | 0;
      entries += wide * ((Math.abs(walls.ay[w] - walls.by[w]) / side + 2) | 0);
    }
    if (entries <= most || columns * rows === 1) return shape;
    side *= 1.5;
  }
}

export function createWallCells(walls: Walls): WallCells {
  const { count } = walls;
  if (count === 0) return { some: () => false };
  const shape = shapeOf(walls);
  const { x, y, side, columns, rows } = shape;
  const ends = new Uint32Array(columns * rows + 1);
  for (let w = 0; w < count; w++) visitCells(walls, w, shape, (cell) => void ends[cell]++);
  for (let cell = 1; cell <= columns * rows; cell++) ends[cell] += ends[cell - 1];
  const entries = new Uint32Array(ends[columns * rows]);
  for (let w = 0; w < count; w++)
    visitCells(walls, w, shape, (cell) => (entries[--ends[cell]] = w));
  return {
    some(line, test) {
      const [fromX, fromY, toX, toY] = line;
      const farthest = Math.max(Math.abs(fromX), Math.abs(fromY), Math.abs(toX), Math.abs(toY));
      const room = line[4] + ROOM * (farthest + side);
      const dy = toY - fromY;
      const top = clampTo((Math.max(fromY, toY) + room - y) / side, rows);
      for (let row = clampTo((Math.min(fromY, toY) - room - y) / side, rows); row <= top; row++) {
        let [low, high] = fromX < toX ? [fromX, toX] : [toX, fromX];
        // the part of the segment within the row; all of it if it is nearly parallel to the rows
        if (Math.abs(dy) > 1e-3 * side) {
          const bottom = y + row * side;
          const share = (at: number): number => Math.max(0, Math.min(1, (at - fromY) / dy));
          const one = fromX + share(bottom - room) * (toX - fromX);
          const two = fromX + share(bottom + side + room) * (toX - fromX);
          [low, high] = one < two ? [one, two] : [two, one];
        }
        const last = row * columns + clampTo((high + room - x) / side, columns);
        const first = row * columns + clampTo((low - room - x) / side, columns);
        for (let entry = ends[first]; entry < ends[last + 1]; entry++)
          if (test(entries[entry])) return true;
      }
      return false;
    },
  };
}
