import type { PointQueries, PointRoutes } from '../../src/index.ts';

/**
 * Says what is wrong with a path, which must run from source to target and have the stated length.
 */
export function pathFault(routes: PointRoutes, queries: PointQueries, i: number): string {
  const { x, y, firstPoint, cost } = routes;
  const first = firstPoint[i];
  const last = firstPoint[i + 1] - 1;
  if (x[first] !== queries.sourceX[i] || y[first] !== queries.sourceY[i])
    return `query ${i} starts at ${x[first]}, ${y[first]}`;
  if (x[last] !== queries.targetX[i] || y[last] !== queries.targetY[i])
    return `query ${i} ends at ${x[last]}, ${y[last]}`;
  let length = 0;
  for (let k = first; k < last; k++) length += Math.hypot(x[k + 1] - x[k], y[k + 1] - y[k]);
  if (Math.abs(length - cost[i]) > 1e-11 * Math.max(1, length))
    return `query ${i} is ${length} long and says ${cost[i]}`;
  return '';
}
