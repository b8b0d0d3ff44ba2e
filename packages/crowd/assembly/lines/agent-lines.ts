// The half-plane of an agent towards a neighbour: section 4 of the ORCA paper (van den Berg, Guy,
// Lin, Manocha 2011), with shares of the evasion by priority.

import { u32At } from '../columns';
import { follows } from '../intent/follows';
import { Place, Scratch, World } from '../layout-world';
import { putLine, putLines } from '../program/half-planes';
import { IDLE, MOVING, SETTLED } from '../status';
import { motionOf, placeAt } from '../world';
import { tieX, tieY } from './ties';

/**
 * Overlapping discs move apart at a relative speed of at most this multiple of the largest speed.
 * Two agents of equal speed can move apart at 2. With 2, rounding would decide whether the program
 * of a pair at rest is feasible. With 1, a deep overlap would count no more than a shallow one in a
 * jam: in the circle of 2,000, discs overlap by up to 1.05 radii instead of 0.57.
 */
const PARTING: f64 = 1.875;

/**
 * A resting agent stands its ground against discs that are farther away than this part of the sum
 * of both radii, and shares the evasion of nearer ones. With 1, rounding would decide for discs
 * that touch.
 */
const FIRM: f64 = 0.99;

/** Bytes before x in a `Place`; y follows, so that one vector load takes both. */
const POSITION: usize = offsetof<Place>('x');

let deepest: f64 = 0;

/** The deepest overlap with a neighbour, in metres, in the last `agentLines`; 0: none. */
export function deepestOverlap(): f64 {
  return deepest;
}

function isResting(agent: Place): bool {
  return agent.status == IDLE || agent.status == SETTLED;
}

/**
 * Writes half-planes towards the `count` neighbours in `scratch.near`, to `scratch.lines` behind
 * the `before` half-planes of walls there. Returns the number of half-planes in all. `speed` is the
 * agent's largest speed, `horizon` the time horizon in seconds.
 */
export function agentLines(
  w: World,
  self: Place,
  scratch: Scratch,
  count: u32,
  before: u32,
  horizon: f64,
  speed: f64,
  dt: f64,
): u32 {
  const lines = scratch.lines;
  const perHorizon = 1 / horizon;
  const inPairs = self.status == MOVING && motionOf(self).priority < 1;
  deepest = 0;
  let next = before;
  for (let i: u32 = 0; i < count; i++) {
    const other = placeAt(u32At(scratch.near, i));
    if (inPairs && i + 1 < count && other.status == MOVING) {
      const second = placeAt(u32At(scratch.near, i + 1));
      if (second.status == MOVING && putPair(self, other, second, lines, next, perHorizon)) {
        next += 2;
        i++;
        continue;
      }
    }
    next += putOne(w, self, other, lines, next, perHorizon, speed, dt);
  }
  return next;
}

/**
 * Writes the half-planes towards two neighbours, if all three move and no discs overlap: `putOne`
 * for both at once, by the same operations, with half of the divisions and square roots. Returns
 * false, and writes nothing, if discs overlap.
 */
function putPair(
  self: Place,
  one: Place,
  two: Place,
  lines: usize,
  next: u32,
  perHorizon: f64,
): bool {
  const at = v128.load(changetype<usize>(one), POSITION);
  const to = v128.load(changetype<usize>(two), POSITION);
  const px = f64x2.sub(v128.shuffle<f64>(at, to, 0, 2), f64x2.splat(self.x));
  const py = f64x2.sub(v128.shuffle<f64>(at, to, 1, 3), f64x2.splat(self.y));
  // velocity x and y, radius and priority
  const motion = motionOf(self);
  const a = v128.load(changetype<usize>(motionOf(one)));
  const b = v128.load(changetype<usize>(motionOf(two)));
  const disc = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const radii = f64x2.add(f64x2.splat(<f64>motion.radius), f64x2.promote_low_f32x4(disc));
  const square = f64x2.add(f64x2.mul(px, px), f64x2.mul(py, py));
  const touching = f64x2.mul(radii, radii);
  if (v128.any_true(f64x2.lt(square, touching))) return false;
  const vx = f64x2.splat(<f64>motion.velocityX);
  const vy = f64x2.splat(<f64>motion.velocityY);
  const otherX = f64x2.promote_low_f32x4(v128.shuffle<f32>(a, b, 0, 4, 0, 4));
  const otherY = f64x2.promote_low_f32x4(v128.shuffle<f32>(a, b, 1, 5, 1, 5));
  const rx = f64x2.sub(vx, otherX);
  const ry = f64x2.sub(vy, otherY);
  const per = f64x2.splat(perHorizon);
  const wx = f64x2.sub(rx, f64x2.mul(per, px));
  const wy = f64x2.sub(ry, f64x2.mul(per, py));
  const length = f64x2.add(f64x2.mul(wx, wx), f64x2.mul(wy, wy));
  const along = f64x2.add(f64x2.mul(wx, px), f64x2.mul(wy, py));
  // whether the nearest point lies on the cut-off circle, not on a leg
  const isCircle = v128.and(
    f64x2.lt(along, f64x2.splat(0)),
    f64x2.gt(f64x2.mul(along, along), f64x2.mul(touching, length)),
  );
  const root = f64x2.sqrt(v128.bitselect(length, f64x2.sub(square, touching), isCircle));
  const under = v128.bitselect(root, square, isCircle);
  // the sign bit where the leg on the left is nearest
  const left = f64x2.gt(f64x2.sub(f64x2.mul(px, wy), f64x2.mul(py, wx)), f64x2.splat(0));
  const sign = v128.and(left, f64x2.splat(-0.0));
  const r = v128.xor(f64x2.neg(radii), sign);
  const legX = v128.xor(f64x2.add(f64x2.mul(px, r), f64x2.mul(py, root)), sign);
  const legY = f64x2.sub(f64x2.mul(px, root), f64x2.mul(py, r));
  const fromY = v128.xor(f64x2.neg(legY), sign);
  const nx = f64x2.div(v128.bitselect(wx, legX, isCircle), under);
  const ny = f64x2.div(v128.bitselect(wy, fromY, isCircle), under);
  const beyond = f64x2.sub(f64x2.mul(radii, per), root);
  const beside = f64x2.neg(f64x2.add(f64x2.mul(nx, rx), f64x2.mul(ny, ry)));
  const outside = v128.bitselect(beyond, beside, isCircle);
  const share = sharesOf(motion.priority, disc);
  const level = f64x2.add(f64x2.mul(nx, vx), f64x2.mul(ny, vy));
  putLines(lines, next, nx, ny, f64x2.add(level, f64x2.mul(share, outside)));
  return true;
}

