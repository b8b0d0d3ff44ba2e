// Whether a disc at a point keeps clear of all walls and vertices: for ends of queries. near.ts and
// beside.ts test paths, with the tolerance of `keepOf` in widths.ts.

import { cornerOf, twinOf, X, Y } from '../channel/mesh';
import { distanceRounding } from './widths';
import { leastWidthOf } from '../rounding';
import { after, before, NONE } from '../sides';

/** The centre of the disc; the square of the least distance of walls and vertices from there. */
let px: f64 = 0;
let py: f64 = 0;
let around: f64 = 0;

/** Whether a point in a triangle is at least the radius away from all walls and vertices. */
export function isClear(triangle: u32, x: f64, y: f64, r: f64): bool {
  // The tolerance for ends is smaller than that for paths (`keepOf` in widths.ts): a quarter of the
  // rounding of coordinates, and GAPS of the radius. So a path from an end that is only just clear
  // is not too near to a wall at its start.
  const sure = max(0, 0.5 * leastWidthOf(r) - 0.25 * distanceRounding());
  px = x;
  py = y;
  around = sure * sure;
  const side = 3 * triangle;
  const a = cornerOf(side);
  const b = cornerOf(side + 1);
  const c = cornerOf(side + 2);
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
 * Whether everything behind a side is far enough away, given that the side's ends are. (ux, uy) and
 * (vx, vy) lead from the point to the side's start and end. The recursion ends: it only goes on
 * over sides that the disc cuts between their ends. Triangles on the way could only form a cycle
 * around a vertex, and no vertex lies in the disc.
 */
function isClearBehind(side: u32, ux: f64, uy: f64, vx: f64, vy: f64): bool {
  const dx = vx - ux;
  const dy = vy - uy;
  const across = ux * dy - uy * dx;
  if (across * across >= around * (dx * dx + dy * dy)) return true;
  // the nearest point of the side is one of its ends
  if (ux * dx + uy * dy >= 0 || vx * dx + vy * dy <= 0) return true;
  const entry = twinOf(side);
  if (entry == NONE) return false;
  const w = cornerOf(before(entry));
  const wx = X(w) - px;
  const wy = Y(w) - py;
  if (wx * wx + wy * wy < around) return false;
  return (
    isClearBehind(after(entry), ux, uy, wx, wy) && isClearBehind(before(entry), wx, wy, vx, vy)
  );
}
