// What an agent wants in this tick: its next state, and the intended velocity, from which the
// linear program starts. A moving agent intends its preferred velocity. A settled agent rests. An
// idle agent rests, makes room or returns home. An agent in a gridlock tries another direction.
//
// All decisions are made in f32, by the same operations as in src/gpu/intent, so that both backends
// decide alike. Of other agents they read places, the state at the start of the tick, and preferred
// velocities, which no kernel writes.

import { f32At, u16At } from '../columns';
import { Place, Scratch, World } from '../layout-world';
import { MOVING, SETTLED } from '../status';
import { motionOf, traitsAt } from '../world';
import { intendIdle } from './home';
import { intendMoving } from './moving';
import { keepHeadway } from './headway';
import { forgetting, gridlockLevel, MOST_LEVEL } from './times';

/**
 * Whether the intent of an agent surely depends only on whether it has neighbours, not on which
 * agents these are. True in a crowd without headway for an agent of status `MOVING` whose velocity
 * along the preferred one is above half of it.
 */
export function intendsAlone(w: World, self: Place): bool {
  if (w.headway > 0) return false;
  const px = f32At(w.preferredX, self.slot);
  const py = f32At(w.preferredY, self.slot);
  if (px == 0 && py == 0) return false;
  const motion = motionOf(self);
  const ahead = motion.velocityX * px + motion.velocityY * py;
  // half is well above `HELD_UP`: the agent is not held up, whatever the rounding
  return self.status == MOVING && ahead > <f32>0.5 * (px * px + py * py);
}

/** Writes an agent's intended velocity and next state to `scratch`, by its `found` neighbours. */
export function intend(w: World, self: Place, found: u32, scratch: Scratch): void {
  const slot = self.slot;
  const speed = traitsAt(slot).maxSpeed;
  let px = f32At(w.preferredX, slot);
  let py = f32At(w.preferredY, slot);
  scratch.status = self.status;
  scratch.level = <u32>self.level & MOST_LEVEL;
  scratch.slows = 0;
  scratch.stall = u16At(w.stall, slot);
  scratch.stays = 0;
  if (px == 0 && py == 0) {
    scratch.cruise = 0;
    intendIdle(w, self, found, scratch, speed);
    return;
  }
  const square = px * px + py * py;
  if (square > speed * speed) {
    const shorter = speed / sqrt<f32>(square);
    px *= shorter;
    py *= shorter;
  }
  // The cruising speed is the maximum of past preferred speeds, which decay while the agent moves.
  // An agent whose preferred speed is far below it is near its goal.
  const before = f32At(w.cruise, slot);
  const kept = self.status == SETTLED ? before : forgetting(w) * before;
  scratch.cruise = max<f32>(kept, sqrt<f32>(px * px + py * py));
  intendMoving(w, self, found, scratch, px, py);
  // In a gridlock every agent has an agent ahead. If they kept their headway, none would move.
  const isStuck = scratch.level >= gridlockLevel(w);
  if (w.headway > 0 && scratch.status == MOVING && !isStuck) keepHeadway(w, self, found, scratch);
}
