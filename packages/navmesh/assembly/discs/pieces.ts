// Pieces of paths, one by one, straight or arcs: how far off points are, and what they are beyond.

import { angleOf } from './angle';
import { squareToSegment } from './mesh';
import { POINT } from './path';

/** By how much an arc goes around until it comes to a direction from its centre. */
export function pastStart(arc: usize, dx: f64, dy: f64): f64 {
  const angle = angleOf(dy, dx) - load<f64>(arc, 32);
  const turned = load<f64>(arc, 40) < 0 ? -angle : angle;
  return turned - 2 * Math.PI * Math.floor(turned / (2 * Math.PI));
}

/** The square of the distance of a point to a piece. */
export function squareTo(a: usize, x: f64, y: f64, radius: f64): f64 {
  const b = a + POINT;
  const sweep = load<f64>(a, 40);
  if (sweep == 0)
    return squareToSegment(x, y, load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8));
  const dx = x - load<f64>(a, 16);
  const dy = y - load<f64>(a, 24);
  if (pastStart(a, dx, dy) <= abs(sweep)) {
    const away = sqrt(dx * dx + dy * dy) - radius;
    return away * away;
  }
  const ax = x - load<f64>(a);
  const ay = y - load<f64>(a, 8);
  const bx = x - load<f64>(b);
  const by = y - load<f64>(b, 8);
  return min(ax * ax + ay * ay, bx * bx + by * by);
}

/** Whether the end of a piece lies beyond a portal, by its left and its right end. */
export function isBeyond(a: usize, lx: f64, ly: f64, rx: f64, ry: f64): bool {
  const sweep = abs(load<f64>(a, 40));
  if (sweep > 0) {
    const cx = load<f64>(a, 16);
    const cy = load<f64>(a, 24);
    const isLeft = lx == cx && ly == cy;
    // half a turn behind is beyond, too, where the arc goes around an end of the portal
    if (isLeft || (rx == cx && ry == cy)) {
      const ahead = pastStart(a, isLeft ? rx - cx : lx - cx, isLeft ? ry - cy : ly - cy);
      return ahead <= sweep || ahead > Math.PI + 0.5 * sweep;
    }
  }
  const b = a + POINT;
  return (rx - lx) * (load<f64>(b, 8) - ly) - (ry - ly) * (load<f64>(b) - lx) >= 0;
}
