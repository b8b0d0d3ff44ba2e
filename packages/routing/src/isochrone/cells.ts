// A grid of square cells over the map, and the parts of each road in them, for polygons.ts. A part
// is the stretch of a road inside one cell. Made once per service, with the first polygons.
import { METRES_PER_E7, shortWay } from '../bearing.ts';
import type { RoutingNetwork } from '../types.ts';

/** A grid of square cells over all roads, and the parts of roads in them. */
export interface Cells {
  readonly columns: number;
  readonly rows: number;
  /** Degrees of the left edge of column x, beyond 180 too, and of the lower edge of row y. */
  lonOf(x: number): number;
  latOf(y: number): number;
  /** The parts of road q in sweep order are `first[q]` to `first[q + 1] - 1`. */
  readonly first: Uint32Array;
  /** Per part: its cell, y * columns + x, the column x, and the shares of the road at its ends. */
  readonly cell: Uint32Array;
  readonly column: Uint32Array;
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** Four entries per road: its least and largest column, then its least and largest cell. */
  readonly bounds: Int32Array;
}

/** The most cells; on larger maps the sides of cells grow in steps of 25 % until they fit. */
const MOST_CELLS = 2 ** 22;
/** Empty columns and rows on each side of the map, so that no corner on the border is inside. */
const MARGIN = 2;

/** Cells of at least `metres` on a side at the map's centre; `order`: the roads in sweep order. */
export function createCells(
  { network }: RoutingNetwork,
  order: Uint32Array,
  metres: number,
): Cells {
  const { roads, centre } = network;
  const { lonE7, latE7, firstPoint, count } = roads;
  const lon0 = Math.round(centre[0] * 1e7);
  const stretch = Math.max(0.01, Math.cos((centre[1] * Math.PI) / 180));
  const x = Float64Array.from(lonE7, (lon) => shortWay(lon - lon0) * METRES_PER_E7 * stretch);
  const y = Float64Array.from(latE7, (lat) => lat * METRES_PER_E7);
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    left = Math.min(left, x[i]);
    right = Math.max(right, x[i]);
    low = Math.min(low, y[i]);
    high = Math.max(high, y[i]);
  }
  if (x.length === 0) left = right = low = high = 0;
  const sizeOf = (length: number, side: number): number =>
    Math.ceil(length / side) + 2 * MARGIN + 1;
  let side = metres;
  while (sizeOf(right - left, side) * sizeOf(high - low, side) > MOST_CELLS) side *= 1.25;
  const columns = sizeOf(right - left, side);
  const rows = sizeOf(high - low, side);
  const [x0, y0] = [left - MARGIN * side, low - MARGIN * side];

  const first = new Uint32Array(count + 1);
  const parts: Parts = { cell: [], from: [], to: [] };
  for (let q = 0; q < count; q++) {
    const r = order[q];
    const start = parts.cell.length;
    const [p, end] = [firstPoint[r], firstPoint[r + 1] - 1];
    let all = 0;
    for (let i = p; i < end; i++) all += Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
    let before = 0;
    for (let i = p; i < end; i++) {
      const length = Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
      const share = all > 0 ? length / all : 1 / (end - p);
      walk(
        [(x[i] - x0) / side, (y[i] - y0) / side],
        [(x[i + 1] - x0) / side, (y[i + 1] - y0) / side],
        (column, row, t0, t1) => {
          const cell = row * columns + column;
          const last = parts.cell.length - 1;
          if (last >= start && parts.cell[last] === cell) {
            parts.to[last] = before + t1 * share;
            return;
          }
          parts.cell.push(cell);
          parts.from.push(before + t0 * share);
          parts.to.push(before + t1 * share);
        },
      );
      before += share;
    }
    // sums of shares are rounded: the last part ends with the road
    parts.to[parts.to.length - 1] = 1;
    first[q + 1] = parts.cell.length;
  }
  const cells = Uint32Array.from(parts.cell);
  const columnOf = cells.map((c) => c % columns);
  return {
    columns,
    rows,
    lonOf: (column) => (lon0 + (x0 + column * side) / (METRES_PER_E7 * stretch)) / 1e7,
    latOf: (row) => (y0 + row * side) / METRES_PER_E7 / 1e7,
    first,
    cell: cells,
    column: columnOf,
    from: Float32Array.from(parts.from),
    to: Float32Array.from(parts.to),
    bounds: boundsOf(first, columnOf, cells),
  };
}

function boundsOf(first: Uint32Array, column: Uint32Array, cell: Uint32Array): Int32Array {
  const roadCount = first.length - 1;
  const bounds = new Int32Array(4 * roadCount);
  for (let r = 0; r < roadCount; r++) {
    let [left, right, low, high] = [2 ** 31 - 1, -1, 2 ** 31 - 1, -1];
    for (let k = first[r]; k < first[r + 1]; k++) {
      left = Math.min(left, column[k]);
      right = Math.max(right, column[k]);
      low = Math.min(low, cell[k]);
      high = Math.max(high, cell[k]);
    }
    bounds.set([left, right, low, high], 4 * r);
  }
  return bounds;
}

interface Parts {
  readonly cell: number[];
  readonly from: number[];
  readonly to: number[];
}

/** Visits the cells that a segment from a to b crosses, with the shares of it that lie there. */
function walk(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  visit: (column: number, row: number, from: number, to: number) => void,
): void {
  const [dx, dy] = [bx - ax, by - ay];
  let [column, row] = [Math.floor(ax), Math.floor(ay)];
  const [lastColumn, lastRow] = [Math.floor(bx), Math.floor(by)];
  const [stepX, stepY] = [Math.sign(dx), Math.sign(dy)];
  let nextX = dx === 0 ? Infinity : (column + (dx > 0 ? 1 : 0) - ax) / dx;
  let nextY = dy === 0 ? Infinity : (row + (dy > 0 ? 1 : 0) - ay) / dy;
  let t = 0;
  let steps = Math.abs(lastColumn - column) + Math.abs(lastRow - row);
  for (; steps > 0; steps--) {
    const alongX = row === lastRow || (column !== lastColumn && nextX < nextY);
    const next = Math.min(1, Math.max(t, alongX ? nextX : nextY));
    visit(column, row, t, next);
    if (alongX) {
      column += stepX;
      nextX += 1 / Math.abs(dx);
    } else {
      row += stepY;
      nextY += 1 / Math.abs(dy);
    }
    t = next;
  }
  visit(column, row, t, 1);
}
