// Directions down the costs of metric 'eikonal', for crowds whose places are not cells.

import { checkLength, typed } from '@wayfield/check';
import { checkMap, checkOut } from '../model/check-input.ts';
import type { DiffusionMap } from '../types.ts';

const floats = /* @__PURE__ */ typed(Float32Array);

/**
 * The direction of steepest descent in every cell of a field of metric 'eikonal': x and y of a unit
 * vector, one after the other, y downwards, 2 * width * height entries, into `out` where given. By
 * the same upwind differences that made the field, so it never points at an obstacle beside, above
 * or below. 0, 0 at goals, in obstacles and where there is no path. `map` with the terrain that the
 * field is of. Throws RangeError for arrays of other lengths.
 */
export function headings(map: DiffusionMap, field: Float32Array, out?: Float32Array): Float32Array {
  checkMap(map);
  const { width, height, neighbours, terrain } = map;
  const cells = width * height;
  floats(field, 'field');
  checkLength(field, cells, 'field');
  checkOut(2 * cells, out);
  const result = out ?? new Float32Array(2 * cells);
  result.fill(0);
  for (let y = 0, v = 0; y < height; y++) {
    const up = y > 0 ? -width : 0;
    const down = y + 1 < height ? width : 0;
    for (let x = 0; x < width; x++, v++) {
      const own = field[v];
      if (terrain[v] === 0 || own === 0 || own === Infinity) continue;
      const left = x > 0 ? -1 : 0;
      const right = x + 1 < width ? 1 : 0;
      // a place outside is the cell itself, from which nothing falls
      const a = fall(own, field[v + left], field[v + right]);
      const b = fall(own, field[v + up], field[v + down]);
      let toX = a;
      let toY = b;
      if (neighbours === 8) {
        const corner = (dx: number, dy: number): number =>
          dx === 0 || dy === 0 ? own : field[v + dx + dy];
        const c = fall(own, corner(left, up), corner(right, down)) * Math.SQRT1_2;
        const d = fall(own, corner(right, up), corner(left, down)) * Math.SQRT1_2;
        // the pairs that fall more steeply made the cell
        if (c * c + d * d > a * a + b * b) {
          toX = (c - d) * Math.SQRT1_2;
          toY = (c + d) * Math.SQRT1_2;
        }
      }
      const length = Math.hypot(toX, toY);
      if (length === 0) continue;
      result[2 * v] = toX / length;
      result[2 * v + 1] = toY / length;
    }
  }
  return result;
}

/** By how much costs fall towards the lesser of two places, below 0 where that is the first. */
function fall(own: number, first: number, second: number): number {
  const drop = own - Math.min(first, second);
  if (!(drop > 0)) return 0;
  return first <= second ? -drop : drop;
}
