// Whether a moving agent follows a resting agent. If it does, it wants to be where that agent
// rests, and stops behind it. Otherwise it wants to pass, and both agents evade.

import { f32At } from '../columns';
import { Place, World } from '../layout-world';
import { IDLE } from '../status';
import { CONE, MOST_LEVEL, SLOWS, THERE } from './times';

/**
 * Whether the position of a resting agent is also the goal of a moving one, so that the moving
 * agent does not want to pass. True in two cases:
 *
 * - the moving agent slows down, and the resting one is idle, at its goal, or settled at level 0;
 * - the resting agent has a preferred velocity within 60° of that of the moving one.
 *
 * A resting agent is at its goal if it prefers less than `THERE` of the other's preferred speed.
 * The direction of such an agent does not count.
 */
export function follows(w: World, moving: Place, resting: Place): bool {
  const slows = (moving.level & SLOWS) != 0;
  if (resting.status == IDLE) return slows;
  const px = f32At(w.preferredX, moving.slot);
  const py = f32At(w.preferredY, moving.slot);
  const qx = f32At(w.preferredX, resting.slot);
  const qy = f32At(w.preferredY, resting.slot);
  const square = px * px + py * py;
  const left = qx * qx + qy * qy;
  // the resting agent is at its goal
  if (left < THERE * THERE * square) return slows;
  // The resting agent got stuck near its goal. The moving one slows down there, so the goal is also
  // its own.
  if (slows && (resting.level & MOST_LEVEL) == 0) return true;
  const along = px * qx + py * qy;
  return along > 0 && along * along > CONE * square * left;
}
