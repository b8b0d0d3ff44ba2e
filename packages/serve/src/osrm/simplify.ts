import type { Line } from './line.ts';

/** Pixels along the longer side of a screen that the whole route fills. */
const SCREEN = 1024;
/** Pixels by which the line may be off. */
const TOLERANCE = 1.5;
const RADIANS = (Math.PI / 180) * 1e-7;

/**
 * The line with fewer places (Douglas and Peucker 1973), as it looks on a screen that it fills.
 * First and last place stay.
 */
export function simplify(line: Line): Line {
  const count = line.lonE7.length;
  if (count < 3) return line;
  const [x, y] = onPlane(line);
  const most = ((TOLERANCE * Math.max(extent(x), extent(y))) / SCREEN) ** 2;
  const keep = new Uint8Array(count);
  keep[0] = keep[count - 1] = 1;
  const open = [0, count - 1];
  while (open.length > 0) {
    const b = open.pop()!;
    const a = open.pop()!;
    const far = farthest(x, y, [a, b], most);
    if (far < 0) continue;
    keep[far] = 1;
    open.push(a, far, far, b);
  }
  const kept: Line = { lonE7: [], latE7: [] };
  for (let i = 0; i < count; i++) {
    if (keep[i] === 0) continue;
    kept.lonE7.push(line.lonE7[i]);
    kept.latE7.push(line.latE7[i]);
  }
  return kept;
}

/** Places on a plane: longitudes are scaled by the cosine of the middle latitude. */
function onPlane({ lonE7, latE7 }: Line): [x: Float64Array, y: Float64Array] {
  const y = Float64Array.from(latE7);
  const x = Float64Array.from(lonE7);
  const [low, high] = range(y);
  const shrink = Math.cos(((low + high) / 2) * RADIANS);
  for (let i = 0; i < x.length; i++) x[i] *= shrink;
  return [x, y];
}

function extent(values: Float64Array): number {
  const [low, high] = range(values);
  return high - low;
}

function range(values: Float64Array): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return [low, high];
}

/** The place between two others that is farthest from their segment; -1: all are near enough. */
function farthest(
  x: Float64Array,
  y: Float64Array,
  [a, b]: readonly [number, number],
  most: number,
): number {
  const [ax, ay] = [x[a], y[a]];
  const [dx, dy] = [x[b] - ax, y[b] - ay];
  const square = dx * dx + dy * dy;
  let found = -1;
  let worst = most;
  for (let i = a + 1; i < b; i++) {
    const px = x[i] - ax;
    const py = y[i] - ay;
    // Math.min and Math.max take half of the time of this loop
    let t = 0;
    if (square > 0) {
      t = (px * dx + py * dy) / square;
      if (t < 0) t = 0;
      else if (t > 1) t = 1;
    }
    const ex = px - t * dx;
    const ey = py - t * dy;
    const off = ex * ex + ey * ey;
    if (off <= worst) continue;
    worst = off;
    found = i;
  }
  return found;
}
