// The clear test: whether surely no neighbour restricts the intended velocity of an agent. It looks
// at four neighbours at once, in f32, and needs neither half-planes nor an order of neighbours.
// `goesOn` in tick/advance.ts calls it.
//
//   p  position of a neighbour relative to the agent
//   R  sum of both radii
//   r  the agent's velocity relative to the neighbour
//   d  the agent's intended velocity less its current one
//
// 1. Let r lie outside the velocity obstacle by at least m. Then the half-plane allows all changes
//    of velocity of at most m times the agent's share of the evasion. So the neighbour does not
//    restrict the agent if m = |d| / share.
// 2. r lies outside by at least m if r + e is collision-free for all |e| <= m, that is, if
//
//      |t r - p| >= R + m t   for all t from 0 to the horizon.
//
// 3. Squared, that is a t² - 2 b t + c >= 0 with a = r² - m², b = r · p + R m and c = p² - R².
//    Neither divisions nor square roots are needed.
//
// R and m are made larger by more than the rounding of f32, so a neighbour in doubt counts as one
// that restricts. The test looks at all agents within a distance. They include all neighbours that
// the full solve would find. So the answer `true` means that the linear program would find the
// intended velocity, bit by bit.

import { f32At, putF32, u32At } from '../columns';
import { filterOf, lineOf } from '../grid/sort';
import { Part, Place, Scratch, World } from '../layout-world';
import { motionAt, motionOf, traitsAt } from '../world';

/**
 * An agent that changes its velocity by more than this part of its largest speed is not tested,
 * because the test would seldom succeed. Chosen by speed.
 */
const MOST_CHANGE: f64 = 0.05;
/** By how much R grows, as a part of R and of the distance looked at. f32 rounds by 6e-8. */
const WIDER: f64 = 1e-5;
/** By how much m grows, as a part of the largest speed. */
const FASTER: f64 = 1e-4;
/** Upper bound on the error of sums of products, as a part of them; f32 rounds by 6e-8. */
const ROUNDING: f32 = 4e-6;
/**
 * Upper bound on two rounding errors: the error of cells, as a part of their side, and the error of
 * distances in f32, as a part of the distance.
 */
const MARGIN: f64 = 1e-6;
/** If the count exceeds `maxNeighbours` by more than this, the next tick looks less far. */
const SPARE: u32 = 2;

/** Answer of `countClear`: an agent may restrict this one. */
const RESTRICTED: u32 = 0xffffffff;

// numbers of the agent that `isClear` looks at, each in four equal lanes
/** What is added to R, beside `WIDER` of R. */
let growth: v128 = f32x4.splat(0);
/** m is `base` plus `perShare` times 1 - the priority of the neighbour. */
let base: v128 = f32x4.splat(0);
let perShare: v128 = f32x4.splat(0);
let horizon: v128 = f32x4.splat(0);
// of the quick test: `setQuick` has the formula
/** R² + m² t². */
let least: v128 = f32x4.splat(0);
/** R m. */
let grown: v128 = f32x4.splat(0);
/** 2 t. */
let twice: v128 = f32x4.splat(0);

/**
 * Whether the linear program of the agent at place `own` would surely find the intended velocity in
 * `scratch`. Expects an agent that has no walls near, in a crowd in which all agents meet. Returns
 * false for an agent without neighbours. If true, writes the agent's span for the next tick.
 */
