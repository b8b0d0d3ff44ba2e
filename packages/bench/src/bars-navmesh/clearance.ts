import type { Grid } from '@wayfield/graph';
import type { ArcPath } from '@wayfield/navmesh/discs';

/**
 * The least distance of a path, points from to to - 1, to any blocked cell and to what lies outside of a grid, up to `enough`: cell by cell,
 * nothing of it is taken from a mesh.
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
    const [ax, ay, bx, by] = [path.x[i]!, path.y[i]!, path.x[i + 1]!, path.y[i + 1]!];
    const sweep = path.sweep[i]!;
    const [cx, cy] = [path.centreX[i]!, path.centreY[i]!];
    const r = sweep === 0 ? 0 : Math.hypot(ax - cx, ay - cy);
    const low = (a: number, b: number, c: number): number =>
      Math.floor((sweep === 0 ? Math.min(a, b) : c - r) - enough);
    const high = (a: number, b: number, c: number): number =>
      Math.ceil((sweep === 0 ? Math.max(a, b) : c + r) + enough);
    for (let y = low(ay, by, cy); y < high(ay, by, cy); y++)
      for (let x = low(ax, bx, cx); x < high(ax, bx, cx); x++) {
        const isInside = x >= 0 && y >= 0 && x < grid.width && y < grid.height;
        if (isInside && grid.cost[y * grid.width + x]! > 0) continue;
        const away =
          sweep === 0
            ? segmentToCell(ax, ay, bx, by, x, y)
            : arcToCell(cx, cy, r, path.startAngle[i]!, sweep, x, y);
        if (away < least) least = away;
      }
  }
  return least;
}

/** The distance of a point to the cell from (x, y) to (x + 1, y + 1). */
function pointToCell(px: number, py: number, x: number, y: number): number {
  return Math.hypot(Math.max(x - px, 0, px - x - 1), Math.max(y - py, 0, py - y - 1));
}

function pointToSegment(
  px: number,
  py: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return Math.hypot(ax + t * dx - px, ay + t * dy - py);
}

/** The distance of a segment to a cell: from the corners of the one or the ends of the other; 0 where it runs through. */
function segmentToCell(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
): number {
  let least = Math.min(pointToCell(ax, ay, x, y), pointToCell(bx, by, x, y));
  let [left, right] = [0, 0];
  for (const [px, py] of [
    [x, y],
    [x + 1, y],
    [x, y + 1],
    [x + 1, y + 1],
  ] as const) {
    least = Math.min(least, pointToSegment(px, py, ax, ay, bx, by));
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

/** The distance of an arc to a cell: at its ends, and at the angles at which it is next to a corner or a side of the cell. */
function arcToCell(
  cx: number,
  cy: number,
  r: number,
  start: number,
  sweep: number,
  x: number,
  y: number,
): number {
  const angles = [start, start + sweep];
  for (const px of [x, x + 1])
    for (const py of [y, y + 1]) angles.push(Math.atan2(py - cy, px - cx));
  for (let k = 0; k < 4; k++) angles.push((k * Math.PI) / 2);
  let least = Infinity;
  for (const [k, angle] of angles.entries()) {
    let past = (sweep > 0 ? angle - start : start - angle) % (2 * Math.PI);
    if (past < 0) past += 2 * Math.PI;
    if (k > 1 && past > Math.abs(sweep)) continue;
    least = Math.min(least, pointToCell(cx + r * Math.cos(angle), cy + r * Math.sin(angle), x, y));
  }
  return least;
}
