import type { Segments } from '../scenes/walls-of.ts';

/** Distance of a point from the segment from (ax, ay) to (bx, by), which may be a point. */
function pointDistance(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  x: number,
  y: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? ((x - ax) * dx + (y - ay) * dy) / squared : 0;
  const t = Math.max(0, Math.min(1, share));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

/** Distance of a point from wall w. */
export function segmentDistance(walls: Segments, w: number, x: number, y: number): number {
  return pointDistance([walls.ax[w], walls.ay[w], walls.bx[w], walls.by[w]], x, y);
}

interface Way {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** Whether a way crosses wall w; a way that only touches it does not. */
export function crosses(walls: Segments, w: number, { fromX, fromY, toX, toY }: Way): boolean {
  const [ax, ay] = [walls.ax[w], walls.ay[w]];
  const [dx, dy] = [walls.bx[w] - ax, walls.by[w] - ay];
  const start = dx * (fromY - ay) - dy * (fromX - ax);
  const end = dx * (toY - ay) - dy * (toX - ax);
  if (start * end >= 0) return false;
  const [wx, wy] = [toX - fromX, toY - fromY];
  const first = wx * (ay - fromY) - wy * (ax - fromX);
  const second = wx * (walls.by[w] - fromY) - wy * (walls.bx[w] - fromX);
  return first * second <= 0;
}

/** Whether a disc of radius `room` gets from (x, y) to a place in a straight line. */
export function wayIsClear(
  walls: Segments,
  room: number,
  x: number,
  y: number,
  to: { readonly x: number; readonly y: number },
): boolean {
  const [minX, maxX] = x < to.x ? [x - room, to.x + room] : [to.x - room, x + room];
  const [minY, maxY] = y < to.y ? [y - room, to.y + room] : [to.y - room, y + room];
  const way = { fromX: x, fromY: y, toX: to.x, toY: to.y };
  for (let w = 0; w < walls.count; w++) {
    const [ax, ay, bx, by] = [walls.ax[w], walls.ay[w], walls.bx[w], walls.by[w]];
    if (Math.max(ax, bx) <= minX || Math.min(ax, bx) >= maxX) continue;
    if (Math.max(ay, by) <= minY || Math.min(ay, by) >= maxY) continue;
    if (crosses(walls, w, way)) return false;
    if (pointDistance([ax, ay, bx, by], to.x, to.y) < room) return false;
    if (pointDistance([ax, ay, bx, by], x, y) < room) return false;
    if (pointDistance([x, y, to.x, to.y], ax, ay) < room) return false;
    if (pointDistance([x, y, to.x, to.y], bx, by) < room) return false;
  }
  return true;
}
