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

/** Distances up to this count as 0. */
interface Epsilon {
  readonly epsilon: number;
}

/**
 * Writes the next corners of the shortest path through a sleeve, at most `most`, and the target as
 * the last one if the path has so few: the funnel algorithm (Lee and Preparata 1984) in the form
 * that begins again at each corner (Mononen 2010), which stops as soon as the corners are known.
 * Ends at most `cells.epsilon` before a portal count as on it. Returns whether the target is
 * among the corners. In the worst case quadratic in the number of portals. `ends`: x and y of the
 * source, then of the target. Pairs of numbers are not destructured, and no fractions are passed to
 * functions or returned: engines allocate for all of these where they do not inline. A product
 * ax * by - ay * bx is above 0 where direction b lies to the left of direction a.
 */
export function nextCorners(
  sleeve: Sleeve,
  ends: Float64Array,
  cells: Epsilon,
  most: number,
  out: Corners,
): boolean {
  const { leftX, leftY, rightX, rightY } = sleeve;
  const sx = ends[0];
  const sy = ends[1];
  const tx = ends[2];
  const ty = ends[3];
  // portals that an end lies on are not crossed
  let from = 0;
  let count = sleeve.count;
  while (from < count && isPast(sleeve, from, ends, 0, cells)) from++;
  while (count > from && isPast(sleeve, count - 1, ends, 2, cells)) count--;
  out.count = 0;
  let apexX = sx;
  let apexY = sy;
  let lx = sx;
  let ly = sy;
  let rx = sx;
  let ry = sy;
  let left = -1;
  let right = -1;
  // without a target the sleeve goes on: corners before its last portal are known all the same
  const last = Number.isNaN(tx) ? count - 1 : count;
  for (let i = from; i <= last && out.count < most; i++) {
    const isEnd = i === count;
    const nlx = isEnd ? tx : leftX[i];
    const nly = isEnd ? ty : leftY[i];
    const nrx = isEnd ? tx : rightX[i];
    const nry = isEnd ? ty : rightY[i];
    const toRightX = nrx - apexX;
    const toRightY = nry - apexY;
    if ((rx - apexX) * toRightY - (ry - apexY) * toRightX >= 0) {
      const isApex = rx === apexX && ry === apexY;
      if (isApex || (lx - apexX) * toRightY - (ly - apexY) * toRightX < 0) {
        rx = nrx;
        ry = nry;
        right = i;
      } else {
        // the right side crosses the left one: the left end is a corner
        if (lx !== apexX || ly !== apexY) {
          if (left === count) put(out, ends, ends, 2, 3);
          else put(out, leftX, leftY, left, left);
        }
        apexX = rx = lx;
        apexY = ry = ly;
        i = right = left;
        continue;
      }
    }
    const toLeftX = nlx - apexX;
    const toLeftY = nly - apexY;
    if ((lx - apexX) * toLeftY - (ly - apexY) * toLeftX <= 0) {
      const isApex = lx === apexX && ly === apexY;
      if (isApex || (rx - apexX) * toLeftY - (ry - apexY) * toLeftX > 0) {
        lx = nlx;
        ly = nly;
        left = i;
      } else {
        if (rx !== apexX || ry !== apexY) {
          // behind the last portal both ends are the target
          if (right === count) put(out, ends, ends, 2, 3);
          else put(out, rightX, rightY, right, right);
        }
        apexX = lx = rx;
        apexY = ly = ry;
        i = left = right;
      }
    }
  }
  if (out.count >= most || Number.isNaN(tx)) return false;
  put(out, ends, ends, 2, 3);
  return true;
}

/**
 * Whether the source (`at` 0) is behind a portal, or the target (`at` 2) before it; ends at most
 * `epsilon` away from the portal count too.
 */
function isPast(
  { leftX, leftY, rightX, rightY }: Sleeve,
  i: number,
  ends: Float64Array,
  at: number,
  { epsilon }: Epsilon,
): boolean {
  const rx = rightX[i];
  const ry = rightY[i];
  const dx = leftX[i] - rx;
  const dy = leftY[i] - ry;
  // from right to left the side before the portal lies on the left
  const product = dx * (ends[at + 1] - ry) - dy * (ends[at] - rx);
  const before = product / Math.sqrt(dx * dx + dy * dy);
  return (at === 0 ? before : -before) <= epsilon;
}

/** Adds point (xs[i], ys[j]), unless it is the last one. */
function put(out: Corners, xs: Float64Array, ys: Float64Array, i: number, j: number): void {
  const x = xs[i];
  const y = ys[j];
  const at = out.at ?? 0;
  const last = at + out.count - 1;
  if (out.count > 0 && out.x[last] === x && out.y[last] === y) return;
  out.x[at + out.count] = x;
  out.y[at + out.count] = y;
  out.count++;
}
