import type { Segment } from '../geometry/segment-distance.ts';
import { beginCall, type Marks } from '../triangulation/regions.ts';
import { type Triangulation } from '../triangulation/triangulation.ts';
import { after, triangleOf } from '../geometry/sides.ts';

/** The rectangle along a segment a - b that extends `reach` beyond both ends and to both sides. */
export interface Strip {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly reach: number;
}

/**
 * All triangles that meet a strip. The search starts at `start`, a triangle that meets the strip,
 * and crosses every edge that meets the strip, constrained ones too. Rounding can add a triangle
 * that only comes near. Until the next use of `marks`, the triangles found have `marks.call` in
 * `marks.triangle`.
 */
export function trianglesNear(
  t: Triangulation,
  marks: Marks,
  start: number,
  strip: Strip,
): readonly number[] {
  const { x, y, corner, twin } = t;
  const { ax, ay, bx, by, reach } = strip;
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = length > 0 ? [(bx - ax) / length, (by - ay) / length] : [1, 0];
  const call = beginCall(marks, t);
  const seen = marks.triangle;
  const found = [start];
  seen[start] = call;
  for (let i = 0; i < found.length; i++)
    for (let e = 3 * found[i]; e < 3 * found[i] + 3; e++) {
      const other = twin[e];
      if (other < 0 || seen[triangleOf(other)] === call) continue;
      const p = corner[e];
      const q = corner[after(e)];
      const along = (x[p] - ax) * ux + (y[p] - ay) * uy;
      const across = (y[p] - ay) * ux - (x[p] - ax) * uy;
      const alongTo = (x[q] - ax) * ux + (y[q] - ay) * uy;
      const acrossTo = (y[q] - ay) * ux - (x[q] - ax) * uy;
      if (!meetsBox([along, across, alongTo, acrossTo], length, reach)) continue;
      seen[triangleOf(other)] = call;
      found.push(triangleOf(other));
    }
  return found;
}

/**
 * Whether a segment meets the box from (-reach, -reach) to (length + reach, reach): no axis
 * separates them.
 */
function meetsBox([px, py, qx, qy]: Segment, length: number, reach: number): boolean {
  if (Math.max(py, qy) < -reach || Math.min(py, qy) > reach) return false;
  if (Math.max(px, qx) < -reach || Math.min(px, qx) > length + reach) return false;
  const dx = qx - px;
  const dy = qy - py;
  const half = length / 2;
  const away = Math.abs(dx * py + dy * (half - px));
  return away <= Math.abs(dy) * (half + reach) + Math.abs(dx) * reach;
}
