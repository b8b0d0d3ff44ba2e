// Whom a resting agent lets pass, and whom it stops.

import { f32At } from '../columns';
import { Place, World } from '../layout-world';
import { IDLE } from '../status';
import { CONE, MOST_LEVEL, SLOWS, THERE } from './times';

/**
 * Whether a moving agent wants to where an agent rests, and not past it: it slows down towards one
 * that is at its place, or heads the same way as a settled one.
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
  // so near its goal that it got stuck
  if ((resting.level & MOST_LEVEL) == 0) return true;
  const along = px * qx + py * qy;
  return along > 0 && along * along > CONE * square * left;
}
