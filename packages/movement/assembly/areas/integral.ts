// The cost of a straight line: the integral of the cost per unit of length along it. Called by
// rows.ts, nearest.ts, src/areas/place-calls.ts and src/areas/area-map.ts.

import { locate } from '../corridors/locate';
import { setLine, straight } from '../corridors/search';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { shareBeside } from './beside';
import { cut, cutShare } from './cuts';
import { chooseAll, chooseNear, costAt, ground, isFlat, smallest } from './map';

/**
 * The cost of a line, which must stay on the mesh. Infinity if the line enters closed ground. A
 * line along a border costs what the cheaper side does; a side behind a wall does not count. A line
 * of at most `smallest` costs 0. The last part of a line costs 0 too if it is that short.
 */
export function costOf(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  const length = sqrt(dx * dx + dy * dy);
  if (length == 0) return 0;
  const small = smallest();
  const besideX = (-dy / length) * small;
  const besideY = (dx / length) * small;
  const count = cut(ax, ay, bx, by);
  let sum: f64 = 0;
  let from: f64 = 0;
  for (let i: u32 = 0; i <= count; i++) {
    const to = i == count ? 1 : cutShare(i);
    const part = (to - from) * length;
    if (part > small) {
      const middle = (from + to) / 2;
      const x = ax + middle * dx;
      const y = ay + middle * dy;
      const left = costAt(x + besideX, y + besideY);
      const right = costAt(x - besideX, y - besideY);
      if (left == right) sum += part * left;
      else {
        // along a border agents walk on the cheaper side, except where that side is no mesh
        const side: f64 = left < right ? 1 : -1;
        const low = min(left, right);
        const high = max(left, right);
        const share = shareBeside(
          ax + from * dx,
          ay + from * dy,
          ax + to * dx,
          ay + to * dy,
          side * besideX,
          side * besideY,
        );
        // with a share of 1 the dearer side is left out: 0 times Infinity would be NaN
        sum += part * (share == 1 ? low : share * low + (1 - share) * high);
      }
    }
    // a part of at most `smallest` is added to the next part; the last part, if so short, costs 0
    if (part > small || i == count) from = to;
  }
  return sum;
}

/** `costOf` for users: the line may leave the mesh, and then costs Infinity. */
export function lineCost(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const from = locate(ax, ay);
  if (from < 0) return Infinity;
  setLine(ax, ay, bx, by);
  if (!straight(<u32>from)) return Infinity;
  return isFlat() ? ground() * distance(bx - ax, by - ay) : costOf(ax, ay, bx, by);
}

/**
 * `Math.hypot` of two numbers, with the same bits as in V8: for lengths that the host computes too.
 * V8 scales by the larger number and adds with a correction for rounding, which is 0 for two
 * squares.
 */
function distance(dx: f64, dy: f64): f64 {
  const x = abs(dx);
  const y = abs(dy);
  const most = max(x, y);
  if (most == 0) return 0;
  const a = x / most;
  const b = y / most;
  return sqrt(a * a + b * b) * most;
}

/**
 * Writes the costs of the lines between all pairs of `count` points, x and y each, to entries
 * i * count + k. Infinity if a line enters closed ground. If memory ends here, the host calls
 * `chooseAll`.
 */
export function costMatrix(points: usize, count: u32, out: usize): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    minX = min(minX, number(points, 2 * i));
    maxX = max(maxX, number(points, 2 * i));
    minY = min(minY, number(points, 2 * i + 1));
    maxY = max(maxY, number(points, 2 * i + 1));
  }
  const margin = smallest();
  chooseNear(minX - margin, minY - margin, maxX + margin, maxY + margin);
  for (let i: u32 = 0; i < count; i++) {
    putNumber(out, i * count + i, 0);
    const x = number(points, 2 * i);
    const y = number(points, 2 * i + 1);
    for (let k: u32 = 0; k < i; k++) {
      const found = costOf(x, y, number(points, 2 * k), number(points, 2 * k + 1));
      const cost = found == found ? found : Infinity;
      putNumber(out, i * count + k, cost);
      putNumber(out, k * count + i, cost);
    }
  }
  chooseAll();
}
