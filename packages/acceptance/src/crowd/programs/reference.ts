// The exact optimum of a program by enumeration: every point that can be an optimum is tried, and
// the best one that keeps all lines is taken. Nothing here is taken from the kernel: no order of
// lines, no projected lines, no limit below which lines are called parallel.
import { largestViolation, MOST_LINES, type Programs, violation } from './types.ts';

/** What `solveByEnumeration` writes. */
export interface Optimum {
  /** Whether a velocity keeps all lines and the disc, within `tolerance`. */
  feasible: boolean;
  /** The feasible velocity nearest to the preferred one; NaN where there is none. */
  x: number;
  y: number;
  /** What counts as rounding, in metres per second: see `toleranceOf`. */
  tolerance: number;
}

/**
 * What counts as rounding, in metres per second: a billionth of the largest speed, and where points
 * of lines are far away some 18 roundings (2^-52) of their coordinates.
 */
export function toleranceOf(programs: Programs, k: number): number {
  let farthest = 0;
  for (let line = programs.first[k]; line < programs.first[k + 1]; line++) {
    const reach = Math.abs(programs.pointX[line]) + Math.abs(programs.pointY[line]);
    farthest = Math.max(farthest, reach);
  }
  return 1e-9 * programs.speed[k] + 4e-15 * farthest;
}

/**
 * The optimum of program k: the preferred velocity, its projections on every line and on the
 * circle, the intersections of all pairs of lines, and those of lines with the circle.
 */
export function solveByEnumeration(programs: Programs, k: number, out: Optimum): Optimum {
  const { first, speed, preferredX, preferredY } = programs;
  const [from, to, s] = [first[k], first[k + 1], speed[k]];
  const [ux, uy] = [preferredX[k], preferredY[k]];
  const tolerance = toleranceOf(programs, k);
  out.feasible = false;
  out.x = NaN;
  out.y = NaN;
  out.tolerance = tolerance;
  let least = Infinity;
  const offer = (x: number, y: number): void => {
    const distance = Math.hypot(x - ux, y - uy);
    if (!(distance < least) || Math.hypot(x, y) > s + tolerance) return;
    for (let line = from; line < to; line++) {
      if (violation(programs, line, x, y) > tolerance) return;
    }
    least = distance;
    out.feasible = true;
    out.x = x;
    out.y = y;
  };
  offer(ux, uy);
  const length = Math.hypot(ux, uy);
  if (length > 0) offer((ux * s) / length, (uy * s) / length);
  for (let i = from; i < to; i++) {
    const away = violation(programs, i, ux, uy);
    offer(ux - away * programs.directionY[i], uy + away * programs.directionX[i]);
    offerOnCircle(programs, i, s, offer);
    for (let j = i + 1; j < to; j++) offerIntersection(programs, i, j, offer);
  }
  return out;
}

type Offer = (x: number, y: number) => void;

/**
 * The two points where line i meets the circle around 0. If they do not meet, the point of the
 * line nearest to 0, twice.
 */
function offerOnCircle(programs: Programs, i: number, radius: number, offer: Offer): void {
  const [dx, dy] = [programs.directionX[i], programs.directionY[i]];
  const away = violation(programs, i, 0, 0);
  const [footX, footY] = [-away * dy, away * dx];
  const half = Math.sqrt(Math.max(0, radius * radius - away * away));
  offer(footX + half * dx, footY + half * dy);
  offer(footX - half * dx, footY - half * dy);
}

/**
 * Where lines i and j meet. The point is computed along each line, because it is rounded more along
 * a line whose own point is far away.
 */
function offerIntersection(programs: Programs, i: number, j: number, offer: Offer): void {
  const { pointX, pointY, directionX, directionY } = programs;
  const denominator = directionX[i] * directionY[j] - directionY[i] * directionX[j];
  if (denominator === 0) return;
  const along = -violation(programs, j, pointX[i], pointY[i]) / denominator;
  offer(pointX[i] + along * directionX[i], pointY[i] + along * directionY[i]);
  const back = violation(programs, i, pointX[j], pointY[j]) / denominator;
  offer(pointX[j] + back * directionX[j], pointY[j] + back * directionY[j]);
}