/** The shares of the evasion towards two neighbours, whose priorities are the last two lanes. */
function sharesOf(priority: f32, disc: v128): v128 {
  const equal = i32x4.bitmask(f32x4.eq(disc, f32x4.splat(priority)));
  // y / (y + y) is exactly 0.5
  if ((equal & 12) == 12) return f64x2.splat(0.5);
  const yielding = f64x2.splat(1 - <f64>priority);
  const priorities = f64x2.promote_low_f32x4(v128.shuffle<f32>(disc, disc, 2, 3, 2, 3));
  const others = f64x2.sub(f64x2.splat(1), priorities);
  return f64x2.div(yielding, f64x2.add(yielding, others));
}

/** Writes the half-plane towards a neighbour; returns how many it has written, 0 or 1. */
function putOne(
  w: World,
  self: Place,
  other: Place,
  lines: usize,
  next: u32,
  perHorizon: f64,
  speed: f64,
  dt: f64,
): u32 {
  const own = motionOf(self);
  const motion = motionOf(other);
  const vx = <f64>own.velocityX;
  const vy = <f64>own.velocityY;
  const yielding = 1 - <f64>own.priority;
  const px = other.x - self.x;
  const py = other.y - self.y;
  const square = px * px + py * py;
  const radii = <f64>own.radius + <f64>motion.radius;
  const overlaps = square < radii * radii;
  if (overlaps) deepest = max(deepest, radii - sqrt(square));
  // an agent of priority 1 leaves the whole evasion to the other
  if (yielding <= 0) return 0;
  let share = yielding / (yielding + (1 - <f64>motion.priority));
  // A resting agent stands its ground against a moving one that follows it (`follows`), and the
  // moving one takes the whole evasion. In one tick, the resting agent may use up at most half of
  // the gap between the discs.
  if (motion.priority < 1 && square > FIRM * FIRM * radii * radii) {
    if (isResting(self) && other.status == MOVING && follows(w, other, self)) {
      const distance = sqrt(square);
      const most = min(0, (0.5 * (radii - distance)) / dt);
      putLine(lines, next, -px / distance, -py / distance, most);
      return 1;
    }
    if (self.status == MOVING && isResting(other) && follows(w, self, other)) share = 1;
  }
  const rx = vx - <f64>motion.velocityX;
  const ry = vy - <f64>motion.velocityY;
  let nx: f64, ny: f64, outside: f64;
  if (overlaps) {
    // The discs move apart along the line of their centres, at the speed at which they just touch
    // after the tick, but at most at `PARTING` times the largest speed.
    const distance = sqrt(square);
    if (distance > 0) {
      nx = -px / distance;
      ny = -py / distance;
    } else {
      nx = tieX(self.slot, other.slot);
      ny = tieY(self.slot, other.slot);
    }
    const parting = min((radii - distance) / dt, PARTING * speed);
    outside = parting - (nx * rx + ny * ry);
  } else {
    // w leads from the centre of the cut-off circle to the relative velocity. The legs touch the
    // circle at an angle to -p whose cosine is R / |p|. If w is within this angle of -p, the
    // nearest point of the border lies on the circle, else on a leg.
    const wx = rx - perHorizon * px;
    const wy = ry - perHorizon * py;
    const length = wx * wx + wy * wy;
    const along = wx * px + wy * py;
    if (along < 0 && along * along > radii * radii * length) {
      const size = sqrt(length);
      nx = wx / size;
      ny = wy / size;
      outside = radii * perHorizon - size;
    } else {
      // the leg on whose side w lies
      const leg = sqrt(square - radii * radii);
      const left = px * wy - py * wx > 0;
      const r = left ? radii : -radii;
      const dx = (px * leg - py * r) / square;
      const dy = (px * r + py * leg) / square;
      nx = left ? -dy : dy;
      ny = left ? dx : -dx;
      outside = -(nx * rx + ny * ry);
    }
  }
  putLine(lines, next, nx, ny, nx * vx + ny * vy + share * outside);
  return 1;
}
