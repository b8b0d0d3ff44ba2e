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

/**
 * Whether the straight move `Way` crosses wall w. A move that begins or ends on the wall does not.
 */
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
