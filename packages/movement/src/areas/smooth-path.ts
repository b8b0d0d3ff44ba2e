// Makes a path cheaper, for find-path.ts: takes one straight line in place of several, and moves
// crossings of borders along the borders. The cost never rises.

import { type Segment, toSegment } from '@wayfield/triangulation/internal/half-edges';
import type { Cells } from '../corridors/cells.ts';
import type { Walks } from '../corridors/walks.ts';
import { boxAround } from './mixed-triangle.ts';
import type { AreaMap } from './area-map.ts';

/** A point of a path between two links. */
export interface Waypoint {
  x: number;
  y: number;
  /** A triangle that holds the point. */
  triangle: number;
  /** The borders that the point lies on: two at a corner of an area. Undefined: not known yet. */
  borders?: readonly number[];
  /** The results of `cheapestOn` for this point. */
  tried?: Tried[];
}

/** The share of a border at which the path from `a` over it to `b` costs least, and that cost. */
interface Tried {
  readonly border: number;
  readonly a: Waypoint;
  readonly b: Waypoint;
  readonly share: number;
  readonly cost: number;
}

export interface Smoother {
  readonly cells: Cells;
  readonly map: AreaMap;
  /** Slot 0 holds the corridor in which the funnel shortens the path between two crossings. */
  readonly walks: Walks;
}

/** `smooth` runs at most this many rounds. Chosen, not measured, as SWEEPS, WINDOW and HALVINGS. */
export const ROUNDS = 6;
/** `moveAll` moves all crossings at most this often. */
const SWEEPS = 16;
/** `shorten` tries straight lines to at most this many points ahead. */
const WINDOW = 48;
/**
 * `addCrossings` compares the costs at two places, this share of the segment before and after the
 * crossing. Chosen, not measured.
 */
const BESIDE = 1e-6;
/** The part of a border in which the cheapest crossing may lie is halved this often: to 2^-40. */
const HALVINGS = 40;

const costBetween = ({ map }: Smoother, a: Waypoint, b: Waypoint): number =>
  map.costOf(a.x, a.y, b.x, b.y);

/** Whether the straight line between two points stays on the mesh. */
function isSeen({ walks }: Smoother, a: Waypoint, b: Waypoint): boolean {
  return walks.sees(a.triangle, a.x, a.y, b.x, b.y);
}

/**
 * Makes a path cheaper, in at most `rounds` rounds, until a round gains less than a millionth. A
 * round that raises the cost is not kept. The path may turn at other points; its ends stay.
 */
export function smooth(
  smoother: Smoother,
  path: readonly Waypoint[],
  rounds: number,
): readonly Waypoint[] {
  let best = path;
  let cost = costOfPath(smoother, best);
  for (let round = 0; round < rounds; round++) {
    const crossing = addCrossings(smoother, shorten(smoother, best));
    const shorter = shorten(smoother, moveAll(smoother, pullStretches(smoother, crossing)));
    const now = costOfPath(smoother, shorter);
    // of two paths of equal cost, takes the one with fewer points
    if (!(now < cost || (now === cost && shorter.length < best.length))) break;
    best = shorter;
    if (now > cost * (1 - 1e-6)) break;
    cost = now;
  }
  return best;
}

export function costOfPath(smoother: Smoother, path: readonly Waypoint[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < path.length; i++) sum += costBetween(smoother, path[i], path[i + 1]);
  return sum;
}

/**
 * Goes from each point straight to the furthest point in sight for which the line costs no more
 * than the path, up to WINDOW points ahead.
 */
function shorten(smoother: Smoother, path: readonly Waypoint[]): Waypoint[] {
  const sums = [0];
  for (let i = 0; i + 1 < path.length; i++)
    sums.push(sums[i] + costBetween(smoother, path[i], path[i + 1]));
  const kept = [path[0]];
  for (let i = 0; i + 1 < path.length;) {
    let to = i + 1;
    for (let k = Math.min(path.length - 1, i + WINDOW); k > i + 1; k--) {
      if (costBetween(smoother, path[i], path[k]) > (sums[k] - sums[i]) * (1 + 1e-12)) continue;
      if (!isSeen(smoother, path[i], path[k])) continue;
      to = k;
      break;
    }
    kept.push(path[to]);
    i = to;
  }
  return kept;
}

