// The intent of an agent with a preferred velocity. An agent that is held up, or that has settled,
// looks at the neighbours that are in contact with it and in front of it:
//
// - If some of them rest and this agent follows them (follows.ts), this agent settles once its
//   `stall` is a quarter of a second. If it has settled behind others before, it stays settled. Its
//   level is one more than the lowest level of the resting ones. Idle agents and agents at their
//   goal have level 0. So each settled agent rests behind an agent of a lower level, down to an
//   agent of level 0. Once `stall` has reached the gridlock level (see below), settled agents of a
//   level above 0 count as in front up to 90° from the preferred velocity: two of them can wedge
//   an agent in.
// - Otherwise its level is one more than the lowest of these levels: its own, and those of the
//   moving neighbours in front. Agents that make progress, and agents without contact, have level
//   0. In a queue, levels stay below the length of the queue. In a gridlock nobody makes progress,
//   so all levels rise by one per tick.
//
// Levels count ticks, as each tick of a gridlock adds one. Idle agents make room for an agent whose
// level is at least `askLevel`: the number of ticks in half a second, at most 120. An agent is in a
// gridlock if its level is at least `gridlockLevel`: the number of ticks in 2 s, clamped to 32 …
// 120.

import { Place, Scratch, World } from '../layout-world';
import { hashOf } from '../lines/ties';
import { follows } from './follows';
import { IDLE, MOVING, RETURNING, SETTLED } from '../status';
import { motionOf, placeAt } from '../world';
import { u32At } from '../columns';
import {
  CONE,
  gridlockLevel,
  HELD_UP,
  MOST_LEVEL,
  MOST_STALL,
  patience,
  RECOVERY,
  SLOW,
  SLOWS,
  stuckStall,
  THERE,
} from './times';

// These constants were chosen by the scenes of `pnpm targets crowd`.

/** Neighbours are in contact if their centres are nearer than this multiple of the sum of radii. */
const CONTACT: f32 = 1.5;
/** `CONTACT` of settled agents. It is larger, so that small moves do not unsettle them. */
const KEPT: f32 = 3;
/** An agent that got stuck near its goal intends this share of its preferred velocity. */
const CREEP: f32 = 0.25;
/**
 * The largest turn against symmetry, in radians: 2^-10. Over 10 m, it leads an agent at most 1 cm
 * aside.
 */
const TURN: f32 = 0.0009765625;
/** The largest turn in a gridlock is 135°. This is the tangent of half of it. */
const DETOUR: f32 = 2.4;

/** Writes the intent of an agent with the preferred velocity (px, py) within its largest speed. */
export function intendMoving(
  w: World,
  self: Place,
  found: u32,
  scratch: Scratch,
  px: f32,
  py: f32,
): void {
  const square = px * px + py * py;
  const cruise = scratch.cruise;
  const isSlow = square < SLOW * SLOW * cruise * cruise;
  scratch.slows = isSlow ? SLOWS : 0;
  if (self.status == IDLE || self.status == RETURNING) {
    scratch.level = 0;
    scratch.stall = 0;
  }
  const motion = motionOf(self);
  const isHeldUp = motion.velocityX * px + motion.velocityY * py < HELD_UP * square;
  const hasSettled = self.status == SETTLED && scratch.level > 0;
  if (hasSettled || isHeldUp) lookAhead(w, self, found, scratch, px, py);
  if (hasSettled) {
    if (base < MOST_LEVEL) {
      settle(scratch);
      return;
    }
    scratch.stall = 0;
  } else if (isHeldUp) {
    // Near the goal, `stall` ends at 2 s, so at most 2 s of progress bring it back to 0.
    scratch.stall = min(scratch.stall + 1, isSlow ? stuckStall(w) * 2 : MOST_STALL);
    if (base < MOST_LEVEL && scratch.stall >= patience(w)) {
      settle(scratch);
      return;
    }
  } else {
    scratch.stall = scratch.stall > RECOVERY ? scratch.stall - RECOVERY : 0;
  }
  const isStuck = scratch.stall >= stuckStall(w) || (self.status == SETTLED && scratch.stall > 0);
  if (isSlow && (isStuck || square < THERE * THERE * cruise * cruise)) {
    scratch.status = SETTLED;
    scratch.level = 0;
    const pace: f32 = square < THERE * THERE * cruise * cruise ? 1 : CREEP;
    breakSymmetry(w, self, found, scratch, pace * px, pace * py);
    return;
  }
  const rises = isHeldUp && !hasSettled && touches;
  scratch.level = rises ? min(1 + min(chain, levelOf(self)), MOST_LEVEL) : 0;
  scratch.status = MOVING;
  if (scratch.level >= gridlockLevel(w) && detour(w, self, scratch, px, py)) return;
  breakSymmetry(w, self, found, scratch, px, py);
}