export function isClear(w: World, own: u32, self: Place, scratch: Scratch, part: Part): bool {
  const last = <f64>f32At(w.spans, self.slot);
  const motion = motionOf(self);
  const traits = traitsAt(self.slot);
  const speed = <f64>traits.maxSpeed;
  const yielding = 1 - <f64>motion.priority;
  const most = <u32>traits.maxNeighbours;
  const dx = scratch.intendedX - <f64>motion.velocityX;
  const dy = scratch.intendedY - <f64>motion.velocityY;
  const change = sqrt(dx * dx + dy * dy);
  if (last < 0 || yielding <= 0 || most == 0 || change > MOST_CHANGE * speed) return false;
  const distance = <f64>traits.neighbourDistance;
  const moved = 2 * speed * w.dt;
  const radius = min(last > 0 ? last + moved : w.expected, distance);

  const growing = w.blur + WIDER * radius;
  const changing = change + FASTER * speed;
  growth = f32x4.splat(<f32>growing);
  base = f32x4.splat(<f32>changing);
  perShare = f32x4.splat(<f32>(change / yielding));
  horizon = f32x4.splat(traits.horizon);
  const m = changing + (change / yielding) * <f64>part.largestYielding;
  const radii = (1 + WIDER) * (<f64>motion.radius + <f64>part.largestRadius) + growing;
  const fastest = <f64>abs(motion.velocityX) + <f64>abs(motion.velocityY) + <f64>part.largestSpeed;
  setQuick(radii, m, <f64>traits.horizon, <f64>ROUNDING * fastest * radius);
  const count = countClear(w, own, self, radius);
  // The agents looked at must include all within the neighbour distance, or as many as the agent
  // looks for.
  if (count == RESTRICTED || count == 0 || (count < most && radius < distance)) return false;
  const shrinks = count > most + SPARE;
  const next = shrinks ? radius * sqrt(<f64>(most + 1) / <f64>count) : radius;
  putF32(w.spans, self.slot, <f32>max(next - moved, 0.5 * next));
  return true;
}

/**
 * Prepares the quick test: p² - R² - m² t² - 2 t max(0, r · p + R m) >= 0, with t = `time`, the
 * horizon. The left side is a lower bound on a t² - 2 b t + c for all t up to the horizon: r² t² is
 * left out, which is at least 0, and what is subtracted grows with t. R and m are upper bounds for
 * all neighbours. `rounding` is an upper bound on the error of r · p.
 */
function setQuick(radii: f64, m: f64, time: f64, rounding: f64): void {
  least = f32x4.splat(<f32>((radii * radii + m * m * time * time) * (1 + WIDER)));
  grown = f32x4.splat(<f32>(radii * m + rounding));
  twice = f32x4.splat(<f32>(2 * time * (1 + WIDER)));
}

/**
 * A lower bound on the number of other agents within `radius`; `RESTRICTED` if one of them may
 * restrict the agent.
 */
function countClear(w: World, own: u32, self: Place, radius: f64): u32 {
  const columns = w.columns;
  const wide = radius + MARGIN * (radius + 1 / w.perUnit);
  const first = lineOf(self.x - wide, w.originX, w.perUnit, columns);
  const last = lineOf(self.x + wide, w.originX, w.perUnit, columns) + 1;
  const bottom = lineOf(self.y - wide, w.originY, w.perUnit, w.rows);
  const top = lineOf(self.y + wide, w.originY, w.perUnit, w.rows);
  const nearX = w.nearX;
  const nearY = w.nearY;
  const motions = w.motions;
  const motion = motionAt(own);
  const vx = f32x4.splat(motion.velocityX);
  const vy = f32x4.splat(motion.velocityY);
  const x = f32x4.splat(f32At(nearX, own));
  const y = f32x4.splat(f32At(nearY, own));
  const within = radius * radius;
  const filter = filterOf(w, within);
  const outer = f32x4.splat(filter);
  // `inner` is as far below the square as the filter is above, so an agent that passes is within
  // `radius`
  const inner = f32x4.splat(<f32>(2 * within - <f64>filter));
  const zero = f32x4.splat(0);
  let count: u32 = 0;
  for (let row = bottom; row <= top; row++) {
    const from = u32At(w.cells, row * columns + first);
    const end = u32At(w.cells, row * columns + last);
    for (let place = from; place < end; place += 4) {
      const at = (<usize>place) << 2;
      const px = f32x4.sub(v128.load(nearX + at), x);
      const py = f32x4.sub(v128.load(nearY + at), y);
      const square = f32x4.add(f32x4.mul(px, px), f32x4.mul(py, py));
      const records = motions + (at << 2);
      const one = v128.shuffle<f32>(v128.load(records), v128.load(records, 16), 0, 4, 1, 5);
      const two = v128.shuffle<f32>(v128.load(records, 32), v128.load(records, 48), 0, 4, 1, 5);
      const rx = f32x4.sub(vx, v128.shuffle<f64>(one, two, 0, 2));
      const ry = f32x4.sub(vy, v128.shuffle<f64>(one, two, 1, 3));
      const along = f32x4.add(f32x4.mul(rx, px), f32x4.mul(ry, py));
      const nearer = f32x4.mul(twice, f32x4.max(zero, f32x4.add(along, grown)));
      const clear = f32x4.ge(f32x4.sub(square, nearer), least);
      const lanes = end - place < 4 ? (1 << (end - place)) - 1 : 15;
      let doubts = lanes & ~i32x4.bitmask(clear);
      count += popcnt(lanes & i32x4.bitmask(f32x4.le(square, inner)));
      if (doubts == 0) continue;
      // the agent itself, and those too far away
      if (own - place < 4) doubts &= ~(1 << (own - place));
      doubts &= i32x4.bitmask(f32x4.le(square, outer));
      if (doubts == 0) continue;
      if ((doubts & ~clearOf(own, place, px, py, square)) != 0) return RESTRICTED;
    }
  }
  return count - 1;
}

