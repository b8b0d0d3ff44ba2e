import type { Walls } from '@wayfield/crowd';

export type Segment = readonly [number, number, number, number];

/** Walls from lists of ax, ay, bx, by. */
export function wallsOf(segments: readonly Segment[], storey?: readonly number[]): Walls {
  const column = (at: 0 | 1 | 2 | 3): Float64Array =>
    Float64Array.from(segments, (segment) => segment[at]);
  const walls = {
    count: segments.length,
    ax: column(0),
    ay: column(1),
    bx: column(2),
    by: column(3),
  };
  return storey ? { ...walls, storey: Uint16Array.from(storey) } : walls;
}

/** The distance from a point to a segment. */
export function distanceTo([ax, ay, bx, by]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const s = Math.max(0, Math.min(1, t));
  return Math.hypot(x - (ax + s * dx), y - (ay + s * dy));
}

/** Whether a step from (x, y) to (z, w) properly crosses a segment. */
export function crosses(
  [ax, ay, bx, by]: Segment,
  [x, y]: readonly [number, number],
  [z, w]: readonly [number, number],
): boolean {
  const side = (px: number, py: number): number => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  const other = (px: number, py: number): number => (z - x) * (py - y) - (w - y) * (px - x);
  return side(x, y) * side(z, w) < 0 && other(ax, ay) * other(bx, by) < 0;
}
