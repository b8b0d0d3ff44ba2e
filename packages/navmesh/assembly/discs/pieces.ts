// Geometry of single pieces of paths, straight or arcs: the distance of a point to a piece, and
// whether a piece ends beyond a portal.

import { angleOf } from './angle';
import { squareToSegment } from './widths';
import { pathPoint, POINT } from './layout';

/**
 * The angle from the start of an arc to a direction from its centre, in the sense of the arc: at
 * least 0, below 2 pi.
 */
export function pastStart(arc: usize, dx: f64, dy: f64): f64 {
  const angle = angleOf(dy, dx) - pathPoint(arc).startAngle;
  const turned = pathPoint(arc).sweep < 0 ? -angle : angle;
  return turned - 2 * Math.PI * Math.floor(turned / (2 * Math.PI));
}

/** The square of the distance of a point to a piece. */
export function squareTo(a: usize, x: f64, y: f64, radius: f64): f64 {
  const b = a + POINT;
  const sweep = pathPoint(a).sweep;
  if (sweep == 0)
    return squareToSegment(x, y, pathPoint(a).x, pathPoint(a).y, pathPoint(b).x, pathPoint(b).y);
  const dx = x - pathPoint(a).centreX;
  const dy = y - pathPoint(a).centreY;
  if (pastStart(a, dx, dy) <= abs(sweep)) {
    const away = sqrt(dx * dx + dy * dy) - radius;
    return away * away;
  }
  const ax = x - pathPoint(a).x;
  const ay = y - pathPoint(a).y;
  const bx = x - pathPoint(b).x;
  const by = y - pathPoint(b).y;
  return min(ax * ax + ay * ay, bx * bx + by * by);
}

/** Whether the end of a piece lies beyond a portal, by its left and its right end. */
export function isBeyond(a: usize, lx: f64, ly: f64, rx: f64, ry: f64): bool {
  const sweep = abs(pathPoint(a).sweep);
  if (sweep > 0) {
    const cx = pathPoint(a).centreX;
    const cy = pathPoint(a).centreY;
    const isLeft = lx == cx && ly == cy;
    // The arc goes around an end of the portal. `ahead`: the angle from the start of the arc to the
    // portal. The arc ends beyond the portal if it sweeps over the portal, or if the portal lies
    // before it: on the rest of the full turn, nearer to the start of the arc than to the end.
    if (isLeft || (rx == cx && ry == cy)) {
      const ahead = pastStart(a, isLeft ? rx - cx : lx - cx, isLeft ? ry - cy : ly - cy);
      return ahead <= sweep || ahead > Math.PI + 0.5 * sweep;
    }
  }
  const b = a + POINT;
  return (rx - lx) * (pathPoint(b).y - ly) - (ry - ly) * (pathPoint(b).x - lx) >= 0;
}
