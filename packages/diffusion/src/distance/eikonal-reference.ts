// What metric 'eikonal' computes, in plain TypeScript: slow and easy to check. Tests hold the
// kernels against it.
//
// |grad T| = slowness, T = 0 at the goals, by upwind differences of the first order (Rouy and
// Tourin, 1992). With
// a = min(T left, T right), b = min(T up, T down) and h = slowness of the cell (f32 of 1 /
// terrain):
//
//   |a - b| >= h:  T = min(a, b) + h
//   else:          T = min(a, b) + (d + sqrt(2 h^2 - d^2)) / 2,  d = |a - b|
//
// computed in double and rounded to f32 once, and at least the least f32 above min(a, b). With 8
// neighbours the same is done with the diagonal pairs and h = sqrt(2) * slowness, and T is the
// smaller of both (several stencils: Hassouna and Farag, 2007). A diagonal neighbour counts where
// the corner rule allows the step. Obstacles and what lies outside are infinite.
//
// Of all fields that satisfy the formula at every cell, T is the largest. Cells lowered from
// infinity in any order end at that field, as the formula never falls when a neighbour rises.

import { besideNeeded, stepAllowed } from '../model/corners.ts';
import { nextAbove } from './next-above.ts';
import type { DiffusionMap } from '../types.ts';

/**
 * The value of a cell whose least neighbours on two axes have the values `a` and `b`; `step` is the
 * slowness of the cell times the distance to these neighbours.
 */
function arrival(a: number, b: number, step: number): number {
  const low = Math.min(a, b);
  if (low === Infinity) return Infinity;
  const d = Math.max(a, b) - low;
  const rise = d < step ? 0.5 * (d + Math.sqrt(2 * step * step - d * d)) : step;
  return Math.max(Math.fround(low + rise), nextAbove(low));
}

/** The value that a cell gets from those of its neighbours, by the formula above. */
export function eikonalUpdate(map: DiffusionMap, field: Float32Array, cell: number): number {
  const { width, height, neighbours, terrain } = map;
  if (terrain[cell] === 0) return Infinity;
  const x = cell % width;
  const y = (cell - x) / width;
  const corners = { width, height, terrain, beside: besideNeeded(map) };
  const least = (dx: number, dy: number): number => {
    const at = (sx: number, sy: number): number => {
      const [toX, toY] = [x + sx, y + sy];
      if (toX < 0 || toY < 0 || toX >= width || toY >= height) return Infinity;
      return stepAllowed(corners, cell, sx, sy) ? field[toY * width + toX] : Infinity;
    };
    return Math.min(at(-dx, -dy), at(dx, dy));
  };
  const slowness = Math.fround(1 / terrain[cell]);
  const straight = arrival(least(1, 0), least(0, 1), slowness);
  if (neighbours === 4) return straight;
  return Math.min(straight, arrival(least(1, 1), least(1, -1), Math.SQRT2 * slowness));
}

/** Costs by sweeps in four directions until nothing changes (fast sweeping; Zhao, 2005). */
export function eikonalReference(map: DiffusionMap, goals: readonly number[]): Float32Array {
  const { width, height, terrain } = map;
  const field = new Float32Array(width * height).fill(Infinity);
  for (const goal of goals) if (terrain[goal] > 0) field[goal] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let direction = 0; direction < 4; direction++) {
      for (let j = 0; j < height; j++) {
        for (let i = 0; i < width; i++) {
          const x = direction & 1 ? width - 1 - i : i;
          const y = direction & 2 ? height - 1 - j : j;
          const value = eikonalUpdate(map, field, y * width + x);
          if (!(value < field[y * width + x])) continue;
          field[y * width + x] = value;
          changed = true;
        }
      }
    }
  }
  return field;
}
