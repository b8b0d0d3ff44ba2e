// The speed at which moving agents keep a headway to those ahead: the optimal velocity function
// min(v, (s - l) / T) of Tordeux, Chraibi, Seyfried 2016, "Collision-free speed model for
// pedestrian dynamics". s is the distance to the nearest agent ahead, l the sum of both radii, T
// the headway.
//
// Only neighbours are looked at. A neighbour is ahead if this agent would touch its disc by going
// straight along the preferred velocity. Such a neighbour counts only if the scalar product of both
// preferred velocities is positive: agents that come towards this one, or cross its path at 90° or
// more, are avoided, not followed. Idle agents do not count. If each of two agents lies on the side
// towards which the other one heads, neither counts for the other, so that they do not wait for
// each other.

import { f32At, u32At } from '../columns';
import { Place, Scratch, World } from '../layout-world';
import { motionOf, placeAt, traitsAt } from '../world';

/** Shortens the intended velocity of an agent so that it keeps the crowd's headway. */
export function keepHeadway(w: World, self: Place, found: u32, scratch: Scratch): void {
  const px = f32At(w.preferredX, self.slot);
  const py = f32At(w.preferredY, self.slot);
  const square = px * px + py * py;
  const radius = motionOf(self).radius;
  let least: f32 = Infinity;
  for (let i: u32 = 0; i < found; i++) {
    const other = placeAt(u32At(scratch.near, i));
    const dx = <f32>(other.x - self.x);
    const dy = <f32>(other.y - self.y);
    if (dx * px + dy * py <= 0) continue;
    const radii = radius + motionOf(other).radius;
    const beside = px * dy - py * dx;
    if (beside * beside > radii * radii * square) continue;
    const qx = f32At(w.preferredX, other.slot);
    const qy = f32At(w.preferredY, other.slot);
    if (px * qx + py * qy <= 0 || dx * qx + dy * qy < 0) continue;
    least = min(least, sqrt<f32>(dx * dx + dy * dy) - radii);
  }
  if (least == Infinity) return;
  const most = max<f32>(0, least) / w.headway;
  const speed = min(sqrt<f32>(square), traitsAt(self.slot).maxSpeed);
  if (most >= speed) return;
  const share = <f64>(most / speed);
  scratch.intendedX *= share;
  scratch.intendedY *= share;
}
