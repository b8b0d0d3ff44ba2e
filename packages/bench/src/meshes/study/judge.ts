// What searches on meshes are judged by: exact lengths, which must agree, and paths, which are
// measured again. Whether a path crosses an obstacle is not tested here.
import type { PointQueries, PointRoutes } from '@wayfield/navmesh';

/** The rounding of sums in doubles: the largest share by which two exact lengths may differ. */
export const SLACK = 1e-9;

/**
 * Whether two exact lengths are equal up to `SLACK`, which below a length of 1 is absolute.
 * Infinity, no path, equals only itself.
 */
export const agrees = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= SLACK * Math.max(1, Math.min(a, b));

/** How many of `count` things have a fault ('' = none), and the first fault. */
export function countFaults(
  count: number,
  faultOf: (i: number) => string,
): { count: number; first?: string } {
  let faults = 0;
  let first: string | undefined;
  for (let i = 0; i < count; i++) {
    const fault = faultOf(i);
    if (fault === '') continue;
    faults++;
    first ??= `query ${i}: ${fault}`;
  }
  return first === undefined ? { count: faults } : { count: faults, first };
}

/**
 * The fault of a path, which must lead from source to target and be as long as it says; '' where
 * there is none.
 */
export function pathFault(
  { x, y, firstPoint, cost }: PointRoutes,
  queries: PointQueries,
  i: number,
): string {
  const [first, last] = [firstPoint[i], firstPoint[i + 1] - 1];
  if (last < first) return 'no path';
  if (x[first] !== queries.sourceX[i] || y[first] !== queries.sourceY[i]) return 'another start';
  if (x[last] !== queries.targetX[i] || y[last] !== queries.targetY[i]) return 'another end';
  let length = 0;
  for (let k = first; k < last; k++) length += Math.hypot(x[k + 1] - x[k], y[k + 1] - y[k]);
  return agrees(length, cost[i]) ? '' : `${length} long, says ${cost[i]}`;
}

/** One query of many, without copying. */
export const oneOf = (queries: PointQueries, i: number): PointQueries => someOf(queries, i, i + 1);

/** Queries `from .. to` of many, without copying. */
export function someOf(queries: PointQueries, from: number, to: number): PointQueries {
  const { sourceX, sourceY, targetX, targetY } = queries;
  return {
    count: to - from,
    sourceX: sourceX.subarray(from, to),
    sourceY: sourceY.subarray(from, to),
    targetX: targetX.subarray(from, to),
    targetY: targetY.subarray(from, to),
  };
}