/** Adds the points where segments cross borders between areas of different costs. */
function addCrossings(smoother: Smoother, path: readonly Waypoint[]): Waypoint[] {
  const { walks, map } = smoother;
  const full: Waypoint[] = [];
  for (let i = 0; i < path.length; i++) {
    full.push(path[i]);
    if (i + 1 === path.length) break;
    const [a, b] = [path[i], path[i + 1]];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const count = map.cut(a.x, a.y, b.x, b.y);
    const cuts = Array.from(
      { length: count },
      (_, k) => [map.cutShare(k), map.cutBorder(k)] as const,
    );
    for (const [share, border] of cuts) {
      const [x, y] = [a.x + share * dx, a.y + share * dy];
      const before = map.costAt(x - BESIDE * dx, y - BESIDE * dy);
      if (before === map.costAt(x + BESIDE * dx, y + BESIDE * dy)) continue;
      const triangle = walks.locate(x, y);
      if (triangle >= 0) full.push({ x, y, triangle, borders: [border] });
    }
  }
  return full;
}

/** Replaces each stretch of the path between two crossings by its shortest path (`pullStretch`). */
function pullStretches(smoother: Smoother, path: readonly Waypoint[]): Waypoint[] {
  const pulled = [path[0]];
  for (let from = 0; from + 1 < path.length;) {
    let to = from + 1;
    while (to + 1 < path.length && bordersAt(smoother, path[to]).length === 0) to++;
    const walk = path.slice(from, to + 1);
    pulled.push(...(to > from + 1 ? pullStretch(smoother, walk) : walk).slice(1));
    from = to;
  }
  return pulled;
}

/** The shortest path through the triangles of a walk, by the funnel, if cheaper; else the walk. */
function pullStretch(smoother: Smoother, walk: readonly Waypoint[]): readonly Waypoint[] {
  const { walks } = smoother;
  const x = Float64Array.from(walk, (p) => p.x);
  const y = Float64Array.from(walk, (p) => p.y);
  if (!walks.set(0, { x, y }, 0)) return walk;
  const { kernels } = walks;
  const count = kernels.pathCorners();
  const numbers = walks.doubles();
  const pulled = [walk[0]];
  for (let i = 0; i + 1 < count; i++) {
    const cx = numbers[(kernels.cornersX() >>> 3) + i];
    const cy = numbers[(kernels.cornersY() >>> 3) + i];
    const triangle = walks.locate(cx, cy);
    if (triangle < 0) return walk;
    pulled.push({ x: cx, y: cy, triangle });
  }
  pulled.push(walk[walk.length - 1]);
  return costOfPath(smoother, pulled) < costOfPath(smoother, walk) ? pulled : walk;
}

/**
 * Moves all crossings, at most SWEEPS times and until a sweep gains less than a millionth. One
 * sweep is not enough: the cheapest place of a crossing depends on the crossings before and after
 * it.
 */
function moveAll(smoother: Smoother, path: readonly Waypoint[]): readonly Waypoint[] {
  let best = path;
  let cost = costOfPath(smoother, path);
  for (let i = 0; i < SWEEPS; i++) {
    const next = moveCrossings(smoother, best);
    const now = costOfPath(smoother, next);
    if (!(now < cost)) break;
    best = next;
    if (now > cost * (1 - 1e-6)) break;
    cost = now;
  }
  return best;
}

/** The borders that a point lies on, up to 4 epsilon; kept in the point. */
function bordersAt({ map, cells }: Smoother, p: Waypoint): readonly number[] {
  if (p.borders) return p.borders;
  const found: number[] = [];
  const square = (4 * cells.epsilon) ** 2;
  const { borders } = map;
  for (const border of map.bordersIn(boxAround([p.x, p.y], 4 * cells.epsilon))) {
    const i = 4 * border;
    const side: Segment = [borders[i], borders[i + 1], borders[i + 2], borders[i + 3]];
    if (toSegment(p.x, p.y, side) <= square) found.push(border);
  }
  p.borders = found;
  return found;
}

/** The moves that are tried per crossing: how many points before and after it they leave out. */
const LEFT_OUT = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const;

