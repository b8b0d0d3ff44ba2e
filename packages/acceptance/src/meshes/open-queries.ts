import type { Grid } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { buildPointQueries, type PointQueries } from '@wayfield/navmesh';

/** Random queries between open cells of a grid, each cell equally likely. */
export function openQueries(grid: Grid, count: number, seed: number): PointQueries {
  const next = random(seed);
  const open: number[] = [];
  for (let cell = 0; cell < grid.cost.length; cell++) if (grid.cost[cell] > 0) open.push(cell);
  const point = (): number[] => {
    const cell = open[Math.floor(next() * open.length)];
    return [(cell % grid.width) + next(), Math.floor(cell / grid.width) + next()];
  };
  return buildPointQueries(Array.from({ length: count }, () => [...point(), ...point()]));
}

/** Query i of many, without copying. */
export const singleQuery = (queries: PointQueries, i: number): PointQueries => ({
  count: 1,
  sourceX: queries.sourceX.subarray(i, i + 1),
  sourceY: queries.sourceY.subarray(i, i + 1),
  targetX: queries.targetX.subarray(i, i + 1),
  targetY: queries.targetY.subarray(i, i + 1),
});
