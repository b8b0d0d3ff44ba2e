// Whether the source sees the target: such a query needs no search (sectors.ts).

import { cornerOf, twinOf, X, Y } from '../channel/mesh';
import { area } from '../channel/vertex-chains';
import { after, before, NONE } from '../sides';

/**
 * Whether the straight line from a point in one triangle to a point in another crosses no wall, by
 * a walk along the line. False as well if a vertex lies on the line within rounding, because its
 * side of the line is then not known.
 */
export function isSeen(from: u32, to: u32, sx: f64, sy: f64, tx: f64, ty: f64): bool {
  let side = 3 * from;
  const end = side + 3;
  // a path that leaves over a side has the start of the side on its right
  while (
    side < end &&
    (areaWith(cornerOf(side), sx, sy, tx, ty) >= 0 ||
      areaWith(cornerOf(after(side)), sx, sy, tx, ty) <= 0)
  )
    side++;
  let entry = side < end ? twinOf(side) : NONE;
  while (entry != NONE && entry / 3 != to) {
    const beside = areaWith(cornerOf(before(entry)), sx, sy, tx, ty);
    if (beside == 0) return false;
    entry = twinOf(beside > 0 ? after(entry) : before(entry));
  }
  return entry != NONE;
}

/** Twice the area of the line and a vertex: above 0 if the vertex is on the left of the line. */
function areaWith(v: u32, sx: f64, sy: f64, tx: f64, ty: f64): f64 {
  return area(sx, sy, tx, ty, X(v), Y(v));
}
