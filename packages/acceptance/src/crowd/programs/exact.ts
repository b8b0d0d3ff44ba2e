// The answer to a program as assembly/program/program.ts of @wayfield/crowd states it, with 256
// binary digits. It settles what the enumeration in f64 cannot. Where a line touches the disc, a
// violation of e moves a velocity by √(2e), both as shares of the largest speed: 1e-9 by 4.5e-5.
import { fixed, float, ONE, over, root, times } from './fixed.ts';
import type { Programs } from './types.ts';

/** Values below this are 0: far above the rounding of fixed numbers, far below that of f64. */
const NOTHING = ONE >> 100n;

/**
 * A line as a function of the velocity (x, y): its violation is a·x + b·y + c. (a, b) has length 1
 * but for the rounding of the line's direction to f64.
 */
interface Plane {
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
}

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** The exact answer to a program. */
export interface ExactAnswer {
  readonly x: number;
  readonly y: number;
  /** By how much lines of walls had to be relaxed, and then those of agents. */
  readonly walls: number;
  readonly agents: number;
}

export interface ExactOptions {
  /** How far relaxed lines are moved beyond the least amount, as a share of the largest speed. */
  readonly more?: number;
  /** How far line i is moved outwards before lines are relaxed, in metres per second. */
  readonly shift?: (line: number) => number;
}

/**
 * How far the kernel of @wayfield/crowd moves relaxed lines beyond the least amount, as a share of
 * the largest speed: `SLACK` of the kernel.
 */
const BEYOND_LEAST = 1e-11;

/**
 * How far a velocity is from the exact answer to program k, as a share of the largest speed. Lines
 * are relaxed by the least amount, or by 1e-11 of the largest speed more, whichever is nearer.
 */
export function distanceToExact(programs: Programs, k: number, x: number, y: number): number {
  const off = (exact: ExactAnswer): number =>
    Math.hypot(exact.x - x, exact.y - y) / programs.speed[k];
  const least = off(solveExactly(programs, k));
  // near enough for any caller: no need to solve once more
  if (least < 1e-9) return least;
  return Math.min(least, off(solveExactly(programs, k, { more: BEYOND_LEAST })));
}

/** Patterns of signs: 1 moves a line outwards, -1 inwards. `moveByRounding` tries them all. */
const SIGNS: readonly ((line: number, hard: number) => number)[] = [
  () => 1,
  () => -1,
  (line, hard) => (line < hard ? 1 : -1),
  (line, hard) => (line < hard ? -1 : 1),
  (line) => (line % 2 ? 1 : -1),
  (line) => (line % 2 ? -1 : 1),
  (line) => ((line >> 1) % 2 ? 1 : -1),
  (line) => ((line >> 1) % 2 ? -1 : 1),
];

/**
 * How far the exact answer to program k moves, as a share of the largest speed, where lines are
 * moved by 2^-53 of the largest speed and of their points' coordinates: half the distance of two
 * f64, so that no input in f64 can tell the programs apart.
 */
export function moveByRounding(programs: Programs, k: number): number {
  const { first, hard, speed, pointX, pointY } = programs;
  const exact = solveExactly(programs, k);
  let farthest = 0;
  for (const sign of SIGNS) {
    const shift = (line: number): number => {
      const at = first[k] + line;
      const reach = speed[k] + Math.abs(pointX[at]) + Math.abs(pointY[at]);
      return sign(line, hard[k]) * 2 ** -53 * reach;
    };
    const moved = solveExactly(programs, k, { shift });
    farthest = Math.max(farthest, Math.hypot(moved.x - exact.x, moved.y - exact.y) / speed[k]);
  }
  return farthest;
}

/**
 * The velocity nearest to the preferred one of program k, after walls and then agents were relaxed
 * by the least amounts.
 */
export function solveExactly(
  programs: Programs,
  k: number,
  { more = 0, shift }: ExactOptions = {},
): ExactAnswer {
  const from = programs.first[k];
  const speed = fixed(programs.speed[k]);
  const hard = programs.hard[k];
  const slack = times(speed, fixed(more));
  const planes: Plane[] = [];
  for (let line = from; line < programs.first[k + 1]; line++) {
    const [dx, dy] = [fixed(programs.directionX[line]), fixed(programs.directionY[line])];
    const away = times(dx, fixed(programs.pointY[line])) - times(dy, fixed(programs.pointX[line]));
    planes.push({ a: dy, b: -dx, c: away - fixed(shift?.(line - from) ?? 0) });
  }
  const wanted = { x: fixed(programs.preferredX[k]), y: fixed(programs.preferredY[k]) };
  const walls = amountOf(leastViolation(planes.slice(0, hard), 0, speed), slack);
  const kept = planes.slice(0, hard).map((plane) => ({ ...plane, c: plane.c - walls }));
  const soft = planes.slice(hard);
  const agents = amountOf(leastViolation([...kept, ...soft], hard, speed), slack);
  for (const plane of soft) kept.push({ ...plane, c: plane.c - agents });
  const { x, y } = nearest(kept, wanted, speed);
  return { x: float(x), y: float(y), walls: float(walls), agents: float(agents) };
}