/**
 * The exact test of the head of this file, with the R and m of each neighbour: which of the four
 * agents from `place` on do not restrict the agent at place `own`. Bit k: the agent at place + k.
 */
function clearOf(own: u32, place: u32, px: v128, py: v128, square: v128): i32 {
  const at = changetype<usize>(motionAt(place));
  const one = v128.load(at);
  const two = v128.load(at, 16);
  const three = v128.load(at, 32);
  const four = v128.load(at, 48);
  // four records to four columns
  const velocitiesA = v128.shuffle<f32>(one, two, 0, 4, 1, 5);
  const velocitiesB = v128.shuffle<f32>(three, four, 0, 4, 1, 5);
  const discsA = v128.shuffle<f32>(one, two, 2, 6, 3, 7);
  const discsB = v128.shuffle<f32>(three, four, 2, 6, 3, 7);
  const velocityX = v128.shuffle<f64>(velocitiesA, velocitiesB, 0, 2);
  const velocityY = v128.shuffle<f64>(velocitiesA, velocitiesB, 1, 3);
  const radius = v128.shuffle<f64>(discsA, discsB, 0, 2);
  const priority = v128.shuffle<f64>(discsA, discsB, 1, 3);

  const motion = motionAt(own);
  const rx = f32x4.sub(f32x4.splat(motion.velocityX), velocityX);
  const ry = f32x4.sub(f32x4.splat(motion.velocityY), velocityY);
  const sum = f32x4.add(f32x4.splat(motion.radius), radius);
  const radii = f32x4.add(f32x4.mul(sum, f32x4.splat(<f32>(1 + WIDER))), growth);
  // m = |d| / share. The share is y / (y + y'), y = 1 - priority, so m = |d| + |d| / y · y'
  const others = f32x4.sub(f32x4.splat(1), priority);
  const m = f32x4.add(base, f32x4.mul(perShare, others));
  const fast = f32x4.add(f32x4.mul(rx, rx), f32x4.mul(ry, ry));
  const a = f32x4.sub(fast, f32x4.mul(m, m));
  const along = f32x4.add(f32x4.mul(rx, px), f32x4.mul(ry, py));
  const b = f32x4.add(along, f32x4.mul(radii, m));
  const c = f32x4.sub(square, f32x4.mul(radii, radii));

  const zero = f32x4.splat(0);
  const rounding = f32x4.splat(ROUNDING);
  // a t² - 2 b t + c >= 0 for all t >= 0: c > 0, a >= 0, and b <= 0 or b² <= a c
  const isApart = f32x4.gt(c, f32x4.mul(rounding, square));
  const parts = f32x4.le(b, zero);
  const error = f32x4.mul(rounding, f32x4.mul(fast, square));
  const misses = f32x4.le(f32x4.add(f32x4.mul(b, b), error), f32x4.mul(a, c));
  const rises = v128.and(f32x4.ge(a, zero), v128.or(parts, misses));
  // The least value comes at t = b / a. If that is after the horizon, the value at the horizon
  // decides.
  const at1 = f32x4.mul(a, horizon);
  const isLate = f32x4.ge(b, at1);
  const way = f32x4.mul(fast, f32x4.mul(horizon, horizon));
  const end = f32x4.add(f32x4.mul(f32x4.sub(at1, f32x4.add(b, b)), horizon), c);
  const isFar = f32x4.ge(end, f32x4.mul(rounding, f32x4.add(way, square)));
  return i32x4.bitmask(v128.and(isApart, v128.or(rises, v128.and(isLate, isFar))));
}
