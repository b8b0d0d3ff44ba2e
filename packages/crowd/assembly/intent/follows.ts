// Which moving agents a resting agent stops, and which it lets pass.

import { f32At } from '../columns';
import { Place, World } from '../layout-world';
import { IDLE } from '../status';
import { CONE, MOST_LEVEL, SLOWS, THERE } from './times';

/**
 * Whether the place of a resting agent is also the goal of a moving one, so that the moving agent
 * does not want to pass. True if the moving agent slows down and the other is idle or at its goal,
 * if the other settled near its goal, or if both prefer the same direction.
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
  // at its goal: its preferred velocity says nothing any more
  if (left < THERE * THERE * square) return slows;
  // got stuck so near its goal that others whose goal is there slow down as well
  if (slows && (resting.level & MOST_LEVEL) == 0) return true;
  const along = px * qx + py * qy;
  return along > 0 && along * along > CONE * square * left;
}
