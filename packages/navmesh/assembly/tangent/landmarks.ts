// Lower bounds on the remaining distance, by the lengths of the shortest paths in the graph from
// some corners, the landmarks, to all corners (Goldberg and Harrelson 2005). Exact lengths would
// give consistent bounds (rows.ts). Lengths are rounded to whole units, so the bounds need not be
// consistent, and search.ts opens an expanded corner again if a shorter path reaches it.

import { NONE } from '../sides';
import { touch } from './touch';

/** The number of landmarks: a cache line holds 32 lengths of two bytes. */
export const LANDMARKS: u32 = 32;
/**
 * Per corner, 64 bytes, one cache line: u16 for each landmark, the length to it in whole units,
 * rounded down. Lengths above MOST_UNITS are kept as MOST_UNITS, which makes no difference larger.
 */
let lengths: usize = 0;
/** The length where no path leads. */
const NO_PATH: u32 = 0xffff;
export const MOST_UNITS: u32 = 0xfffe;
/** The length of a unit, in units of the mesh. */
let unitValue: f64 = 1;
export function unit(): f64 {
  return unitValue;
}
/**
 * u32, landmark by landmark, for each corner: the next corner on the shortest path to the landmark;
 * NONE at the landmark itself and at corners without a path.
 */
let nexts: usize = 0;
let rowBytes: usize = 0;

/**
 * What `leastFrom` compares the lengths of a corner with, 128 bytes. Let c be a corner that sees
 * the target. First a u16 per landmark: the maximum over all c of (length from the landmark to c) -
 * (length from c to the target), rounded up. Then a u16 per landmark: the minimum over all c of the
 * sum of both lengths, rounded down.
 */
let aims: usize = 0;
/** Offset of the minima in `aims`: the maxima take 64 bytes, as do the lengths of a corner. */
const LEAST: usize = 64;
/**
 * In units, for the rounding of lengths. A length is a sum of arcs, each rounded to f32 by at most
 * 2^-24 of itself. So a length of MOST_UNITS units is off by at most 0.004 units. SLACK is 25 times
 * that.
 */
const SLACK: f64 = 0.1;

export function landmarksBind(
  length: usize,
  next: usize,
  corners: u32,
  size: f64,
  room: usize,
): void {
  lengths = length;
  nexts = next;
  rowBytes = (<usize>corners) << 2;
  unitValue = size;
  aims = room;
}

/** Sets the length of a unit; to be called before the first lengths are kept. */
export function landmarksUnit(size: f64): void {
  unitValue = size;
}

function lengthsOf(corner: u32): usize {
  return lengths + ((<usize>corner) << 6);
}

/** Forgets the corners that see the target. */
export function landmarksForget(): void {
  if (lengths == 0) return;
  memory.fill(aims, 0, LEAST);
  memory.fill(aims + LEAST, 0xff, LEAST);
}

/** The landmark whose lengths to two corners differ the most; NONE if none reaches both. */
export function landmarksPick(a: u32, b: u32): u32 {
  let best: u32 = NONE;
  let most: i32 = -1;
  if (lengths == 0) return best;
  for (let k: u32 = 0; k < LANDMARKS; k++) {
    const toA = lengthTo(k, a);
    const toB = lengthTo(k, b);
    if (toA == NO_PATH || toB == NO_PATH) continue;
    const says = abs(<i32>toA - <i32>toB);
    if (says <= most) continue;
    most = says;
    best = k;
  }
  return best;
}

/**
 * Adds a corner that sees the target along a tangent, `rest` away. `landmarksAimed` comes after the
 * last one.
 */
export function landmarksAim(corner: u32, rest: f64): void {
  if (lengths == 0) return;
  // A stored length is rounded down by less than one unit. So the maxima take one unit more and the
  // minima one less, and SLACK for the rounding of arcs: then no bound is too large.
  const more = ceil(1 + SLACK - rest / unitValue);
  const less = floor(rest / unitValue - 1 - SLACK);
  const at = lengthsOf(corner);
  for (let i: usize = 0; i < LEAST; i += 16) {
    const length = v128.load(at + i);
    const isLost = i16x8.eq(length, i16x8.splat(<i16>NO_PATH));
    const most = v128.andnot(plus(length, more), isLost);
    const least = v128.or(i16x8.min_u(plus(length, less), i16x8.splat(<i16>MOST_UNITS)), isLost);
    v128.store(aims + i, i16x8.max_u(v128.load(aims + i), most));
    v128.store(aims + i, i16x8.min_u(v128.load(aims + i, LEAST), least), LEAST);
  }
}

