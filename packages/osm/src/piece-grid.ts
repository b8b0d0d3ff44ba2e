// Finds the nearest piece to a place on the flat map. A piece is the straight line between two
// neighbouring points of a road's shape. A grid of square cells lists the pieces that touch each
// cell. A search takes 4 us on malta; with an R-tree it takes 11 to 15. Called by locator.ts.

/** The pieces: piece k goes from point `pointOf[k]` to the next point. */
export interface PieceLines {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly pointOf: Uint32Array;
}

/** The index. */
export interface PieceGrid {
  /** The number of cells, at most 8 per piece plus 1. */
  readonly cellCount: number;
  /**
   * Whether most pieces lie in few cells, as in a map of towns far apart, so that searches are
   * slow: the cell of an average piece lists more than MOST_IN_CELL pieces.
   */
  readonly isCrowded: boolean;
  /**
   * The first point of the nearest piece; of equally near pieces the lowest; -1 if no piece counts.
   * `squareTo` gives the squared distance to the piece that begins at a point. `accept` says
   * whether that piece counts.
   */
  nearest(
    x: number,
    y: number,
    squareTo: (point: number) => number,
    accept: ((point: number) => boolean) | undefined,
  ): number;
}

/**
 * Pieces per cell, if each piece touched one cell. On malta and rome searches are faster with 0.25
 * than with 0.5 and 2.
 */
const PER_CELL = 0.25;
const MOST_CELLS = 2 ** 22;
const MOST_IN_CELL = 64;
/** In sides of cells. Coordinates of pieces are below 2^22 cells, so their rounding is less. */
const MARGIN = 1e-6;
/** In sides of cells: twice the rounding of a y below 2^22 cells. */
const Y_ROUNDING = 2 ** -29;

export function createPieceGrid(lines: PieceLines): PieceGrid {
  const frame = frameOf(lines);
  const { columns, rows, left, low, side } = frame;
  const first = new Uint32Array(columns * rows + 1);
  eachCell(lines, frame, (cell) => first[cell + 1]++);
  for (let c = 0; c < columns * rows; c++) first[c + 1] += first[c];
  const points = new Uint32Array(first[columns * rows]);
  const next = first.slice(0, -1);
  let squares = 0;
  for (let c = 0; c < columns * rows; c++) squares += (first[c + 1] - first[c]) ** 2;
  eachCell(lines, frame, (cell, point) => (points[next[cell]++] = point));

  return {
    cellCount: columns * rows,
    isCrowded: squares > MOST_IN_CELL * points.length,
    nearest(x, y, squareTo, accept) {
      const [px, py] = [(x - left) / side, (y - low) / side];
      const column = clamp(Math.floor(px), columns);
      const row = clamp(Math.floor(py), rows);
      let [found, least] = [-1, Infinity];
      const look = (cell: number): void => {
        for (let k = first[cell]; k < first[cell + 1]; k++) {
          const point = points[k];
          const square = squareTo(point);
          if (square > least || (square === least && point >= found)) continue;
          if (accept && !accept(point)) continue;
          found = point;
          least = square;
        }
      };
      const most = Math.max(column, columns - 1 - column, row, rows - 1 - row);
      for (let ring = 0; ring <= most; ring++) {
        const [x0, x1] = [column - ring, column + ring];
        for (let r = Math.max(0, row - ring); r <= Math.min(rows - 1, row + ring); r++) {
          if (r === row - ring || r === row + ring) {
            const end = Math.min(columns - 1, x1);
            for (let c = Math.max(0, x0); c <= end; c++) look(r * columns + c);
            continue;
          }
          if (x0 >= 0) look(r * columns + x0);
          if (x1 < columns) look(r * columns + x1);
        }
        // A lower bound on the distance to all cells outside the rings so far, in sides of cells.
        // No piece lies outside the grid, so a side of the rings at its border does not count.
        const room = Math.min(
          x0 > 0 ? px - x0 : Infinity,
          x1 + 1 < columns ? x1 + 1 - px : Infinity,
          row - ring > 0 ? py - (row - ring) : Infinity,
          row + ring + 1 < rows ? row + ring + 1 - py : Infinity,
        );
        const metres = (room - 2 * MARGIN) * side;
        if (metres > 0 && metres * metres > least) break;
      }
      return found;
    },
  };
}

interface Frame {
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly low: number;
  readonly side: number;
}

function frameOf({ x, y, pointOf }: PieceLines): Frame {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    if (x[i] < left) left = x[i];
    if (x[i] > right) right = x[i];
    if (y[i] < low) low = y[i];
    if (y[i] > high) high = y[i];
  }
  const [width, height] = [right - left, high - low];
  const cellsFor = (length: number, side: number): number => Math.floor(length / side) + 1;
  const wanted = Math.max(1, Math.min(MOST_CELLS, pointOf.length / PER_CELL));
  // The area gives the side of a cell. A map that is almost a line has little area, so its width
  // and height count as well: there are at most twice as many cells as wanted.
  let side = Math.max(1e-3, Math.sqrt((width * height) / wanted), (width + height) / wanted);
  while (cellsFor(width, side) * cellsFor(height, side) > MOST_CELLS) side *= 1.25;
  return { columns: cellsFor(width, side), rows: cellsFor(height, side), left, low, side };
}

function clamp(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value));
}

/** Visits each cell that a piece touches, or comes within the margin of, with the piece's point. */
function eachCell(
  { x, y, pointOf }: PieceLines,
  { columns, rows, left, low, side }: Frame,
  visit: (cell: number, point: number) => void,
): void {
  for (let k = 0; k < pointOf.length; k++) {
    const i = pointOf[k];
    // from the lower end to the upper one, in units of cells
    const up = y[i] <= y[i + 1];
    const [a, b] = up ? [i, i + 1] : [i + 1, i];
    const [ax, ay] = [(x[a] - left) / side, (y[a] - low) / side];
    const [bx, by] = [(x[b] - left) / side, (y[b] - low) / side];
    const slope = by > ay ? (bx - ax) / (by - ay) : 0;
    const [leftmost, right] = [Math.min(ax, bx) - MARGIN, Math.max(ax, bx) + MARGIN];
    const bottom = clamp(Math.floor(ay - MARGIN), rows);
    const top = clamp(Math.floor(by + MARGIN), rows);
    for (let row = bottom; row <= top; row++) {
      // the part of the piece in this row: all of a piece that stays in one row or is almost level
      const isFlat = bottom === top || by - ay < MARGIN;
      const from = isFlat ? ax : ax + slope * (Math.max(ay, row - MARGIN) - ay);
      const to = isFlat ? bx : ax + slope * (Math.min(by, row + 1 + MARGIN) - ay);
      const [start, end] = from <= to ? [from, to] : [to, from];
      // x = slope * y: where a piece is almost level, the rounding of y moves x far
      const slack = MARGIN + Math.abs(slope) * Y_ROUNDING;
      const last = clamp(Math.floor(Math.min(end + slack, right)), columns);
      for (let c = clamp(Math.floor(Math.max(start - slack, leftmost)), columns); c <= last; c++) {
        visit(row * columns + c, i);
      }
    }
  }
}
