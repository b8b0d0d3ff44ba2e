import { beginCall, type Marks } from './regions.ts';
import { next, type Triangulation } from './triangulation.ts';

/** The points no further than `reach` from a straight piece, in its own directions: along it and across. */
export interface Strip {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly reach: number;
}

/**
 * The triangles that have a point in common with a strip, whatever lies between; now and then one more that only comes near it. `start`: one
 * that has.
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
    for (let e = 3 * found[i]!; e < 3 * found[i]! + 3; e++) {
      const other = twin[e]!;
      if (other < 0 || seen[(other / 3) | 0] === call) continue;
      const p = corner[e]!;
      const q = corner[next(e)]!;
      const along = (x[p]! - ax) * ux + (y[p]! - ay) * uy;
      const across = (y[p]! - ay) * ux - (x[p]! - ax) * uy;
      const alongTo = (x[q]! - ax) * ux + (y[q]! - ay) * uy;
      const acrossTo = (y[q]! - ay) * ux - (x[q]! - ax) * uy;
      if (!meetsBox(along, across, alongTo, acrossTo, length, reach)) continue;
      seen[(other / 3) | 0] = call;
      found.push((other / 3) | 0);
    }
  return found;
}

/** Whether the piece from (px, py) to (qx, qy) meets the box from (-reach, -reach) to (length + reach, reach): no axis parts them. */
function meetsBox(
  px: number,
  py: number,
  qx: number,
  qy: number,
  length: number,
  reach: number,
): boolean {
  if (Math.max(py, qy) < -reach || Math.min(py, qy) > reach) return false;
  if (Math.max(px, qx) < -reach || Math.min(px, qx) > length + reach) return false;
  const dx = qx - px;
  const dy = qy - py;
  const half = length / 2;
  const away = Math.abs(dx * py + dy * (half - px));
  return away <= Math.abs(dy) * (half + reach) + Math.abs(dx) * reach;
}
