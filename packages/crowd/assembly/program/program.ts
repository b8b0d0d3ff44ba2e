// The linear programs of ORCA (van den Berg, Guy, Lin, Manocha 2011) in f64. The answer is unique:
//
//   the velocity nearest to the preferred one among those within the largest speed that satisfy all
//   half-planes, after the half-planes of agents were relaxed by the least amount that makes the
//   program feasible (0 if it is), those of walls not at all. If the walls alone are infeasible,
//   the half-planes of walls are relaxed before those of agents, by the least amount as well.
//
// `nearest` is the paper's program 2 with its program 1 in `alongLine`. `relax` is its program 3,
// which finds the least amount; the paper stops there, and its velocity jumps where a program
// becomes infeasible. A last program 2 over the relaxed half-planes avoids that.

import {
  endLines,
  levelOf,
  levels,
  normalsX,
  normalsY,
  normalX,
  normalY,
  putLevel,
  putLine,
  violation,
} from './half-planes';

/** Borders whose directions differ by less than this sine count as parallel. */
const PARALLEL: f64 = 1e-14;
/** Violations below this part of the largest speed are rounding. */
const ROUNDING: f64 = 1e-12;
/**
 * Bounds on a border that cross by less than this part of the largest speed meet in one velocity.
 */
const TOUCHING: f64 = 1e-9;
/** Added to a relaxation, as part of the largest speed, so that rounding leaves it feasible. */
const SLACK: f64 = 1e-11;

// the velocity found by the last program
let foundX: f64 = 0;
let foundY: f64 = 0;
/** What the last `solve` had to relax: 0, 1: agents, 2: walls too. */
let relaxed: u32 = 0;

export function velocityX(): f64 {
  return foundX;
}
export function velocityY(): f64 {
  return foundY;
}
export function relaxedLast(): u32 {
  return relaxed;
}

/** Takes a velocity as the answer of a program in which no half-plane restricts. */
export function take(x: f64, y: f64): void {
  foundX = x;
  foundY = y;
}

/**
 * Solves a program of `count` half-planes without relaxing any. Returns false if it is infeasible;
 * the half-planes stay as they are.
 */
export function isFeasible(
  lines: usize,
  count: u32,
  preferredX: f64,
  preferredY: f64,
  speed: f64,
): bool {
  relaxed = 0;
  return nearest(lines, count, preferredX, preferredY, speed) == count;
}

/**
 * Solves a program of `count` half-planes, the first `walls` of them hard. The preferred velocity
 * must be at most `speed`. `projected` is room for `count` half-planes. If the program is
 * infeasible, the levels in `lines` are overwritten by relaxed ones.
 */
export function solve(
  lines: usize,
  projected: usize,
  walls: u32,
  count: u32,
  preferredX: f64,
  preferredY: f64,
  speed: f64,
): void {
  relaxed = 0;
  let stopped = nearest(lines, count, preferredX, preferredY, speed);
  if (stopped == count) return;
  if (stopped < walls) {
    relaxed = 2;
    relax(lines, projected, 0, stopped, walls, speed);
    const x = foundX;
    const y = foundY;
    stopped = nearest(lines, count, preferredX, preferredY, speed);
    if (stopped == count) return;
    if (stopped < walls) {
      foundX = x;
      foundY = y;
      return;
    }
  } else {
    relaxed = 1;
  }
  relax(lines, projected, walls, stopped, count, speed);
  const x = foundX;
  const y = foundY;
  if (nearest(lines, count, preferredX, preferredY, speed) != count) {
    foundX = x;
    foundY = y;
  }
}

/**
 * The velocity nearest to (x, y), itself within `speed`, in the first `count` half-planes. Returns
 * `count`, or the first half-plane with which the program is infeasible; the velocity is then that
 * of the half-planes before.
 */
function nearest(lines: usize, count: u32, x: f64, y: f64, speed: f64): u32 {
  foundX = x;
  foundY = y;
  endLines(lines, count);
  for (let i = nextViolated(lines, 0, count, speed); i < count;) {
    if (!alongLine(lines, i, speed, x, y, false)) return i;
    i = nextViolated(lines, i + 1, count, speed);
  }
  return count;
}

/** The first half-plane from `from` on that the velocity found so far is not in; `count`: none. */
function nextViolated(lines: usize, from: u32, count: u32, speed: f64): u32 {
  const x = f64x2.splat(foundX);
  const y = f64x2.splat(foundY);
  const rounding = f64x2.splat(ROUNDING * speed);
  for (let i = from; i < count; i += 2) {
    const inner = f64x2.add(f64x2.mul(normalsX(lines, i), x), f64x2.mul(normalsY(lines, i), y));
    const hits = i64x2.bitmask(f64x2.gt(f64x2.sub(levels(lines, i), inner), rounding));
    if (hits != 0) return min(count, i + <u32>ctz(hits));
  }
  return count;
}