/** The violation of each line at velocity (x, y): a·x + b·y + c, with (a, b) of length 1. */
interface Planes {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

const planes: Planes = {
  a: new Float64Array(MOST_LINES + 1),
  b: new Float64Array(MOST_LINES + 1),
  c: new Float64Array(MOST_LINES + 1),
};

/**
 * The least possible largest violation of program k's soft lines, those from index `soft` on, among
 * the velocities of the disc that keep the lines before. This is linear program 3 of the paper if
 * `soft` is the number of lines of walls. NaN if no velocity keeps the lines before. Below 0: all
 * lines can be kept, with that much to spare.
 */
export function leastViolation(programs: Programs, k: number, soft: number): number {
  const from = programs.first[k];
  const to = programs.first[k + 1];
  const firstSoft = from + soft;
  const s = programs.speed[k];
  const tolerance = toleranceOf(programs, k);
  const { a, b, c } = planes;
  for (let line = from; line < to; line++) {
    a[line - from] = programs.directionY[line];
    b[line - from] = -programs.directionX[line];
    c[line - from] = violation(programs, line, 0, 0);
  }
  let least = Infinity;
  const offer = (x: number, y: number): void => {
    if (!(Math.hypot(x, y) <= s + tolerance)) return;
    if (largestViolation(programs, { from, to: firstSoft }, x, y) > tolerance) return;
    least = Math.min(least, largestViolation(programs, { from: firstSoft, to }, x, y));
  };
  for (let i = 0; i < to - from; i++) {
    // the point of the disc that is deepest inside line i
    offer(-s * a[i], -s * b[i]);
    offerOnCircle(programs, from + i, s, offer);
    for (let j = i + 1; j < to - from; j++) {
      offerIntersection(programs, from + i, from + j, offer);
      if (i >= soft) offerEqual(from, i, j, { programs, s, soft, end: to - from }, offer);
    }
  }
  if (soft === 0 && to === from) least = -Infinity;
  return least === Infinity ? NaN : least;
}

/** The program, its largest speed `s`, where soft lines begin and where lines end, from 0. */
interface EqualOptions {
  readonly programs: Programs;
  readonly s: number;
  readonly soft: number;
  readonly end: number;
}

/**
 * Points where soft lines i and j are violated equally: on the circle, on a line of a wall, and
 * where a third soft line is violated as much.
 */
function offerEqual(
  from: number,
  i: number,
  j: number,
  { programs, s, soft, end }: EqualOptions,
  offer: Offer,
): void {
  const { a, b, c } = planes;
  const [ex, ey, ec] = [a[i] - a[j], b[i] - b[j], c[i] - c[j]];
  const length = Math.hypot(ex, ey);
  if (length === 0) return;
  // the line ex·x + ey·y + ec = 0: its foot from 0, and its direction
  const [footX, footY] = [(-ec / length) * (ex / length), (-ec / length) * (ey / length)];
  const [dx, dy] = [-ey / length, ex / length];
  const half = s * s - footX * footX - footY * footY;
  if (half >= 0) {
    const root = Math.sqrt(half);
    offer(footX + root * dx, footY + root * dy);
    offer(footX - root * dx, footY - root * dy);
  }
  for (let other = 0; other < end; other++) {
    if (other >= soft && other <= j) continue;
    // a wall's own value becomes 0; a third soft line's value becomes that of line i
    const [gx, gy, gc] =
      other < soft
        ? [a[other], b[other], violation(programs, from + other, 0, 0)]
        : [a[other] - a[i], b[other] - b[i], c[other] - c[i]];
    const slope = gx * dx + gy * dy;
    if (slope === 0) continue;
    const along = -(gx * footX + gy * footY + gc) / slope;
    offer(footX + along * dx, footY + along * dy);
  }
}