// what `lookAhead` found
/** The lowest level of a resting neighbour in front that this agent follows; `MOST_LEVEL`: none. */
let base: u32 = 0;
/**
 * 0 if a resting agent is in front that this agent follows. Otherwise the lowest level of the
 * moving neighbours in front; `MOST_LEVEL`: none. Other resting agents in front do not count.
 */
let chain: u32 = 0;
/** Whether any neighbour is in contact. The level of a moving agent without contact is 0. */
let touches: bool = false;

/** The level of an agent without the bit `SLOWS`. */
function levelOf(agent: Place): u32 {
  return <u32>agent.level & MOST_LEVEL;
}

/** Looks for neighbours in contact, and for those in front. */
function lookAhead(w: World, self: Place, found: u32, scratch: Scratch, px: f32, py: f32): void {
  base = MOST_LEVEL;
  chain = MOST_LEVEL;
  touches = false;
  const square = px * px + py * py;
  const radius = motionOf(self).radius;
  // A settled agent rests behind lower levels only. Otherwise the agents of a circle could each
  // rest behind the next, for ever.
  const below = self.status == SETTLED ? levelOf(self) : MOST_LEVEL;
  // `stall` has reached the level of a gridlock: settled agents beside the path count as in front
  const wedged = scratch.stall >= gridlockLevel(w);
  for (let i: u32 = 0; i < found; i++) {
    const other = placeAt(u32At(scratch.near, i));
    const dx = <f32>(other.x - self.x);
    const dy = <f32>(other.y - self.y);
    const away = dx * dx + dy * dy;
    const radii = radius + motionOf(other).radius;
    const reach = (self.status == SETTLED ? KEPT : CONTACT) * radii;
    if (away > reach * reach) continue;
    touches = true;
    const ahead = dx * px + dy * py;
    if (ahead <= 0) continue;
    const status = other.status;
    const isInFront = ahead * ahead >= CONE * away * square;
    const level = levelOf(other);
    if (!isInFront && !(wedged && status == SETTLED && level > 0)) continue;
    if (status == MOVING) chain = min(chain, level);
    else if (status != RETURNING && level < below && follows(w, self, other)) {
      base = min(base, level);
      chain = 0;
    }
  }
}

/** Rests behind the resting neighbour with the lowest level. */
function settle(scratch: Scratch): void {
  scratch.status = SETTLED;
  scratch.level = base + 1;
  scratch.stall = 0;
  scratch.intendedX = 0;
  scratch.intendedY = 0;
}

/**
 * Intends the velocity (px, py), turned by up to `TURN` if there are neighbours: exact symmetry
 * would hold agents up for ever. The turn is a hash of seed, slot and seconds of `stall`.
 */
function breakSymmetry(
  w: World,
  self: Place,
  found: u32,
  scratch: Scratch,
  px: f32,
  py: f32,
): void {
  let by: f64 = 0;
  if (found > 0) by = <f64>(TURN * draw(self.slot, 2 * (scratch.stall / w.perSecond)));
  scratch.intendedX = <f64>px - by * <f64>py;
  scratch.intendedY = <f64>py + by * <f64>px;
}

/**
 * In each second of a gridlock, half of the agents intend another direction: up to 135° to either
 * side. Returns false, and writes nothing, for the other half.
 */
function detour(w: World, self: Place, scratch: Scratch, px: f32, py: f32): bool {
  const number = draw(self.slot, 2 * (scratch.stall / w.perSecond) + 1);
  if (number < 0) return false;
  // maps 0 to 1 to the tangents of half the turn, from -DETOUR to DETOUR
  const t: f32 = DETOUR * (<f32>2 * number - <f32>1);
  const cosine: f32 = (<f32>1 - t * t) / (<f32>1 + t * t);
  const sine: f32 = (<f32>2 * t) / (<f32>1 + t * t);
  scratch.intendedX = <f64>(cosine * px - sine * py);
  scratch.intendedY = <f64>(sine * px + cosine * py);
  return true;
}

/** A hash of a slot and a count, as a number from −1 to 1. */
function draw(slot: u32, count: u32): f32 {
  return <f32>(<i32>hashOf(slot, count)) / <f32>2147483648;
}
