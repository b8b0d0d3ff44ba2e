// The next corners of a path through a sleeve.

import type { Sleeve } from '../channels/sleeve.ts';

/** Corners, in the first `count` entries. */
export interface Corners {
  count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Where the entries start in x and y. Default 0. */
  readonly at?: number;
}

/** Above 0 where the second direction lies to the left of the first. */
const turn = (ax: number, ay: number, bx: number, by: number): number => ax * by - ay * bx;

/**
 * Writes the next corners of the shortest path through a sleeve, at most `most`, and the target as
 * the last one if the path has so few: the funnel algorithm (Lee and Preparata 1984) in the form
 * that begins again at each corner (Mononen 2010), which stops as soon as the corners are known.
 * Ends at most `epsilon` before a portal count as on the portal. Returns whether the target is
 * among the corners. In the worst case quadratic in the number of portals.
 */
export function nextCorners(
  sleeve: Sleeve,
  [sx, sy, tx, ty]: readonly [number, number, number, number],
  epsilon: number,
  most: number,
  out: Corners,
): boolean {
  const { leftX, leftY, rightX, rightY } = sleeve;
  // portals that an end lies on are not crossed
  let from = 0;
  let count = sleeve.count;
  while (from < count && beforePortal(sleeve, from, sx, sy) <= epsilon) from++;
  while (count > from && -beforePortal(sleeve, count - 1, tx, ty) <= epsilon) count--;
  out.count = 0;
  let [apexX, apexY] = [sx, sy];
  let [lx, ly, rx, ry] = [sx, sy, sx, sy];
  let [left, right] = [-1, -1];
  // without a target the sleeve goes on: corners before its last portal are known all the same
  const last = Number.isNaN(tx) ? count - 1 : count;
  for (let i = from; i <= last && out.count < most; i++) {
    const isEnd = i === count;
    const [nlx, nly] = isEnd ? [tx, ty] : [leftX[i], leftY[i]];
    const [nrx, nry] = isEnd ? [tx, ty] : [rightX[i], rightY[i]];
    if (turn(rx - apexX, ry - apexY, nrx - apexX, nry - apexY) >= 0) {
      const isApex = rx === apexX && ry === apexY;
      if (isApex || turn(lx - apexX, ly - apexY, nrx - apexX, nry - apexY) < 0) {
        [rx, ry, right] = [nrx, nry, i];
      } else {
        // the right side crosses the left one: the left end is a corner
        if (lx !== apexX || ly !== apexY) put(out, lx, ly);
        [apexX, apexY] = [lx, ly];
        i = right = left;
        [rx, ry] = [lx, ly];
        continue;
      }
    }
    if (turn(lx - apexX, ly - apexY, nlx - apexX, nly - apexY) <= 0) {
      const isApex = lx === apexX && ly === apexY;
      if (isApex || turn(rx - apexX, ry - apexY, nlx - apexX, nly - apexY) > 0) {
        [lx, ly, left] = [nlx, nly, i];
      } else {
        if (rx !== apexX || ry !== apexY) put(out, rx, ry);
        [apexX, apexY] = [rx, ry];
        i = left = right;
        [lx, ly] = [rx, ry];
      }
    }
  }
  if (out.count >= most || Number.isNaN(tx)) return false;
  put(out, tx, ty);
  return true;
}

/** How far a point lies before a portal, below 0 behind. */
function beforePortal(
  { leftX, leftY, rightX, rightY }: Sleeve,
  i: number,
  x: number,
  y: number,
): number {
  const [rx, ry] = [rightX[i], rightY[i]];
  const [dx, dy] = [leftX[i] - rx, leftY[i] - ry];
  // from right to left the side before the portal lies on the left
  return turn(dx, dy, x - rx, y - ry) / Math.hypot(dx, dy);
}

function put(out: Corners, x: number, y: number): void {
  const at = out.at ?? 0;
  const last = at + out.count - 1;
  if (out.count > 0 && out.x[last] === x && out.y[last] === y) return;
  out.x[at + out.count] = x;
  out.y[at + out.count] = y;
  out.count++;
}
