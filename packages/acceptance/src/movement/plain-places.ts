// Places where a disc fits, by all curves on which the nearest one can lie.
import { clearanceAt, type PlainWorld } from './plain-world.ts';

type Point = readonly [x: number, y: number];

interface Line {
  readonly x: number;
  readonly y: number;
  /** The direction of the line, a unit vector. */
  readonly dx: number;
  readonly dy: number;
}

/**
 * Places less than `within` from a point where a disc fits: on walls moved by the radius, on
 * circles around corners, and where two of these meet. The nearest place is one of them.
 */
export function nearestPlaces(
  world: PlainWorld,
  [px, py]: Point,
  radius: number,
  within: number,
): Point[] {
  if (!(within > 0)) return [];
  const { lines, corners } = curvesOf(world, radius);
  const tried: Point[] = [[px, py]];
  const isNear = (x: number, y: number): boolean => Math.hypot(x - px, y - py) < within;
  for (const { x, y, dx, dy } of lines) {
    const along = (px - x) * dx + (py - y) * dy;
    tried.push([x + along * dx, y + along * dy]);
  }
  for (const [x, y] of corners) {
    const away = Math.hypot(px - x, py - y);
    if (away > 0) tried.push([x + (radius * (px - x)) / away, y + (radius * (py - y)) / away]);
  }
  const nearLines = lines.filter(({ x, y, dx, dy }) => {
    return Math.abs(dx * (py - y) - dy * (px - x)) < within;
  });
  const nearCorners = corners.filter(([x, y]) => {
    return Math.abs(Math.hypot(px - x, py - y) - radius) < within;
  });
  for (const [i, a] of nearLines.entries()) {
    for (const b of nearLines.slice(0, i)) tried.push(...meetLines(a, b));
    for (const c of nearCorners) tried.push(...meetLineAndCircle(a, c, radius));
  }
  for (const [i, a] of nearCorners.entries())
    for (const b of nearCorners.slice(0, i)) tried.push(...meetCircles(a, b, radius));
  const found = tried.filter(([x, y]) => isNear(x, y) && clearanceAt(world, x, y) >= radius - 1e-9);
  return found.sort((a, b) => Math.hypot(a[0] - px, a[1] - py) - Math.hypot(b[0] - px, b[1] - py));
}

/** Walls moved by the radius to their free side, as lines without ends, and the corners. */
function curvesOf({ side, obstacles }: PlainWorld, radius: number) {
  const box = [0, 0, 0, side, side, side, side, 0];
  const lines: Line[] = [];
  const corners: Point[] = [];
  for (const ring of [box, ...obstacles])
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length;
      const [ex, ey] = [ring[k] - ring[i], ring[k + 1] - ring[i + 1]];
      const [dx, dy] = [ex / Math.hypot(ex, ey), ey / Math.hypot(ex, ey)];
      // obstacles turn left: the free side is to the right; the box turns right
      lines.push({ x: ring[i] + radius * dy, y: ring[i + 1] - radius * dx, dx, dy });
      corners.push([ring[i], ring[i + 1]]);
    }
  return { lines, corners };
}

/** Where two lines cross; nothing where they are parallel but for rounding. */
function meetLines(a: Line, b: Line): Point[] {
  const turn = a.dx * b.dy - a.dy * b.dx;
  if (Math.abs(turn) < 1e-12) return [];
  const t = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / turn;
  return [[a.x + t * a.dx, a.y + t * a.dy]];
}

function meetLineAndCircle({ x, y, dx, dy }: Line, [cx, cy]: Point, radius: number): Point[] {
  const along = (cx - x) * dx + (cy - y) * dy;
  const off = (cx - x) * dy - (cy - y) * dx;
  const square = radius * radius - off * off;
  if (square < 0) return [];
  return [Math.sqrt(square), -Math.sqrt(square)].map((t) => [
    x + (along + t) * dx,
    y + (along + t) * dy,
  ]);
}

function meetCircles([ax, ay]: Point, [bx, by]: Point, radius: number): Point[] {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  if (square === 0 || square > 4 * radius * radius) return [];
  const h = Math.sqrt((radius * radius) / square - 0.25);
  return [h, -h].map((t) => [ax + dx / 2 - t * dy, ay + dy / 2 + t * dx]);
}
