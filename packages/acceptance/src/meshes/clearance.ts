import type { Grid } from '@wayfield/graph';
import type { ArcPath } from '@wayfield/navmesh/discs';

/**
 * The least distance of a path, points `from` to `to - 1`, to blocked cells and to the outside of a
 * grid, up to `enough`. It is computed cell by cell and takes nothing from a mesh.
 */
export function clearanceOnGrid(
  grid: Grid,
  path: ArcPath,
  from: number,
  to: number,
  enough: number,
): number {
  let least = enough;
  for (let i = from; i + 1 < to; i++) {
    const [ax, ay, bx, by] = [path.x[i], path.y[i], path.x[i + 1], path.y[i + 1]];
    const sweep = path.sweep[i];
    const [cx, cy] = [path.centreX[i], path.centreY[i]];
    const r = sweep === 0 ? 0 : Math.hypot(ax - cx, ay - cy);
    const segment: Segment = { ax, ay, bx, by };
    const arc: Arc = { cx, cy, r, start: path.startAngle[i], sweep };
    // only cells whose lower corner is in [low, high) on both axes can be nearer than `enough`
    const low = (a: number, b: number, c: number): number =>
      Math.floor((sweep === 0 ? Math.min(a, b) : c - r) - enough);
    const high = (a: number, b: number, c: number): number =>
      Math.ceil((sweep === 0 ? Math.max(a, b) : c + r) + enough);
    for (let y = low(ay, by, cy); y < high(ay, by, cy); y++)
      for (let x = low(ax, bx, cx); x < high(ax, bx, cx); x++) {
        const isInside = x >= 0 && y >= 0 && x < grid.width && y < grid.height;
        if (isInside && grid.cost[y * grid.width + x] > 0) continue;
        const cell: Cell = { x, y };
        const away = sweep === 0 ? segmentToCell(segment, cell) : arcToCell(arc, cell);
        if (away < least) least = away;
      }
  }
  return least;
}

interface Segment {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** Angles in radians; a negative sweep turns right. */
interface Arc {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly start: number;
  readonly sweep: number;
}

/** The square from (x, y) to (x + 1, y + 1). */
interface Cell {
  readonly x: number;
  readonly y: number;
}

function pointToCell(px: number, py: number, { x, y }: Cell): number {
  return Math.hypot(Math.max(x - px, 0, px - x - 1), Math.max(y - py, 0, py - y - 1));
}

function pointToSegment(px: number, py: number, { ax, ay, bx, by }: Segment): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return Math.hypot(ax + t * dx - px, ay + t * dy - py);
}

/**
 * The distance of a segment to a cell. The least distance is one from a corner of the cell or from
 * an end of the segment, or 0 where the segment crosses the cell.
 */
function segmentToCell(segment: Segment, cell: Cell): number {
  const { ax, ay, bx, by } = segment;
  const { x, y } = cell;
  let least = Math.min(pointToCell(ax, ay, cell), pointToCell(bx, by, cell));
  let [left, right] = [0, 0];
  for (const [px, py] of [
    [x, y],
    [x + 1, y],
    [x, y + 1],
    [x + 1, y + 1],
  ] as const) {
    least = Math.min(least, pointToSegment(px, py, segment));
    const side = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
    if (side > 0) left++;
    if (side < 0) right++;
  }
  const overlaps =
    Math.max(ax, bx) > x &&
    Math.min(ax, bx) < x + 1 &&
    Math.max(ay, by) > y &&
    Math.min(ay, by) < y + 1;
  return left > 0 && right > 0 && overlaps ? 0 : least;
}

/**
 * The distance of an arc to a cell. The least distance is at an end of the arc, in the direction of
 * a corner of the cell from the centre, or at a multiple of 90°, where the circle runs parallel to
 * a side.
 */
function arcToCell({ cx, cy, r, start, sweep }: Arc, cell: Cell): number {
  const { x, y } = cell;
  const angles = [start, start + sweep];
  for (const px of [x, x + 1])
    for (const py of [y, y + 1]) angles.push(Math.atan2(py - cy, px - cx));
  for (let k = 0; k < 4; k++) angles.push((k * Math.PI) / 2);
  let least = Infinity;
  for (const [k, angle] of angles.entries()) {
    // how far along the arc the angle is; the first two angles are the ends themselves
    let past = (sweep > 0 ? angle - start : start - angle) % (2 * Math.PI);
    if (past < 0) past += 2 * Math.PI;
    if (k > 1 && past > Math.abs(sweep)) continue;
    least = Math.min(least, pointToCell(cx + r * Math.cos(angle), cy + r * Math.sin(angle), cell));
  }
  return least;
}
