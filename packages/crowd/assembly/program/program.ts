// The linear programs of ORCA (van den Berg, Guy, Lin, Manocha 2011) in f64. The answer is unique:
//
//   the velocity nearest to the preferred one, within the largest speed and all half-planes.
//
// If no velocity is in all half-planes, the half-planes of agents are relaxed by the least amount
// that makes the program feasible. If the half-planes of walls alone are infeasible, they are
// relaxed first, also by the least amount. In a tick, only rounding can make them infeasible,
// because velocity 0 satisfies all of them. Tests bring programs whose walls are infeasible.
//
// `nearest` is the paper's program 2 with its program 1 in `alongLine`. `relax` is its program 3,
// which finds the least amount. The paper takes the velocity of program 3, which jumps where a
// program becomes infeasible. Here a last program 2 over the relaxed half-planes avoids the jump.
//
// In this file, the "preferred velocity" is that of the paper: the agent's intended velocity.

import {
  endLines,
  constantOf,
  constants,
  normalsX,
  normalsY,
  normalX,
  normalY,
  putConstant,
  putLine,
  violation,
} from './half-planes';

// All four tolerances exceed the rounding of f64 sums (1e-16). At 1.5 m/s they are at most 1.5e-9
// m/s, far below a visible difference.

/** Borders whose directions differ by at most this sine count as parallel. */
const PARALLEL: f64 = 1e-14;
/** Violations up to this part of the largest speed are rounding. */
const ROUNDING: f64 = 1e-12;
/**
 * If the lower end of the range left on a border exceeds the upper end by at most this part of the
 * largest speed, the range is one velocity. Larger than the others, because a division by the sine
 * of the angle between two borders loses digits.
 */
const TOUCHING: f64 = 1e-9;
/**
 * Added to the amount of a relaxation, as a part of the largest speed, so that rounding does not
 * make the relaxed program infeasible. Larger than `ROUNDING`.
 */
const SLACK: f64 = 1e-11;

// the velocity found by the last program
let foundX: f64 = 0;
let foundY: f64 = 0;
/**
 * What the last `solve` had to relax. 0: nothing; 1: half-planes of agents; 2: of walls too.
 */
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

/** Sets the velocity found, for an agent that no half-plane restricts. */
export function takeVelocity(x: f64, y: f64): void {
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
 * Solves a program of `count` half-planes, the first `walls` of them hard; `velocityX` and
 * `velocityY` are the answer. The preferred velocity must be at most `speed` long. `projected` is
 * room for `count` half-planes. If the program is infeasible, the constants in `lines` are
 * overwritten by relaxed ones.
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
    // the walls alone are infeasible
    relaxed = 2;
    relax(lines, projected, 0, stopped, walls, speed);
    const x = foundX;
    const y = foundY;
    stopped = nearest(lines, count, preferredX, preferredY, speed);
    if (stopped == count) return;
    if (stopped < walls) {
      // only rounding can make the relaxed walls infeasible: the velocity of `relax` is taken
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
    // only rounding can make the relaxed program infeasible: the velocity of `relax` is taken
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

/** The first half-plane from `from` on that the velocity found so far violates; `count`: none. */
function nextViolated(lines: usize, from: u32, count: u32, speed: f64): u32 {
  const x = f64x2.splat(foundX);
  const y = f64x2.splat(foundY);
  const rounding = f64x2.splat(ROUNDING * speed);
  for (let i = from; i < count; i += 2) {
    const inner = f64x2.add(f64x2.mul(normalsX(lines, i), x), f64x2.mul(normalsY(lines, i), y));
    const hits = i64x2.bitmask(f64x2.gt(f64x2.sub(constants(lines, i), inner), rounding));
    if (hits != 0) return min(count, i + <u32>ctz(hits));
  }
  return count;
}

/**
 * The velocity within `speed` and in the first `count` half-planes that lies farthest in the
 * direction of the unit vector (x, y). Returns whether there is one.
 */
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
 * Program 1: the best velocity on the border of half-plane i that is within `speed` and in the
 * half-planes before i. Best is the nearest to (x, y), or if `far` the farthest in the direction
 * (x, y). If no velocity satisfies them: false, and nothing changes.
 *
 * With v = c n + t d, the disc of the largest speed and each half-plane j < i give an upper or
 * lower bound on t. `lows` and `highs` hold these bounds, of even and of odd j.
 */
function alongLine(lines: usize, i: u32, speed: f64, x: f64, y: f64, far: bool): bool {
  const nx = normalX(lines, i);
  const ny = normalY(lines, i);
  const c = constantOf(lines, i);
  const inside = (speed - c) * (speed + c);
  if (inside < 0) return false;
  const half = sqrt(inside);
  let lows = f64x2.splat(-half);
  let highs = f64x2.splat(half);
  const rounding = f64x2.splat(ROUNDING * speed);
  const normX = f64x2.splat(nx);
  const normY = f64x2.splat(ny);
  // For an odd i, the last pair holds half-plane i itself. That one does not restrict, because its
  // slope is 0, and its rest is 0 but for rounding.
  for (let j: u32 = 0; j < i; j += 2) {
    const mx = normalsX(lines, j);
    const my = normalsY(lines, j);
    const slope = f64x2.sub(f64x2.mul(mx, normY), f64x2.mul(my, normX));
    const cosine = f64x2.add(f64x2.mul(mx, normX), f64x2.mul(my, normY));
    const rest = f64x2.sub(constants(lines, j), f64x2.mul(f64x2.splat(c), cosine));
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
 * first `count` feasible, and by `SLACK` more. `begin` is the half-plane at which `nearest`
 * stopped.
 *
 * `depth` is the largest violation so far. For each half-plane i that is violated more, the
 * velocity is moved as far as possible along its normal n. Half-plane j (m · v >= c_j) is violated
 * no more than i if (m − n) · v >= c_j − c_i, which is again a half-plane: `projected` holds these.
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
    putLine(projected, i, normalX(lines, i), normalY(lines, i), constantOf(lines, i));
  }
  const rounding = ROUNDING * speed;
  for (let i = begin; i < count; i++) {
    if (violation(lines, i, foundX, foundY) <= depth + rounding) continue;
    const nx = normalX(lines, i);
    const ny = normalY(lines, i);
    const c = constantOf(lines, i);
    let used = hard;
    for (let j = hard; j < i; j++) {
      const mx = normalX(lines, j) - nx;
      const my = normalY(lines, j) - ny;
      const length = sqrt(mx * mx + my * my);
      // Half-planes j and i have the same direction. j was met before, and i is violated more, so j
      // is violated less than i at every velocity.
      if (length <= PARALLEL) continue;
      putLine(projected, used, mx / length, my / length, (constantOf(lines, j) - c) / length);
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
  for (let i = hard; i < count; i++) putConstant(lines, i, constantOf(lines, i) - amount);
}
