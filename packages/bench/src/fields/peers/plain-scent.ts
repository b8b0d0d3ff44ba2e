// The study's parallel diffusion program by brute force, which a model with the same settings is
// compared with.
import { type DiffusionMap } from '@wayfield/diffusion';
import { MCMILLAN_CAP, MCMILLAN_STRENGTH } from '@wayfield/diffusion/study';
import { plainField } from './plain.ts';

export interface PlainScent {
  /** The field after the steps. */
  readonly field: Float32Array;
  /**
   * Whether the study's program ends after these steps: no passable cell is 0 for the first time,
   * or the cap is reached.
   */
  readonly ends: boolean;
  /** Cells from the first one up the field to the goal; empty where the climb ends early. */
  readonly path: readonly number[];
}

/** The scent of one goal after this number of steps. */
export function plainScent(map: DiffusionMap, goal: number, steps: number): PlainScent {
  const after = (count: number): Float32Array =>
    plainField(
      map,
      {
        rate: 1 / map.neighbours,
        border: 'clamp',
        precision: 'f32',
        flushToZero: true,
        goals: [goal],
        strength: MCMILLAN_STRENGTH,
      },
      count,
    );
  const field = after(steps);
  const filled = steps === MCMILLAN_CAP || !hasZero(map, field);
  const ends = filled && hasZero(map, after(steps - 1));
  return { field, ends, path: climb(map, field, goal) };
}

const hasZero = ({ terrain }: DiffusionMap, field: Float32Array): boolean =>
  field.some((value, v) => value === 0 && terrain[v] > 0);

/**
 * Climbs from the first cell to the highest neighbour until the goal; of equal neighbours the first
 * one is taken.
 */
function climb({ width, height }: DiffusionMap, field: Float32Array, goal: number): number[] {
  const path = [0];
  for (let v = 0; v !== goal;) {
    const [x, y] = [v % width, Math.floor(v / width)];
    let best = v;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        if (field[ny * width + nx] > field[best]) best = ny * width + nx;
      }
    }
    if (best === v) return [];
    path.push((v = best));
  }
  return path;
}
