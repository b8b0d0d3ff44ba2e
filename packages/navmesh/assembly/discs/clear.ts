// Whether a disc at a point is clear.

import { slack, startOf, twins, X, Y } from './mesh';
import { after, at, before, NONE } from '../sides';

/** The point that is to be clear, and the square of how far away everything has to be. */
let px: f64 = 0;
let py: f64 = 0;
let around: f64 = 0;

/** Whether a point in a triangle is at least the radius away from all walls and vertices. */
export function isClear(triangle: u32, x: f64, y: f64, r: f64): bool {
  // an end may be nearer than the radius by less than a path may
  const sure = max(0, r * (1 - 1e-12) - 0.25 * slack);
  px = x;
  py = y;
  around = sure * sure;
  const side = 3 * triangle;
  const a = startOf(side);
  const b = startOf(side + 1);
  const c = startOf(side + 2);
  const ax = X(a) - x;
  const ay = Y(a) - y;
  const bx = X(b) - x;
  const by = Y(b) - y;
  const cx = X(c) - x;
  const cy = Y(c) - y;
  if (min(ax * ax + ay * ay, min(bx * bx + by * by, cx * cx + cy * cy)) < around) return false;
  return (
    isClearBehind(side, ax, ay, bx, by) &&
    isClearBehind(side + 1, bx, by, cx, cy) &&
    isClearBehind(side + 2, cx, cy, ax, ay)
  );
}

/**
 * Whether what is behind a side is so far away, as its ends are: from the point to where it starts and where it ends. Among triangles without a corner
 * nearer than that there is no way in a circle.
 */
function isClearBehind(side: u32, ux: f64, uy: f64, vx: f64, vy: f64): bool {
  const dx = vx - ux;
  const dy = vy - uy;
  const across = ux * dy - uy * dx;
  if (across * across >= around * (dx * dx + dy * dy)) return true;
  // the nearest point is an end
  if (ux * dx + uy * dy >= 0 || vx * dx + vy * dy <= 0) return true;
  const entry = at(twins, side);
  if (entry == NONE) return false;
  const w = startOf(before(entry));
  const wx = X(w) - px;
  const wy = Y(w) - py;
  if (wx * wx + wy * wy < around) return false;
  return (
    isClearBehind(after(entry), ux, uy, wx, wy) && isClearBehind(before(entry), wx, wy, vx, vy)
  );
}
