// Whether two segments come near to each other. Called by search.ts and strip.ts.

import { Segment } from './layout';

/** Whether the square of the distance between two segments is at most `square`. */
export function isWithin(one: Segment, other: Segment, square: f64): bool {
  let crossings = 0;
  // Segments that cross have distance 0. Otherwise their distance is the least one from an end of
  // either segment to the other segment. They cross if the ends of each lie on different sides of
  // the line of the other.
  for (let k = 0; k < 2; k++) {
    const from = k == 0 ? one : other;
    const to = k == 0 ? other : one;
    const ax = to.ax;
    const ay = to.ay;
    const dx = to.bx - ax;
    const dy = to.by - ay;
    const length = dx * dx + dy * dy;
    const before = dx * (from.ay - ay) - dy * (from.ax - ax);
    const behind = dx * (from.by - ay) - dy * (from.bx - ax);
    if (before * behind < 0) crossings++;
    if (squareOf(from.ax - ax, from.ay - ay, dx, dy, length) <= square) return true;
    if (squareOf(from.bx - ax, from.by - ay, dx, dy, length) <= square) return true;
  }
  return crossings == 2;
}

/** The square of the distance of point (px, py) to the segment from the origin to (dx, dy). */
function squareOf(px: f64, py: f64, dx: f64, dy: f64, length: f64): f64 {
  const share = length > 0 ? (px * dx + py * dy) / length : 0;
  const t = share < 0 ? 0 : share > 1 ? 1 : share;
  const ex = t * dx - px;
  const ey = t * dy - py;
  return ex * ex + ey * ey;
}
