import { checkNode } from '../check/check.ts';
import { checkMap } from '../check/kinds.ts';
import { callback } from '@wayfield/check';
import { isGrid, nodeCountOf } from '../build/grid.ts';
import type { Graph, Grid } from '../types/data.ts';

// E W S N SE SW NE NW, y growing downwards
const DX = [1, -1, 0, 0, 1, -1, 1, -1];
const DY = [0, 0, 1, -1, 1, 1, -1, -1];
const ROOT = Math.fround(Math.SQRT2);

/**
 * Calls `visit` for every arc out of `u` in the order of the graph; on a grid for every step to an
 * open cell that the neighbours and the corner rule allow, in the order E W S N SE SW NE NW.
 * `weight` is the weight of the arc, on a grid the factor of the cell entered times the length of
 * the step, rounded to f32. There are none from a blocked cell.
 */
export function forEachStep(
  data: Graph | Grid,
  u: number,
  visit: (v: number, weight: number, diagonal: boolean) => void,
): void {
  checkMap(data);
  checkNode(u, nodeCountOf(data), 'u');
  callback(visit, 'visit');
  eachStep(data, u, visit);
}

/** `forEachStep` without checks of its arguments. */
export function eachStep(
  data: Graph | Grid,
  u: number,
  visit: (v: number, weight: number, diagonal: boolean) => void,
): void {
  if (!isGrid(data)) {
    const { firstOut, head, weight } = data;
    for (let a = firstOut[u], end = firstOut[u + 1]; a < end; a++) visit(head[a], weight[a], false);
    return;
  }
  const { width, height, cost, neighbours, corners } = data;
  if (!cost[u]) return;
  const needed = corners === 'never' ? 2 : corners === 'always' ? 0 : 1;
  const x = u % width;
  const y = (u - x) / width;
  for (let d = 0; d < neighbours; d++) {
    const toX = x + DX[d];
    const toY = y + DY[d];
    const v = toY * width + toX;
    if (toX < 0 || toX >= width || toY < 0 || toY >= height || !cost[v]) continue;
    // a diagonal step passes between the cells beside it, v - dx and u + dx
    if (d > 3 && +!!cost[v - DX[d]] + +!!cost[u + DX[d]] < needed) continue;
    visit(v, Math.fround((d > 3 ? ROOT : 1) * cost[v]), d > 3);
  }
}