/** As `nearest`, for the velocity that lies farthest in the direction of the unit vector (x, y). */
function farthest(lines: usize, count: u32, x: f64, y: f64, speed: f64): bool {
  foundX = x * speed;
  foundY = y * speed;
  endLines(lines, count);
  for (let i = nextViolated(lines, 0, count, speed); i < count;) {
    if (!alongLine(lines, i, speed, x, y, true)) return false;
    i = nextViolated(lines, i + 1, count, speed);
  }
  return true;
}

/**
 * Program 1: the best velocity on the border of half-plane i that satisfies the half-planes before
 * it. Returns false, and changes nothing, if there is none.
 */
function alongLine(lines: usize, i: u32, speed: f64, x: f64, y: f64, far: bool): bool {
  const nx = normalX(lines, i);
  const ny = normalY(lines, i);
  const c = levelOf(lines, i);
  const inside = (speed - c) * (speed + c);
  if (inside < 0) return false;
  const half = sqrt(inside);
  let lows = f64x2.splat(-half);
  let highs = f64x2.splat(half);
  const rounding = f64x2.splat(ROUNDING * speed);
  const normX = f64x2.splat(nx);
  const normY = f64x2.splat(ny);
  // For an odd i, the last pair holds half-plane i itself: it is parallel with rest 0, so it does
  // not restrict.
  for (let j: u32 = 0; j < i; j += 2) {
    const mx = normalsX(lines, j);
    const my = normalsY(lines, j);
    const slope = f64x2.sub(f64x2.mul(mx, normY), f64x2.mul(my, normX));
    const cosine = f64x2.add(f64x2.mul(mx, normX), f64x2.mul(my, normY));
    const rest = f64x2.sub(levels(lines, j), f64x2.mul(f64x2.splat(c), cosine));
    const parallel = f64x2.le(f64x2.abs(slope), f64x2.splat(PARALLEL));
    if (v128.any_true(v128.and(parallel, f64x2.gt(rest, rounding)))) return false;
    const t = f64x2.div(rest, slope);
    const rising = f64x2.gt(slope, f64x2.splat(PARALLEL));
    const falling = f64x2.lt(slope, f64x2.splat(-PARALLEL));
    lows = f64x2.pmax(lows, v128.bitselect(t, lows, rising));
    highs = f64x2.pmin(highs, v128.bitselect(t, highs, falling));
  }
  let low = max(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1));
  let high = min(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1));
  if (low > high) {
    if (low - high > TOUCHING * speed) return false;
    low = high = 0.5 * (low + high);
  }
  const wanted = x * ny - y * nx;
  let t: f64;
  if (far) t = wanted > 0 ? high : low;
  else t = max(low, min(high, wanted));
  foundX = c * nx + t * ny;
  foundY = c * ny - t * nx;
  return true;
}

/**
 * Program 3: relaxes the half-planes from `hard` to `count` − 1 by the least amount that makes the
 * first `count` feasible, and a little more. `begin` is the half-plane where `nearest` stopped.
 *
 * Where half-plane i is the most violated, half-plane j is violated no more than i if
 * (m − n) · v >= c_j − c_i: a half-plane again.
 */
function relax(
  lines: usize,
  projected: usize,
  hard: u32,
  begin: u32,
  count: u32,
  speed: f64,
): void {
  let depth: f64 = 0;
  for (let i: u32 = 0; i < hard; i++) {
    putLine(projected, i, normalX(lines, i), normalY(lines, i), levelOf(lines, i));
  }
  const rounding = ROUNDING * speed;
  for (let i = begin; i < count; i++) {
    if (violation(lines, i, foundX, foundY) <= depth + rounding) continue;
    const nx = normalX(lines, i);
    const ny = normalY(lines, i);
    const c = levelOf(lines, i);
    let used = hard;
    for (let j = hard; j < i; j++) {
      const mx = normalX(lines, j) - nx;
      const my = normalY(lines, j) - ny;
      const length = sqrt(mx * mx + my * my);
      // same direction: j is less violated than i at every velocity
      if (length <= PARALLEL) continue;
      putLine(projected, used, mx / length, my / length, (levelOf(lines, j) - c) / length);
      used++;
    }
    const x = foundX;
    const y = foundY;
    if (!farthest(projected, used, nx, ny, speed)) {
      // In exact arithmetic the current velocity satisfies all of `projected`, so only rounding can
      // make this program infeasible. The current velocity is kept.
      foundX = x;
      foundY = y;
    }
    depth = max(depth, violation(lines, i, foundX, foundY));
  }
  const amount = depth + SLACK * speed;
  for (let i = hard; i < count; i++) putLevel(lines, i, levelOf(lines, i) - amount);
}