const amountOf = (violation: bigint | undefined, slack: bigint): bigint =>
  violation !== undefined && violation > 0n ? violation + slack : 0n;

const valueAt = ({ a, b, c }: Plane, { x, y }: Point): bigint => times(a, x) + times(b, y) + c;

const isWithin = (point: Point, speed: bigint): boolean =>
  times(point.x, point.x) + times(point.y, point.y) <= times(speed, speed) + NOTHING;

/**
 * The two points of the circle where a plane is 0. If its line of zeros misses the circle, the
 * point of that line nearest to 0, twice.
 */
function onCircle({ a, b, c }: Plane, speed: bigint): Point[] {
  const square = times(a, a) + times(b, b);
  if (square === 0n) return [];
  const share = over(-c, square);
  const [footX, footY] = [times(share, a), times(share, b)];
  const half = root(over(times(speed, speed) - times(footX, footX) - times(footY, footY), square));
  return [
    { x: footX - times(half, b), y: footY + times(half, a) },
    { x: footX + times(half, b), y: footY - times(half, a) },
  ];
}

/** Where two planes are 0; nothing where they are parallel. */
function crossing(one: Plane, two: Plane): Point[] {
  const determinant = times(one.a, two.b) - times(one.b, two.a);
  if (determinant === 0n) return [];
  return [
    {
      x: over(times(one.b, two.c) - times(two.b, one.c), determinant),
      y: over(times(two.a, one.c) - times(one.a, two.c), determinant),
    },
  ];
}

const difference = (one: Plane, two: Plane): Plane => ({
  a: one.a - two.a,
  b: one.b - two.b,
  c: one.c - two.c,
});

/**
 * The least possible largest violation of the planes from `soft` on, among the velocities of the
 * disc that keep the planes before; undefined if there are none from `soft` on. The largest
 * violation is piecewise linear, so it is least where one plane is lowest in the disc, or at a
 * corner of a piece. A corner is where two of these meet: the circle, the line on which a plane is
 * 0, the line on which two planes from `soft` on are equal.
 */
function leastViolation(planes: readonly Plane[], soft: number, speed: bigint): bigint | undefined {
  if (soft === planes.length) return undefined;
  let least: bigint | undefined;
  const kept = planes.slice(0, soft);
  const [first, ...others] = planes.slice(soft);
  const offer = (points: readonly Point[]): void => {
    for (const point of points) {
      if (!isWithin(point, speed)) continue;
      if (kept.some((plane) => valueAt(plane, point) > NOTHING)) continue;
      let largest = valueAt(first, point);
      for (const plane of others) {
        const value = valueAt(plane, point);
        if (value > largest) largest = value;
      }
      if (least === undefined || largest < least) least = largest;
    }
  };
  for (const [i, one] of planes.entries()) {
    const length = root(times(one.a, one.a) + times(one.b, one.b));
    const depth = over(speed, length);
    offer([{ x: -times(depth, one.a), y: -times(depth, one.b) }]);
    offer(onCircle(one, speed));
    for (let j = i + 1; j < planes.length; j++) {
      offer(crossing(one, planes[j]));
      if (i < soft) continue;
      const equal = difference(one, planes[j]);
      offer(onCircle(equal, speed));
      for (const [other, third] of planes.entries()) {
        if (other < soft) offer(crossing(equal, third));
        else if (other > j) offer(crossing(equal, difference(third, one)));
      }
    }
  }
  return least;
}

/** The point of the disc nearest to `wanted` at which no plane is above 0. */
function nearest(planes: readonly Plane[], wanted: Point, speed: bigint): Point {
  let best: Point | undefined;
  let least = 0n;
  const offer = (points: readonly Point[]): void => {
    for (const point of points) {
      const [dx, dy] = [point.x - wanted.x, point.y - wanted.y];
      const distance = times(dx, dx) + times(dy, dy);
      if (best !== undefined && distance >= least) continue;
      if (!isWithin(point, speed)) continue;
      if (planes.some((plane) => valueAt(plane, point) > NOTHING)) continue;
      best = point;
      least = distance;
    }
  };
  offer([wanted]);
  const length = root(times(wanted.x, wanted.x) + times(wanted.y, wanted.y));
  if (length > 0n) {
    const share = over(speed, length);
    offer([{ x: times(wanted.x, share), y: times(wanted.y, share) }]);
  }
  for (const [i, one] of planes.entries()) {
    const away = over(valueAt(one, wanted), times(one.a, one.a) + times(one.b, one.b));
    offer([{ x: wanted.x - times(away, one.a), y: wanted.y - times(away, one.b) }]);
    offer(onCircle(one, speed));
    for (let j = i + 1; j < planes.length; j++) offer(crossing(one, planes[j]));
  }
  if (best === undefined) throw new Error('no velocity keeps the relaxed lines');
  return best;
}
