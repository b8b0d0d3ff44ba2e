// The half-plane of an agent towards a neighbour: section 4 of the ORCA paper, with shares of the
// evasion by priority.

import { u32At } from '../columns';
import { follows } from '../intent/follows';
import { Place, Scratch, World } from '../layout-world';
import { putLine } from '../program/half-planes';
import { IDLE, MOVING, SETTLED } from '../status';
import { placeAt } from '../world';
import { tieX, tieY } from './ties';

/**
 * Two discs that overlap part at most at this share of the largest speed. With 0.5, discs in jams
 * overlap twice as deeply: by 0.83 radii instead of 0.46 where 8 streams cross.
 */
const PARTING: f64 = 1;

/**
 * A resting agent yields to discs that are nearer than this part of both radii. With 1, rounding
 * would decide where discs touch.
 */
const FIRM: f64 = 0.99;

let deepest: f64 = 0;

/** The deepest overlap that the last `agentLines` met. */
export function deepestOverlap(): f64 {
  return deepest;
}

function isResting(agent: Place): bool {
  return agent.status == IDLE || agent.status == SETTLED;
}

/**
 * Writes the half-planes towards the first `count` neighbours behind the first `before` in
 * `scratch.lines`; returns how many half-planes there are then.
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
  const vx = <f64>self.velocityX;
  const vy = <f64>self.velocityY;
  const yielding = 1 - <f64>self.priority;
  const moves = self.status == MOVING;
  const rests = isResting(self);
  deepest = 0;
  let next = before;
  for (let i: u32 = 0; i < count; i++) {
    const other = placeAt(u32At(scratch.near, i));
    const px = other.x - self.x;
    const py = other.y - self.y;
    const square = px * px + py * py;
    const radii = <f64>self.radius + <f64>other.radius;
    const overlaps = square < radii * radii;
    if (overlaps) deepest = max(deepest, radii - sqrt(square));
    // an agent of priority 1 leaves the whole evasion to the other
    if (yielding <= 0) continue;
    let share = yielding / (yielding + (1 - <f64>other.priority));
    // a resting agent stands its ground against one that follows, which takes the whole evasion
    if (other.priority < 1 && square > FIRM * FIRM * radii * radii) {
      if (rests && other.status == MOVING && follows(w, other, self)) continue;
      if (moves && isResting(other) && follows(w, self, other)) share = 1;
    }
    const rx = vx - <f64>other.velocityX;
    const ry = vy - <f64>other.velocityY;
    let nx: f64, ny: f64, outside: f64;
    if (overlaps) {
      // part along the line of centres, as fast as the tick needs, and not too fast
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
      // w: from the centre of the cut-off circle to the relative velocity
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
    next++;
  }
  return next;
}
