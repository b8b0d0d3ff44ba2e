import type { Graph, Grid } from './types.ts';
import { forEachStep } from './steps.ts';

/**
 * The cost of a path of nodes as a double, not rounded to f32 on the way: to be compared with published
 * lengths. Straight and diagonal steps of a grid are summed apart, so that it is exact up to one
 * rounding on a uniform grid. Of parallel arcs the cheapest counts.
 * Throws RangeError where no arc leads from a node to the next.
 */
export function pathLength(data: Graph | Grid, path: ArrayLike<number>): number {
  let straight = 0;
  let diagonal = 0;
  for (let i = 1; i < path.length; i++) {
    let best = Infinity;
    let slanted = false;
    forEachStep(data, path[i - 1], (v, weight, isDiagonal) => {
      if (v !== path[i] || weight >= best) return;
      best = weight;
      slanted = isDiagonal;
    });
    if (best === Infinity) throw new RangeError(noStep(i - 1, path[i - 1], path[i]));
    if (slanted) diagonal += best;
    else straight += best;
  }
  return straight + diagonal * Math.SQRT2;
}

export function noStep(i: number, u: number, v: number): string {
  return `step ${i} of the path leads from ${u} to ${v}, where there is no arc`;
}