/**
 * Moves each crossing along its border to where the two segments at the crossing are cheapest. Also
 * tries to leave out the point before the crossing, or the point after it.
 */
function moveCrossings(smoother: Smoother, path: readonly Waypoint[]): Waypoint[] {
  const moved = [...path];
  for (let i = 1; i + 1 < moved.length; i++)
    for (const border of bordersAt(smoother, moved[i]))
      for (const [before, after] of LEFT_OUT) {
        const [first, last] = [i - 1 - before, i + 1 + after];
        if (first < 0 || last >= moved.length) continue;
        const now = costOfPath(smoother, moved.slice(first, last + 1));
        const next = moveOn(smoother, border, [moved[first], moved[i], moved[last]], now);
        if (!next) continue;
        moved.splice(first + 1, last - first - 1, next);
        i = first + 1;
      }
  return moved;
}

/**
 * The cheapest place on a border for the middle one of three points; undefined unless that costs
 * less than `now`, and the other two points see the place.
 */
function moveOn(
  smoother: Smoother,
  border: number,
  [a, at, b]: readonly [Waypoint, Waypoint, Waypoint],
  now: number,
): Waypoint | undefined {
  const { walks, map } = smoother;
  const [ax, ay, bx, by] = map.borders.subarray(4 * border, 4 * border + 4);
  const known = at.tried?.find((one) => one.border === border && one.a === a && one.b === b);
  const { share, cost } = known ?? cheapestOn(smoother, border, [a, at, b]);
  if (!(cost < now * (1 - 1e-12))) return undefined;
  const next: Waypoint = { x: ax + share * (bx - ax), y: ay + share * (by - ay), triangle: -1 };
  next.triangle = walks.locate(next.x, next.y);
  const isOn = next.triangle >= 0 && isSeen(smoother, a, next) && isSeen(smoother, next, b);
  return isOn ? next : undefined;
}

/**
 * Finds the cheapest place on a border for the middle one of three points, and notes the place in
 * `at.tried`. `refract` finds the place as if both segments kept their costs per unit of length.
 * The noted cost is the exact one of the two segments over the place.
 */
function cheapestOn(
  { map }: Smoother,
  border: number,
  [a, at, b]: readonly [Waypoint, Waypoint, Waypoint],
): Tried {
  const [ax, ay, bx, by] = map.borders.subarray(4 * border, 4 * border + 4);
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const toA = Math.hypot(at.x - a.x, at.y - a.y);
  const toB = Math.hypot(at.x - b.x, at.y - b.y);
  const [costA, costB] = [map.costOf(a.x, a.y, at.x, at.y), map.costOf(at.x, at.y, b.x, b.y)];
  const share = refract(
    [(a.x - ax) * dx + (a.y - ay) * dy, (a.x - ax) * dy - (a.y - ay) * dx, costA / toA],
    [(b.x - ax) * dx + (b.y - ay) * dy, (b.x - ax) * dy - (b.y - ay) * dx, costB / toB],
    square,
  );
  const [x, y] = [ax + share * dx, ay + share * dy];
  const cost = map.costOf(a.x, a.y, x, y) + map.costOf(x, y, b.x, b.y);
  const found: Tried = { border, a, b, share, cost };
  (at.tried ??= []).push(found);
  return found;
}

/**
 * The share of a border at which a path from one point over the border to another is cheapest, by
 * Snell's law. Given per point: its distance along the border from the start of the border and its
 * distance beside the border, both times the length of the border, and the cost per unit of length
 * between the point and the border. `square`: the length of the border squared. The cost is convex
 * in the share, so its slope is bisected.
 */
function refract(
  [alongA, offA, costA]: readonly [number, number, number],
  [alongB, offB, costB]: readonly [number, number, number],
  square: number,
): number {
  let [low, high] = [
    Math.max(0, Math.min(alongA, alongB) / square),
    Math.min(1, Math.max(alongA, alongB) / square),
  ];
  // both points lie beyond the same end of the border: that end is the cheapest place
  if (high <= 0) return 0;
  if (low >= 1) return 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const [p, q] = [middle * square - alongA, middle * square - alongB];
    const slope =
      (costA * p) / Math.sqrt(p * p + offA * offA) + (costB * q) / Math.sqrt(q * q + offB * offB);
    if (slope > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
