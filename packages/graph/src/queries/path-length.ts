import { checkNodes } from '../check/check.ts';
import { checkMap } from '../check/kinds.ts';
import { refuse } from '@wayfield/check';
import { isGrid, nodeCountOf } from '../build/grid.ts';
import { eachStep } from './steps.ts';
import type { Graph, Grid } from '../types/data.ts';

/**
 * Weight of the cheapest step from `path[k - 1]` to `path[k]`, and whether the step is diagonal.
 * Throws RangeError where there is no such step.
 */
export function stepTo(
  data: Graph | Grid,
  path: ArrayLike<number>,
  k: number,
): [weight: number, diagonal: boolean] {
  let least = Infinity;
  let slanted = false;
  eachStep(data, path[k - 1], (v, weight, diagonal) => {
    if (v !== path[k] || weight >= least) return;
    least = weight;
    slanted = diagonal;
  });
  if (least === Infinity) {
    refuse(`path[${k}]`, path[k], `a node that an arc from ${path[k - 1]} leads to`);
  }
  return [least, slanted];
}

/**
 * The cost of a path of nodes as a double, not rounded to f32 on the way: to be compared with
 * published lengths. The factors of straight and of diagonal steps of a grid are summed separately.
 * Whole factors add exactly, so only the square root of 2, its product and the last sum are
 * rounded. Of parallel arcs the cheapest counts. Throws RangeError where no arc leads from a node
 * to the next.
 */
export function pathLength(data: Graph | Grid, path: ArrayLike<number>): number {
  checkMap(data);
  checkNodes(path, nodeCountOf(data), 'path');
  let straight = 0;
  let diagonal = 0;
  for (let k = 1; k < path.length; k++) {
    const [weight, slanted] = stepTo(data, path, k);
    if (slanted && isGrid(data)) diagonal += data.cost[path[k]];
    else straight += weight;
  }
  return straight + diagonal * Math.SQRT2;
}
