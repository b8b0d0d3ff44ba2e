import type { Line } from './line.ts';
import { ROUND } from './places.ts';

/** Pixels along the longer side of a screen that the whole route fills. */
const SCREEN = 1024;
/** A place at most this many pixels from the simplified line is left out. */
const TOLERANCE = 1.5;
const RADIANS = (Math.PI / 180) * 1e-7;

/** Places of the current line on a plane, units of 1e-7 degrees; they grow with the lines. */
let [x, y] = [new Float64Array(1 << 10), new Float64Array(1 << 10)];

/**
 * Simplifies a line (Douglas and Peucker 1973) by `TOLERANCE` pixels of a screen that the line
 * fills. The first and the last place stay.
 */
export function simplify(line: Line): Line {
  const { lonE7, latE7 } = line;
  const count = lonE7.length;
  if (count < 3) return line;
  const most = ((TOLERANCE * placeOnPlane(line)) / SCREEN) ** 2;
  const kept: Line = { lonE7: [lonE7[0]], latE7: [latE7[0]] };
  // a stack with the ends of the parts that are not simplified yet; the next part is on top
  const ends = [count - 1];
  let begin = 0;
  while (ends.length > 0) {
    const end = ends[ends.length - 1];
    const far = farthest(begin, end, most);
    if (far >= 0) {
      ends.push(far);
      continue;
    }
    kept.lonE7.push(lonE7[end]);
    kept.latE7.push(latE7[end]);
    begin = end;
    ends.pop();
  }
  return kept;
}

/**
 * Fills `x` and `y`, longitudes scaled by the cosine of the middle latitude. Returns the longer
 * side of the rectangle around all places.
 */
function placeOnPlane({ lonE7, latE7 }: Line): number {
  const count = lonE7.length;
  if (x.length < count) [x, y] = [new Float64Array(2 * count), new Float64Array(2 * count)];
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  let rounds = 0;
  for (let i = 0; i < count; i++) {
    // across 180 degrees, a line goes the short way around the earth from each place to the next
    if (i > 0) rounds -= Math.round((lonE7[i] - lonE7[i - 1]) / ROUND);
    const [lon, lat] = [lonE7[i] + rounds * ROUND, latE7[i]];
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
    x[i] = lon;
    y[i] = lat;
  }
  const shrink = Math.cos(((south + north) / 2) * RADIANS);
  for (let i = 0; i < count; i++) x[i] *= shrink;
  return Math.max((east - west) * shrink, north - south);
}

/**
 * The place between two others that is farthest from their segment, if the square of its distance
 * is more than `most`; -1: all are near enough.
 */
function farthest(a: number, b: number, most: number): number {
  const [ax, ay] = [x[a], y[a]];
  const [dx, dy] = [x[b] - ax, y[b] - ay];
  const square = dx * dx + dy * dy;
  let found = -1;
  let worst = most;
  for (let i = a + 1; i < b; i++) {
    let px = x[i] - ax;
    let py = y[i] - ay;
    const along = px * dx + py * dy;
    if (along > 0 && along < square) {
      // distances from the line of the segment, times its length: no division for most places
      const cross = px * dy - py * dx;
      const off = cross * cross;
      if (off <= worst * square) continue;
      worst = off / square;
    } else {
      if (along > 0) {
        px -= dx;
        py -= dy;
      }
      const off = px * px + py * py;
      if (off <= worst) continue;
      worst = off;
    }
    found = i;
  }
  return found;
}
