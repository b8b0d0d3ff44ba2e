// The intent of an agent without preferred velocity: to stay at its home, the position at which the
// agent was added, moved by `set` or became idle. The agent makes room for moving agents that are
// held up (by their level), and returns home when nobody comes. If it cannot return, its home moves
// to where it stands.
//
// A moving agent within `SIGHT` heads for this agent if this agent lies less than 90° from the
// moving agent's preferred velocity.
//
// The home of an agent that has just become idle, or that overlaps an agent of another status than
// `MOVING`, is first set to where the agent stands. Then the first case that holds decides:
//
// 1. A moving agent whose level is at least `askLevel` heads for this agent: this agent moves
//    aside, unless its own priority is 1. `makeRoom` has two more conditions on the moving agent.
// 2. This agent is at home, or any moving agent heads for it: this agent stands.
// 3. This agent was held up for 2 s while it returned: it stands, and its home is there.
// 4. Otherwise this agent walks home.

import { f32At, f64At, u32At } from '../columns';
import { Place, Scratch, World } from '../layout-world';
import { hashOf } from '../lines/ties';
import { IDLE, MOVING, RETURNING, SETTLED } from '../status';
import { motionOf, placeAt, traitsAt } from '../world';
import { askLevel, HELD_UP, MOST_LEVEL, MOST_STALL, RECOVERY } from './times';

// These constants were chosen by the scenes of `pnpm targets crowd`.

/** An idle agent sets out for its home if it is farther away than this part of its radius. */
const LEAVES: f32 = 0.5;
/**
 * A returning agent has arrived if it is nearer to its home than this part of its radius. Less than
 * `LEAVES`, so that an agent at the limit does not set out again and again.
 */
const ARRIVES: f32 = 0.05;
/**
 * An agent that makes room or returns moves at most at this share of its largest speed. A moving
 * agent gets room only if its preferred speed is at least this share of its own largest speed.
 */
const PACE: f32 = 0.5;
/** A returning agent's speed is at most the distance left, divided by this time in seconds. */
const SLOWING: f32 = 0.5;
/** Moving agents count (`comes`, `makeRoom`) up to this multiple of the sum of both radii away. */
const SIGHT: f32 = 4;
/** Agents make room up to this multiple of the sum of both radii beside the other's path. */
const ASIDE: f32 = 4;
/**
 * Two discs overlap if they are nearer than this part of the sum of both radii. With 1, rounding
 * would decide for discs that touch.
 */
const OVERLAP: f32 = 0.99;

// what `lookAround` found
/** Whether a moving agent heads for this agent (file's head): a returning agent then waits. */
let comes: bool = false;
/** Whether the agent overlaps an agent of another status than `MOVING`. */
let crowded: bool = false;
/** Where to make room: the sum of the directions away from the paths of all agents that ask. */
let asideX: f32 = 0;
let asideY: f32 = 0;

/** Writes the intent of an agent without preferred velocity; `speed` is its largest speed. */
export function intendIdle(w: World, self: Place, found: u32, scratch: Scratch, speed: f32): void {
  const slot = self.slot;
  const before = self.status;
  let homeX = <f32>(f64At(w.homeX, slot) - self.x);
  let homeY = <f32>(f64At(w.homeY, slot) - self.y);
  scratch.level = 0;
  lookAround(w, self, found, scratch);
  if (before == MOVING || before == SETTLED || crowded) {
    stay(scratch);
    homeX = 0;
    homeY = 0;
  }
  scratch.intendedX = 0;
  scratch.intendedY = 0;
  const away = homeX * homeX + homeY * homeY;
  const least = motionOf(self).radius * (before == RETURNING ? ARRIVES : LEAVES);
  scratch.status = away > least * least ? RETURNING : IDLE;
  const aside = asideX * asideX + asideY * asideY;
  if (aside > 0 && motionOf(self).priority < 1) {
    const most = (PACE * speed) / max<f32>(1, sqrt<f32>(aside));
    scratch.intendedX = <f64>(most * asideX);
    scratch.intendedY = <f64>(most * asideY);
    return;
  }
  if (scratch.status == IDLE) scratch.stall = 0;
  if (scratch.status == IDLE || comes) return;
  const distance = sqrt<f32>(away);
  const pace = min(PACE * speed, min(distance / SLOWING, distance / <f32>w.dt)) / distance;
  const wx = pace * homeX;
  const wy = pace * homeY;
  const motion = motionOf(self);
  const progress = motion.velocityX * wx + motion.velocityY * wy;
  if (progress >= HELD_UP * (wx * wx + wy * wy)) {
    scratch.stall = scratch.stall > RECOVERY ? scratch.stall - RECOVERY : 0;
  } else {
    scratch.stall = min(scratch.stall + 1, MOST_STALL);
    if (scratch.stall >= 2 * w.perSecond) {
      // the agent cannot get home
      stay(scratch);
      return;
    }
  }
  scratch.intendedX = <f64>wx;
  scratch.intendedY = <f64>wy;
}

/** Makes the position of the agent its home. */
function stay(scratch: Scratch): void {
  scratch.stays = 1;
  scratch.status = IDLE;
  scratch.stall = 0;
}

/** Looks for moving agents that head for this one, for those that ask for room, for overlaps. */
function lookAround(w: World, self: Place, found: u32, scratch: Scratch): void {
  comes = false;
  crowded = false;
  asideX = 0;
  asideY = 0;
  const asks = askLevel(w);
  for (let i: u32 = 0; i < found; i++) {
    const other = placeAt(u32At(scratch.near, i));
    // from the other agent to this one
    const dx = <f32>(self.x - other.x);
    const dy = <f32>(self.y - other.y);
    const square = dx * dx + dy * dy;
    const radii = motionOf(self).radius + motionOf(other).radius;
    if (other.status != MOVING) {
      crowded = crowded || square < OVERLAP * OVERLAP * radii * radii;
      continue;
    }
    if (square > SIGHT * SIGHT * radii * radii) continue;
    const px = f32At(w.preferredX, other.slot);
    const py = f32At(w.preferredY, other.slot);
    if (dx * px + dy * py <= 0) continue;
    comes = true;
    if ((<u32>other.level & MOST_LEVEL) >= asks) makeRoom(other.slot, dx, dy, px, py, radii);
  }
}

/**
 * Adds the direction away from the path of the agent in `slot`, which asks for room. The vector has
 * length 1 on the path itself, and 0 at `ASIDE` times both radii beside it.
 */
function makeRoom(slot: u32, dx: f32, dy: f32, px: f32, py: f32, radii: f32): void {
  const speed = sqrt<f32>(px * px + py * py);
  if (speed < PACE * traitsAt(slot).maxSpeed) return;
  const beside = (px * dy - py * dx) / speed;
  const share: f32 = <f32>1 - abs(beside) / (ASIDE * radii);
  if (share <= 0) return;
  // exactly on the path, a hash of the slot that asks decides the side
  const left = beside == 0 ? (hashOf(slot, 0) & 1) == 0 : beside > 0;
  const by = (left ? share : -share) / speed;
  asideX -= by * py;
  asideY += by * px;
}