/**
 * A landmark that reaches none of the corners that see the target gets 65,535 for both bounds. Its
 * lower bound is then 0 for corners that it does not reach either. Corners that it reaches lie in
 * another component than the target, so any lower bound holds for them.
 */
export function landmarksAimed(): void {
  if (lengths == 0) return;
  for (let i: usize = 0; i < LEAST; i += 16) {
    const isLost = i16x8.eq(v128.load(aims + i, LEAST), i16x8.splat(<i16>NO_PATH));
    v128.store(aims + i, v128.or(v128.load(aims + i), isLost));
  }
}

/** Adds a whole number to eight u16, which saturate at 0 and 65,535. */
function plus(values: v128, more: f64): v128 {
  const up = i16x8.splat(<i16>(<u32>min(max(more, 0), 65535)));
  const down = i16x8.splat(<i16>(<u32>min(max(-more, 0), 65535)));
  return i16x8.sub_sat_u(i16x8.add_sat_u(values, up), down);
}

/** The length of the path from a corner to a landmark, in units; NO_PATH without a path. */
export function lengthTo(landmark: u32, corner: u32): u32 {
  return <u32>load<u16>(lengthsOf(corner) + ((<usize>landmark) << 1));
}
/** The next corner on the path to a landmark; NONE at the landmark or without a path. */
export function nextTo(landmark: u32, corner: u32): u32 {
  return load<u32>(nexts + rowBytes * landmark + ((<usize>corner) << 2));
}
export function setNext(corner: u32, landmark: u32, next: u32): void {
  store<u32>(nexts + rowBytes * landmark + ((<usize>corner) << 2), next);
}
export function setLength(corner: u32, landmark: u32, length: f64): void {
  const units = length < Infinity ? <u32>min(length / unitValue, <f64>MOST_UNITS) : NO_PATH;
  store<u16>(lengthsOf(corner) + ((<usize>landmark) << 1), <u16>units);
}

/**
 * Lower bound from a corner v to the target. A shortest path ends with a straight line of length r
 * from some corner c that sees the target. Let d(u) be the length from u to a landmark. The path
 * has at least the length |d(v) - d(c)| + r, by the triangle inequality (Goldberg and Harrelson
 * 2005). That is at least d(v) - (d(c) - r), and at least (d(c) + r) - d(v). `aims` has the maximum
 * of d(c) - r and the minimum of d(c) + r over all c, so both differences hold whatever c is.
 */
export function leastFrom(corner: u32): f64 {
  if (lengths == 0) return 0;
  const at = lengthsOf(corner);
  let best = differ(at, aims);
  best = i16x8.max_u(best, differ(at + 16, aims + 16));
  best = i16x8.max_u(best, differ(at + 32, aims + 32));
  best = i16x8.max_u(best, differ(at + 48, aims + 48));
  best = i16x8.max_u(best, v128.shuffle<i64>(best, best, 1, 0));
  best = i16x8.max_u(best, v128.shuffle<i32>(best, best, 1, 0, 3, 2));
  best = i16x8.max_u(best, v128.shuffle<i16>(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
  return <f64>i16x8.extract_lane_u(best, 0) * unitValue;
}

/**
 * The lower bounds by eight landmarks, in units: by how much the length of a corner exceeds the
 * maximum in `aims`, or falls short of the minimum; 0 if neither.
 */
function differ(at: usize, aim: usize): v128 {
  const length = v128.load(at);
  return i16x8.max_u(
    i16x8.sub_sat_u(length, v128.load(aim)),
    i16x8.sub_sat_u(v128.load(aim, LEAST), length),
  );
}

/** Prefetches the lengths of a corner. */
export function touchLengths(corner: u32): void {
  if (lengths != 0) touch(lengthsOf(corner));
}
